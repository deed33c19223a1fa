"""The mutants of a file, made by cosmic-ray's operators, and samples of them."""

from __future__ import annotations

import ast
import difflib
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
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
        diff: how it differs, a unified diff without its head.
    """

    file: str
    operator: str
    occurrence: int
    line: int
    code: str
    diff: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells the mutant from all others, also when lines before it have changed."""
        return self.file, self.diff[self.diff.index("\n") :]


def sample(root: Path, files: list[str], count: int, seed: int, *, in_kernels: bool = False) -> list[Mutant]:
    """Draw mutants, at different places of the files as long as there are any.

    Args:
        root: the repository.
        files: the files, relative to it.
        count: how many; all there are, if they are fewer.
        seed: the seed of the draw.
        in_kernels: whether only what is compiled by numba is changed.
    """
    rng = random.Random(seed)
    places = defaultdict(list)
    for file in files:
        for operator, occurrence, place in _candidates((root / file).read_text(), in_kernels=in_kernels):
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


def made_again(root: Path, keys: set[tuple[str, str]], operators: set[str]) -> list[Mutant]:
    """The mutants with these keys, as far as the files still have their lines.

    Args:
        root: the repository.
        keys: keys of mutants.
        operators: the operators that made them.
    """
    found = {}
    for file in sorted({file for file, _ in keys}):
        for operator, occurrence, (line, _) in _candidates((root / file).read_text(), in_kernels=False):
            mutant = _made(root, file, line, operator, occurrence) if operator in operators else None
            if mutant is not None and mutant.key in keys:
                found[mutant.key] = mutant
    return list(found.values())


def _operators() -> Iterator[tuple[str, Any]]:
    from cosmic_ray import plugins

    for name in plugins.operator_names():
        short = name.removeprefix("core/")
        kind, _, change = short.partition("_")
        arithmetic = kind == "ReplaceBinaryOperator"
        if not short.endswith(_NOT_MADE) and (not arithmetic or change in _ARITHMETIC):
            yield short, plugins.get_operator(name)()


def _candidates(code: str, *, in_kernels: bool) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """The operator, the occurrence and the place of everything that can be changed."""
    from cosmic_ray.ast import ast_nodes, get_ast

    nodes = list(ast_nodes(get_ast(code)))
    lines = _kernel_lines(code)
    for name, operator in _operators():
        begins = (begin for node in nodes for begin, _ in operator.mutation_positions(node))
        for occurrence, begin in enumerate(begins):
            if not in_kernels or begin[0] in lines:
                yield name, occurrence, begin


def _kernel_lines(code: str) -> set[int]:
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
    return Mutant(file, operator, occurrence, line, code, "\n".join([*lines][2:]))


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
