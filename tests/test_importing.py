"""Importing the package changes nothing for the rest of the process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, locale, logging, os, pkgutil, random, signal, sys, threading, warnings
from importlib import import_module
# What libraries do when they are imported is theirs: scipy adds a warning, rich draws a random number.
import deap.base, deap.creator, matplotlib, numba, numpy, rich.console, scipy.optimize

def settings():
    return {
        "matplotlib": sorted((key, repr(value)) for key, value in matplotlib.rcParams.items()),
        "numba": {key: repr(value) for key, value in vars(numba.config).items() if key.isupper()},
        "numpy": [repr(numpy.get_printoptions()), repr(numpy.geterr()), repr(numpy.random.get_state())],
        "random": repr(random.getstate()),
        "signals": [repr(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
        "warnings": [repr(warnings.filters), repr(warnings.showwarning)],
        "recursion": sys.getrecursionlimit(),
        "hooks": [repr(hook) for hook in (sys.excepthook, sys.displayhook, threading.excepthook)],
        "streams": [repr(stream) for stream in (sys.stdin, sys.stdout, sys.stderr)],
        "threads": threading.active_count(),
        "path": sys.path,
        "environment": dict(os.environ),
        "directory": os.getcwd(),
        "logging": [logging.root.level, repr(logging.root.handlers)],
        "locale": locale.setlocale(locale.LC_ALL),
        "digits": sys.get_int_max_str_digits(),
        "deap": sorted(vars(deap.creator)),
    }

before = settings()
import primitives, senet_gp
for package in (senet_gp, primitives):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
after = settings()
print(json.dumps({key: [before[key], after[key]] for key in before if before[key] != after[key]}))
"""


@pytest.mark.slow
def test_importing_every_module_changes_no_setting() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {}
