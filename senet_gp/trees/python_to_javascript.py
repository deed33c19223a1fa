"""Plain Python as JavaScript: the part of Python in which meanings of words and plain rules are written.

The text of each function, class and value is read as a syntax tree, and written again statement by statement.
What Python's operators, sets and tuples mean is in ``python.js``, which has to stand before the translation;
its names begin with ``$``, which no name of Python does. What has no translation is refused, never guessed.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

_BINARY = {
    ast.Add: "$add",
    ast.Sub: "$sub",
    ast.Mult: "$mul",
    ast.Div: "$ratio",
    ast.FloorDiv: "$div",
    ast.Mod: "$mod",
    ast.BitAnd: "$and",
    ast.BitOr: "$or",
    ast.BitXor: "$xor",
    ast.LShift: "$left",
    ast.RShift: "$right",
}
_UNARY = {ast.USub: "$sub(0,{})", ast.Invert: "$sub(-1,{})", ast.Not: "!{}"}
_COMPARED = {
    ast.Eq: "$eq({},{})",
    ast.NotEq: "!$eq({},{})",
    ast.Lt: "$lt({},{})",
    ast.Gt: "$lt({1},{0})",
    ast.LtE: "$le({},{})",
    ast.GtE: "$le({1},{0})",
    ast.In: "$in({},{})",
    ast.NotIn: "!$in({},{})",
    ast.Is: "({}==={})",
    ast.IsNot: "({}!=={})",
}
_CONSTANTS = {None: "null", True: "true", False: "false"}
#: The functions of Python that ``python.js`` has in ``$f``.
FUNCTIONS = frozenset({
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "frozenset", "int", "len", "list", "map",
    "max", "min", "range", "reversed", "set", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip
#: Those that are given a function or a last value by name; ``python.js`` has them at these places.
_NAMED = {"max": ("key", "default"), "min": ("key", "default"), "sorted": ("key", "reverse")}
#: The methods of Python's own values that ``python.js`` has in ``$m``.
METHODS = frozenset({
    "_make", "_replace", "add", "append", "bit_count", "bit_length", "count", "get", "index",
    "intersection", "isdisjoint", "items", "join", "keys", "partition", "replace", "rpartition", "split",
    "union", "values",
})  # fmt: skip
#: Python gives more arguments than these a meaning that ``python.js`` does not have.
_MOST_ARGUMENTS = {"count": 1, "index": 1, "int": 1, "replace": 2, "split": 1}
#: JavaScript keeps these words, means something by them in strict code, or calls something so that is used.
_KEPT = frozenset({
    "Array", "BigInt", "Boolean", "Error", "Infinity", "Map", "Math", "NaN", "Number", "Object", "Set",
    "String", "Symbol",
    "arguments", "await", "case", "catch", "const", "debugger", "default", "delete", "do", "enum", "eval",
    "export", "extends", "false", "function", "implements", "instanceof", "interface", "let", "new", "null",
    "package", "private", "protected", "public", "static", "super", "switch", "this", "throw", "true",
    "typeof", "undefined", "var", "void", "yield",
})  # fmt: skip
#: What arrays have: what a named tuple calls so would take its place.
_OF_ARRAYS = frozenset({
    "at", "concat", "constructor", "entries", "every", "fill", "filter", "find", "flat", "includes", "join",
    "keys", "length", "map", "pop", "push", "reduce", "reverse", "shift", "size", "slice", "some", "sort",
    "splice", "unshift", "values",
})  # fmt: skip
#: A function that says that it is given one frozen set, and returns what cannot be changed.
_OF_A_SET = re.compile(r"def \w+\(\w+: frozenset(\[[\w, \[\]]*\])?\) -> (frozenset|int|bool)\b")
#: Methods that say how a class is shown, which nothing here needs.
_SHOWING = {"__repr__", "__str__"}
#: The whole numbers that JavaScript computes with exactly are smaller.
_EXACT = 2**53
RUNTIME = Path(__file__).with_name("python.js")


class NotTranslatedError(Exception):
    """Something that has no translation.

    Attributes:
        line: its line within the text, from 1 on.
        what: the text of it.
    """

    def __init__(self, node: ast.AST) -> None:
        text = node.name if isinstance(node, ast.ClassDef | ast.FunctionDef) else ast.unparse(node)
        self.line: int = getattr(node, "lineno", 1)
        self.what = " ".join(text.split())
        super().__init__(self.what)


def named(name: str) -> str:
    """A name of Python as one of JavaScript."""
    return f"{name}$" if name in _KEPT else name


class Translator(ast.NodeVisitor):
    """Translates the definitions of a file one after another, what is used before what uses it.

    Attributes:
        known: the names defined so far, and for functions and classes the names of their parameters.
        attributes: the attributes that values have, besides those of the classes translated here.
        attribute_of_self: what an expression that begins with ``self`` is, in a method of an object that is
            not translated itself; None where methods belong to translated classes.
    """

    def __init__(self, attributes: Iterable[str] = ()) -> None:
        self.known: dict[str, list[str] | None] = {}
        self.attributes = set(attributes)
        self.attribute_of_self: Callable[[Sequence[str]], str | None] | None = None
        self._classes: set[str] = set()
        self._methods: set[str] = set()
        self._scopes: list[set[str]] = []
        self._class = ""

    def definition(self, text: str) -> str:
        """The translation of the text of a definition.

        Raises:
            NotTranslatedError: if something in it has no translation.
        """
        return "".join(map(self._at_top, ast.parse(text).body))

    def method(self, text: str) -> str:
        """The translation of a method as a part of an object in JavaScript, without ``self``."""
        (node,) = ast.parse(text).body
        if not isinstance(node, ast.FunctionDef):
            return self.generic_visit(node)
        return self._function(node, "", node.args.args[1:])

    def expression(self, text: str) -> str:
        """The translation of an expression."""
        return str(self.visit(ast.parse(text, mode="eval").body))

    def generic_visit(self, node: ast.AST) -> NoReturn:
        """Refuse what no other method translates."""
        raise NotTranslatedError(node)

    # What stands at the top of a file.

    def _at_top(self, node: ast.stmt) -> str:
        if isinstance(node, ast.FunctionDef):
            self.known[node.name] = _parameters(node.args)
            text = self._function(node, "function", node.args.args)
            once = f"const {named(node.name)}=$once({text.rstrip()});\n"
            return once if _OF_A_SET.match(ast.unparse(node)) else text
        if isinstance(node, ast.ClassDef):
            return self._class_of_values(node)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            other = node.value.id if isinstance(node.value, ast.Name) else ""
            self.known[name] = self.known.get(other)
            if other in self._classes:
                self._classes.add(name)
            return f"const {named(name)}={self.visit(node.value)};\n"
        return self.generic_visit(node)

    def _class_of_values(self, node: ast.ClassDef) -> str:
        """A dataclass or a named tuple, with its methods."""
        is_tuple = [ast.unparse(base) for base in node.bases] == ["NamedTuple"]
        if not is_tuple and (node.bases or "dataclass" not in _decorators(node)):
            self.generic_visit(node)
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        names = [part.target.id for part in fields if isinstance(part.target, ast.Name)]
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        for name, stated in [*zip(names, fields, strict=True), *((one.name, one) for one in methods)]:
            if is_tuple and name in _OF_ARRAYS:
                self.generic_visit(stated)
        self.known[node.name] = names
        self.attributes |= {*names}
        self._classes.add(node.name)
        self._class = node.name
        given = ",".join(
            named(name) + (f"={self.visit(part.value)}" if part.value else "")
            for name, part in zip(names, fields, strict=True)
        )
        passed = ",".join(map(named, names))
        parts = [f"static fields={json.dumps(names)};"]
        if is_tuple:
            parts.append(f"constructor({given}){{super();this.push({passed})}}")
            parts += [f"get {name}(){{return this[{index}]}}" for index, name in enumerate(names)]
        else:
            pairs = ",".join(f"{name}:{named(name)}" for name in names)
            parts.append(f"constructor({given}){{super();Object.assign(this,{{{pairs}}})}}")
        parts += [self._method_of_class(node.name, one) for one in methods if one.name not in _SHOWING]
        for part in node.body:
            if not isinstance(part, ast.AnnAssign | ast.Expr | ast.FunctionDef):
                self.generic_visit(part)
        self._class = ""
        base = "$Tuple" if is_tuple else "$Record"
        return f"class {named(node.name)} extends {base}{{\n" + "\n".join(parts) + "}\n"

    def _method_of_class(self, owner: str, node: ast.FunctionDef) -> str:
        kinds = {"property": "get", "classmethod": "static", "staticmethod": "static", "": ""}
        kind = _decorators(node) or [""]
        unlike = node.name.startswith("__") or (node.name in METHODS and kind[0] != "property")
        if unlike or len(kind) > 1 or kind[0] not in kinds:
            self.generic_visit(node)
        first = 0 if kind[0] == "staticmethod" else 1
        self.known[f"{owner}.{node.name}"] = _parameters(node.args)[first:]
        (self.attributes if kind[0] == "property" else self._methods).add(node.name)
        own = f"const {named(node.args.args[0].arg)}=this;" if first else ""
        return self._function(node, kinds[kind[0]], node.args.args[first:], own, node.args.args[:first])

    def _function(
        self,
        node: ast.FunctionDef,
        kind: str,
        parameters: Sequence[ast.arg],
        begin: str = "",
        own: Sequence[ast.arg] = (),
    ) -> str:
        """A function or a method.

        Args:
            node: the function.
            kind: the word before its name.
            parameters: its parameters that stand in JavaScript, too, but for those given by name alone.
            begin: a statement to begin with.
            own: the parameters that this statement defines.
        """
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.posonlyargs:
            self.generic_visit(node)
        defaults: list[ast.expr | None] = [None] * len(parameters)
        defaults[len(parameters) - len(arguments.defaults) :] = arguments.defaults
        given = [
            named(parameter.arg) + (f"={self.visit(default)}" if default else "")
            for parameter, default in zip(
                [*parameters, *arguments.kwonlyargs], [*defaults, *arguments.kw_defaults], strict=True
            )
        ]
        names = {parameter.arg for parameter in (*parameters, *own, *arguments.kwonlyargs)}
        nodes = [each for statement in node.body for each in _within(statement)]
        local = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        declared = f"let {','.join(sorted(map(named, local - names)))};" if local - names else ""
        star = "*" if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in nodes) else ""
        with self._scope(names | local):
            body = "".join(map(self.visit, node.body))
        if not star and not isinstance(node.body[-1], ast.Return | ast.Raise):
            body += "return null;\n"
        head = f"{kind} " if kind else ""
        return f"{head}{star}{named(node.name)}({','.join(given)}){{{begin}{declared}\n{body}}}\n"

    @contextmanager
    def _scope(self, names: Iterable[str]) -> Iterator[None]:
        self._scopes.append(set(names))
        yield
        self._scopes.pop()

    # Statements.

    def _block(self, body: Sequence[ast.stmt]) -> str:
        return "{\n" + "".join(map(self.visit, body)) + "}"

    def visit_Pass(self, _node: ast.Pass) -> str:
        """Nothing."""
        return ""

    def visit_Assert(self, _node: ast.Assert) -> str:
        """Nothing: it holds."""
        return ""

    def visit_Continue(self, _node: ast.Continue) -> str:
        """The same."""
        return "continue;\n"

    def visit_Break(self, _node: ast.Break) -> str:
        """The same."""
        return "break;\n"

    def visit_Return(self, node: ast.Return) -> str:
        """The same; without a value it returns None."""
        return f"return {self.visit(node.value) if node.value else 'null'};\n"

    def visit_Raise(self, node: ast.Raise) -> str:
        """An error with the first argument of the exception as its message."""
        error = node.exc
        if not isinstance(error, ast.Call) or len(error.args) != 1:
            return self.generic_visit(node)
        return f"throw new Error({self.visit(error.args[0])});\n"

    def visit_Try(self, node: ast.Try) -> str:
        """An attempt with one way to go on, for all errors alike."""
        if len(node.handlers) != 1 or node.orelse or node.finalbody or node.handlers[0].name:
            self.generic_visit(node)
        return f"try{self._block(node.body)}catch{self._block(node.handlers[0].body)}\n"

    def visit_Expr(self, node: ast.Expr) -> str:
        """A call; docstrings go."""
        return "" if isinstance(node.value, ast.Constant) else f"{self.visit(node.value)};\n"

    def visit_Assign(self, node: ast.Assign) -> str:
        """Names, several at once, or an element."""
        *more, target = node.targets
        if isinstance(target, ast.Subscript) and not more and not isinstance(target.slice, ast.Slice):
            parts = map(self.visit, (target.value, target.slice, node.value))
            return f"$put({','.join(parts)});\n"
        if not all(_is_name(each) for each in node.targets):
            self.generic_visit(node)
        return f"{'='.join(map(self.visit, node.targets))}={self.visit(node.value)};\n"

    def visit_AnnAssign(self, node: ast.AnnAssign) -> str:
        """As without the annotation."""
        if node.value is None:
            return ""
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> str:
        """As written out."""
        if isinstance(node.target, ast.Attribute):
            self.generic_visit(node)
        if isinstance(node.op, ast.Add) and isinstance(node.value, ast.List | ast.ListComp):
            return f"{self.visit(node.target)}.push(...{self.visit(node.value)});\n"  # the list itself grows
        value = ast.copy_location(ast.BinOp(_loaded(node.target), node.op, node.value), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], value), node))

    def visit_If(self, node: ast.If) -> str:
        """The same."""
        other = f"else{self._block(node.orelse)}" if node.orelse else ""
        return f"if({self._test(node.test)}){self._block(node.body)}{other}\n"

    def visit_While(self, node: ast.While) -> str:
        """The same, without an else."""
        if node.orelse:
            self.generic_visit(node)
        return f"while({self._test(node.test)}){self._block(node.body)}\n"

    def visit_For(self, node: ast.For) -> str:
        """The same, without an else."""
        if node.orelse or not _is_name(node.target):
            self.generic_visit(node)
        return f"for({self.visit(node.target)} of {self.visit(node.iter)}){self._block(node.body)}\n"

    # Expressions.

    def _test(self, node: ast.expr) -> str:
        """Whether a value counts as true."""
        text = self.visit(node)
        return text if _is_truth(node) else f"$b({text})"

    def visit_Name(self, node: ast.Name) -> str:
        """A name that is defined, or a function of Python."""
        name = node.id
        if any(name in scope for scope in self._scopes) or name in self.known:
            return named(name)
        if name not in FUNCTIONS:
            self.generic_visit(node)
        return f"$f.{name}"

    def visit_Attribute(self, node: ast.Attribute) -> str:
        """An attribute of a value, or something of the object that a method belongs to."""
        own = self._of_self(node)
        if own is None and node.attr not in self.attributes:
            self.generic_visit(node)
        return own or f"{self.visit(node.value)}.{node.attr}"

    def _of_self(self, node: ast.Attribute) -> str | None:
        if self.attribute_of_self is None:
            return None
        chain: list[str] = []
        each: ast.expr = node
        while isinstance(each, ast.Attribute):
            chain.insert(0, each.attr)
            each = each.value
        if not isinstance(each, ast.Name) or each.id != "self":
            return None
        return self.attribute_of_self(chain) or self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> str:
        """The same."""
        return f"...{self.visit(node.value)}"

    def visit_Yield(self, node: ast.Yield) -> str:
        """The same."""
        return f"yield {self.visit(node.value) if node.value else 'null'}"

    def visit_YieldFrom(self, node: ast.YieldFrom) -> str:
        """The same."""
        return f"yield* {self.visit(node.value)}"

    def visit_IfExp(self, node: ast.IfExp) -> str:
        """The same."""
        return f"({self._test(node.test)}?{self.visit(node.body)}:{self.visit(node.orelse)})"

    def visit_Lambda(self, node: ast.Lambda) -> str:
        """The same."""
        names = _parameters(node.args)
        if node.args.defaults or node.args.vararg or node.args.kwarg:
            self.generic_visit(node)
        with self._scope(names):
            return f"(({','.join(map(named, names))})=>{self.visit(node.body)})"

    def visit_List(self, node: ast.List | ast.Tuple | ast.Set) -> str:
        """An array."""
        return f"[{','.join(map(self.visit, node.elts))}]"

    def visit_Tuple(self, node: ast.Tuple) -> str:
        """An array."""
        return self.visit_List(node)

    def visit_Set(self, node: ast.Set) -> str:
        """A set that compares by value."""
        return f"new $Set({self.visit_List(node)})"

    def visit_Dict(self, node: ast.Dict) -> str:
        """A dictionary that compares by value."""
        if not all(node.keys):
            self.generic_visit(node)
        pairs = zip(node.keys, node.values, strict=True)
        return f"new $Dict([{','.join(f'[{self.visit(k)},{self.visit(v)}]' for k, v in pairs if k)}])"

    def visit_Constant(self, node: ast.Constant) -> str:
        """Numbers, texts, truths and None."""
        value = node.value
        if value is None or isinstance(value, bool):
            return _CONSTANTS[value]
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, int | float) and abs(value) < _EXACT:
            return repr(value)
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> str:
        """A text made of parts."""
        return f"[{','.join(map(self.visit, node.values))}].join('')"

    def visit_FormattedValue(self, node: ast.FormattedValue) -> str:
        """A value within a text."""
        if node.format_spec or node.conversion not in {-1, ord("r"), ord("s")}:
            self.generic_visit(node)
        return f"{'$repr' if node.conversion == ord('r') else '$f.str'}({self.visit(node.value)})"

    def visit_BinOp(self, node: ast.BinOp) -> str:
        """An operator of numbers, sets or tuples."""
        if type(node.op) not in _BINARY:
            self.generic_visit(node)
        return f"{_BINARY[type(node.op)]}({self.visit(node.left)},{self.visit(node.right)})"

    def visit_UnaryOp(self, node: ast.UnaryOp) -> str:
        """A sign, or not."""
        if type(node.op) not in _UNARY:
            self.generic_visit(node)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return f"(-{self.visit(node.operand)})"
        operand = self._test(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return _UNARY[type(node.op)].format(operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> str:
        """The first value that decides it."""
        if all(map(_is_truth, node.values)):
            return f"({('&&' if isinstance(node.op, ast.And) else '||').join(map(self.visit, node.values))})"
        first, *others = map(self.visit, node.values)
        test = "$all" if isinstance(node.op, ast.And) else "$any"
        return f"{test}({','.join([first, *(f'()=>{other}' for other in others)])})"

    def visit_Compare(self, node: ast.Compare) -> str:
        """A comparison, or a chain of them."""
        sides = list(map(self.visit, [node.left, *node.comparators]))
        for index, (operator, side) in enumerate(zip(node.ops, node.comparators, strict=True), 1):
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(side, ast.Set):
                sides[index] = self.visit_List(side)  # it is quicker to search than to make
        if len(node.ops) == 1:
            return _COMPARED[type(node.ops[0])].format(*sides)
        names = [f"$t{index}" for index in range(len(sides))]
        tests = (
            _COMPARED[type(operator)].format(*pair)
            for operator, pair in zip(node.ops, pairwise(names), strict=True)
        )
        return f"(({','.join(names)})=>{'&&'.join(tests)})({','.join(sides)})"

    def visit_Subscript(self, node: ast.Subscript) -> str:
        """An element, or a part."""
        if isinstance(node.slice, ast.Slice):
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            parts = [self.visit(node.value), *(self.visit(each) if each else "null" for each in bounds)]
            return f"$slice({','.join(parts)})"
        if isinstance(node.slice, ast.Tuple) and any(isinstance(each, ast.Slice) for each in node.slice.elts):
            self.generic_visit(node)
        return f"$get({self.visit(node.value)},{self.visit(node.slice)})"

    def visit_Call(self, node: ast.Call) -> str:
        """A call of a function, a class or a method."""
        arguments = list(map(self.visit, node.args))
        named_ones = {each.arg: self.visit(each.value) for each in node.keywords}
        if None in named_ones:
            self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "zip":
            named_ones.pop("strict", None)  # where it matters, it holds
        if isinstance(node.func, ast.Attribute):
            return self._method_called(node, node.func, arguments, named_ones)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "cls" and self._class:
            name = self._class
        parameters = self.known.get(name)
        if name in self._classes and named_ones and any(isinstance(each, ast.Starred) for each in node.args):
            by_name = ",".join(f"{key}:{value}" for key, value in named_ones.items())
            return f"$made({named(name)},[{','.join(arguments)}],{{{by_name}}})"
        function = f"new {named(name)}" if name in self._classes else self.visit(node.func)
        if function == f"$f.{name}" and len(arguments) > _MOST_ARGUMENTS.get(name, len(arguments)):
            self.generic_visit(node)
        if function == f"$f.{name}" and name in _NAMED and node.args:
            parameters = [""] * len(arguments) + list(_NAMED[name])
            if isinstance(node.args[0], ast.Starred) or len(arguments) > 1:
                function, arguments = f"{function}_of", [f"[{','.join(arguments)}]"]
                parameters = ["", *_NAMED[name]]
        return f"{function}({','.join(self._placed(node, arguments, named_ones, parameters))})"

    def _placed(
        self,
        node: ast.Call,
        arguments: Sequence[str],
        named_ones: Mapping[str | None, str],
        parameters: Sequence[str] | None,
    ) -> list[str]:
        """The arguments of a call with those that are given by name at their places."""
        if not named_ones:
            return list(arguments)
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        if parameters is None or starred or not named_ones.keys() <= set(parameters[len(arguments) :]):
            self.generic_visit(node)
        last = max(parameters.index(str(key)) for key in named_ones)
        rest = parameters[len(arguments) : last + 1]
        return [*arguments, *(named_ones.get(parameter, "undefined") for parameter in rest)]

    def _method_called(
        self,
        node: ast.Call,
        method: ast.Attribute,
        arguments: list[str],
        named_ones: Mapping[str | None, str],
    ) -> str:
        own = self._of_self(method) if isinstance(method.value, ast.Name) else None
        if own is not None:
            return f"{own}({','.join(self._placed(node, arguments, named_ones, None))})"
        owner, name = self.visit(method.value), method.attr
        if name == "_replace":
            return (
                f"$m._replace({owner},{{{','.join(f'{key}:{value}' for key, value in named_ones.items())}}})"
            )
        parameters = self.known.get(f"{ast.unparse(method.value)}.{name}")
        placed = ",".join(self._placed(node, arguments, named_ones, parameters))
        if name in self._methods or name in DECISION:
            return f"{owner}.{named(name)}({placed})"
        if name not in METHODS or len(arguments) > _MOST_ARGUMENTS.get(name, len(arguments)):
            self.generic_visit(node)
        return f"$m.{name}({','.join(filter(None, [owner, placed]))})"

    def _comprehension(self, generators: Sequence[ast.comprehension], *items: ast.expr) -> str:
        """A generator of items, or of pairs."""
        names = {
            each.id for part in generators for each in ast.walk(part.target) if isinstance(each, ast.Name)
        }
        for part in generators:
            if not _is_name(part.target):
                self.generic_visit(part.target)
        # What the first loop goes over is computed outside.
        outer = self.visit(generators[0].iter)
        with self._scope(names):
            values = list(map(self.visit, items))
            text = f"yield {values[0] if len(values) == 1 else f'[{values[0]},{values[1]}]'};"
            for part in reversed(generators):
                for test in reversed(part.ifs):
                    text = f"if({self._test(test)}){{{text}}}"
                over = "$over" if part is generators[0] else self.visit(part.iter)
                text = f"for(const {self.visit(part.target)} of {over}){{{text}}}"
        return f"(function*($over){{{text}}})({outer})"

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> str:
        """A generator."""
        return self._comprehension(node.generators, node.elt)

    def visit_ListComp(self, node: ast.ListComp) -> str:
        """An array."""
        return f"[...{self._comprehension(node.generators, node.elt)}]"

    def visit_SetComp(self, node: ast.SetComp) -> str:
        """A set."""
        return f"new $Set({self._comprehension(node.generators, node.elt)})"

    def visit_DictComp(self, node: ast.DictComp) -> str:
        """A dictionary."""
        return f"new $Dict({self._comprehension(node.generators, node.key, node.value)})"


#: The methods that rules ask of a decision, and of the geometry.
DECISION = frozenset({"ends_turn", "label", "notation", "result", "steps"})


def quoted(text: str) -> str:
    """A text as JavaScript has it, also within a page, where ``</script`` would end the script."""
    return json.dumps(text).replace("<", "\\u003c")


def literal(value: Any) -> str:
    """A plain value: a number, a truth, a text, None, or a collection of such."""
    return Translator().expression(repr(value))


def _parameters(arguments: ast.arguments) -> list[str]:
    return [each.arg for each in (*arguments.args, *arguments.kwonlyargs)]


def _decorators(node: ast.ClassDef | ast.FunctionDef) -> list[str]:
    return [
        ast.unparse(each.func if isinstance(each, ast.Call) else each).rpartition(".")[2]
        for each in node.decorator_list
    ]


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, but for those of comprehensions and lambdas, which have their own names."""
    yield node
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp | ast.Lambda):
        return
    for child in ast.iter_child_nodes(node):
        yield from _within(child)


def _is_name(node: ast.expr) -> bool:
    """Whether values can be given to something: a name, or a tuple of such, whose last may be starred."""
    if isinstance(node, ast.Tuple | ast.List):
        starred = any(isinstance(each, ast.Starred) for each in node.elts[:-1])
        return not starred and all(map(_is_name, node.elts))
    return isinstance(node.value if isinstance(node, ast.Starred) else node, ast.Name)


def _loaded(node: ast.expr) -> ast.expr:
    """A target of an assignment as an expression that reads it."""
    return ast.parse(ast.unparse(node), mode="eval").body


def _is_truth(node: ast.expr) -> bool:
    """Whether a value is true or false, and nothing else."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )
