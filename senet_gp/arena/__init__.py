"""The arena: games, duels, matches and tournaments between players, and the workers that play them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.arena.executor_pool import ExecutorPool as ExecutorPool
    from senet_gp.arena.local_pool import WorkerPool as WorkerPool
    from senet_gp.arena.local_pool import pool_of as pool_of
    from senet_gp.arena.match import MatchReport as MatchReport
    from senet_gp.arena.match import RoundRobin as RoundRobin
    from senet_gp.arena.match import play_match as play_match
    from senet_gp.arena.match import score_against as score_against
    from senet_gp.arena.pool import Pending as Pending
    from senet_gp.arena.pool import Pool as Pool
    from senet_gp.arena.pool import SerialPool as SerialPool
    from senet_gp.arena.pool import Shared as Shared
    from senet_gp.arena.pool import WorkerError as WorkerError
    from senet_gp.arena.record import GameRecord as GameRecord
    from senet_gp.arena.tournament import Standing as Standing
    from senet_gp.arena.tournament import standings as standings
    from senet_gp.arena.verdict import SeatVerdict as SeatVerdict
    from senet_gp.arena.verdict import Verdict as Verdict
    from senet_gp.arena.workers import Workers as Workers
    from senet_gp.arena.workers import register_engine as register_engine
    from senet_gp.engine.measurement import Measurement as Measurement

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
