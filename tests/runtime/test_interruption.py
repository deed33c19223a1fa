"""Interruptions are handled only where they do no harm."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from patience import PATIENCE
from thinned import thinned

import senet_gp
from senet_gp.runtime import interruption

ROOT = Path(senet_gp.__file__).resolve().parent.parent
LISTENING = """
import os, signal, sys
from senet_gp.runtime import interruption
from senet_gp.runtime.interruption import check, heard_at_once, listen
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests may be run by nohup
listen()
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LISTENING + program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_a_signal_waits_for_the_next_check() -> None:
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


#: What never ends, and never lets Python handle a signal.
ENDLESS = {
    "a kernel": """
from senet_gp.runtime.compiled import kernel
@kernel
def endless(number):
    while number >= 0:
        number = (number + 1) & 1023
    return number
endless.compile("int64(int64)")
print("busy", flush=True)
endless(1)
""",
    "a function in C that holds the lock of Python": """
from itertools import repeat
print("busy", flush=True)
sum(repeat(0))
""",
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can")
@pytest.mark.parametrize("number", thinned([signal.SIGINT, signal.SIGTERM], kept=[0]))
@pytest.mark.parametrize("kind", ENDLESS)
def test_what_never_ends_is_ended_by_the_second_signal(kind: str, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING + ENDLESS[kind]], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "busy\n"
            # One that comes just before the endless part is still noted by Python.
            for _ in range(3):
                process.send_signal(number)
                await_delivery(process, number)
            process.wait(60)
        finally:
            process.kill()
    assert process.returncode == -number


def await_delivery(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """Wait until a signal that was sent to a process has reached it."""
    while process.poll() is None:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        pending = next(line for line in lines if line.startswith("ShdPnd")).split()[1]
        if not int(pending, 16) >> (number - 1) & 1:
            return


def test_compiled_code_is_never_broken_by_a_signal() -> None:
    # Without listen() this fails with SystemError nearly always: the unpickling of arguments is Python's.
    done = run("""
from primitives import vocabulary_of
from senet_gp.engine.program import translate
from senet_gp.trees.text import from_lisp
words = vocabulary_of("senet")
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


def test_a_terminal_that_is_closed_tells_it_twice() -> None:
    done = run("""
os.kill(os.getpid(), signal.SIGHUP)
os.kill(os.getpid(), signal.SIGHUP)
try:
    check()
except KeyboardInterrupt:
    print("heard", flush=True)
os.kill(os.getpid(), signal.SIGINT)
print("never")
""")
    assert (done.stdout, done.returncode) == ("heard\n", 130)


def test_nohup_is_respected() -> None:
    done = run("""
signal.signal(signal.SIGHUP, signal.SIG_IGN)
listen()
os.kill(os.getpid(), signal.SIGHUP)
check()
print("worked on")
""")
    assert done.stdout == "worked on\n"


def test_where_an_exception_would_do_harm_the_program_ends_with_its_message() -> None:
    for before, inside in (("", "os.kill(os.getpid(), signal.SIGTERM)"), ("os.kill(os.getpid(), 2)", "")):
        done = run(f"""
{before}
with interruption.ends_the_program("nothing is lost"):
    {inside}
    print("never")
""")
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "nothing is lost\n")
    done = run("""
with interruption.ends_the_program("nothing is lost"):
    pass
os.kill(os.getpid(), signal.SIGTERM)
print("worked on")
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "worked on\n", "")


def test_until_the_first_check_an_interruption_ends_the_program_at_once() -> None:
    begin = 'interruption.end_until_asked("nothing is begun")\n'
    stop = "os.kill(os.getpid(), signal.SIGTERM)\n"
    for program in (begin + stop, stop + begin):
        done = run(program + "print('never')")
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "nothing is begun\n")
    asked = ("check()", "with heard_at_once(): pass", "with interruption.ends_the_program(''): pass")
    for ask in asked:
        done = run(f"{begin}{ask}\n{stop}print('worked on')")
        assert (done.returncode, done.stdout, done.stderr) == (0, "worked on\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_import_that_does_not_end_is_ended(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "numba.py").write_text("print('imported', flush=True)\nwhile True: pass\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "senet_gp", "match", "senet", "random", "random"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "imported\n"
    process.send_signal(number)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, said) == (130, "senet-gp: interrupted before anything was begun.\n")


def test_a_signal_that_is_held_back_comes_later() -> None:
    done = run("""
with interruption.held_back():
    os.kill(os.getpid(), signal.SIGTERM)
    check()
    print("held back", flush=True)
try:
    check()
except KeyboardInterrupt:
    print("heard")
""")
    assert done.stdout == "held back\nheard\n"


def test_a_signal_is_put_off_where_stopping_would_lose_something() -> None:
    done = run("""
os.kill(os.getpid(), signal.SIGTERM)
with interruption.put_off():
    check()
    print("put off", flush=True)
try:
    check()
except KeyboardInterrupt:
    print("heard", flush=True)
with interruption.put_off():
    os.kill(os.getpid(), signal.SIGTERM)
    print("not reached")
""")
    assert done.stdout == "put off\nheard\n"
    assert done.returncode == 130


def test_a_signal_that_is_put_off_ends_one_wait_at_most() -> None:
    for before, inside in (("os.kill(os.getpid(), 15)", ""), ("", "os.kill(os.getpid(), 15)")):
        done = run(f"""
from select import select
{before}
with interruption.put_off():
    for wait in range(3):
        with heard_at_once():
            if wait == 0:
                {inside or "pass"}
            print(wait == 0 or select(interruption.wakeups(), [], [], 0)[0])
try:
    check()
except KeyboardInterrupt:
    print("heard")
""")
        assert done.stdout == "True\n[]\n[]\nheard\n", done.stderr


def test_a_worker_leaves_ctrl_c_to_its_parent() -> None:
    done = run("""
os.kill(os.getpid(), signal.SIGINT)
with interruption.held_back():
    child = os.fork()
    if not child:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGHUP)
        interruption.leave_to_parent()
        check()
        os.kill(os.getpid(), signal.SIGTERM)
print(os.waitpid(child, 0)[1] == signal.SIGTERM)
""")
    assert done.stdout == "True\n"


def test_interruptions_are_heard_before_anything_heavy_is_imported() -> None:
    # What main() imports before it listens is imported within it.
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import senet_gp.__main__; "
        "from senet_gp.runtime import interruption, standard_streams; print(*sys.modules)"
    )
    # Without what a virtual environment may import by itself.
    command = [sys.executable, "-I", "-S", "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith(("senet_gp", "primitives"))}
    assert ours == {
        *(
            "senet_gp",
            "senet_gp.runtime",
            "senet_gp.runtime.errors",
            "senet_gp.runtime.interruption",
            "senet_gp.runtime.origins",
            "senet_gp.runtime.standard_streams",
        ),
        "senet_gp.__main__",
    }
    assert not {"typing", "re", "click", "inspect", "pathlib"} & set(loaded)


def test_a_signal_just_before_a_wait_is_not_slept_through() -> None:
    """Python's own code handles the signal; a wait in C must end for it."""
    done = run("""
import select
from senet_gp.runtime.interruption import leave_to_parent, wakeups
assert select.select(wakeups(), [], [], 0)[0] == []
os.kill(os.getpid(), signal.SIGINT)
assert select.select(wakeups(), [], [], 0)[0] == wakeups() != []
leave_to_parent()
assert wakeups() == []
print("done")
""")
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


def test_work_is_given_up_in_its_own_thread_and_not_where_it_would_lose_something() -> None:
    with interruption.given_up_if(lambda: False):
        interruption.check()
    with interruption.given_up_if(lambda: True):
        with ThreadPoolExecutor(1) as another:
            another.submit(interruption.check).result()
        with interruption.put_off():
            interruption.check()
        with pytest.raises(KeyboardInterrupt):
            interruption.check()
    interruption.check()
