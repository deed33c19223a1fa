"""Give readers inputs that are far too large or deep, within bounds of memory, and watch the time they take.

Run as a program: the interpreter itself must survive it.
"""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

from fuzz_targets import TARGETS, Target, accepts

#: More memory than was taken when the first giant comes, in bytes.
_MAX_MEMORY = 1 << 30
#: Ten times the input may take so many times the time; were it in proportion to the square, a hundred.
_MAX_TIMES_LONGER = 35
_MIN_SECONDS = 0.02
#: What takes too long once is measured again, so many times at most: the machine may have been busy.
_TRIES = 5

_DEPTH, _EXPRESSION, _LENGTH = 50_000, 200_000, 150_000
_SENET = b"\x00"
_TABLE = b"senet-gp position table 1\ngame: hexapawn\n"
_RECORD = b"senet-gp game record 3\ngame: hexapawn\nstart: "
_DOCUMENTS = ("champion", "matchbox", "checkpoint")
_RAW_DOCUMENTS = ("champion file", "matchbox file", "checkpoint file")


def _log(rows: bytes) -> bytes:
    return TARGETS["log to report"].seeds[0] + rows


def _row() -> bytes:
    """The last row of a log that can be read."""
    return _log(b"").splitlines(keepends=True)[-1]


def _game_record(lines: bytes) -> bytes:
    return TARGETS["game record"].seeds[0] + lines


