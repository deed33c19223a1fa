"""How this program was called, which commands that people are shown repeat."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from senet_gp.quoting import quoted

_NAME = "senet-gp"


def program() -> str:
    """The command that runs this program again: as a shell finds it, by its path, or as a module of Python.

    >>> program()
    'senet-gp'
    """
    called = Path(sys.argv[0])
    if called.parts[-2:] == ("senet_gp", "__main__.py"):
        return f"{quoted(sys.orig_argv[0])} -m senet_gp"
    if called.stem != _NAME or called == Path(called.name):
        return _NAME
    found = shutil.which(_NAME)
    return _NAME if found is not None and Path(found).resolve() == called.resolve() else quoted(called)
