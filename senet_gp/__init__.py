"""senet_gp evolves board-game players that people can read, play against and trust.

The names below are loaded when they are first used, so that ``import senet_gp`` is light.
"""

from __future__ import annotations

from senet_gp.runtime import BUILT_IN, BUILT_IN_PARTS, public_names

# As in typing, whose import would take as long as everything before interruptions are handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from primitives import register_vocabulary as register_vocabulary
    from senet_gp.arena.local_pool import WorkerPool as WorkerPool
    from senet_gp.arena.local_pool import pool_of as pool_of
    from senet_gp.arena.match import MatchReport as MatchReport
    from senet_gp.arena.match import play_match as play_match
    from senet_gp.arena.match import score_against as score_against
    from senet_gp.arena.pool import Pool as Pool
    from senet_gp.arena.pool import SerialPool as SerialPool
    from senet_gp.arena.record import GameRecord as GameRecord
    from senet_gp.arena.tournament import Tournament as Tournament
    from senet_gp.arena.tournament import play_tournament as play_tournament
    from senet_gp.arena.verdict import Verdict as Verdict
    from senet_gp.arena.verdict import verdict as verdict
    from senet_gp.engine.playthrough import Playthrough as Playthrough
    from senet_gp.evolution.configuration.config import Config as Config
    from senet_gp.evolution.configuration.registration import part as part
    from senet_gp.evolution.loop.deap_toolbox import deap_toolbox as deap_toolbox
    from senet_gp.evolution.loop.evolution import Evolution as Evolution
    from senet_gp.evolution.loop.state import State as State
    from senet_gp.evolution.record.run_directory import RunDirectory as RunDirectory
    from senet_gp.evolution.run.progress_line import ProgressLine as ProgressLine
    from senet_gp.evolution.run.run import RunHooks as RunHooks
    from senet_gp.evolution.run.run import play_run as play_run
    from senet_gp.experiments.experiment import experiment as experiment
    from senet_gp.games.board_pictures import Diagram as Diagram
    from senet_gp.games.registry import game_of as game_of
    from senet_gp.games.registry import register_game as register_game
    from senet_gp.insight.explanation import Explanation as Explanation
    from senet_gp.insight.explanation import explain as explain
    from senet_gp.insight.simplify import Simplification as Simplification
    from senet_gp.insight.simplify import simplify as simplify
    from senet_gp.players.champion import Champion as Champion
    from senet_gp.players.parsing import player_from_text as player_from_text
    from senet_gp.players.player import ExpressionPlayer as ExpressionPlayer
    from senet_gp.players.player import Player as Player
    from senet_gp.runtime import __version__ as __version__
    from senet_gp.runtime.streams import game_streams as game_streams
    from senet_gp.show.formats import register_format as register_format
    from senet_gp.show.formats import text_in as text_in
    from senet_gp.trees.individual import Individual as Individual
    from senet_gp.trees.text import from_lisp as from_lisp
    from senet_gp.trees.text import to_lisp as to_lisp

# Whatever is imported of the package, this is executed first.
BUILT_IN.append("senet_gp.built_in")
BUILT_IN_PARTS.extend(
    f"senet_gp.evolution.{module}"
    for module in (
        *("evaluation.suites", "evaluation.credits", "operators.initialisation", "operators.selection"),
        "operators.variation",
    )
)

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
