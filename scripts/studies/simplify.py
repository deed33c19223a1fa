"""How much shorter champions become: five of Senet, and one each of two small games."""

from __future__ import annotations

from typing import Any

from studies.pages import percent, table
from studies.work import Study, Work

#: The games, their titles, and how many champions of each.
GAMES = {"senet": ("Senet", 5), "hexapawn": ("Hexapawn", 1), "tictactoe": ("Tic-tac-toe", 1)}


def _measure(work: Work) -> Any:
    size = work.pick((), ("--generations", 2, "--population", 32, "--final-games", 4))
    sample = work.pick((), ("--decisions", 1000))
    champions = []
    for game, (_, count) in GAMES.items():
        for seed in range(1, work.pick(count, 1) + 1):
            directory = f"{game}-{seed}"
            work.command("evolve", game, "--seed", seed, "--out", directory, *size)
            done = work.command("export", directory, "--simplify", "play", *sample)
            # What export prints has a seed too, of the games in which it compares.
            champions.append(done | {"game": game, "seed": seed})
    return champions


def _blocks(result: Any) -> dict[str, str]:
    rows, totals = [], [0, 0, 0]
    for one in result:
        terms, parts = one["steps"]
        nodes = [one["before"]["nodes"], terms["nodes"], parts["nodes"]]
        if one["game"] == "senet":
            totals = [total + own for total, own in zip(totals, nodes, strict=True)]
        everywhere = "all " if parts["all_decisions_of_the_game"] else ""
        differ = f"{parts['differences']} of {everywhere}{parts['decisions']:,}"
        rows.append([f"{GAMES[one['game']][0]}, seed {one['seed']}", *nodes, differ])
    of_senet = sum(one["game"] == "senet" for one in result)
    before, terms, parts = totals
    said = (
        f"Of all nodes of the {of_senet} champions of Senet, `terms` leaves {percent(terms / before, 0)} "
        f"and `play` {percent(parts / before, 0)}. *Differ*: in how many decisions of other games the best "
        "afterstates are not the same."
    )
    head = ["champion", "nodes", "`terms`", "`play`", "differ"]
    return {"simplified-champions": f"{table(head, rows)}\n\n{said}"}


STUDY = Study("How much shorter do champions become?", 8, _measure, _blocks, ("simplified-champions",))
