"""Which function shows the objects of a class in notebooks; :mod:`senet_gp.runtime.displays` asks here.

Objects of a subclass are shown as those of its nearest base here. Others can be added by ``svg_of.register``
and ``html_of.register``.
"""

from __future__ import annotations

from functools import singledispatch

from senet_gp.arena.match import MatchReport
from senet_gp.arena.paired_games import RoundRobin
from senet_gp.arena.record import GameRecord
from senet_gp.arena.tournament import Tournament
from senet_gp.engine.playthrough import Choice
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.games import board_pictures
from senet_gp.games.protocol import Decision
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.show.notebooks import games, players
from senet_gp.trees.individual import Individual


@singledispatch
def svg_of(_thing: object) -> str | None:
    """The picture of an object, an SVG document; None if it has none."""
    return None


@singledispatch
def html_of(_thing: object) -> str | None:
    """An HTML fragment that shows an object; None if it is shown otherwise."""
    return None


svg_of.register(Individual, players.individual_svg)
svg_of.register(ExpressionPlayer, players.player_svg)
svg_of.register(Choice, games.choice_svg)
svg_of.register(board_pictures.Diagram, board_pictures.svg_of)

html_of.register(Decision, games.decision_html)
html_of.register(GameRecord, games.record_html)
html_of.register(MatchReport, games.match_html)
html_of.register(RoundRobin, games.round_robin_html)
html_of.register(Tournament, games.tournament_html)
html_of.register(Champion, players.champion_html)
html_of.register(RunDirectory, players.run_html)
