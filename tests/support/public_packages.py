"""The packages that have public names."""

from __future__ import annotations

from pathlib import Path

import senet_gp

_ROOT = Path(senet_gp.__path__[0])

PACKAGES = [
    ".".join(file.parent.relative_to(_ROOT.parent).parts)
    for file in sorted(_ROOT.rglob("__init__.py"))
    if "public_names(" in file.read_text(encoding="utf-8")
]
