"""The packages of this project that have public names."""

from __future__ import annotations

from pathlib import Path

import senet_gp

_ROOT = Path(senet_gp.__file__).parent
#: The package itself, then those within it whose public names are loaded when they are first used.
PACKAGES = [
    ".".join(("senet_gp", *file.parent.relative_to(_ROOT).parts))
    for file in sorted(_ROOT.rglob("__init__.py"))
    if "public_names(__name__" in file.read_text(encoding="utf-8")
]
