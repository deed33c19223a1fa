"""What is said of an option that has no place, or no effect, where it is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from senet_gp.evolution.configuration.across_parts import names_of, usable, usable_suites
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import PARTS, Part, class_of, classes, owners_of, owners_text
from senet_gp.runtime.errors import shortened

#: What people mean by options that other programs have, which no similar name tells.
MEANT = {"max_seconds": ["minutes"], "mutation_rate": ["mutant_share", "mutation_chance"]}


def advice(
    option: str,
    *,
    called: str = "",
    table: str | None = None,
    run: Mapping[str, Any] | None = None,
    needs: Iterable[str] = (),
    where: str = "",
    beside: Iterable[str] = (),
) -> str:
    """The sentence about a wrong option, and what to do.

    >>> advice("populatoin")
    "there is no option 'populatoin': did you mean population?"
    >>> advice("cases", table="")
    'cases belongs to --fitness regret: write it in the table [fitness]'
    >>> advice("seed", table="fitness")
    'fitness.seed is an option of all runs: write it above all tables'
    >>> advice("teacher", called="--teacher", run={"game": "hexapawn"})
    '--teacher belongs to --fitness regret, which this run does not have: choose it, or leave it out'
    >>> advice("migrants", called="--migrants", needs=["--islands 2 or more"])
    '--migrants would change nothing here: it is used only with --islands 2 or more'

    Args:
        option: its name.
        called: how it is written, such as ``--final-games``; by default its name, with that of its table.
        table: the kind of the part in whose table it stands; empty above all tables; None where options of
            parts stand beside all others, as on the command line.
        run: the run that would have it: its game, parameters, vocabulary, and tables of its parts.
        needs: with what it would have an effect, if it has its place.
        where: what stands before the names of tables there, such as ``variants.a.``.
        beside: what may stand there beside options of a run.
    """
    called = shortened(called or (f"{table}.{option}" if table else option))
    if needs:
        return f"{called} would change nothing here: it is used only with {' or '.join(dict.fromkeys(needs))}"
    if option in COMMON or option in PARTS:
        place = "give it to Config" if table is None else "write it above all tables"
        return f"{called} is an option of all runs: {place}"
    owners = owners_of(option)
    if not owners:
        known = sorted({*COMMON, *PARTS, *(name for part in classes() for name in part.options()), *beside})
        whole = f"{table}_{option}"  # such as share in the table elite
        near = [whole] if whole in known else get_close_matches(option.replace("-", "_"), known, n=1)
        near = MEANT.get(option, near)
        part = _names_in(run)[table] if table and run else None
        own = class_of(table, part).options() if table and part else ()
        options = f"the options are {', '.join(own or known)}"
        meant = f"did you mean {' or '.join(near)}?"
        return f"there is no option {called!r}: {meant if near else options}"
    kinds = dict.fromkeys(owner.kind for owner in owners)
    if table is not None and table not in kinds:
        tables = " or ".join(f"[{where}{kind}]" for kind in kinds)
        return f"{called} belongs to {owners_text(owners)}: write it in the table {tables}"
    if run is None:
        return f"{called} belongs to {owners_text(owners)}: give it to that part"
    return f"{called} belongs to {_remedy([owner for owner in owners if table in {None, owner.kind}], run)}"


def _names_in(run: Mapping[str, Any]) -> dict[str, str | None]:
    return names_of(run["game"], {kind: run[kind] for kind in PARTS if kind in run})


def _remedy(owners: list[type[Part]], run: Mapping[str, Any]) -> str:
    """Which parts a run would have to choose for an option of theirs, if its game can have them."""
    from primitives import vocabulary_of
    from senet_gp.games.registry import game_of

    game = game_of(run["game"], run.get("parameters"))
    vocabulary = run.get("vocabulary", AUTO)
    words = vocabulary_of(game, None if vocabulary == AUTO else vocabulary)
    names = {kind: usable(kind, game, words) for kind in PARTS}
    here = [owner for owner in owners if owner.name in names[owner.kind]]
    if not here:
        return f"{owners_text(owners)}, which {game.name} cannot have: leave it out"
    where = owners_text(here)
    if _names_in(run)["credit"] is None and any(owner.kind == "credit" for owner in here):
        where += f" with {owners_text(usable_suites(game, words))}"
    return f"{where}, which this run does not have: choose it, or leave it out"
