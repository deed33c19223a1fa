"""The operators of evolution by name: one row each, which says where it stands and what it takes.

What a row names is resolved on use, so what stands here imports no DEAP, and the command line and
configurations can read it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.rows import Registry


@dataclass(frozen=True, kw_only=True)
class OperatorRow:
    """What there is to know of an operator.

    Attributes:
        made: ``module:attribute`` of the function that is registered in the toolbox.
        told: what it does, for people, in a few words.
        given: what it takes of a run: its generator (``rng``), the words of new parts (``vocabulary``).
        takes: what it takes of the configuration: the names of options by those of its parameters.
        chances: of a selection, ``module:attribute`` of a function from everybody's fitness, and what
            ``takes`` names, to everybody's chance to be drawn; None where these are not known.
        by_order: of a selection, whether the order of fitness alone matters to it, not by how much.
    """

    made: str
    told: str
    given: Collection[str] = ("rng",)
    takes: Mapping[str, str] = field(default_factory=dict)
    chances: str | None = None
    by_order: bool = True

    def options(self, config: object) -> dict[str, Any]:
        """What it takes of a configuration, by the names of its parameters."""
        return {parameter: getattr(config, option) for parameter, option in self.takes.items()}


_SELECTION, _VARIATION = "senet_gp.evolution.selection", "senet_gp.evolution.variation"

#: How parents are chosen.
SELECTIONS = Registry(
    "selection",
    {
        "proportional": OperatorRow(
            made=f"{_SELECTION}:proportional",
            told="in proportion to fitness",
            chances=f"{_SELECTION}:chances_in_proportion",
            by_order=False,
        ),
        "tournament": OperatorRow(
            made=f"{_SELECTION}:tournament",
            told="by tournaments",
            takes={"size": "tournament_size"},
            chances=f"{_SELECTION}:chances_by_tournament",
        ),
    },
)
#: Who is reproduced.
ELITES = Registry(
    "elite",
    {
        "proportional": OperatorRow(made=f"{_SELECTION}:proportional", told="drawn in proportion to fitness"),
        "best": OperatorRow(made=f"{_SELECTION}:best", told="the best", given=()),
    },
)
#: How two parents are crossed.
CROSSOVERS = Registry(
    "crossover",
    {
        "paper": OperatorRow(made=f"{_VARIATION}:paper_crossover", told="the paper's crossover"),
        "one-point": OperatorRow(made=f"{_VARIATION}:one_point_crossover", told="one exchange of subtrees"),
    },
)
#: How one is mutated.
MUTATIONS = Registry(
    "mutation",
    {
        "subtree": OperatorRow(
            made=f"{_VARIATION}:subtree_mutation",
            told="a random subtree replaced",
            given=("vocabulary", "rng"),
        ),
        "mixed": OperatorRow(
            made=f"{_VARIATION}:mixed_mutation",
            told="one of four ways, drawn each time",
            given=("vocabulary", "rng"),
        ),
        "varied": OperatorRow(
            made=f"{_VARIATION}:varied_mutation",
            told="these freer, and drawn again while nothing changes",
            given=("vocabulary", "rng"),
            takes={"max_nodes": "size_limit"},
        ),
    },
)
#: The options that name operators, each with the rows that it can name.
OPERATORS: Mapping[str, Registry[OperatorRow]] = {
    "selection": SELECTIONS,
    "elite": ELITES,
    "crossover": CROSSOVERS,
    "mutation": MUTATIONS,
}


def register_operator(option: str, name: str, row: OperatorRow) -> None:
    """Make an operator known to configurations, and so to files and the command line.

    Args:
        option: which of them it is to be named by: one of ``OPERATORS``.
        name: its name there.
        row: where it stands, and what it takes.

    Raises:
        UsageError: if there is no such option, the name is no simple word, or is that of another operator.
    """
    if option not in OPERATORS:
        raise UsageError(f"there is no operator {option[:30]!r}: there are {', '.join(OPERATORS)}")
    OPERATORS[option].add(name, row)


def operator_of(option: str, name: str) -> tuple[Any, OperatorRow]:
    """The function that an option names, and its row.

    Raises:
        UsageError: if it cannot be had.
    """
    rows = OPERATORS[option]
    return rows.part(name, "made"), rows[name]


def chances_by(selection: str) -> Any:
    """The function from everybody's fitness to everybody's chance to be drawn as a parent.

    Raises:
        UsageError: if the selection does not say.
    """
    chances = SELECTIONS.part(selection, "chances")
    if chances is None:
        raise UsageError(
            f"the selection {selection} does not say what chance anybody has to be drawn: let its row "
            "name chances, or choose another"
        )
    return chances
