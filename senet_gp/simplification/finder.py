"""What those who take a form apart ask of the search: expressions of the parts."""

from __future__ import annotations

from typing import Protocol

from senet_gp.simplification.constants import Constants
from senet_gp.simplification.expressions import Expression, ExpressionBuilder
from senet_gp.simplification.forms import Form


class Finder(Protocol):
    """Finds short expressions of forms.

    Each of the ways to take a form apart makes expressions of what the finder finds for the parts.
    """

    @property
    def builder(self) -> ExpressionBuilder:
        """What makes expressions."""

    @property
    def constants(self) -> Constants:
        """What finds expressions of constants."""

    def number(self, form: Form) -> Expression:
        """A short expression of a number; if none is found, one of another form."""

    def truth(self, form: Form) -> Expression:
        """A short expression of a truth; if none is found, one of another form."""

    def breadth(self) -> int:
        """How many ways to take a form apart are tried where the search stands."""
