"""Tic-tac-toe."""

from senet_gp.games.tictactoe.game import TicTacToe

__all__ = ["TicTacToe"]
