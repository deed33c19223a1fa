"""Options of evolution for Senet: those of the paper of 1995, which are the defaults."""

from __future__ import annotations

from typing import Any

PAPER: dict[str, Any] = {}
