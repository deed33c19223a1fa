"""The packages that have public names."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import senet_gp

_ROOT = Path(senet_gp.__path__[0])

PACKAGES = ["senet_gp"] + [
    f"senet_gp.{module.name}"
    for module in pkgutil.iter_modules(senet_gp.__path__)
    if module.ispkg and "public_names(" in (_ROOT / module.name / "__init__.py").read_text(encoding="utf-8")
]
