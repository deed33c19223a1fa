"""Tic-tac-toe with a primitive without a kernel: a compiled game in which some play choice by choice."""

from __future__ import annotations

from dataclasses import dataclass

from primitives import Board, Number, Primitive, Vocabulary
from primitives.small_games import tictactoe as usual
from senet_gp.games.registry import Entry
from senet_gp.games.tictactoe import TicTacToe

ENTRY = Entry(game="plain_words:PlainWords", words="plain_words:vocabularies")


@dataclass(frozen=True)
class PlainWords(TicTacToe):
    """Tic-tac-toe under another name."""

    name = "plainwords"
    title = "Plain words"


def corners(board: Board) -> int:
    """How many corners are mine."""
    return len(board.mine & {1, 3, 7, 9})


def vocabularies(game: PlainWords) -> dict[str, Vocabulary]:
    """That of tic-tac-toe, with one word more."""
    basic = usual(game)["basic"]
    words = (*basic.primitives, Primitive(corners, (), Number, low=0, high=4))
    return {"basic": Vocabulary(game, "basic", words, basic.constants, 9, constants_together=False)}
