"""Expressions of atoms: a primitive with any arguments that are equivalent for it."""

from __future__ import annotations

from collections.abc import Iterator

from primitives.types import Truth
from senet_gp.simplification.comparisons import Comparisons
from senet_gp.simplification.expressions import Expression, ExpressionBuilder
from senet_gp.simplification.finder import Finder
from senet_gp.simplification.forms import ABOVE, Form


def words_of_atom(finder: Finder, number: int) -> Iterator[Expression]:
    """Expressions of an atom: its primitive with known arguments, or with ones equal modulo the cycle."""
    builder = finder.builder
    atom = builder.algebra.atoms[number]
    if atom.word == ABOVE:
        yield from Comparisons(finder).above(atom.arguments[0], atom.threshold)
        return
    node = builder.node(atom.word)
    written = list(builder.algebra.written[number])
    if len(atom.arguments) == 1:
        written += [(form,) for form in residues(builder, atom.word, atom.arguments[0])]
    if not written:
        yield builder.made(atom.word)
    for arguments in written:
        yield builder.made(
            atom.word,
            *(
                finder.truth(argument) if kind is Truth else finder.number(argument)
                for argument, kind in zip(arguments, node.args, strict=True)
            ),
        )


def residues(builder: ExpressionBuilder, word: str, form: Form) -> list[Form]:
    """Forms that are equal to this one modulo the cycle in which a primitive takes its argument, if any."""
    primitive = builder.vocabulary.by_name.get(word)
    cycle = builder.forms.facts.cycle(primitive, primitive.arguments[0]) if primitive else 0
    if not cycle:
        return []
    constants = builder.vocabulary.constants
    constant = form.terms.get((), 0)
    around = {m: f - cycle if 2 * f > cycle else f for m, f in form.terms.items() if m}
    found = []
    for near in (constant, constant - cycle, constant + cycle):
        if not around and near not in constants:
            continue
        found.append(builder.algebra.form(around | {(): near}))
    return found
