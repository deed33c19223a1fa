"""The configuration of a run: every option that decides its result.

Two runs with the same configuration are the same on any machine and with any number of workers.

The command line takes its options from this module, so heavy modules are imported only when they are needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from senet_gp.evolution.evaluation.registry import CREDITS, SUITES, suites_for, why_not_served
from senet_gp.evolution.evaluation.teacher_texts import (
    checked_teacher,
    recorded_teacher,
    usual_games,
    usual_refresh,
    usual_teacher,
)
from senet_gp.evolution.operator_options import check_table, completed
from senet_gp.evolution.operator_rows import CROSSOVERS, ELITES, MUTATIONS, SELECTIONS
from senet_gp.evolution.options import (
    ALWAYS,
    CREDITED,
    GENERATIONS,
    LEARNS_FROM_GAMES,
    OBJECTIVES,
    ONE_OBJECTIVE,
    ONE_POPULATION,
    OWN_OPTIONS,
    PRICES_NODES,
    PROVABLE,
    PROVEN,
    SEVERAL_ISLANDS,
    SOME_BRED,
    SOME_CROSSED,
    SOME_MUTATED,
    Condition,
    Unset,
    checked,
    listed,
    read_by_evaluation,
    run_option,
    taken_by,
)
from senet_gp.games.registry import DEFAULT_GAME, GAMES, parameters_of, part_of
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.errors import FileError, MissingFileError, UsageError, printable, shortened

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

#: The longest text of one option in the ``repr`` of a configuration, and of all of them.
_LONGEST_VALUE = 40
_LONGEST_REPR = 100
#: The most generations that a run can have, which it has if minutes limit it.
MAX_GENERATIONS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of a run.

    Options that are not given have the game's defaults: in Senet those of the paper of 1995, in other games
    those of :func:`defaults_of`. They are filled in when the configuration is made, so
    ``dataclasses.replace`` keeps them.

    Raises:
        UsageError: if a value is out of range or of the wrong kind.

    >>> config = Config(game="hexapawn", population=60, seed=7)
    >>> config.population, config.fitness, config.credit
    (60, 'full-games', 'shared')
    >>> Config(population=0)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: population is 0, but it must be from 1 to 1000000
    """

    game: str = field(
        default=DEFAULT_GAME,
        metadata={
            "help": "the game to evolve players for",
            "choices": (),
            "default": DEFAULT_GAME,
            "read": ALWAYS,
            "between": None,
        },
    )
    parameters: dict[str, int] = field(
        default_factory=dict,
        metadata={
            "help": "the game's parameters that differ from their defaults, such as { pieces = 5 } in senet",
            "choices": (),
            "default": {},
            "read": ALWAYS,
            "between": None,
        },
    )
    vocabulary: str = run_option(
        "",
        "the vocabulary, that is, the functions and terminals of players; by default the game's first",
        read=ALWAYS,
    )
    population: int = run_option(512, "individuals in the population", read=ALWAYS, between=(1, 1_000_000))
    generations: int = run_option(30, "generations to evolve", read=ALWAYS, between=(1, MAX_GENERATIONS))
    minutes: float = run_option(
        0.0,
        "end when generations have taken this many minutes, however many they are, unless generations are "
        "given, too; the number of those played is then recorded instead; 0 for no such limit",
        read=ALWAYS,
        between=(0.0, 1_000_000.0),
    )
    until: str = run_option(
        GENERATIONS,
        "when the run ends: generations (after all of them), or proven (with the first generation whose "
        "winner is proven, as by senet-gp verdict, to do as well as perfect play against every line of play; "
        "the number of those played is then recorded instead)",
        (GENERATIONS, PROVEN),
        read=(PROVABLE, ONE_POPULATION),
    )
    games: int = run_option(
        3,
        "games of each comparison: in a knockout, a duel is the best of this many games; in full-games and "
        "from-positions, each individual plays this many games against each opponent; in decisions, each "
        "choice is tried in this many playouts",
        read=(read_by_evaluation("games"),),
        between=(1, 1_000),
    )
    seed: int = run_option(
        1,
        "seed of all random numbers: the same seed gives the same run; with minutes, only the number of "
        "generations may differ",
        read=ALWAYS,
        between=(0, MAX_SEED),
    )
    fitness: str = run_option(
        "knockout", f"how individuals are tested: {listed(SUITES)}", SUITES, read=ALWAYS
    )
    credit: str = run_option(
        "",
        f"how results of tests become fitness: {listed(CREDITS)}; by default the usual credit of the "
        "chosen tests",
        CREDITS,
        read=(CREDITED,),
    )
    opponents: int = run_option(
        4,
        "opponents drawn in each generation: in full-games and from-positions, this many individuals of the "
        "population and this many winners of earlier generations; in decisions, playouts are against this "
        "many individuals of the population and all recent winners",
        read=(read_by_evaluation("opponents"),),
        between=(0, 1_000),
    )
    teacher: str = run_option(
        "",
        "in regret, who tells what choices are worth: self (chances of winning are fitted to games of the "
        "last winners), network (a network that first learns from games against itself, as part of the run), "
        "a PLAYER with an evaluation, such as hand:HC5 (they are fitted to its games), or a PLAYER that is a "
        "network, such as net (they are its own); by default network in runs of three minutes or more, else "
        "self",
        read=(read_by_evaluation("teacher"),),
    )
    teacher_games: int = run_option(
        0,
        "in regret, games of the teacher to which its chances of winning are fitted, or from which each half "
        "of the network learns, at least 10; 0 for 20,000, or for a network 100,000 for each minute of the "
        "run, at least 40,000 and at most 800,000",
        read=(read_by_evaluation("teacher_games"), LEARNS_FROM_GAMES),
        between=(0, 10_000_000),
    )
    labelled: int = run_option(
        4096,
        "in regret, decisions whose choices are valued at a time, at least as many as cases; each generation "
        "draws cases of them",
        read=(read_by_evaluation("labelled"),),
        between=(1, 1_000_000),
    )
    refresh: int = run_option(
        0,
        "in regret, after how many generations new decisions are met and valued, by the latest winners; 0 "
        "for 10 with the teacher self, 50 with others",
        read=(read_by_evaluation("refresh"),),
        between=(0, 1_000),
    )
    look_ahead: bool = run_option(
        default=True,
        text="in regret, the best choices are valued by the replies to them, over all throws",
        read=(read_by_evaluation("look_ahead"),),
    )
    tune: int = run_option(
        0,
        "in regret, before each such number of generations, the weights and terms of the fittest individuals "
        "are tuned on twice as many decisions as cases, newly drawn each time, and what comes of it enters "
        "the population; 0 for never",
        read=(read_by_evaluation("tune"),),
        between=(0, 1_000_000),
    )
    random_games: int = run_option(
        80,
        "in full-games and from-positions, games of each individual against a random mover",
        read=(read_by_evaluation("random_games"),),
        between=(1, 100_000),
    )
    cases: int = run_option(
        256,
        "in decisions and regret, decisions in which all individuals choose a move",
        read=(read_by_evaluation("cases"),),
        between=(1, 100_000),
    )
    playout_plies: int = run_option(
        1000,
        "in decisions, a playout counts as a draw after this many plies, those of both players together",
        read=(read_by_evaluation("playout_plies"),),
        between=(1, 100_000),
    )
    start_plies: int = run_option(
        0,
        "in from-positions and decisions, positions are reached in games of recent winners after at most "
        "this many plies; 0 draws them from all reachable positions, of which only small games have a list",
        read=(read_by_evaluation("start_plies"),),
        between=(0, 1_000),
    )
    counterexamples: float = run_option(
        0.0,
        "in from-positions, the share of positions that are counterexamples: they are on lines of play that "
        "recent winners lose, as senet-gp verdict finds them",
        read=(read_by_evaluation("counterexamples"), PROVABLE),
        between=(0.0, 1.0),
    )
    halving_budget: int = run_option(
        0,
        "in lexicase, ties for the best are broken by successive halving: in each round the tied individuals "
        "share this many times the tests of a generation, and the better half goes on; 0 for no halving",
        read=(CREDITED, read_by_evaluation("halving_budget")),
        between=(0, 100_000),
    )
    objectives: tuple[str, ...] = run_option(
        ("score",),
        "what is to be good: score alone, or score and nodes, so that parents and children compete in both "
        "by NSGA-II, and a population holds the best of many sizes",
        read=ALWAYS,
    )
    noise: float = run_option(
        0.3,
        "in full-games and from-positions, the probability that an opponent plays a random move",
        read=(read_by_evaluation("noise"),),
        between=(0.0, 1.0),
    )
    draw_value: float = run_option(
        0.5,
        "the points for a draw, where a win is 1 and a loss is 0; knockouts do not use it",
        read=(CREDITED, read_by_evaluation("draw_value")),
        between=(0.0, 1.0),
    )
    parsimony: float = run_option(
        1e-4,
        "the pressure against size: in shared, mean and table, fitness is divided by 1 + parsimony * nodes; "
        "in tuning, each node of a term must save so much regret",
        read=(ONE_OBJECTIVE, CREDITED, PRICES_NODES),
        between=(0.0, 1.0),
    )
    selection: str = run_option(
        "proportional",
        f"how parents are chosen: {listed(SELECTIONS)}",
        SELECTIONS,
        read=(SOME_BRED,),
    )
    tournament_size: int = run_option(
        7,
        "in tournaments of fitness, the number of individuals drawn, of which the fittest becomes a parent",
        read=(taken_by("selection", "tournament_size"), SOME_BRED),
        between=(1, 1_000_000),
    )
    crossover: str = run_option(
        "paper",
        f"how two parents are crossed: {listed(CROSSOVERS)}",
        CROSSOVERS,
        read=(SOME_CROSSED, SOME_BRED),
    )
    elite: str = run_option(
        "proportional",
        f"which individuals are reproduced, that is, copied to the next generation: {listed(ELITES)}",
        ELITES,
        read=(ONE_OBJECTIVE,),
    )
    elite_share: float = run_option(
        0.125,
        "the share of the next generation that is reproduced",
        read=(ONE_OBJECTIVE,),
        between=(0.0, 1.0),
    )
    mutation: str = run_option(
        "subtree",
        f"how an individual is mutated: {listed(MUTATIONS)}",
        MUTATIONS,
        read=(SOME_MUTATED,),
    )
    mutation_chance: float = run_option(
        0.125,
        "the probability that a reproduced individual is mutated",
        read=(ONE_OBJECTIVE,),
        between=(0.0, 1.0),
    )
    mutant_share: float = run_option(
        0.0,
        "the probability that a child is a mutant of one parent, not a crossover of two",
        read=(SOME_BRED,),
        between=(0.0, 1.0),
    )
    size_limit: int = run_option(
        0, "the most nodes that a child may have; 0 for no limit", read=ALWAYS, between=(0, 2**31 - 1)
    )
    depth_limit: int = run_option(
        0,
        "the largest depth that a child may have, its root being at depth 0; Koza's is 17; 0 for no limit",
        read=ALWAYS,
        between=(0, 2**31 - 1),
    )
    operator_options: dict[str, Any] = field(
        default_factory=dict,
        metadata={
            "help": "the options of single operators, such as { parsimony_size = 1.4 } of double-tournament",
            "choices": (),
            "default": {},
            "read": (OWN_OPTIONS,),
            "between": None,
        },
    )
    max_nodes: int = run_option(
        0,
        "the most nodes that the whole population may have; a child that does not fit is replaced by a copy "
        "of a parent; 0 for no limit",
        read=ALWAYS,
        between=(0, 2**63 - 1),
    )
    final_games: int = run_option(
        100,
        "games between each pair of the last 16 winners in the final, which chooses the champion; in "
        "decisions, positions for each of these winners",
        read=(read_by_evaluation("final_games"),),
        between=(2, 1_000_000),
    )
    seed_with: tuple[str, ...] = run_option(
        (),
        'expressions that the first population begins with, such as ["(sub their_distance my_distance)"]',
        read=ALWAYS,
    )
    islands: int = run_option(
        1,
        "populations, each of which evolves by itself, as on an island, apart from the migrants that they "
        "exchange",
        read=ALWAYS,
        between=(1, 1_000),
    )
    migrate_every: int = run_option(
        5,
        "with several islands, individuals migrate after each such number of generations",
        read=(SEVERAL_ISLANDS,),
        between=(1, 1_000_000),
    )
    migrants: int = run_option(
        2,
        "with several islands, copies of this many of the best individuals of an island migrate to the next "
        "island, where they replace the worst",
        read=(SEVERAL_ISLANDS,),
        between=(1, 500_000),
    )

    def __post_init__(self) -> None:
        from primitives import vocabulary_of

        selects_as_usual = self.selection is Unset.OF_THE_GAME  # type: ignore[comparison-overlap]
        usual = dict(defaults_of(self.game)) if isinstance(self.game, str) and self.game in GAMES else {}
        usual |= {"generations": MAX_GENERATIONS} if self._limited_in_minutes() else {}
        for option in dataclasses.fields(self):
            value = getattr(self, option.name)
            if value is Unset.OF_THE_GAME:
                value = usual.get(option.name, option.metadata["default"])
            object.__setattr__(self, option.name, checked(option, value))
        if self.objectives not in [OBJECTIVES[:1], OBJECTIVES]:  # its members may be anything
            raise UsageError(
                f"objectives is {shortened(', '.join(map(str, self.objectives)))!r}, but it must be score or "
                "score,nodes"
            )
        if self.several_objectives:
            # Size counts by itself.
            object.__setattr__(self, "parsimony", 0.0)
            if selects_as_usual:
                object.__setattr__(self, "selection", "crowded")
        # Recorded, so that the run stays the same if a later version has other defaults.
        for name, value in self._usual_of_suite().items():
            if not getattr(self, name):
                object.__setattr__(self, name, value)
        object.__setattr__(self, "operator_options", completed(self.operator_options, vars(self)))
        game = self.game_value
        object.__setattr__(self, "parameters", {name: getattr(game, name) for name in self.parameters})
        vocabulary = vocabulary_of(game, self.vocabulary or None)
        object.__setattr__(self, "vocabulary", vocabulary.name)
        check_table(vars(self), suites_for(game, vocabulary, vars(self)))
        self._check_final()
        why_not = why_not_served(self.fitness, game, vocabulary, vars(self))
        if why_not:
            raise UsageError(f"fitness is {self.fitness}, which {why_not}")
        self._check_migrants()
        self._record_players()

    def _limited_in_minutes(self) -> bool:
        """Whether minutes are given that limit the run; the options need not be checked yet."""
        if self.minutes is Unset.OF_THE_GAME:  # type: ignore[comparison-overlap]
            return False
        (option,) = (option for option in dataclasses.fields(self) if option.name == "minutes")
        return bool(checked(option, self.minutes))

    def _record_players(self) -> None:
        """Write players so that they stay the same if files change."""
        from primitives import vocabulary_of

        if "teacher" in SUITES[self.fitness].reads:
            object.__setattr__(self, "teacher", recorded_teacher(self.teacher, self.game_value))
        if self.seed_with:
            from senet_gp.evolution.seeding import checked_seeds

            vocabulary = vocabulary_of(self.game_value, self.vocabulary)
            seeds = checked_seeds(
                self.seed_with, vocabulary, population=self.population, size_limit=self.size_limit
            )
            object.__setattr__(self, "seed_with", seeds)

    def check_files(self) -> None:
        """Check that the files can be read that the run needs to be played; the configuration needs none.

        >>> Config(fitness="regret", parameters={"pieces": 2}, teacher="table:two.chances").check_files(
        ... )  # doctest: +NORMALIZE_WHITESPACE
        Traceback (most recent call last):
            ...
        senet_gp.runtime.errors.FileError: the teacher cannot be asked: two.chances does not exist,
        seen from here

        Raises:
            FileError: if one cannot be read, or holds something else than was meant.
        """
        if "teacher" in SUITES[self.fitness].reads:
            try:
                checked_teacher(self.teacher, self.game_value)
            except FileError as error:
                where = ", seen from here" if isinstance(error, MissingFileError) else ""
                raise FileError(f"the teacher cannot be asked: {error}{where}") from None

    def _check_final(self) -> None:
        if self.final_games % 2:
            raise UsageError(
                f"final_games is {self.final_games}, but it must be even: both players move first in half of "
                "the games"
            )

    def _check_migrants(self) -> None:
        least = 2 * self.migrants
        if self.islands > 1 and self.population < least:
            raise UsageError(
                f"population is {self.population}, but it must be at least {least}, the migrants of an "
                "island and those that come to it: give fewer migrants"
            )

    def _usual_of_suite(self) -> dict[str, Any]:
        """The options that have other usual values in each suite."""
        suite = SUITES[self.fitness]
        usual: dict[str, Any] = {"credit": suite.credit or ""}
        if "teacher" in suite.reads:
            from senet_gp.games.dice.game import if_dice

            has_network = if_dice(self.game_value) is not None
            teacher = self.teacher or usual_teacher(self.minutes, has_network=has_network)
            usual["teacher"] = teacher
            usual["teacher_games"] = usual_games(teacher, self.minutes)
            usual["refresh"] = usual_refresh(teacher)
        return usual

    def __repr__(self) -> str:
        changed = (
            f"{option.name}={shortened(repr(getattr(self, option.name)), _LONGEST_VALUE)}"
            for option in dataclasses.fields(self)
            if option.name == "game" or getattr(self, option.name) != self._usual(option)
        )
        return printable(f"Config({shortened(', '.join(changed), _LONGEST_REPR)})")

    def _usual(self, option: dataclasses.Field[Any]) -> Any:
        """The value that an option has if it is not given."""
        usual = defaults_of(self.game).get(option.name, option.metadata["default"])
        if option.name == "vocabulary" and not usual:
            from primitives import vocabulary_of

            return vocabulary_of(self.game_value).name
        if not usual:
            usual = self._usual_of_suite().get(option.name, usual)
        return tuple(usual) if type(usual) is list else usual

    @classmethod
    def for_game(cls, game: str | Game, **options: Any) -> Self:
        """The configuration for a game with its parameters; options that are not given are the game's.

        >>> from senet_gp import game_of
        >>> Config.for_game(game_of("trilobite", {"width": 5}), population=64).parameters["width"]
        5

        Args:
            game: the game, with its parameters, or the name of one.
            **options: other options of a configuration, by name.

        Raises:
            UsageError: if an option is unknown or its value does not fit.
        """
        if isinstance(game, str):
            return cls.from_values({"game": game, **options})
        return cls.from_values({"game": game.name, "parameters": parameters_of(game), **options})

    @property
    def game_value(self) -> Game:
        """The game with its parameters."""
        from senet_gp.games.registry import game_of

        return game_of(self.game, self.parameters)

    @property
    def until_proven(self) -> bool:
        """Whether the run ends with the first winner that is proven to do as well as perfect play.

        >>> Config(game="tictactoe").until_proven, Config(game="tictactoe", islands=2).until_proven
        (True, False)
        """
        return self.until == PROVEN and self.missing_for("until") is None

    @property
    def several_objectives(self) -> bool:
        """Whether parents and children compete in score and size.

        >>> Config(objectives=("score", "nodes")).selection
        'crowded'
        """
        return len(self.objectives) > 1

    @property
    def reproduced(self) -> int:
        """The number of reproduced individuals, which come first in the next generation.

        With several objectives there are none: the best of the population survive without it.

        >>> Config(population=40, elite_share=0.125).reproduced
        5
        """
        if self.several_objectives:
            return 0
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))

    def missing_for(self, option: str) -> Condition | None:
        """The first condition of an option that this configuration does not meet; None if it meets all.

        Files hold all options, also those that have no effect in their run.

        >>> Config(fitness="full-games").missing_for("noise") is None
        True
        >>> Config(fitness="knockout").missing_for("noise").text
        '--fitness full-games or from-positions'
        """
        (field,) = (field for field in dataclasses.fields(self) if field.name == option)
        conditions: tuple[Condition, ...] = field.metadata["read"]
        return next((condition for condition in conditions if not condition.holds(self)), None)

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """The configuration with these options, by name.

        Raises:
            UsageError: if there is no such option, or a value does not fit.

        >>> Config.from_values({"game": "tictactoe", "generations": 5}).generations
        5
        """
        known = {option.name for option in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise UsageError(
                    f"there is no option {shortened(name)!r}: the options are {', '.join(sorted(known))}"
                )
        return cls(**values)


def defaults_of(game: str) -> Mapping[str, Any]:
    """The options of a game, by name, whose defaults are not those of the paper of 1995.

    Raises:
        UsageError: if there is no such game.

    >>> defaults_of("senet")
    {}
    >>> defaults_of("hexapawn")["fitness"]
    'full-games'
    """
    defaults: Mapping[str, Any] = part_of(game, "defaults")
    return defaults
