"""The mutants of a file, made by cosmic-ray's operators, and samples of them."""

from __future__ import annotations

import ast
import difflib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

#: What arithmetic becomes. Of cosmic-ray's replacements of each operator by every other, these give the same
#: type; most others fail wherever they are reached.
_ARITHMETIC = {
    *("Add_Sub", "Sub_Add", "Mul_Add", "Mul_FloorDiv", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul"),
    *("BitAnd_BitOr", "BitOr_BitAnd", "BitXor_BitOr", "BitXor_BitAnd", "LShift_RShift", "RShift_LShift"),
}
#: Not made: ``is`` for ``==``, which is the same for small integers, a function without its cache, and what
#: would need arguments.
_NOT_MADE = ("_Is", "_IsNot", "RemoveDecorator", "VariableReplacer", "VariableInserter")


@dataclass(frozen=True)
class Mutant:
    """A single fault.

    Attributes:
        file: the file, relative to the repository.
        operator: the operator of cosmic-ray, without its prefix.
        occurrence: which of the operator's places in the file.
        line: the line of the place, from 1 on.
        code: the text of the whole file.
        diff: how it differs, the lines of a unified diff. They tell the mutant from all others of its file,
            also when lines before it have changed.
    """

    file: str
    operator: str
    occurrence: int
    line: int
    code: str
    diff: str


def sample(root: Path, files: list[str], count: int, seed: int) -> list[Mutant]:
    """Draw mutants, at different places of the files as long as there are any.

    A file that has compiled functions is changed in these alone.

    Args:
        root: the repository.
        files: the files, relative to it.
        count: how many; all there are, if they are fewer.
        seed: the seed of the draw.
    """
    rng = random.Random(seed)
    places = defaultdict(list)
    for file in files:
        code = (root / file).read_text()
        lines = kernel_lines(code)
        for operator, occurrence, place in _candidates(code):
            if not lines or place[0] in lines:
                places[file, place].append((operator, occurrence))
    order = sorted(places.items())
    rng.shuffle(order)
    for _, choices in order:
        rng.shuffle(choices)
    found: list[Mutant] = []
    while order:
        for (file, (line, _)), choices in order:
            if len(found) == count:
                return found
            mutant = _made(root, file, line, *choices.pop())
            if mutant is not None:
                found.append(mutant)
        order = [(place, choices) for place, choices in order if choices]
    return found


def made_again(root: Path, files: list[str], known: Iterable[tuple[str, str, str]]) -> list[Mutant]:
    """Mutants of an earlier state of some files, as far as the lines that they change are still there.

    Args:
        root: the repository.
        files: the files, relative to it.
        known: of each mutant the file, the operator and the diff, which it keeps. If its file is none of
            these any more, its lines may be in any of them.
    """
    known = list(known)
    lines = {(operator, line[1:]) for _, operator, diff in known for line in _changed(diff)}
    made = defaultdict(list)
    for file in files:
        code = (root / file).read_text()
        for operator, occurrence, (line, _) in _candidates(code):
            if (operator, code.splitlines()[line - 1]) in lines:
                mutant = _made(root, file, line, operator, occurrence)
                if mutant is not None:
                    made[operator, _changed(mutant.diff)].append(mutant)
    found = []
    for file, operator, diff in known:
        same = [one for one in made[operator, _changed(diff)] if file not in files or one.file == file]
        if same:
            # Of equal lines, those with the same neighbours.
            best = max(same, key=lambda mutant: mutant.diff == diff)
            found.append(replace(best, diff=diff))
    return found


def _changed(diff: str) -> tuple[str, ...]:
    """The lines of a diff that are not the same before and after."""
    return tuple(line for line in diff.splitlines() if line.startswith(("-", "+")))


def _operators() -> Iterator[tuple[str, Any]]:
    from cosmic_ray import plugins

    for name in plugins.operator_names():
        short = name.removeprefix("core/")
        kind, _, change = short.partition("_")
        arithmetic = kind == "ReplaceBinaryOperator"
        if not short.endswith(_NOT_MADE) and (not arithmetic or change in _ARITHMETIC):
            yield short, plugins.get_operator(name)()


def _candidates(code: str) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """The operator, the occurrence and the place of everything that can be changed."""
    from cosmic_ray.ast import ast_nodes, get_ast

    nodes = list(ast_nodes(get_ast(code)))
    for name, operator in _operators():
        begins = (begin for node in nodes for begin, _ in operator.mutation_positions(node))
        for occurrence, begin in enumerate(begins):
            yield name, occurrence, begin


def kernel_lines(code: str) -> set[int]:
    """The lines of the bodies of functions that are compiled."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(decorator).split("(")[0].endswith("kernel") for decorator in node.decorator_list
        ):
            lines.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _made(root: Path, file: str, line: int, operator: str, occurrence: int) -> Mutant | None:
    """The mutant, or None if it is the same program, or none."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    before = (root / file).read_text()
    code = mutate_code(before, plugins.get_operator(f"core/{operator}")(), occurrence)
    try:
        if code is None or _meaning(code) == _meaning(before):
            return None
    except SyntaxError:
        return None
    lines = difflib.unified_diff(before.splitlines(), code.splitlines(), lineterm="", n=2)
    return Mutant(file, operator, occurrence, line, code, "\n".join([*lines][3:]))


class _Unannotated(ast.NodeTransformer):
    """Take annotations away, which are never evaluated."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Name("any")
        return self.generic_visit(node)


@lru_cache(maxsize=4)
def _meaning(code: str) -> str:
    return ast.dump(_Unannotated().visit(ast.parse(code)))
