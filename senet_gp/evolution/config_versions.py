"""Configurations of earlier versions: how they are read, and how a checkpoint is matched with its run.

In version 2 of the format, fitness is a suite and a credit; version 1 had one name for both, and some options
had other names.
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
#: A run's file names all options of the version that began it. Newer options have these values in that run,
#: which change nothing.
CAME_LATER: Mapping[str, Any] = {
    option.name: option.metadata["off"]
    for option in dataclasses.fields(Config)
    if option.metadata.get("off") is not None
}
#: Options that are part of a checkpoint's digest only if the run reads them: not all versions had them.
_NOT_ALWAYS_IDENTIFYING = ("cases", "playout_plies", "start_plies", "halving_budget")


#: The names of options in version 1, which the digests of checkpoints still use.
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
    """The options of a file of any version, with the names and values of the present version.

    Args:
        path: the file.
        values: its options by name.
        version: the version of its format. A file without a version counts as version 1, so present names
            are accepted there, too.

    Raises:
        FileError: if an option that has been replaced has a value that it never accepted.
    """
    now_called = {old: new for new, old in _BEFORE.items()} if version == 1 else {}
    now = {now_called.get(name, name): value for name, value in values.items()}
    if version == 1 and isinstance(now.get("fitness"), str):
        now["fitness"] = RENAMED.get(now["fitness"], now["fitness"])
    if "hand_seeded" in now:
        old = now.pop("hand_seeded")
        if type(old) is not bool or "seed_with" in now:
            raise FileError(
                f"{path} is unsound: hand_seeded, an earlier name for what seed_with does, must be true or "
                "false, and a file has only one of the two"
            )
        if old:
            from senet_gp.evolution.seeding import seeds_of_1995

            now["seed_with"] = list(seeds_of_1995())
    return now


def identifying_options(values: Mapping[str, Any], unread: Collection[str]) -> dict[str, Any]:
    """The options that identify a run's checkpoints, with the names of version 0.1.0.

    What ends the run and the node limit are left out, since they may change during a run; so are newer
    options with the value that changes nothing.

    Args:
        values: all options of the run.
        unread: the names of the options that have no effect in the run.
    """
    from senet_gp.evolution.seeding import seeds_of_1995

    options = dict(values)
    del options["generations"], options["minutes"], options["until"], options["max_nodes"]
    for option in _NOT_ALWAYS_IDENTIFYING:
        if option in unread:
            del options[option]
    for option, off in CAME_LATER.items():
        if options.get(option) == off:
            del options[option]
    if options["credit"] == (SUITES[options["fitness"]].credit or "") or "credit" in unread:
        del options["credit"]
    before = {new: old for old, new in RENAMED.items()}
    options["fitness"] = before.get(options["fitness"], options["fitness"])
    # Version 0.1.0 had only these seeds, as an option of another name.
    options["hand_seeded"] = options["seed_with"] == seeds_of_1995()
    if options["hand_seeded"] or not options["seed_with"]:
        del options["seed_with"]
    return {_BEFORE.get(name, name): value for name, value in options.items()}
