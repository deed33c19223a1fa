"""The evaluations of fitness as parts of a run: the knockout of 1995, and the suites of tests.

Each class holds the options of an evaluation. What it does is in a module of its own, which is imported when
a run uses it, so this module imports neither numba nor numpy. Of the suite ``regret`` it also knows how its
teachers are written, and which one a run has by default.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self

from senet_gp.evolution.configuration.common_options import CommonOptions
from senet_gp.evolution.configuration.kinds import FitnessEvaluation
from senet_gp.evolution.configuration.options import AUTO, option
from senet_gp.evolution.configuration.registration import suite
from senet_gp.evolution.evaluation.protocol import Suite
from senet_gp.runtime.errors import FileError, MissingFileError, UsageError, shortened

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game
    from senet_gp.players.player import Player

_EVALUATION = "senet_gp.evolution.evaluation"
#: A network that the run trains.
NETWORK = "network"
#: Perfect play.
PERFECT = "minimax"
#: What options need that are about decisions met in games, which a teacher values.
_OF_GAMES = "a game with throws and kernels"
#: The networks that learn side by side, each on a core, and together teach.
NETWORKS = 2
#: How many games each part of that network learns from: for each minute of the run, at least and at most, and
#: in a run without a limit in minutes.
_GAMES_A_MINUTE = 100_000
_MIN_GAMES = 10_000
_MAX_GAMES = 800_000
_USUAL_GAMES = 40_000
#: How a table of exact win probabilities is written; all tables of a game are equal.
_TABLE_FILE = "table:"


@suite("knockout", "a tournament whose losers are out, as in the paper of 1995")
class Knockout(FitnessEvaluation):
    """The ranks of individuals in a tournament; it has no tests, and needs no credit."""

    function = f"{_EVALUATION}.evaluators:evaluate_by_knockout"
    crowned = "won the tournament of generation {generation}, and the round robin of the last winners"
    games: int = option(3, "a duel is the best of this many games", between=(1, 1_000), sample=2)


@suite("full-games", "games from the start, against the same opponents for all")
class FullGames(Suite):
    """Tests that are games from the start, against the same opponents for all."""

    opened_by = f"{_EVALUATION}.played_games:full_games"
    credit = "shared"
    crowned = "was the best of generation {generation}, and of the last winners in many games"
    games: int = option(3, "games of each individual against each opponent", between=(1, 1_000), sample=2)
    opponents: int = option(
        4,
        "opponents drawn in each generation: this many individuals of the population, and this many winners "
        "of earlier generations",
        between=(0, 1_000),
        sample=1,
    )
    random_games: int = option(
        80,
        "games of each individual against a random mover, which loses at once only if it must",
        between=(1, 100_000),
        sample=4,
    )
    noise: float = option(
        0.3, "the probability that an opponent plays a random move", between=(0.0, 1.0), sample=0.0
    )


@suite("regret", "what choices in winners' games lose against the best ones, by perfect play or a teacher")
class Regret(Suite):
    """Tests that are decisions which winners meet, whose choices perfect play or a teacher has valued."""

    opened_by = f"{_EVALUATION}.regret:labelled_decisions"
    improved_by = f"{_EVALUATION}.tuning:tuned"
    credit = "mean"
    crowned = "regretted least in generation {generation}, and won the round robin of the last winners"
    counted = "decisions"
    tells_apart = True
    final_by_matches = True
    cases: int = option(
        256, "decisions in which all individuals choose a move", between=(1, 100_000), sample=4
    )
    teacher: str = option(
        AUTO,
        "who values choices: network (a network that first learns from games against itself, as part of the "
        "run), or a PLAYER that knows the chances of winning: net, nets, net:FILE, minimax (perfect play) or "
        "table:FILE; auto is minimax in games without throws or kernels, else networks of this program that "
        "have learned the game, else network",
        kind=str,
        sample=NETWORK,
    )
    teacher_games: int = option(
        AUTO,
        "games from which each half of the network learns; auto is 100,000 for each minute of the run, with "
        "islands the fewer, from 10,000 to 800,000, and 40,000 in runs without minutes",
        between=(10, 10_000_000),
        kind=int,
        sample=10,
    )
    labelled: int = option(
        4096,
        "decisions that the teacher values at a time; each generation draws its cases from them",
        between=(1, 1_000_000),
        sample=10,
    )
    refresh: int = option(
        10,
        "generations after which new decisions are taken from games of the latest winners",
        between=(1, 1_000),
        sample=1,
    )
    look_ahead: bool = option(
        default=True,
        text="whether the best choices are valued by the replies to them, over all throws",
        sample=False,
    )
    everywhere: bool = option(
        default=False,
        text="whether decisions are drawn from all of a game without throws; else from those that the last "
        "16 winners may come to make",
        sample=True,
    )
    tune: int = option(
        0,
        "generations between tunings: weights and terms of the best individuals are tuned on twice as "
        "many decisions as cases, and the results enter the population; 0 for never",
        between=(0, 1_000_000),
    )
    parsimony: float = option(
        1e-4,
        "in tuning, the least regret that each node of a term must save, for expressions of the most nodes",
        between=(0.0, 1.0),
        sample=0.0,
    )

    @property
    def improves_every(self) -> int:
        """The generations between tunings of the fittest individuals; 0 for never."""
        return self.tune

    @property
    def looks_back(self) -> int:
        """How many generations back the winners may be that met the decisions of a generation."""
        return self.refresh

    def resolved(self, config: CommonOptions) -> Self:
        """With the teacher that the run has, and how often it plays."""
        teacher = usual_teacher(config.game_value) if self.teacher == AUTO else self.teacher
        if _always_lists(config.game_value):
            teacher = PERFECT
        # Each island trains a teacher of its own.
        minutes = config.minutes / config.islands if teacher == NETWORK else 0.0
        return dataclasses.replace(
            self,
            teacher=recorded_teacher(teacher, config.game_value),
            teacher_games=usual_games(minutes) if self.teacher_games == AUTO else self.teacher_games,
        )

    def check_files(self, config: CommonOptions) -> None:
        """Check that the teacher's file can be read.

        Raises:
            FileError: if it cannot be, or holds something else.
        """
        try:
            checked_teacher(self.teacher, config.game_value)
        except FileError as error:
            where = ", seen from here" if isinstance(error, MissingFileError) else ""
            raise FileError(f"the teacher cannot be asked: {error}{where}") from None

    def why_not(self, game: Game, vocabulary: Vocabulary) -> str:
        """Why decisions cannot be labelled, or individuals tuned; an empty text if they can."""
        from senet_gp.trees.sums import why_no_sums

        if _always_lists(game):
            return _why_not_listed(game, tunes=bool(self.improves_every))
        if vocabulary.without_kernel:
            return _no_kernel(vocabulary)
        if self.labelled < self.cases and not lists_decisions(self.teacher, game):
            return (
                f"draws cases of the labelled decisions, and {self.labelled:,} are fewer than "
                f"{self.cases:,} cases: give more labelled or fewer cases"
            )
        lacking = why_no_sums(vocabulary) if self.improves_every else ""
        return f"cannot tune here: {lacking}; use --tune 0" if lacking else ""

    def unread(self, config: CommonOptions) -> dict[str, str]:
        """Options that only some teachers, or only tuning, use."""
        found = {}
        if self.teacher not in (AUTO, NETWORK):
            found["teacher_games"] = "--teacher network"
        if lists_decisions(self.teacher, config.game_value):
            needed = "another --teacher" if config.game_value.family == "dice" else _OF_GAMES
            found |= dict.fromkeys(("labelled", "refresh", "look_ahead"), needed)
        if not self.improves_every:
            found["parsimony"] = "--tune 1 or more"
        if _always_lists(config.game_value):
            found |= dict.fromkeys(("teacher", "teacher_games", "tune", "parsimony"), _OF_GAMES)
        if not config.game_value.small:
            found["everywhere"] = "a game without throws"
        return found


def _always_lists(game: Game) -> bool:
    """Whether perfect play alone can teach in a game: one without throws, or without kernels."""
    return game.family != "dice"


def _why_not_listed(game: Game, *, tunes: bool) -> str:
    """Why individuals cannot be tested by all decisions of a game without throws or kernels."""
    if not game.stochastic and not game.small:
        return f"needs a list of all positions, which {game.name} does not have: use {{others}}"
    return f"tunes only in {_OF_GAMES}: in {game.name} use --tune 0" if tunes else ""


def lists_decisions(teacher: str, game: Game) -> bool:
    """Whether perfect play values all decisions of a game; else a teacher values those of games.

    >>> from senet_gp.games.registry import game_of
    >>> lists_decisions("auto", game_of("hexapawn")), lists_decisions("minimax", game_of("senet"))
    (True, False)
    """
    return _always_lists(game) or (teacher == PERFECT and not getattr(game, "numbering", ""))


def _no_kernel(vocabulary: Vocabulary) -> str:
    return (
        f"needs compiled code, but {vocabulary.without_kernel[0]} has no kernel: use {{others}}, or give "
        "this primitive a kernel"
    )


def usual_teacher(game: Game) -> str:
    """The default teacher in a game.

    Networks of this program that have learned the game know it better than what a run can learn.

    >>> from senet_gp.games.registry import game_of
    >>> usual_teacher(game_of("senet")), usual_teacher(game_of("senet", {"pieces": 3}))
    ('nets', 'net-mixed')
    """
    from senet_gp.players.network import KIND, TOGETHER, learned_network

    learned = learned_network(game)
    return NETWORK if learned is None else TOGETHER if learned == KIND else learned


def usual_games(minutes: float) -> int:
    """How many games a network that teaches plays by default in a run of this many minutes; 0 for no limit.

    >>> usual_games(0), usual_games(0.25), usual_games(10)
    (40000, 25000, 800000)
    """
    if not minutes:
        return _USUAL_GAMES
    return min(_MAX_GAMES, max(_MIN_GAMES, int(minutes * _GAMES_A_MINUTE)))


def who_knows(player: Player) -> Any:
    """What tells the chances of winning that a player knows: itself or its network; None if it knows none."""
    told = (player, getattr(player, "participant", None))
    return next((one for one in told if hasattr(one, "chances")), None)


def recorded_teacher(text: str, game: Game) -> str:
    """A teacher as a configuration records it, so that the run stays the same if files change.

    Its file is named by an absolute path, since a run may go on from elsewhere. Files are needed to teach,
    not to know what a run was: a configuration that was recorded opens none.

    Raises:
        UsageError: if there is no such player, or it knows no chances of winning.
        FileError: if its file cannot be read.
    """
    from senet_gp.players.network import is_pinned
    from senet_gp.players.parsing import lasting_text, with_absolute_file

    text = with_absolute_file(text)
    if is_pinned(text) or text.startswith(_TABLE_FILE):
        return text
    player = checked_teacher(text, game)
    return text if player is None else lasting_text(player, text)


def checked_teacher(text: str, game: Game) -> Player | None:
    """The player that is to teach in a run; None if the run itself does.

    Raises:
        UsageError: if there is no such player, or it knows no chances of winning.
        FileError: if its file cannot be read.
    """
    from senet_gp.players.network import network_game
    from senet_gp.players.parsing import player_from_text

    if lists_decisions(text, game):
        return None
    if text == NETWORK:
        network_game(game)
        return None
    try:
        player = player_from_text(text, game)
    except UsageError as error:
        raise UsageError(f"teacher is {shortened(text)}, but {error}") from None
    if who_knows(player) is None:
        raise UsageError(
            f"teacher is {shortened(text)}, which does not know the chances of winning: name network, net, "
            "nets, or net:FILE (where boards have numbers, as in Senet with few pieces, also minimax and "
            "table:FILE)"
        )
    return player
