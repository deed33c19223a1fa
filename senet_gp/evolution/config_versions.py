"""Configurations of earlier versions: how they are read, and by what their checkpoints are told.

In version 2 of the format fitness is a suite and a credit; version 1 had one name for both, and other names
of some options.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.registry import RENAMED, SUITES

#: The format of configurations, and the version that is written.
FORMAT, VERSION = "senet-gp configuration", 2
#: A run's own file names all options that there were when it was begun; before these came they were off.
CAME_LATER: Mapping[str, Any] = {
    option.name: option.metadata["off"]
    for option in dataclasses.fields(Config)
    if option.metadata.get("off") is not None
}
#: Options that not all checkpoints know: these tell nothing where they are not read.
_NOT_ALWAYS_TOLD = ("cases", "playout_plies", "start_plies", "halving_budget")


#: What options were called in version 1; checkpoints are told by these names.
_BEFORE: Mapping[str, str] = {
    "drop_duplicates": "one_of_alike",
    "halving_budget": "deciding_rounds",
    "max_nodes": "most_nodes",
    "noise": "slips",
    "parsimony": "node_price",
    "playout_plies": "case_plies",
    "start_plies": "openings",
}


def upgraded(path: Path, values: Mapping[str, Any], version: int) -> dict[str, Any]:
    """The options that a file of some version sets, by the names and values of this one.

    Args:
        path: the file.
        values: what stands in it.
        version: that of its format; 1 also where it names none, so present names are read in it, too.

    Raises:
        FileError: if an option that has been replaced has a value that it could not have.
    """
    now_called = {old: new for new, old in _BEFORE.items()} if version == 1 else {}
    now = {now_called.get(name, name): value for name, value in values.items()}
    if version == 1 and isinstance(now.get("fitness"), str):
        now["fitness"] = RENAMED.get(now["fitness"], now["fitness"])
    if "hand_seeded" in now:
        old = now.pop("hand_seeded")
        if type(old) is not bool or "seed_with" in now:
            raise FileError(
                f"{path} is unsound: hand_seeded, which seed_with has replaced, must be true or false, and "
                "stand without it"
            )
        if old:
            from senet_gp.evolution.seeding import seeds_of_1995

            now["seed_with"] = list(seeds_of_1995())
    return now


def told_by(values: Mapping[str, Any], unread: Collection[str]) -> dict[str, Any]:
    """What tells a run's checkpoints from those of another, by the names that version 0.1.0 gave it.

    How long a run is, and how large it may grow, does not matter; nor does what came later and is off.

    Args:
        values: all options of the run.
        unread: the names of those that nothing reads.
    """
    from senet_gp.evolution.seeding import seeds_of_1995

    told = dict(values)
    del told["generations"], told["max_nodes"]
    for option in _NOT_ALWAYS_TOLD:
        if option in unread:
            del told[option]
    for option, off in CAME_LATER.items():
        if told.get(option) == off:
            del told[option]
    if told["credit"] == (SUITES[told["fitness"]].credit or "") or "credit" in unread:
        del told["credit"]
    before = {new: old for old, new in RENAMED.items()}
    told["fitness"] = before.get(told["fitness"], told["fitness"])
    # Version 0.1.0 knew these seeds alone, by another name.
    told["hand_seeded"] = told["seed_with"] == seeds_of_1995()
    if told["hand_seeded"] or not told["seed_with"]:
        del told["seed_with"]
    return {_BEFORE.get(name, name): value for name, value in told.items()}
