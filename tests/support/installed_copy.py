"""Whether the tests would test another copy of the packages than the one that stands beside them."""

from __future__ import annotations

from pathlib import Path

PACKAGES = ("senet_gp", "primitives")


def differing(here: Path, tested: Path) -> Path | None:
    """The first module of a checkout that the tested copy lacks or has otherwise; None if they are equal.

    Args:
        here: the directory that holds the packages of the checkout.
        tested: the directory that holds the packages that are imported.
    """
    if tested == here:
        return None
    for package in PACKAGES:
        for file in sorted((here / package).rglob("*.py")):
            copy = tested / file.relative_to(here)
            if not copy.is_file() or copy.read_bytes() != file.read_bytes():
                return file.relative_to(here)
    return None
