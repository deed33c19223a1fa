"""Operations on rows of lanes, in blocks of sixteen, as vector instructions.

A compiler vectorises only long loops, but a turn has about a dozen boards. So the operations that programs
consist of are LLVM instructions on vectors, compiled into kernels; LLVM adapts them to the processor.

Every operation takes the array of values, how many lanes it computes (whole blocks), the index at which the
row of its result begins, and those of its operands. Two rows of one operation are the same or do not overlap.
"""

# numba looks at the names of arguments, used or not.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from primitives.types import MOST
from senet_gp.runtime.compiled import call_at

#: How many lanes a block has.
BLOCK = 16
#: The number of lanes: how many boards are scored at once.
LANES = 128
#: The distance between rows: one block more than is used, because a power of two would map all rows to the
#: same few lines of the processor's cache.
STRIDE = LANES + BLOCK
#: How many numbers an instruction has.
INSTRUCTION_WIDTH = 5

_INT, _LONG, _DOUBLE = ir.IntType(32), ir.IntType(64), ir.DoubleType()
_INTS, _LONGS, _DOUBLES = (ir.VectorType(kind, BLOCK) for kind in (_INT, _LONG, _DOUBLE))


def _everywhere(kind: ir.VectorType, number: float) -> ir.Constant:
    return ir.Constant(kind, [number] * BLOCK)


_ONE = _everywhere(_INTS, 1)


class _Row:
    """Generates the loads and stores of the blocks of one row of an array."""

    def __init__(self, context: Any, builder: Any, array_type: Any, array: Any, begin: Any) -> None:
        self._builder = builder
        self._begin = builder.gep(_data(context, builder, array_type, array), [begin])

    def _pointer(self, place: Any) -> Any:
        return self._builder.bitcast(self._builder.gep(self._begin, [place]), _INTS.as_pointer())

    def read(self, place: Any) -> Any:
        return self._builder.load(self._pointer(place), align=4)

    def write(self, value: Any, place: Any) -> None:
        self._builder.store(value, self._pointer(place), align=4)


