"""Simplification by proven rules: all values stay equal, or at least all choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import NamedTuple

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.runtime import interruption
from senet_gp.runtime.machine import no_search_for_cycles
from senet_gp.trees.individual import Individual
from senet_gp.trees.simplification.algebra import Form, coefficient
from senet_gp.trees.simplification.expressions import Expression, ExpressionBuilder, shorter
from senet_gp.trees.simplification.search import QUICK, THOROUGH, FormSearch

#: How many forms are taken apart in a pass over a tree, and how many for each node of a small tree.
EFFORT = 4_000
_EFFORT_A_NODE = 80
#: The quick search comes first, since its results make the thorough one easier.
_STAGES = (QUICK, THOROUGH)


class Simplified(NamedTuple):
    """A shorter expression.

    Attributes:
        tree: the expression.
        complete: whether the search ended because it found nothing shorter, not because it was stopped.
    """

    tree: Individual
    complete: bool


def equal(tree: Sequence[Node], vocabulary: Vocabulary, effort: int = EFFORT) -> Simplified:
    """A shorter expression with the same value on every board at the end of a turn.

    In games whose programs name the move, the value is the same on every board before a decision. The result
    is never longer than the original, and simplifying it again does not change it.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    return _simplified(tree, vocabulary, effort, choices_only=False)


def equal_in_choice(tree: Sequence[Node], vocabulary: Vocabulary, effort: int = EFFORT) -> Simplified:
    """Like :func:`equal`, but only choices stay the same: in every decision the same afterstates are best.

    Terms that are the same for all afterstates of a decision can be left out, and all values can be divided
    by the same positive number. In a game whose programs name the move, the value stays the same modulo the
    number of moves.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    return _simplified(tree, vocabulary, effort, choices_only=True)


@no_search_for_cycles()
def _simplified(
    tree: Sequence[Node], vocabulary: Vocabulary, effort: int, *, choices_only: bool
) -> Simplified:
    best, stage, enough = list(tree), 0, True
    while stage < len(_STAGES):
        found, enough = _pass(best, vocabulary, effort, _STAGES[stage], choices_only=choices_only)
        best, stage = (best, stage + 1) if found is None else (found, 0)
    return Simplified(Individual(best, vocabulary), enough)


def _pass(
    tree: list[Node], vocabulary: Vocabulary, effort: int, ways: Sequence[int], *, choices_only: bool
) -> tuple[list[Node] | None, bool]:
    """A shorter tree, if one is found, and whether the effort was enough."""
    builder = ExpressionBuilder(vocabulary)
    search = FormSearch(builder, min(effort, _EFFORT_A_NODE * (len(tree) + 4)), ways)
    root = _searched(tree, builder, search)
    best = root
    if choices_only:
        for form in _forms_with_equal_choices(root.form, builder):
            best = shorter(best, search.number(form)) or best
    found = best.tree() if best.nodes < len(tree) else None
    search.forget()
    return found, search.effort > 0


def _searched(tree: Sequence[Node], builder: ExpressionBuilder, search: FormSearch) -> Expression:
    """A short expression with the value of the tree; subtrees are searched before the whole."""
    stack: list[Expression] = []
    for node in reversed(tree):
        interruption.check()
        arguments = [stack.pop() for _ in range(node.arity)]
        made = builder.made(node.name, *arguments)
        if node.name == "if_then_else":
            search.conditions[arguments[0].form] = None
        elif node.name == "mul":
            search.divisors |= {a.form: None for a in arguments if len(a.form.terms) > 1}
        kind: type = node.ret
        stack.append(search.truth(made.form) if kind is Truth else search.number(made.form))
    return stack.pop()


def _forms_with_equal_choices(form: Form, builder: ExpressionBuilder) -> Iterator[Form]:
    """Forms that are highest for the same afterstates as this one in every decision."""
    algebra = builder.algebra
    moves = len(builder.vocabulary.game.named_moves)
    if moves:
        least = {monomial: factor % moves for monomial, factor in form.terms.items()}
        around = {m: factor - moves if 2 * factor > moves else factor for m, factor in least.items()}
        for terms in (least, around):
            for more in (0, -moves, moves):
                yield algebra.form(terms | {(): terms.get((), 0) + more})
        return
    facts = builder.facts
    kept = {
        monomial: factor
        for monomial, factor in form.terms.items()
        if not facts.unchanged(algebra.form({monomial: 1}))
    }
    if not kept:
        yield algebra.constant(max(builder.vocabulary.constants))
        return
    divisor = gcd(*kept.values())
    least_form = algebra.form({monomial: factor // divisor for monomial, factor in kept.items()})
    least_form = _without_common_factor(least_form, builder)
    yield least_form
    # A constant added to all values may make the expression shorter.
    yield algebra.combined(least_form, algebra.one)


def _without_common_factor(form: Form, builder: ExpressionBuilder) -> Form:
    """The form without common factors of all terms that are positive and equal for all afterstates."""
    algebra = builder.algebra
    common = set.intersection(*(set(monomial) for monomial in form.terms))
    for number in sorted(common):
        atom = algebra.alone(number)
        if atom.low > 0 and builder.facts.unchanged(atom):
            return _without_common_factor(coefficient(algebra, form, number), builder)
    return form
