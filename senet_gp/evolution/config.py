"""Everything that decides how a run goes, as a dataclass and as a TOML file.

With the same configuration a run is the same on any machine with any number of workers.

The command line reads its options off this module, so nothing heavy is imported until it is needed.
"""

from __future__ import annotations

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from senet_gp.errors import FileError, SenetGpError, UsageError
from senet_gp.files import read_text, readable_version, shortened

if TYPE_CHECKING:
    from senet_gp.games.rules import Rules

#: The configuration's format and version; the version stands in the file, under this key.
FORMAT, VERSION = "senet-gp configuration", 1
_VERSION_KEY = "config_version"
_REPEATABLE = "# A run of senet-gp; repeat it with: senet-gp evolve --config THIS_FILE"
_NOT_REPEATABLE = """\
# A run of senet-gp in which games against a person count (sparring.csv): it cannot be repeated.
# A run of the same options without these games: senet-gp evolve --config THIS_FILE"""
#: Ours have one; larger files are refused before they are parsed.
_MOST_BYTES = 1 << 14
#: No option is a greater number than one of so many bits.
_MOST_BITS = 64
_MOST_DOTS = 100


def _option(default: Any, text: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"help": text, "choices": choices})


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of a run; the defaults are those of the paper of 1995.

    Raises:
        UsageError: if a value is out of range, or of the wrong kind.
    """

    game: str = _option("senet", "the game to evolve players for")
    parameters: dict[str, int] = field(
        default_factory=dict,
        metadata={
            "help": "the game's parameters that are not the usual ones, such as { pieces = 5 } in senet",
            "choices": (),
        },
    )
    vocabulary: str = _option("", "the words that players are written in; by default the game's first set")
    population: int = _option(512, "individuals in the population")
    generations: int = _option(30, "tournaments to play")
    games: int = _option(
        3,
        "a match of a knockout is the best of so many games; in a round and in endings, games against each "
        "opponent; in cases, games that each choice is tried in",
    )
    seed: int = _option(1, "the same seed gives the same run")
    fitness: str = _option(
        "knockout",
        "where fitness comes from: a knockout, a round in which all play the same opponents, or lexicase "
        "selection by cases, boards that all are asked about, or by endings, which all play on from the same "
        "boards",
        ("knockout", "round", "cases", "endings"),
    )
    opponents: int = _option(
        4,
        "in a round and in endings, how many of the population all play against, and how many earlier "
        "winners; in cases, how many of the population choices are tried against, beside all earlier "
        "winners",
    )
    random_games: int = _option(
        80, "in a round and in endings, how many games all play against a random mover"
    )
    cases: int = _option(256, "in cases, how many boards all are asked about")
    case_plies: int = _option(
        1000, "in cases, a game is drawn after so many moves of both from the board that is asked about"
    )
    openings: int = _option(
        0,
        "in cases and endings, boards are met by earlier winners after at most so many moves; 0 draws them "
        "among all that can come up",
    )
    deciding_rounds: int = _option(
        0,
        "in cases and endings, so many times as many more of them are shared among those who do alike as the "
        "best, again and again with half of them, which decides who is kept",
    )
    slips: float = _option(
        0.3, "in a round and in endings, the chance of an opponent's move to be a random one"
    )
    draw_value: float = _option(0.5, "in a round, case or ending, what a draw counts, a win counting 1")
    one_of_alike: bool = _option(
        default=False,
        text="in a round, whether of those who do alike in every game only the smallest is fit to breed",
    )
    node_price: float = _option(1e-4, "in a round, the part of the fitness that a node costs")
    selection: str = _option(
        "proportional",
        "how parents are chosen: in proportion to fitness, or by tournaments",
        ("proportional", "tournament"),
    )
    tournament_size: int = _option(7, "of how many the best is chosen, in tournament selection")
    crossover: str = _option(
        "paper", "the paper's crossover, or one exchange of subtrees", ("paper", "one-point")
    )
    elite: str = _option(
        "proportional",
        "which eighth of the population is reproduced: drawn in proportion to fitness, or the best",
        ("proportional", "best"),
    )
    elite_share: float = _option(0.125, "the share of the population that is reproduced")
    mutation: str = _option(
        "subtree",
        "how an individual is mutated: a random subtree replaced, or one of four ways, drawn each time, or "
        "these freer, and drawn again while nothing changes",
        ("subtree", "mixed", "varied"),
    )
    mutation_chance: float = _option(0.125, "the chance of each reproduced individual to be mutated")
    mutant_share: float = _option(
        0.0, "the chance of each of the others to be bred by mutation of one parent instead of crossover"
    )
    size_limit: int = _option(0, "the most nodes of a bred individual; 0 for no limit")
    most_nodes: int = _option(
        0, "the most nodes of a population; children beyond it are replaced by parents; 0 for no limit"
    )
    final_games: int = _option(100, "games a pair in the final round robin of the last 16 winners")
    hand_seeded: bool = _option(
        default=False, text="put the eight hand-crafted players into the first population"
    )

    def __post_init__(self) -> None:
        from primitives import vocabulary
        from senet_gp.games.board_game import BoardGame

        for option in dataclasses.fields(self):
            value = getattr(self, option.name)
            kind = dict if option.name == "parameters" else type(option.default)
            if kind is float and type(value) is int and value in {0, 1}:
                object.__setattr__(self, option.name, float(value))
            elif type(value) is not kind:
                raise UsageError(f"{option.name} is {shortened(repr(value))}, but it must be {_KINDS[kind]}")
            choices = option.metadata["choices"]
            if choices and value not in choices:
                raise UsageError(
                    f"{option.name} is {shortened(repr(value))}, but it must be one of {', '.join(choices)}"
                )
        # Written down, so that a later version's first set does not change the run.
        object.__setattr__(self, "vocabulary", vocabulary(self.rules, self.vocabulary or None).name)
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise UsageError(f"{name} is {shortened(value)}, but it must be from {low} to {high}")
        if self.final_games % 2:
            raise UsageError(
                f"final_games is {self.final_games}, but it must be even: both move first equally often"
            )
        if self.fitness in {"cases", "endings"} and not isinstance(self.rules, BoardGame):
            raise UsageError(
                f"fitness is {self.fitness}, which {self.game} does not have: single boards without throws "
                "are meant; use knockout or round"
            )
        if self.hand_seeded:
            self._check_room_for_seeds()

    def _check_room_for_seeds(self) -> None:
        from senet_gp.players.hand import hand_made_seeds

        seeds = len(hand_made_seeds(self.game))
        if self.population < seeds:
            raise UsageError(
                f"population is {self.population}, but it must be at least {seeds}: "
                "so many hand-crafted players are put into it"
            )

    @property
    def rules(self) -> Rules:
        """The game with its parameters."""
        from senet_gp.games.rules import rules_of

        return rules_of(self.game, self.parameters)

    @property
    def reproduced(self) -> int:
        """How many individuals of a generation are reproduced; they come first in the next one."""
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))

    def to_toml(self, *, repeatable: bool = True) -> str:
        """The configuration as a TOML file, each value explained.

        Args:
            repeatable: whether these options alone make the run; not if a person's games count in it.
        """
        lines = [_REPEATABLE if repeatable else _NOT_REPEATABLE, f"{_VERSION_KEY} = {VERSION}"]
        for option in dataclasses.fields(self):
            lines.append(f"\n# {option.metadata['help']}")
            lines.append(f"{option.name} = {_in_toml(getattr(self, option.name))}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """A configuration of named values, the others as by default for the game.

        Raises:
            UsageError: if there is no such option, or a value does not fit.
        """
        known = {option.name for option in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise UsageError(
                    f"there is no option {shortened(name)!r}: the options are {', '.join(sorted(known))}"
                )
        game = values.get("game", "senet")
        usual = DEFAULTS.get(game, {}) if isinstance(game, str) else {}
        return cls(**{**usual, **values})


#: What suits each game, where it is not what suits Senet.
_SMALL: dict[str, Any] = {
    "fitness": "round",
    "games": 6,
    "population": 400,
    "generations": 200,
    "draw_value": 0.9,
    "selection": "tournament",
    "tournament_size": 8,
    "crossover": "one-point",
    "elite": "best",
    "elite_share": 0.1,
    "mutation": "mixed",
    "mutation_chance": 0.0,
    "mutant_share": 0.6,
    "size_limit": 150,
    "final_games": 1000,
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "hexapawn": _SMALL | {"generations": 30},
    # Only losses count, each for itself; 200 games for everybody once there are winners.
    "tictactoe": _SMALL
    | {
        "fitness": "endings",
        "population": 1000,
        "generations": 1000,
        "games": 2,
        "opponents": 12,
        "random_games": 152,
        "openings": 6,
        "deciding_rounds": 64,
        "slips": 0.15,
        "draw_value": 1.0,
        "selection": "proportional",
        "elite_share": 0.02,
        "mutation": "varied",
        "size_limit": 400,
    },
    "trilobite": _SMALL,
    # Each board counts for itself; what a move is worth is seen in the enemy's answer.
    "pursuit": _SMALL
    | {
        "fitness": "cases",
        "population": 1000,
        "generations": 1000,
        "opponents": 8,
        "cases": 1500,
        "case_plies": 2,
        "draw_value": 0.5,
        "selection": "proportional",
        "elite_share": 0.02,
        "size_limit": 400,
    },
}


def _in_toml(value: Any) -> str:
    """A value as TOML; JSON's strings and numbers are TOML's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_in_toml(of)}" for key, of in value.items()) + " }"
    return json.dumps(value)


