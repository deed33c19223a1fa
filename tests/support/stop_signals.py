"""The signals that stop a program."""

from __future__ import annotations

import signal

#: Tests that are run by nohup, and what they start, outlive a terminal.
STOP_SIGNALS = [
    *(signal.SIGINT, signal.SIGTERM),
    *([] if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]),
]