#: What is given to which targets; each as a function of a size.
GIANTS: dict[str, tuple[tuple[str, ...], Callable[[int], bytes]]] = {
    "nested lists": (
        ("champion file", "champion", "matchbox", "checkpoint", "recorded plan"),
        lambda n: b"[" * n,
    ),
    "nested objects": (
        ("champion file", "champion", "matchbox", "checkpoint", "measured run", "provenance"),
        lambda n: b'{"a":' * n + b"1" + b"}" * n,
    ),
    "nested in a member": (_DOCUMENTS, lambda n: b'{"results":' + b"[" * n + b"]" * n + b"}"),
    "a long list": (_DOCUMENTS, lambda n: b'{"boxes":[' + b"0," * (n // 3) + b"0]}"),
    "many objects": (_RAW_DOCUMENTS, lambda n: b'{"a":[' + b"{}," * n + b"0]}"),
    "a long number": (
        ("champion file", "champion", "checkpoint"),
        lambda n: b'{"version":' + b"9" * n + b"}",
    ),
    "a long exponent": (("champion file", "champion"), lambda n: b'{"version":1e' + b"9" * n + b"}"),
    "a long text": (("champion file", "champion", "matchbox"), lambda n: b'{"game":"' + b"a" * n + b'"}'),
    "many escapes": (("champion file", "champion"), lambda n: b'{"game":"' + b"\\ud800" * (n // 6) + b'"}'),
    "an open text": (("champion file",), lambda n: b'{"game":"' + b'\\"' * n),
    "NULs": (
        ("champion file", "configuration", "game record", "table of positions", "log"),
        lambda n: b"\0" * n,
    ),
    "empty lines": (
        ("champion file", "game record", "table of positions", "log"),
        lambda n: b"\n" * n,
    ),
    "nested arrays in TOML": (("configuration",), lambda n: b"a = " + b"[" * min(n, 16000)),
    "many seeds": (("configuration",), lambda n: b"seed_with = [" + b'"1",' * min(n, 60000) + b"]"),
    "a long seed": (("configuration",), lambda n: b'seed_with = ["' + b"(not_ " * min(n, 40000) + b'"]'),
    "nested tables in TOML": (("configuration",), lambda n: b"a = " + b"{a=" * min(n, 5000)),
    "dotted keys in TOML": (("configuration",), lambda n: b"a." * min(n, 8000) + b"a = 1"),
    "long hexadecimals": (("configuration",), lambda n: b"seed = 0x" + b"f" * min(n, 16000)),
    "a population of 10**12": (("configuration",), lambda _n: b"population = 1000000000000"),
    "games 10**18": (("configuration",), lambda _n: b'[fitness]\nname = "knockout"\ngames = 1' + 18 * b"0"),
    "open parentheses": (("expression",), lambda n: _SENET + b"(" * n),
    "open functions": (("expression",), lambda n: _SENET + b"(add " * n),
    "closing parentheses": (("expression",), lambda n: _SENET + b"1" + b")" * n),
    "a deep expression": (("expression",), lambda n: _SENET + b"(add 1 " * n + b"1" + b")" * n),
    "a long word": (("expression", "player", "position", "rule"), lambda n: _SENET + b"x" * n),
    "blanks": (("expression",), lambda n: _SENET + b" " * n),
    "searches": (("player",), lambda n: b"search:1:" * n),
    "a long number of a tree": (("player",), lambda n: b"random-tree:" + b"9" * n),
    "a long turn": (("player",), lambda n: b"search:" + b"9" * n + b":random-tree:1"),
    "many rules": (("rule",), lambda n: _SENET + b"pieces=1\n" * min(n, 2000)),
    "rows of positions": (("table of positions",), lambda n: _TABLE + b"0 a b c\n" * n),
    "words in a row": (("table of positions",), lambda n: _TABLE + b"a " * n),
    "an open cell": (("log",), lambda n: b'generation,version,"' + b"a\n" * n),
    "a long cell": (("log to report",), lambda n: _log(b"a" * n + b",1,2\n")),
    "rows of a log": (("log to report",), lambda n: _log(_row() * (n // len(_row())))),
    "columns of a log": (("log",), lambda n: b"games," * n + b"version\n" + b"1," * n + b"2\n"),
    "lines of a record": (("game record",), lambda n: _game_record(b"  1 x  1  1-4\n" * (n // 10))),
    "a line of a record": (("game record",), lambda n: _game_record(b"1" * n)),
    "a name in a record": (("game record",), lambda n: _RECORD + b"x" * n),
}
#: These are sound, however large.
_ACCEPTED = {"a deep expression"}


def _size(name: str, reader: str) -> int:
    if name.startswith(("nested", "a deep")):
        return _DEPTH
    return _EXPRESSION if reader == "expression" else _LENGTH


def _seconds(target: Target, data: bytes, accepted: bool) -> float:
    begun = time.process_time()
    assert accepts(target, data) == accepted, "refused" if accepted else "read"
    return time.process_time() - begun


def _times(reader: str, name: str) -> tuple[float, float]:
    """Seconds for a tenth of a giant and for all of it."""
    (_targets, giant), size = GIANTS[name], _size(name, reader)
    short, long = (_seconds(TARGETS[reader], giant(n), name in _ACCEPTED) for n in (size // 10, size))
    return short, long


def _in_proportion(short: float, long: float) -> bool:
    return long < _MAX_TIMES_LONGER * max(short, _MIN_SECONDS)


def main() -> None:
    """Give all giants to their targets; exit with 1 if one takes more than time in proportion to its size."""
    for target in TARGETS.values():
        accepts(target, target.seeds[0])  # compiled code is loaded before memory is bounded
    gc.freeze()  # going through all that is loaded here is not a reader's time
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    bound = pages * resource.getpagesize() + _MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    failed = False
    for name, (targets, _giant) in GIANTS.items():
        for reader in targets:
            try:
                tries = (_times(reader, name) for _ in range(_TRIES))
                slow = list(takewhile(lambda times: not _in_proportion(*times), tries))
                assert len(slow) < _TRIES, "{:.3f} s for a tenth, but {:.3f} s for all".format(*slow[-1])
            except BaseException as error:  # noqa: BLE001 - whatever it is, it should not be
                failed = True
                print(f"{reader}: {name}: {type(error).__name__} {str(error)[:200]}")  # noqa: T201
    sys.exit(failed)


if __name__ == "__main__":
    main()
