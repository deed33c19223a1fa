"""Print the lowest version of every dependency that pyproject.toml declares, as constraints for pip.

    python scripts/lowest_versions.py > lowest.txt
    pip install --constraint lowest.txt '.[test]'

Continuous integration runs the tests with these versions, which shows that they are sufficient.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest_versions() -> list[str]:
    """One line ``name==version`` for every dependency that is declared as ``name>=version``.

    Raises:
        ValueError: if a dependency is declared without a lowest version.
    """
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *extras["test"]]
    lines = []
    for requirement in declared:
        if own := re.fullmatch(rf"{project['name']}\[([a-z,]+)\]", requirement):
            # Extras of this project, which are gone through, too.
            declared += [more for extra in own[1].split(",") for more in extras[extra]]
            continue
        name, found, version = requirement.partition(">=")
        if not found:
            raise ValueError(f"pyproject.toml declares {requirement!r} without a lowest version")
        lines.append(f"{name}=={version}")
    return sorted(lines)


if __name__ == "__main__":
    print("\n".join(lowest_versions()))
