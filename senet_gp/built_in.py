"""What the program brings along: its games, a row of dotted names each, and who shows what in notebooks.

This module stands above all that it names. It is imported when a registry first looks for a name, and
everything in a row when it is first used, so neither takes the time of a start.
"""

from __future__ import annotations

from senet_gp.games.registry import Entry, register_game
from senet_gp.runtime.registries import SHOWN_BY

SHOWN_BY.add("svg", "senet_gp.show.notebooks:svg_of")
SHOWN_BY.add("html", "senet_gp.show.notebooks:html_of")

register_game(
    "senet",
    Entry(
        game="senet_gp.games.senet.game:Senet",
        words="primitives.senet:vocabularies",
        defaults="senet_gp.games.defaults:SENET",
        players="senet_gp.players.hand_senet:PLAYERS",
        levels="senet_gp.players.hand_senet:levels",
        panel="senet_gp.games.senet.game:panel",
        references="senet_gp.games.senet.game:references",
        champion="(add (sub (add their_distance (sub hits their_barricade)) (add their_moves my_distance)) "
        "(sub (add my_moves (sub hits their_barricade)) (add 2 my_distance)))",
        themes="senet_gp.games.senet.themes:THEMES",
        examples="senet_gp.games.senet.game:EXAMPLES",
        plain="senet_gp.games.senet.plain_rules:plain_senet",
        exported="senet_gp.trees.board_forms:THROWN",
        opponent="expr:(sub their_distance my_distance)",
        hand_help="in Senet hand:NAME (made by hand: HC1 to HC5, S1 to S8, V1 to V8)",
        rule_help="pieces=5 in Senet",
        short_game="pieces=3",
    ),
)
register_game(
    "pursuit",
    Entry(
        game="senet_gp.games.pursuit:Pursuit",
        words="primitives.small_games:pursuit",
        examples="senet_gp.games.pursuit:EXAMPLES",
        defaults="senet_gp.games.defaults:PURSUIT",
        measure="senet_gp.games.pursuit:measured",
        exported="senet_gp.trees.board_forms:PLACES",
        rule_help="size and rounds in pursuit",
    ),
)
register_game(
    "hexapawn",
    Entry(
        game="senet_gp.games.hexapawn:Hexapawn",
        words="primitives.small_games:hexapawn",
        examples="senet_gp.games.hexapawn:EXAMPLES",
        themes="senet_gp.games.small_themes:HEXAPAWN",
        defaults="senet_gp.games.defaults:HEXAPAWN",
        exported="senet_gp.trees.board_forms:MOVED",
    ),
)
register_game(
    "tictactoe",
    Entry(
        game="senet_gp.games.tictactoe:TicTacToe",
        words="primitives.small_games:tictactoe",
        examples="senet_gp.games.tictactoe:EXAMPLES",
        themes="senet_gp.games.small_themes:TICTACTOE",
        defaults="senet_gp.games.defaults:TICTACTOE",
        players="senet_gp.players.hand_tictactoe:PLAYERS",
        exported="senet_gp.trees.board_forms:PLACED",
        hand_help="in tictactoe hand:LOGIC",
    ),
)
register_game(
    "trilobite",
    Entry(
        game="senet_gp.games.trilobite:Trilobite",
        words="primitives.small_games:trilobite",
        examples="senet_gp.games.trilobite:EXAMPLES",
        defaults="senet_gp.games.defaults:SMALL",
        exported="senet_gp.trees.board_forms:MOVED",
        rule_help="width, height and line in trilobite",
    ),
)
