"""Interruptions are heard at good moments only."""

from __future__ import annotations

import subprocess
import sys

LISTENING = """
import os, signal, sys
from senet_gp import interruption
from senet_gp.interruption import check, heard_at_once, listen
listen()
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LISTENING + program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_signal_waits_for_a_good_moment() -> None:
    done = run("""
os.kill(os.getpid(), signal.SIGTERM)
print("worked on", flush=True)
try:
    check()
except KeyboardInterrupt:
    print("heard")
""")
    assert done.stdout == "worked on\nheard\n"
    assert done.returncode == 0


def test_a_wait_is_interrupted_at_once_and_also_by_an_earlier_signal() -> None:
    program = """
for wait in range(2):
    try:
        with heard_at_once():
            if not wait:
                os.kill(os.getpid(), signal.SIGINT)
            print("never")
    except KeyboardInterrupt:
        print("heard")
"""
    assert run(program).stdout == "heard\nheard\n"


def test_the_second_signal_ends_the_program() -> None:
    done = run("os.kill(os.getpid(), signal.SIGTERM)\nos.kill(os.getpid(), signal.SIGINT)\nprint('never')")
    assert done.returncode == 130
    assert done.stdout == ""


def test_compiled_code_is_never_broken_by_a_signal() -> None:
    # Without listen() this fails with SystemError nearly always: the unpickling of arguments is Python's.
    done = run("""
from primitives import vocabulary
from senet_gp.engine.program import translate
from senet_gp.trees.text import from_lisp
words = vocabulary("senet")
tree = from_lisp("(sub their_distance my_distance)", words)
translate(tree, words)
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.signal(signal.SIGALRM, signal.getsignal(signal.SIGTERM))
try:
    while True:
        translate(tree, words)
        check()
except KeyboardInterrupt:
    print("heard")
""")
    assert done.stdout == "heard\n", done.stderr
