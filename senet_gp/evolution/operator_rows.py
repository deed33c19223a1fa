"""The operators of evolution by name: one row each, with the place of its code and its parameters.

A row names its code by a dotted name that is resolved on first use. So this module does not import DEAP, and
the command line and configurations can read it quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import Registry

#: What a run can provide for an operator.
GIVEN = ("rng", "vocabulary")


class OperatorOption(NamedTuple):
    """An option of a single operator.

    Attributes:
        default: its default, whose type is that of the option: a number, a text, or True or False.
        help: a short description for help texts.
        between: the smallest and the largest number that it accepts.
    """

    default: Any
    help: str
    between: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class OperatorRow:
    """An operator of evolution.

    Attributes:
        made: ``module:attribute`` of the function that is registered in the toolbox.
        help: a short description for help texts.
        given: its parameters that the run provides: the generator (``rng``), the ``vocabulary``, or both.
            What stands here replaces the default, so an operator that takes both names both.
        takes: its parameters that the configuration provides: the name of the option by that of the
            parameter.
        own: its parameters that are options of its own, by name. Two operators of a run that have an option
            of the same name share its value.
        chances: for a selection, ``module:attribute`` of a function that computes the probability of every
            individual to be drawn, from the fitness values and the parameters in ``takes``; None if the
            probabilities are unknown.
        by_order: for a selection, whether it depends only on the order of the fitness values, not on their
            differences.
        by_table: for a selection, whether it needs the points of each test, as the credit ``table`` gives
            them.
    """

    made: str
    help: str
    given: Collection[str] = ("rng",)
    takes: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, OperatorOption] = field(default_factory=dict)
    chances: str | None = None
    by_order: bool = True
    by_table: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", tuple(self.given))
        unknown = [name for name in self.given if name not in GIVEN]
        if unknown:
            raise UsageError(
                f"given names {', '.join(map(repr, unknown))}, but a run provides {' and '.join(GIVEN)} alone"
            )

    def options(self, config: Any) -> dict[str, Any]:
        """The arguments that it takes from a configuration, by parameter."""
        taken = {parameter: getattr(config, option) for parameter, option in self.takes.items()}
        return taken | {name: config.operator_options[name] for name in self.own}


_SELECTION = "senet_gp.evolution.selection"
_VARIATION = "senet_gp.evolution.variation"

#: How parents are chosen.
SELECTIONS = Registry(
    "selection",
    {
        "proportional": OperatorRow(
            made=f"{_SELECTION}:proportional",
            help="in proportion to fitness",
            chances=f"{_SELECTION}:chances_in_proportion",
            by_order=False,
        ),
        "tournament": OperatorRow(
            made=f"{_SELECTION}:tournament",
            help="the best of a few drawn at random",
            takes={"size": "tournament_size"},
            chances=f"{_SELECTION}:chances_by_tournament",
        ),
        "double-tournament": OperatorRow(
            made=f"{_SELECTION}:double_tournament",
            help="tournaments of fitness and of size",
            takes={"size": "tournament_size"},
            own={
                "parsimony_size": OperatorOption(
                    1.4,
                    "how much smaller individuals are preferred: from 1, not at all, to 2, always",
                    (1.0, 2.0),
                ),
                "fitness_first": OperatorOption(
                    default=True, help="whether tournaments of fitness come before those of size"
                ),
            },
        ),
        "lexicase": OperatorRow(
            made=f"{_SELECTION}:lexicase_selection",
            help="test by test, with the credit table",
            own={
                "epsilon": OperatorOption(
                    default=False,
                    help="whether points within the median absolute deviation of the best count as the best",
                )
            },
            by_order=False,
            by_table=True,
        ),
        "crowded": OperatorRow(
            made="senet_gp.evolution.selection:crowded",
            help="the better of two by NSGA-II, for several objectives",
        ),
    },
)
#: The operators that choose the individuals to reproduce.
ELITES = Registry(
    "elite",
    {
        "proportional": OperatorRow(made=f"{_SELECTION}:proportional", help="drawn in proportion to fitness"),
        "best": OperatorRow(made=f"{_SELECTION}:best", help="the fittest", given=()),
    },
)
#: The crossovers of two parents.
CROSSOVERS = Registry(
    "crossover",
    {
        "paper": OperatorRow(made=f"{_VARIATION}:paper_crossover", help="one child, as in the paper of 1995"),
        "one-point": OperatorRow(
            made=f"{_VARIATION}:one_point_crossover", help="two random subtrees are exchanged"
        ),
        "leaf-biased": OperatorRow(
            made=f"{_VARIATION}:leaf_biased_crossover",
            help="as one-point, but mostly not of leaves",
            own={
                "leaf_chance": OperatorOption(
                    0.1, "the probability that an exchanged subtree is a leaf", (0.0, 1.0)
                )
            },
        ),
    },
)
#: The mutations of an individual.
MUTATIONS = Registry(
    "mutation",
    {
        "subtree": OperatorRow(
            made=f"{_VARIATION}:subtree_mutation",
            help="a random subtree is replaced by a new one",
            given=("vocabulary", "rng"),
        ),
        "mixed": OperatorRow(
            made=f"{_VARIATION}:mixed_mutation",
            help="one of four operators, drawn each time: of a node, of a subtree, insertion or hoisting",
            given=("vocabulary", "rng"),
        ),
        "varied": OperatorRow(
            made=f"{_VARIATION}:varied_mutation",
            help="like mixed, with more varied subtrees, and repeated until something changes",
            given=("vocabulary", "rng"),
            takes={"max_nodes": "size_limit"},
        ),
        "uniform": OperatorRow(
            made=f"{_VARIATION}:uniform_mutation",
            help="a random subtree is replaced by a full one of depth 0 to 2",
            given=("vocabulary", "rng"),
        ),
        "node-replacement": OperatorRow(
            made=f"{_VARIATION}:node_replacement_mutation",
            help="a random node is replaced by one of the same types",
            given=("vocabulary", "rng"),
        ),
        "insert": OperatorRow(
            made=f"{_VARIATION}:terminal_insert_mutation",
            help="a function is inserted above a random subtree",
            given=("vocabulary", "rng"),
        ),
        "shrink": OperatorRow(
            made=f"{_VARIATION}:shrink_mutation", help="a random function is replaced by one of its arguments"
        ),
        "constant": OperatorRow(
            made=f"{_VARIATION}:constant_mutation",
            help="the value of a random constant is drawn anew",
            given=("vocabulary", "rng"),
        ),
    },
)
#: The options that name operators, each with the operators that it can name.
OPERATORS: Mapping[str, Registry[OperatorRow]] = {
    "selection": SELECTIONS,
    "elite": ELITES,
    "crossover": CROSSOVERS,
    "mutation": MUTATIONS,
}


def register_operator(option: str, name: str, row: OperatorRow) -> None:
    """Register an operator, so that configurations, files and the command line accept its name.

    Args:
        option: the option that is to name it, one of ``OPERATORS``.
        name: its name.
        row: the place of its code, and its parameters.

    Raises:
        UsageError: if there is no such option, or the name is not a simple word or is the name of another
            operator.
    """
    if option not in OPERATORS:
        raise UsageError(f"there is no operator {option[:30]!r}: there are {', '.join(OPERATORS)}")
    OPERATORS[option].add(name, row)


def operator_of(option: str, name: str) -> tuple[Any, OperatorRow]:
    """The function of the operator that an option names, and its row.

    Raises:
        UsageError: if there is none, or its code cannot be imported.

    >>> operator_of("selection", "tournament")[1].takes
    {'size': 'tournament_size'}
    """
    rows = OPERATORS[option]
    return rows.part(name, "made"), rows[name]


def chances_by(selection: str) -> Any:
    """The function that computes every individual's probability to be drawn as a parent.

    Raises:
        UsageError: if the row of the selection does not name it.
    """
    chances = SELECTIONS.part(selection, "chances")
    if chances is None:
        raise UsageError(
            f"the probabilities of the selection {selection} are unknown: let its row name chances, or use "
            "another selection"
        )
    return chances
