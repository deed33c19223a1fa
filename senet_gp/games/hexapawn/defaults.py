"""Options of evolution that suit hexapawn."""

from __future__ import annotations

from typing import Any

from senet_gp.games.defaults import SMALL

DEFAULTS: dict[str, Any] = SMALL | {"generations": 30}
