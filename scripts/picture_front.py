"""Draw how strong the players of a run are by size, as README shows it.

    python scripts/picture_front.py RUN FILE

RUN is the directory of a run that has ended, such as of ``senet-gp evolve senet --preset strong``; the ending
of FILE, such as .png, names the format.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from senet_gp import WorkerPool
from senet_gp.players.by_size import of_run
from senet_gp.show.plots import save
from senet_gp.show.plots.run import draw_front
from senet_gp.show.run_report import landmark_shares


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, metavar="RUN")
    parser.add_argument("file", type=Path, metavar="FILE")
    given = parser.parse_args()
    sizes = of_run(given.run)
    with WorkerPool() as pool:
        save(draw_front(sizes, landmark_shares(sizes, 1, pool)), given.file)


if __name__ == "__main__":
    main()
