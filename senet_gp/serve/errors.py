"""Requests that are refused: each has a status of HTTP and one sentence."""

from __future__ import annotations

from typing import Any

from senet_gp.errors import SenetGpError


class Refused(SenetGpError):  # noqa: N818 - it is an answer
    """A request that is not done.

    Attributes:
        status: the status of the answer.
        more: what the answer says besides the sentence.
    """

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.more = more
