"""Options of evolution that suit Senet: those of the paper of 1995, which are the options' own."""

from __future__ import annotations

from typing import Any

PAPER: dict[str, Any] = {}
