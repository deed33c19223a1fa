"""What players bred at Senet have in common, as rules that a person can follow.

A rule is about one thing on the board, its *theme*, such as how many moves the other player has. Formulas may
ask about it by several words, so the worth of a rule is not that of a word or of its factor: in a copy of the
player all words of the theme are replaced, wherever they occur, by what they are on average in its own
decisions, and what the copy wins less, in games with the same throws, is what the rule is worth to the
player. Whether the player wants more of it or less is told by its choices: where the copy chooses otherwise,
the boards that both choose are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from senet_gp.arena.decisions import Decisions
from senet_gp.arena.match import measure
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.participants import Source
from senet_gp.experiments.inference import mean_interval
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.games.wording import Theme
from senet_gp.insight.pairing import Pairing, decisions_of
from senet_gp.insight.reasons import themes_of
from senet_gp.insight.way_of_play import first_choices, gauge_of, without_parts
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.trees.individual import Individual
from studies.pages import table
from studies.work import Study, Work

OPPONENT = "net"
_BRED = ("evolve", "senet", "--preset", "strong", "--vocabulary", "short", "--teacher", "nets")
#: The most nodes of the players that are looked at.
_NODES = 60


class Effect(NamedTuple):
    """What a theme does for a player.

    Attributes:
        theme: the theme.
        worth: the wins of 100 that the player loses without it.
        change: by how much the boards that it chooses have more of it than those that the copy chooses.
    """

    theme: Theme
    worth: float
    change: float


def _measure(work: Work) -> Any:
    small = ("--population", 32, "--cases", 128, "--labelled", 256)
    game = game_of("senet")
    effects: dict[str, list[Effect]] = defaultdict(list)
    for seed in range(101, 101 + work.pick(5, 2)):
        options = work.pick(("--generations", 25), (*small, "--generations", 2))
        work.command(*_BRED, *options, "--seed", seed, "--out", f"run-{seed}")
        player = player_from_text(f"{work.directory / f'run-{seed}'}@{_NODES}", game)
        assert isinstance(player, ExpressionPlayer)
        for effect in effects_of(player, [player_from_text(OPPONENT, game)], game, work.pick(4000, 20)):
            effects[effect.theme.name].append(effect)
    rules = [rule_of(found) for found in effects.values()]
    return sorted(rules, key=lambda rule: -rule["worth"])


def rule_of(effects: Sequence[Effect]) -> dict[str, Any]:
    """The rule that the effects of one theme for several players come to."""
    worths = [effect.worth for effect in effects]
    want_more = sum(effect.change > 0 for effect in effects)
    theme, more = effects[0].theme, 2 * want_more >= len(effects)
    return {
        "rule": theme.more if more else theme.less,
        "players": len(effects),
        "agreed": want_more if more else len(effects) - want_more,
        "worth": float(np.mean(worths)),
        "interval": mean_interval(worths),
    }


def effects_of(player: ExpressionPlayer, opponents: Sequence[Player], game: Game, games: int) -> list[Effect]:
    """What each theme that a player has a word of does for it.

    Args:
        player: the player.
        opponents: its opponents and those of its copies, all with the same throws.
        game: the game, with its parameters.
        games: how many games it plays against each.
    """
    decisions = decisions_of(Pairing.of(player, game), 1, SerialPool())
    copies = [
        (theme, ExpressionPlayer(tree, player.vocabulary, f"without {theme.name}"))
        for theme in themes_of(game, player.vocabulary)
        if (tree := without(player.tree, theme, decisions)) is not None
    ]
    players = [player, *(copy for _, copy in copies)]
    played = measure(players, opponents, games=games, key=2, pool=SerialPool(), game=game)
    whole, *shares = (played.measured(number).share for number in range(len(players)))
    return [
        Effect(theme, 100 * (whole - share), _change(player, copy, theme, decisions))
        for (theme, copy), share in zip(copies, shares, strict=True)
    ]


def without(tree: Individual, theme: Theme, decisions: Decisions) -> Individual | None:
    """The expression with the mean of each part that begins with a word of the theme in its place."""
    begins = [index for index, node in enumerate(tree) if node.name in theme.words]
    return without_parts(tree, begins, decisions) if begins else None


def _change(player: ExpressionPlayer, copy: ExpressionPlayer, theme: Theme, decisions: Decisions) -> float:
    """By how much the player's choices have more of a theme than the copy's, where they differ."""
    own, others = (first_choices(one, decisions) for one in (player, copy))
    differ = own != others
    if not differ.any():
        return 0.0
    values = decisions.values(_gauge(player.tree, theme))
    return float((values[own[differ]] - values[others[differ]]).mean())


def _gauge(tree: Individual, theme: Theme) -> Source:
    """What is the higher the more there is of a theme: of a word without one, its first use in the tree."""
    if theme.gauge:
        return gauge_of(theme, tree.vocabulary)
    index = next(index for index, node in enumerate(tree) if node.name in theme.words)
    return Source(tree.codes[tree.searchSubtree(index)].tobytes(), tree.vocabulary)


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [one["rule"], f"{one['worth']:.1f} ({low:.1f} to {high:.1f})", one["players"], one["agreed"]]
        for one in result
        # A theme without words of its own is no rule for people.
        if one["interval"] and one["agreed"] > 2 and not one["rule"].startswith("Want ")
        for low, high in [one["interval"]]
    ]
    return {"lessons-rules": table(["rule", "wins of 100", "players", "who want it so"], rows)}


STUDY = Study(
    "What do players bred at Senet have in common?",
    20,
    _measure,
    _blocks,
    ("lessons-rules",),
)
