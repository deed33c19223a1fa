"""Options that belong to single operators: their rows declare them (``OperatorRow.own``).

A configuration holds them together, in ``operator_options``, so an operator from outside brings options of
its own without a change of the configuration.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from senet_gp.evolution.evaluation.registry import CREDITS, SUITES
from senet_gp.evolution.operator_rows import OPERATORS
from senet_gp.runtime.checks import kind_of, of_kind
from senet_gp.runtime.errors import UsageError, shortened

if TYPE_CHECKING:
    from senet_gp.evolution.operator_rows import OperatorOption


def own_options(chosen: Mapping[str, Any]) -> dict[str, OperatorOption]:
    """The options of the chosen operators, by name.

    >>> list(own_options({"selection": "double-tournament", "crossover": "paper"}))
    ['parsimony_size', 'fitness_first']

    Args:
        chosen: the names of operators, by the option that names them; other options are ignored.
    """
    rows = (OPERATORS[option][chosen[option]] for option in OPERATORS if option in chosen)
    return {name: option for row in rows for name, option in row.own.items()}


def completed(given: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options of operators, with the defaults of those that are not given.

    Options of operators that are not chosen are kept, as other options are that have no effect.

    >>> completed({"fitness_first": False}, {"selection": "double-tournament"})
    {'parsimony_size': 1.4, 'fitness_first': False}

    Args:
        given: the values of options, by name.
        chosen: the names of the run's operators, by the option that names them.

    Raises:
        UsageError: if no operator has an option of this name, or a value does not fit.
    """
    of_all = {
        name: option
        for rows in OPERATORS.values()
        for row in rows.values()
        for name, option in row.own.items()
    }
    own = own_options(chosen)
    values = {
        name: _checked(name, option.default, option._replace(between=None)) for name, option in own.items()
    }
    for name, value in given.items():
        if name not in of_all:
            raise UsageError(
                f"no operator has the option {shortened(repr(name))}: the options of operators are "
                f"{', '.join(of_all)}"
            )
        values[name] = _checked(name, value, own.get(name, of_all[name]))
    return values


def _checked(name: str, value: Any, option: OperatorOption) -> Any:
    kind = kind_of(option.default)
    if kind in {bool, int, float}:
        return of_kind(kind, name, value, option.between)
    if not isinstance(value, kind):
        wanted = "a text" if kind is str else kind.__name__
        raise UsageError(f"{name} is {shortened(repr(value))}, but it must be {wanted}")
    return str(value) if kind is str else value


def check_table(options: Mapping[str, Any], suites: Collection[str]) -> None:
    """Check that the evaluation gives the points of each test if the selection needs them.

    Args:
        options: the options of the run, by name.
        suites: the suites that it can use, and the knockout.

    Raises:
        UsageError: if it does not.
    """
    selection, fitness = options["selection"], options["fitness"]
    if not OPERATORS["selection"][selection].by_table:
        return
    giving = [name for name, row in CREDITS.items() if row.gives_table]
    if SUITES[fitness].credit is None:
        credited = [name for name in suites if SUITES[name].credit is not None]
        raise UsageError(
            f"selection is {selection}, which needs the points of each test, but fitness is {fitness}, which "
            f"has no tests: use --fitness {' or '.join(credited)} with --credit {' or '.join(giving)}"
        )
    if options["credit"] not in giving:
        raise UsageError(
            f"selection is {selection}, which needs the points of each test: use --credit "
            f"{' or '.join(giving)}"
        )