def _data(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """The pointer to the memory of an array."""
    return make_array(array_type)(context, builder, array).data  # type: ignore[no-untyped-call]


@contextmanager
def _each_block(builder: Any, width: Any) -> Iterator[Any]:
    """Generate a loop over the blocks of ``width`` lanes; gives the place of each."""
    step = ir.Constant(_LONG, BLOCK)
    with cgutils.for_range_slice(builder, ir.Constant(_LONG, 0), width, step, _LONG) as (place, _):
        yield place


def _operation(operands: int, compute: Callable[..., Any]) -> Callable[..., None]:
    """A function ``(values, width, out, *operands)`` for kernels that computes one row from others.

    Args:
        operands: how many there are, one to three.
        compute: generates the result of a block from the builder and the operands' vectors.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, width, *begins = arguments
        out, *rows = (_Row(context, builder, signature.args[0], values, begin) for begin in begins)
        with _each_block(builder, width) as place:
            out.write(compute(builder, *(row.read(place) for row in rows)), place)
        return context.get_dummy_value()

    # numba takes the number of arguments from the function, so there is one for each number.
    def one(_context: Any, values: Any, width: Any, out: Any, a: Any) -> Any:
        return types.void(values, *[types.int64] * 3), generate

    def two(_context: Any, values: Any, width: Any, out: Any, a: Any, b: Any) -> Any:
        return types.void(values, *[types.int64] * 4), generate

    def three(_context: Any, values: Any, width: Any, out: Any, a: Any, b: Any, c: Any) -> Any:
        return types.void(values, *[types.int64] * 5), generate

    return cast("Callable[..., None]", intrinsic((one, two, three)[operands - 1]))


def _saturated(builder: Any, longs: Any) -> Any:
    """Long results limited to the range of numbers."""
    for bound, comparison in ((MOST, ">"), (-MOST, "<")):
        limit = _everywhere(_LONGS, bound)
        longs = builder.select(builder.icmp_signed(comparison, longs, limit), limit, longs)
    return builder.trunc(longs, _INTS)


def _saturating(name: str) -> Callable[..., Any]:
    def compute(builder: Any, a: Any, b: Any) -> Any:
        return _saturated(builder, getattr(builder, name)(builder.sext(a, _LONGS), builder.sext(b, _LONGS)))

    return compute


add = _operation(2, lambda builder, a, b: builder.add(a, b))
sub = _operation(2, lambda builder, a, b: builder.sub(a, b))
mul = _operation(2, lambda builder, a, b: builder.mul(a, b))
add_saturating = _operation(2, _saturating("add"))
sub_saturating = _operation(2, _saturating("sub"))
mul_saturating = _operation(2, _saturating("mul"))
both = _operation(2, lambda builder, a, b: builder.and_(a, b))
either = _operation(2, lambda builder, a, b: builder.or_(a, b))
negated = _operation(1, lambda builder, a: builder.xor(a, _ONE))
less = _operation(2, lambda builder, a, b: builder.zext(builder.icmp_signed("<", a, b), _INTS))
equal = _operation(2, lambda builder, a, b: builder.zext(builder.icmp_signed("==", a, b), _INTS))
choice = _operation(
    3,
    lambda builder, a, b, c: builder.select(builder.icmp_signed("!=", a, _everywhere(_INTS, 0)), b, c),
)


def _broadcast(builder: Any, number: Any) -> Any:
    """A vector that holds the same (long) number everywhere."""
    nothing = ir.Constant(_INTS, ir.Undefined)
    single = builder.insert_element(nothing, builder.trunc(number, _INT), ir.Constant(_INT, 0))
    return builder.shuffle_vector(single, nothing, _everywhere(_INTS, 0))


@intrinsic
def _fill(_context: Any, values: Any, width: Any, out: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, width, out, number = arguments
        vector, row = _broadcast(builder, number), _Row(context, builder, signature.args[0], values, out)
        with _each_block(builder, width) as place:
            row.write(vector, place)
        return context.get_dummy_value()

    return types.void(values, *[types.int64] * 3), generate


@intrinsic
def _square(_context: Any, values: Any, width: Any, out: Any, a: Any, squares: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, width, out, a, squares = arguments
        result, numbers = (_Row(context, builder, signature.args[0], values, begin) for begin in (out, a))
        divisor = _broadcast(builder, squares)
        # Vectors cannot divide integers. A double is exact enough for 32 bits: after adding one half, no
        # quotient is so close to a whole number that rounding could cross it.
        one_part = builder.fdiv(_everywhere(_DOUBLES, 1.0), builder.sitofp(divisor, _DOUBLES))
        floor = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
            builder.module, ir.FunctionType(_DOUBLES, [_DOUBLES]), f"llvm.floor.v{BLOCK}f64"
        )
        with _each_block(builder, width) as place:
            number = builder.sub(numbers.read(place), _ONE)
            half_on = builder.fadd(builder.sitofp(number, _DOUBLES), _everywhere(_DOUBLES, 0.5))
            whole = builder.fptosi(builder.call(floor, [builder.fmul(half_on, one_part)]), _INTS)
            result.write(builder.add(builder.sub(number, builder.mul(whole, divisor)), _ONE), place)
        return context.get_dummy_value()

    return types.void(values, *[types.int64] * 4), generate


def _bit_of(combine: Callable[..., Any]) -> Callable[..., None]:
    """A function ``(values, width, out, squares, mine, theirs, first)``: whether combined masks have a bit.

    The masks from ``first`` on are those of the boards in the lanes.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values, width, out, squares, mine, theirs, first = arguments
        kinds = signature.args
        result, numbers = (_Row(context, builder, kinds[0], values, begin) for begin in (out, squares))
        own = _Row(context, builder, kinds[4], mine, first)
        others = _Row(context, builder, kinds[5], theirs, first)
        with _each_block(builder, width) as place:
            masks = combine(builder, own.read(place), others.read(place))
            result.write(builder.and_(builder.lshr(masks, numbers.read(place)), _ONE), place)
        return context.get_dummy_value()

    def query(
        _context: Any, values: Any, width: Any, out: Any, squares: Any, mine: Any, theirs: Any, first: Any
    ) -> Any:
        numbers = types.int64
        return types.void(values, numbers, numbers, numbers, mine, theirs, numbers), generate

    return cast("Callable[..., None]", intrinsic(query))


#: ``fill(values, width, out, number)``: the same number in every lane.
fill = cast("Callable[..., None]", _fill)
#: ``square(values, width, out, a, squares)``: the square that a number names, taken cyclically.
square = cast("Callable[..., None]", _square)
mine_on = _bit_of(lambda _builder, mine, _theirs: mine)
theirs_on = _bit_of(lambda _builder, _mine, theirs: theirs)
nobody_on = _bit_of(lambda builder, mine, theirs: builder.not_(builder.or_(mine, theirs)))


@intrinsic
def _call_scorer(
    _context: Any,
    scorer: Any,
    code: Any,
    begin: Any,
    end: Any,
    count: Any,
    boards: Any,
    columns: Any,
    length: Any,
    values: Any,
    scores: Any,
    words: Any,
) -> Any:
    numbers = types.int64
    signature = types.void(
        numbers, code, numbers, numbers, numbers, boards, numbers, numbers, values, scores, numbers
    )

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        passed = [
            _data(context, builder, kind, argument) if isinstance(kind, types.Array) else argument
            for kind, argument in zip(signature.args[1:-1], arguments[1:-1], strict=True)
        ]
        passed.append(builder.inttoptr(arguments[-1], _LONG.as_pointer()))
        call_at(builder, arguments[0], passed)
        return context.get_dummy_value()

    return signature, generate


#: Call the function at an address; arrays are passed as pointers to their memory.
call_scorer = cast("Callable[..., None]", _call_scorer)


@intrinsic
def _call_answer(
    _context: Any,
    address: Any,
    code: Any,
    instruction: Any,
    values: Any,
    width: Any,
    boards: Any,
    first: Any,
    length: Any,
) -> Any:
    long = types.int64
    signature = types.void(long, code, long, values, long, boards, long, long)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def data(place: int) -> Any:
            return _data(context, builder, signature.args[place], arguments[place])

        row = builder.gep(data(1), [builder.mul(arguments[2], ir.Constant(_LONG, INSTRUCTION_WIDTH))])
        boards = builder.gep(data(5), [arguments[6]])
        passed = [row, data(3), arguments[4], boards, arguments[7]]
        call_at(builder, arguments[0], passed)
        return context.get_dummy_value()

    return signature, generate


#: ``call_answer(address, code, instruction, values, width, boards, first, length)``: call the function at an
#: address to compute an instruction on the boards from ``first`` on.
call_answer = cast("Callable[..., None]", _call_answer)
