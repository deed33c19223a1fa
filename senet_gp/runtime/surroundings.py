"""What surrounds a program and would break it in a way that blames somebody else, each told in a sentence.

This module imports nothing but what Python has imported anyway, because a file of the person may hide
anything else.
"""

from __future__ import annotations

import os
import sys

from senet_gp.runtime.errors import SenetGpError

# As in typing, whose import would take as long as everything before interruptions are handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: Settings of numba with which it makes other machine code, but that its cache does not tell apart.
CHANGING_CODE = ("OPT", "BOUNDSCHECK", "DEBUGINFO", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DISABLE_INTEL_SVML")


def obstacles() -> Iterator[str]:
    """Why this package cannot work here, a sentence without a full stop for each reason."""
    if sys.flags.optimize >= 2:
        yield (
            "Python runs with -OO or PYTHONOPTIMIZE=2, which removes the texts that say what words and "
            "options mean: leave it out, or use -O"
        )
    if _jit_is_disabled():
        yield (
            "NUMBA_DISABLE_JIT is set, so numba compiles nothing, and without compiled code no game can be "
            "played: unset NUMBA_DISABLE_JIT"
        )
    if os.environ.get("NUMBA_CACHE_LOCATOR_CLASSES"):
        yield (
            "NUMBA_CACHE_LOCATOR_CLASSES is set, so compiled code would not be kept where senet-gp looks for "
            "it: unset NUMBA_CACHE_LOCATOR_CLASSES, and choose a directory by SENET_GP_CACHE"
        )


def without_directory() -> str:
    """What commands say where the current directory has been removed; "" where it is there."""
    try:
        os.getcwd()
    except OSError:
        return "the current directory does not exist any more: change into another (cd)"
    return ""


def check() -> None:
    """Refuse surroundings in which nothing can work.

    Raises:
        SenetGpError: if there are such.

    >>> check()
    """
    for sentence in obstacles():
        raise SenetGpError(sentence)


def _jit_is_disabled() -> bool:
    """Whether numba compiles nothing; a file ``.numba_config.yaml`` or the program itself may say so, too."""
    config = getattr(sys.modules.get("numba"), "config", None)
    if config is not None:
        return bool(getattr(config, "DISABLE_JIT", 0))
    return os.environ.get("NUMBA_DISABLE_JIT", "").strip() not in {"", "0"}


def changed_code() -> dict[str, str]:
    """The variables that are set and let numba make other machine code, with their values."""
    names = (f"NUMBA_{name}" for name in CHANGING_CODE)
    return {name: value for name in names if (value := os.environ.get(name, ""))}


def check_hidden(error: BaseException) -> None:
    """If a file that hides a module of the same name has caused an error, say so.

    A file ``random.py`` beside a program is what every library of the program gets for ``random``. Only what
    the error itself points to is blamed.

    Args:
        error: an error that was raised while modules were imported or used.

    Raises:
        SenetGpError: if there is such a file.

    >>> check_hidden(ImportError("no module named dice", name="dice"))
    """
    for name, file in _blamed(error):
        hidden = _hidden_by(file, name)
        if hidden:
            raise SenetGpError(
                f"the file {file} hides the module {name} in {hidden}, which senet-gp needs: give that file "
                "another name, or start the program elsewhere"
            ) from None


def _blamed(error: BaseException) -> Iterator[tuple[str, str]]:
    """The modules that an error points to, with their files: its own, and those whose code raised it."""
    modules = []
    if isinstance(error, AttributeError) and isinstance(error.obj, type(sys)):
        modules.append(vars(error.obj))
    if isinstance(error, ImportError) and error.name:
        modules.append(vars(sys.modules.get(error.name.partition(".")[0], sys)))
    trace = error.__traceback__
    while trace is not None:
        modules.append(trace.tb_frame.f_globals)
        trace = trace.tb_next
    for module in modules:
        name, file = module.get("__name__"), module.get("__file__")
        if name and file and name != "__main__":
            yield name, file
    cause = error.__cause__ or error.__context__
    if cause is not None:
        yield from _blamed(cause)


def _hidden_by(file: str, name: str) -> str | None:
    """The module that is not found because this file of the person is found first; None if there is none."""
    from importlib.machinery import PathFinder

    path = os.path.abspath(file)
    if os.path.basename(path).partition(".")[0] == "__init__":
        path = os.path.dirname(path)
    place = os.path.dirname(path)
    ours = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if "." in name or place == ours or place not in _places_of_the_person():
        return None
    others = [other for other in sys.path if os.path.abspath(other) != place]
    spec = PathFinder.find_spec(name, others)
    return spec.origin if spec is not None else None


def _places_of_the_person() -> set[str]:
    """The directories that are searched before those of Python and of what is installed."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return {os.path.abspath(place) for place in (os.curdir, *sys.path[:1], *named)}
