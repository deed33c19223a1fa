"""What the analysis of a game shows: an example for the page about playing."""

from __future__ import annotations

from typing import Any

from studies.pages import table
from studies.work import Study, Work

SHOWN = 4


def _measure(work: Work) -> Any:
    rules = ("--rule", "pieces=4")
    work.command(
        "match",
        "senet",
        "random",
        "hand:HC5",
        "--games",
        2,
        *rules,
        "--seed",
        2,
        "--record",
        "games",
        writes="games",
    )
    analysis = work.command("analyse", "games/game-1.txt", "--games", work.pick(1000, 40))
    worst = [analysis["choices"][number] for number in analysis["worst"][:SHOWN]]
    return {"worst": worst, "accuracy": analysis["accuracy"], "luck": analysis["sentences"][-1]}


def _blocks(result: Any) -> dict[str, str]:
    worst = [
        [
            choice["turn"],
            "●" if choice["seat"] == "first" else "○",
            " ".join(map(str, choice["throws"])),
            f"`{choice['text']}` {choice['mark']}",
            f"`{choice['best'][0]['text']}`",
            _lost(choice),
        ]
        for choice in result["worst"]
    ]
    players = [
        [
            f"{sign} `{one['player']}`",
            one["decisions"],
            f"{100 * one['lost_a_decision']:.1f}",
            one["mistakes"],
            one["blunders"],
        ]
        for sign, one in zip("●○", result["accuracy"], strict=True)
    ]
    return {
        "play-analysis": "\n\n".join(
            [
                table(["turn", "", "throws", "played", "better", "lost, wins of 100"], worst, 5),
                table(["player", "choices", "lost a choice", "mistakes", "blunders"], players),
                result["luck"],
            ]
        )
    }


def _lost(choice: Any) -> str:
    low, high = (100 * end for end in choice["lost_interval"])
    return f"{100 * choice['lost']:.0f} ({low:.0f} to {high:.0f})"


STUDY = Study("What does the analysis of a game show?", 2, _measure, _blocks, ("play-analysis",))
