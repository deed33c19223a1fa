"""Print the functions that an option's value passes on its way from the command line into a run.

    python scripts/trace_option.py [--option mutation-chance] [--value 0.1375]

It plays two tiny generations of hexapawn in this process, and lists each function of senet_gp that is given
the value, and how often: by itself, or in a table of options, a list or the like. Functions that are given a
configuration which holds it are only counted, and so is how often a configuration is resolved. Choose a value
that nothing else has. To trace another checkout, run it there with ``PYTHONPATH`` set.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

TINY = ["--population", "12", "--generations", "2", "--games", "2", "--final-games", "2", "--workers", "1"]


class Trace:
    """Which functions are given a value, noted by a profile function.

    Args:
        value: the value, as the command line writes it.
        root: the directory whose functions are noted.

    Attributes:
        given: how often each function is given the value itself or a table with it, in their order.
        configured: those that are given a configuration with it.
        resolved: how often a configuration was asked to be resolved, and how often a resolved one was made.
    """

    def __init__(self, value: str, root: Path) -> None:
        self.values, self.root = {value, float(value)}, f"{root}/"
        self.given: Counter[str] = Counter()
        self.configured: set[str] = set()
        self.resolved: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Note a call."""
        code = frame.f_code
        file = code.co_filename.removeprefix(self.root)
        if (
            event != "call"
            or not file.startswith(("senet_gp/", "primitives/"))
            or code.co_name.startswith("<")
        ):
            return
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 4) + bool(code.co_flags & 8)  # *arguments and **options
        arguments = [frame.f_locals.get(name) for name in code.co_varnames[:count]]
        called = f"{file.removesuffix('.py')}: {code.co_qualname}"
        if any(self._holds(argument, 2) for argument in arguments):
            self.given[called] += 1
        elif any(_is_config(argument) for argument in arguments):
            self.configured.add(called)
            if type(arguments[0]).__name__ == "Config" and code.co_name == "resolved":
                self.resolved["asked"] += 1
            elif code.co_qualname == "ResolvedConfig.__post_init__":
                self.resolved["made"] += 1

    def _holds(self, thing: Any, depth: int) -> bool:
        """Whether something is the value, or a table, list or the like with it."""
        if isinstance(thing, str | float):
            return thing in self.values
        if not depth or type(thing) not in {dict, list, tuple}:
            return False
        inside = thing.values() if isinstance(thing, dict) else thing
        return any(self._holds(one, depth - 1) for one in list(inside))


def _is_config(thing: Any) -> bool:
    return any(kind.__name__ == "Config" for kind in type(thing).__mro__)


@contextlib.contextmanager
def profiled(trace: Trace) -> Iterator[None]:
    """Inside this context calls are noted."""
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--option", default="mutation-chance", help="the option, without dashes before it")
    parser.add_argument("--value", default="0.1375", help="its value, a number")
    given = parser.parse_args()
    import senet_gp
    from senet_gp.cli import cli

    trace = Trace(given.value, Path(senet_gp.__file__).resolve().parents[1])
    with TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        command = [
            "evolve",
            "hexapawn",
            f"--{given.option}",
            given.value,
            *TINY,
            "--quiet",
            "--out",
            f"{place}/run",
        ]
        with profiled(trace):
            cli.main(command, standalone_mode=False, prog_name="senet-gp")
    print(
        *(f"{name}{f' ({times} times)' if times > 1 else ''}" for name, times in trace.given.items()),
        sep="\n",
    )
    print(
        f"{len(trace.given)} functions are given --{given.option} {given.value} by itself or in a table, "
        f"{len(trace.configured)} others in a configuration; resolved configurations: "
        f"{max(trace.resolved.values())}"
    )


if __name__ == "__main__":
    main()
