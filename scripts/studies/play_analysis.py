"""What the analysis of a game shows: an example for the page about playing."""

from __future__ import annotations

from typing import Any

from senet_gp.insight.judges import Grade
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
    analysis = work.command("analyse", "games/game-1.txt")
    worst = [analysis["choices"][number] for number in analysis["worst"][:SHOWN]]
    worst = [choice | {"best": choice["best"]["rows"]} for choice in worst]
    return {"worst": worst, "accuracy": analysis["accuracy"], "luck": analysis["sentences"][-1]}


def _blocks(result: Any) -> dict[str, str]:
    worst = [
        [
            choice["turn"],
            "●" if choice["seat"] == "first" else "○",
            " ".join(map(str, choice["throws"])),
            f"`{choice['text']}` {choice['mark']}",
            f"`{choice['best'][0]['text']}`",
            f"{100 * choice['lost']:.0f}",
        ]
        for choice in result["worst"]
    ]
    players = [
        [
            f"{sign} `{one['player']}`",
            one["decisions"],
            f"{100 * one['lost_a_decision']:.1f}",
            *(one[grade.value] for grade in Grade),
        ]
        for sign, one in zip("●○", result["accuracy"], strict=True)
    ]
    return {
        "play-analysis": "\n\n".join(
            [
                table(["turn", "", "throws", "played", "better", "lost, wins of 100"], worst, 5),
                table(
                    ["player", "choices", "wins lost a choice", *(grade.value for grade in Grade)], players
                ),
                result["luck"],
            ]
        )
    }


STUDY = Study("What does the analysis of a game show?", 1, _measure, _blocks, ("play-analysis",))
