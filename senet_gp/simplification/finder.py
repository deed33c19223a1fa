"""The part of the search that the modules which take a form apart use: it finds expressions of the parts."""

from __future__ import annotations

from typing import Protocol

from senet_gp.simplification.constants import Constants
from senet_gp.simplification.expressions import Expression, ExpressionBuilder
from senet_gp.simplification.forms import Form


class Finder(Protocol):
    """Finds short expressions of forms.

    Every way to take a form apart combines the expressions that the finder finds for the parts.
    """

    @property
    def builder(self) -> ExpressionBuilder:
        """Makes expressions."""

    @property
    def constants(self) -> Constants:
        """Finds expressions of constants."""

    def number(self, form: Form) -> Expression:
        """A short expression of a number; if none is found, an expression of another form."""

    def truth(self, form: Form) -> Expression:
        """A short expression of a truth; if none is found, an expression of another form."""

    def breadth(self) -> int:
        """How many ways to take a form apart are tried at the present depth of the search."""
