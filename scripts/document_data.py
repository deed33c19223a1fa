"""Write docs/data.md from the classes of the rows of all tables.

python scripts/document_data.py
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from senet_gp.evolution.record.run_logs import ROWS
from senet_gp.experiments.runs_table import CostRow, RunRow
from senet_gp.runtime.logs import RowClass

FILE = Path(__file__).resolve().parent.parent / "docs" / "data.md"
TABLES: tuple[type[RowClass], ...] = (*ROWS, RunRow, CostRow)

_HEAD = """# Tables of runs and experiments

This page is for those who open the files of runs and experiments in pandas, R or a spreadsheet: every column
of every CSV file.

The last column of each, `version`, is the version of the table: a column that comes or goes makes a new one.
senet-gp reads only its own versions.

All tables but `timing.csv` and `cost.csv` are the same, byte for byte, for any number of workers and
[on other machines](promises.md#results), unless a clock ends the run or a person takes part.
`RunDirectory.open("run").frame()` joins `generations.csv` and `timing.csv`, and `evolution.frame()` has the
same columns; empty ones are left out. With [islands](islands.md), each has its own logs in `islands/1`,
`islands/2` and so on, and its number is the column `island` of the frame.

**Fitness** is what selection sees, and more is better. It depends on opponents, positions or decisions that
are new in each generation, so compare it within a generation. [The evaluation](methods.md#fitness-evaluation)
says what it is; after a knockout `fitness_best` is always the same, with the credit `lexicase`
`fitness_mean`.
"""

_END = """
## Genealogies

`evolve --log individuals` writes `individuals.csv`. Ids are unique in a run: the champion's lineage, and how
much fitter parents are than their generation, in standard deviations, are a few lines.

```python
import pandas as pd
from senet_gp import Config, SerialPool, play_run

config = Config.of("hexapawn", population=60, generations=8, games=4, log="individuals")
champion = play_run("bred", config, pool=SerialPool())
generations = pd.read_csv("bred/generations.csv", index_col="generation")
individuals = pd.read_csv("bred/individuals.csv", index_col="id").convert_dtypes()

lineage = [generations.winner_id[champion.origin["generation"]]]
while pd.notna(parent := individuals.parent[lineage[-1]]):
    lineage.append(parent)
print(individuals.loc[lineage, ["generation", "operator", "nodes", "fitness"]])

parents = individuals.melt(value_vars=["parent", "donor"]).value.dropna()
chosen = individuals.loc[parents].groupby("generation").fitness.mean()
print((chosen - generations.fitness_mean) / generations.fitness_std)  # the selection intensity
```

Of a run with islands, put the tables of all islands under one another first (`pd.concat`): a parent that
migrated has the id that it has on its own island.

`export RUN --front --format csv` has a line for each player of the front: `nodes`, `depth`, the `generation`
that it comes from, whether it is the `champion`, for each group of opponents the share of points and the
ends of its 95 % interval (`low`, `high`), and the `expression`.
"""


def section(row: type[RowClass]) -> str:
    """The section of a table."""
    table, lines = row.TABLE, []
    for name, field in described(row).items():
        about = field.metadata
        more = ", ".join(filter(None, [about["unit"], about["since"] and f"since version {about['since']}"]))
        lines.append(f"| `{name}` | {about['meaning']}{f' ({more})' if more else ''} |")
    return "\n".join(
        [
            f"\n## `{table.name}`\n",
            f"{table.holds[0].upper()}{table.holds[1:]}. Version {table.version}.\n",
            "| column | meaning |",
            "| --- | --- |",
            *lines,
        ]
    )


def described(row: type[RowClass]) -> dict[str, dataclasses.Field[object]]:
    """The fields of a class of rows that are columns, by what the page calls them."""
    fields = [one for one in row.__dataclass_fields__.values() if "meaning" in one.metadata]
    return {one.metadata["called"].replace(", ", "`, `") or one.name: one for one in fields}


def text() -> str:
    """The page."""
    return "\n".join([_HEAD.rstrip("\n"), *map(section, TABLES)]) + "\n" + _END


def unversioned(before: str) -> list[str]:
    """The tables whose columns are not those of a page before, though their version is.

    Args:
        before: the text of that page.
    """
    known = dict(_tables_in(before))
    return [name for name, now in _tables_in(text()) if name in known and _differs(now, known[name])]


def _differs(now: tuple[str, list[str]], before: tuple[str, list[str]]) -> bool:
    return now[0] == before[0] and now[1] != before[1]


def _tables_in(page: str) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    """The tables of a page, each with its version and the names of its columns."""
    for part in page.split("\n## `")[1:]:
        version = re.search(r"Version (\d+)", part)
        assert version
        yield part.partition("`")[0], (version[1], re.findall(r"^\| (`.+?`) \|", part, re.MULTILINE))


if __name__ == "__main__":
    changed = unversioned(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    if changed:
        sys.exit(
            f"{', '.join(changed)} has other columns in the same version: raise the version in TABLE of its "
            "class, and give it as since= to new columns"
        )
    FILE.write_text(text(), encoding="utf-8")