_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "a word in quotation marks",
    bool: "true or false",
    dict: "a table such as { pieces = 5 }",
}
_RANGES: tuple[tuple[str, float, float], ...] = (
    ("population", 1, 1_000_000),
    ("generations", 1, 1_000_000),
    ("games", 1, 1_000),
    ("seed", 0, 2**63 - 1),
    ("opponents", 0, 1_000),
    ("random_games", 1, 100_000),
    ("cases", 1, 100_000),
    ("case_plies", 1, 100_000),
    ("openings", 0, 1_000),
    ("deciding_rounds", 0, 100_000),
    ("slips", 0.0, 1.0),
    ("draw_value", 0.0, 1.0),
    ("node_price", 0.0, 1.0),
    ("tournament_size", 1, 1_000_000),
    ("elite_share", 0.0, 1.0),
    ("mutation_chance", 0.0, 1.0),
    ("mutant_share", 0.0, 1.0),
    ("size_limit", 0, 2**31 - 1),
    ("most_nodes", 0, 2**63 - 1),
    ("final_games", 2, 1_000_000),
)


def read_values(path: Path) -> dict[str, Any]:
    """The values that a TOML configuration file sets.

    Raises:
        FileError: if it cannot be read, is no TOML, or is of a newer version.
    """
    text = read_text(path, _MOST_BYTES)
    # For a key of n parts tomllib takes time in proportion to the square of n; ours have one part, or two.
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise FileError(f"{path} is not a configuration: a line of it has more than {_MOST_DOTS} dots")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is not a TOML file: {shortened(error)}") from None
    _check_simple(path, values)
    # The first version is meant where none stands.
    readable_version(path, FORMAT, values.pop(_VERSION_KEY, 1), VERSION)
    return values


def _check_simple(path: Path, values: dict[str, Any]) -> None:
    """Hold that every value can be told about: none is a list, nested deeply, or a number without end."""
    for name, value in values.items():
        for part in value.values() if isinstance(value, dict) else [value]:
            if isinstance(part, dict | list) or (isinstance(part, int) and part.bit_length() > _MOST_BITS):
                raise FileError(f"{path} is unsound: {shortened(name)} is a list, or nested, or far too long")


def read_config(path: Path, missing: Mapping[str, Any] | None = None) -> Config:
    """The configuration in a TOML file.

    Args:
        path: the file.
        missing: what options are that it does not name, if not as by default for the game.

    Raises:
        FileError: if it cannot be read, is no TOML, is of a newer version, or a value in it does not fit.
    """
    values = read_values(path)
    try:
        return Config.from_values({**(missing or {}), **values})
    except SenetGpError as error:
        raise FileError(f"{path} is unsound: {error}") from None
