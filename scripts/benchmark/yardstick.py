# ruff: noqa: B007, C901, D103, E741, FBT001, FBT002, FBT003, N803, N806, NPY002, PLR0912, PLR0915, PLR1714, PLR1730, PLR5501, RUF005, SIM108
"""The yardstick: a throw-away compiled prototype of Senet, kept as it was for comparison.

The rates of senet-gp are divided by its rates, measured in the same run on the same core. The kernels are
those of the prototype but for layout and annotations, so the usual rules of style do not apply here. They are
not among senet-gp's kernels: only measurements use them.

What it leaves out, which makes it faster than it could be:

* ties go to the first afterstate instead of being drawn;
* afterstates are not fully de-duplicated (equal boards with other throws left, and any of a single throw);
* the moves that lead to an afterstate, and what they hit, are not kept;
* arithmetic wraps instead of saturating, and squares are taken modulo 32;
* the first mover is drawn, duels and luck are not kept, and random numbers come from one stream of numpy.

What makes it slower: arrays are allocated anew for every call, and permutations of throws are revisited.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from senet_gp.runtime.compiled import CACHE_DIRECTORY

C = CACHE_DIRECTORY is not None

#: A symbol of a tree and, of a constant, its value.
Token = tuple[int, int]
#: Symbols and values from the last to the first, and their number.
Program = tuple[NDArray[np.int32], NDArray[np.int32], int]


@intrinsic
def popc(tyctx: Any, x: Any) -> Any:  # noqa: ARG001
    sig = types.uint32(types.uint32)

    def cg(ctx: Any, b: Any, s: Any, args: Any) -> Any:  # noqa: ARG001
        return b.ctpop(args[0])

    return sig, cg


@intrinsic
def ctz(tyctx: Any, x: Any) -> Any:  # noqa: ARG001
    sig = types.uint32(types.uint32)

    def cg(ctx: Any, b: Any, s: Any, args: Any) -> Any:  # noqa: ARG001
        return b.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return sig, cg


@intrinsic
def clz(tyctx: Any, x: Any) -> Any:  # noqa: ARG001
    sig = types.uint32(types.uint32)

    def cg(ctx: Any, b: Any, s: Any, args: Any) -> Any:  # noqa: ARG001
        return b.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return sig, cg


U = np.uint32
ALL = U(0x7FFFFFFE)  # bits 1..30
ONE = U(1)
B26 = U(1 << 26)
B27 = U(1 << 27)
B28 = U(1 << 28)
B29 = U(1 << 29)
B30 = U(1 << 30)
LOW26 = U((1 << 27) - 2)  # bits 1..26
PRE26 = U((1 << 26) - 2)


@njit(cache=C, inline="always")
def fwd_targets(own: Any, opp: Any, k: Any) -> Any:
    kk = U(k)
    prot = U(0) if (opp & B27) else (opp & ((opp << ONE) | (opp >> ONE)))
    blocked = own | prot
    occ27 = (own | opp) & B27
    src = own & PRE26
    tgt = (src << kk) & LOW26 & ~blocked
    s = tgt >> kk
    if own & B26:
        if k == 5:
            s |= B26
        elif k == 1:
            if not occ27:
                s |= B26
        else:
            t = U(1 << (26 + k))
            if not (blocked & t) and not ((opp & t) and occ27):
                s |= B26
    if k == 3:
        s |= own & B28
    if k == 2:
        s |= own & B29
    s |= own & B30
    return s


@njit(cache=C, inline="always")
def bwd_sources(own: Any, opp: Any, k: Any) -> Any:
    kk = U(k)
    prot = U(0) if (opp & B27) else (opp & ((opp << ONE) | (opp >> ONE)))
    blocked = own | prot
    src = own & LOW26
    tgt = (src >> kk) & ALL & ~blocked
    return (tgt << kk) & src


@njit(cache=C)
def throw() -> Any:
    r = np.random.randint(16)
    if r < 4:
        return 1
    if r < 10:
        return 2
    if r < 14:
        return 3
    if r == 14:
        return 4
    return 5


@njit(cache=C)
def mix(x: Any) -> Any:
    x ^= x >> np.uint64(31)
    x *= np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(29)
    return x


@njit(cache=C)
def gen(
    own0: Any,
    opp0: Any,
    cnt: Any,
    nth: Any,
    own: Any,
    opp: Any,
    rem: Any,
    own2: Any,
    opp2: Any,
    rem2: Any,
    HK: Any,
    HR: Any,
    HG: Any,
    gen_id: Any,
    maxn: Any,
) -> Any:
    own[0] = own0
    opp[0] = opp0
    r = 0
    for k in range(1, 6):
        r |= cnt[k] << (4 * k)
    rem[0] = r
    n = 1
    mask = np.uint64(HK.shape[0] - 1)
    for step in range(nth):
        m = 0
        gen_id += 1
        for j in range(n):
            o = own[j]
            p = opp[j]
            rr = rem[j]
            if rr == 0:
                if m < maxn:
                    own2[m] = o
                    opp2[m] = p
                    rem2[m] = 0
                    m += 1
                continue
            for k in range(1, 6):
                if (rr >> (4 * k)) & 15 == 0:
                    continue
                nr = rr - (1 << (4 * k))
                s = fwd_targets(o, p, k)
                back = False
                if s == 0:
                    s = bwd_sources(o, p, k)
                    back = True
                if s == 0:
                    if m < maxn:
                        own2[m] = o
                        opp2[m] = p
                        rem2[m] = nr
                        m += 1
                    continue
                while s:
                    b = s & (~s + ONE)
                    s ^= b
                    no = o ^ b
                    np_ = p
                    if back:
                        t = b >> U(k)
                    else:
                        if b == B26:
                            t = U(0) if k == 5 else b << U(k)
                        elif b >= B28:
                            t = U(0)
                        else:
                            t = b << U(k)
                    if t:
                        no |= t
                        if p & t:
                            np_ = p ^ t
                            if t >= B28:
                                np_ |= B27
                            else:
                                np_ |= b
                        if t == B27:
                            nr = 0
                        else:
                            nr = rr - (1 << (4 * k))
                    else:
                        nr = rr - (1 << (4 * k))
                    if no == 0:
                        nr = 0
                    # dedupe
                    if nth > 1:
                        key = (np.uint64(no) << np.uint64(32)) | np.uint64(np_)
                        h = mix(key ^ np.uint64(nr) * np.uint64(0x2545F4914F6CDD1D)) & mask
                        dup = False
                        while HG[h] == gen_id:
                            if HK[h] == key and HR[h] == nr:
                                dup = True
                                break
                            h = (h + np.uint64(1)) & mask
                        if dup:
                            continue
                        if m < maxn:
                            HG[h] = gen_id
                            HK[h] = key
                            HR[h] = nr
                    if m < maxn:
                        own2[m] = no
                        opp2[m] = np_
                        rem2[m] = nr
                        m += 1
        own, own2 = own2, own
        opp, opp2 = opp2, opp
        rem, rem2 = rem2, rem
        n = m
    return n, own, opp, gen_id


CONST = 0
ADD = 1
SUB = 2
MUL = 3
IF = 4
AND = 5
OR = 6
NOT = 7
MINE = 8
THEIRS = 9
EMPTY = 10
NOWN = 11
NOPP = 12
LEAD = 13
LAST = 14
OLEAD = 15
OLAST = 16
OWNWATER = 17
OPPWATER = 18
PIP = 19
OPIP = 20
PROTN = 21
OPROTN = 22
LT = 23


@njit(cache=C)
def feats(own: Any, opp: Any, n: Any, F: Any) -> Any:
    for l in range(n):
        o = own[l]
        p = opp[l]
        F[0, l] = popc(o)  # type: ignore[call-arg]
        F[1, l] = popc(p)
        F[2, l] = 31 - clz(o)
        F[3, l] = ctz(o)
        F[4, l] = 31 - clz(p)
        F[5, l] = ctz(p)
        F[6, l] = (o >> U(27)) & ONE
        F[7, l] = (p >> U(27)) & ONE
        x = o
        t = 0
        while x:
            t += ctz(x)
            x &= x - ONE
        F[8, l] = t + 31 * (7 - popc(o))
        x = p
        t = 0
        while x:
            t += ctz(x)
            x &= x - ONE
        F[9, l] = t + 31 * (7 - popc(p))
        F[10, l] = popc(o & ((o << ONE) | (o >> ONE)))
        F[11, l] = popc(p & ((p << ONE) | (p >> ONE)))


@njit(cache=C, fastmath=True, boundscheck=False, error_model="numpy")
def run_prog(code: Any, arg: Any, plen: Any, own: Any, opp: Any, n: Any, F: Any, S: Any, res: Any) -> Any:
    sp = 0
    for pc in range(plen):
        o = code[pc]
        if o == CONST:
            c = arg[pc]
            A = S[sp]
            for l in range(n):
                A[l] = c
            sp += 1
        elif o == ADD:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = A[l] + B[l]
            sp -= 1
        elif o == SUB:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = A[l] - B[l]
            sp -= 1
        elif o == MUL:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = A[l] * B[l]
            sp -= 1
        elif o == IF:
            A = S[sp - 1]
            B = S[sp - 2]
            D = S[sp - 3]
            for l in range(n):
                D[l] = B[l] if A[l] else D[l]
            sp -= 2
        elif o == AND:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = A[l] & B[l]
            sp -= 1
        elif o == OR:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = A[l] | B[l]
            sp -= 1
        elif o == LT:
            A = S[sp - 1]
            B = S[sp - 2]
            for l in range(n):
                B[l] = 1 if A[l] < B[l] else 0
            sp -= 1
        elif o == NOT:
            A = S[sp - 1]
            for l in range(n):
                A[l] = A[l] ^ 1
        elif o == MINE:
            A = S[sp - 1]
            for l in range(n):
                A[l] = (own[l] >> (U(A[l]) & U(31))) & ONE
        elif o == THEIRS:
            A = S[sp - 1]
            for l in range(n):
                A[l] = (opp[l] >> (U(A[l]) & U(31))) & ONE
        elif o == EMPTY:
            A = S[sp - 1]
            for l in range(n):
                A[l] = (((own[l] | opp[l]) >> (U(A[l]) & U(31))) & ONE) ^ ONE
        else:
            A = S[sp]
            B = F[o - NOWN]
            for l in range(n):
                A[l] = B[l]
            sp += 1
    for l in range(n):
        res[l] = S[0, l]


@njit(cache=C)
def play(
    c0: Any,
    a0: Any,
    l0: Any,
    c1: Any,
    a1: Any,
    l1: Any,
    rnd0: Any,
    rnd1: Any,
    ngames: Any,
    seed: Any,
    depth: Any,
) -> Any:
    np.random.seed(seed)
    maxn = 4096
    own = np.empty(maxn, np.uint32)
    opp = own.copy()
    own2 = own.copy()
    opp2 = own.copy()
    rem = np.empty(maxn, np.int64)
    rem2 = rem.copy()
    HK = np.zeros(4 * maxn, np.uint64)
    HR = np.zeros(4 * maxn, np.int64)
    HG = np.zeros(4 * maxn, np.int64)
    gid = 0
    F = np.empty((12, maxn), np.int32)
    S = np.empty((depth + 3, maxn), np.int32)
    res = np.empty(maxn, np.int32)
    cnt = np.zeros(6, np.int64)
    w = 0
    draw = 0
    turns = 0
    evals = 0
    nodes = 0
    firstw = 0
    single = 0
    groups = 0
    big = 0
    init_own = U(0)
    init_opp = U(0)
    for s in range(1, 15):
        if s % 2 == 0:
            init_own |= U(1 << s)
        else:
            init_opp |= U(1 << s)
    for g in range(ngames):
        side = np.random.randint(2)
        first = side
        me = init_own
        th = init_opp
        winner = -1
        t = 0
        fresh = True
        while t < 500:
            if fresh:
                t += 1
                turns += 1
            fresh = True
            if me & B27:
                k = throw()
                me ^= B27
                if k != 4:
                    s = U(1 << 15)  # type: ignore[assignment]
                    while (me | th) & s:
                        s >>= ONE  # type: ignore[assignment]
                    me |= s
            else:
                cnt[:] = 0
                nt = 0
                while True:
                    k = throw()
                    cnt[k] += 1
                    nt += 1
                    if k == 2 or k == 3 or nt >= 4:
                        break
                again = k != 2 and k != 3
                n, a, p, gid = gen(me, th, cnt, nt, own, opp, rem, own2, opp2, rem2, HK, HR, HG, gid, maxn)
                groups += 1
                if n > big:
                    big = n
                if (side == 0 and rnd0) or (side == 1 and rnd1):
                    j = np.random.randint(n)
                elif n == 1:
                    j = 0
                else:
                    feats(a, p, n, F)
                    if side == 0:
                        run_prog(c0, a0, l0, a, p, n, F, S, res)
                        nodes += n * l0
                    else:
                        run_prog(c1, a1, l1, a, p, n, F, S, res)
                        nodes += n * l1
                    j = 0
                    for i in range(1, n):
                        if res[i] > res[j]:
                            j = i
                evals += n
                if n == 1:
                    single += 1
                me = a[j]
                th = p[j]
                if again and me != 0 and not (me & B27):
                    fresh = False
                    continue
            if me == 0:
                winner = side
                break
            x = me
            me = th
            th = x
            side = 1 - side
        if winner == -1:
            draw += 1
            winner = np.random.randint(2)
        if winner == 0:
            w += 1
        if winner == first:
            firstw += 1
    return w, draw, turns, evals, nodes, firstw, single, groups, big


def program(tokens: list[Token]) -> Program:
    back = tokens[::-1]
    return np.array([t[0] for t in back], np.int32), np.array([t[1] for t in back], np.int32), len(back)


def random_tree(rng: Any, depth: Any, number: bool = True) -> list[Token]:
    """A nearly full tree; the same seed gives the same tree."""
    if number:
        if depth <= 0 or rng.random() < 0.05:
            return [(rng.choice([CONST, NOWN, NOPP, LEAD, LAST, OLEAD, OLAST]), rng.randint(1, 30))]
        op = rng.choice([ADD, SUB, MUL, IF])
        if op == IF:
            return (
                [(IF, 0)]
                + random_tree(rng, depth - 1, False)
                + random_tree(rng, depth - 1)
                + random_tree(rng, depth - 1)
            )
        return [(op, 0)] + random_tree(rng, depth - 1) + random_tree(rng, depth - 1)
    if depth <= 1 or rng.random() < 0.3:
        return [(rng.choice([MINE, THEIRS, EMPTY]), 0)] + random_tree(rng, 0)
    op = rng.choice([AND, OR, NOT])
    out = [(op, 0)] + random_tree(rng, depth - 1, False)
    return out if op == NOT else out + random_tree(rng, depth - 1, False)
