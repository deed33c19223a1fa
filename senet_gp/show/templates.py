"""Templates of HTML pages. All texts are escaped, since names and files may come from anyone."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment_of(package: str) -> Environment:
    """Where the templates of a package are found; a name without a value is an error.

    Args:
        package: the dotted name of the package; its templates are files beside its modules.
    """
    found = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["count"] = lambda number: f"{number:,}"
    return found
