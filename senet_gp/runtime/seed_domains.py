"""What a seed is used for: one number for each use, so that no two uses draw the same random numbers.

Every random stream derives from a key ``key_of(seed, domain, ...)``. Two uses of one seed, such as a run's
tournaments and its breeding, name different domains, and so their streams are independent. The numbers are
part of every recorded result: they never change, and a new use takes a new number.
"""

from __future__ import annotations

from enum import IntEnum


class SeedDomain(IntEnum):
    """The uses of a seed.

    >>> from senet_gp.runtime.streams import key_of
    >>> key_of(1, SeedDomain.MATCH) == key_of(1, SeedDomain.TOURNAMENT)
    False
    """

    MATCH = 0  #: measured matches
    EVALUATION = 1  #: the tests and games by which a generation is evaluated
    FINAL = 2  #: the final among the last winners of a run
    TOURNAMENT = 3  #: round robins and knockouts between players
    REPRODUCTION = 4  #: the experiments that repeat the paper of 1995
    SPARRING = 5  #: games of a run against a person
    BREEDING = 6  #: selection, crossover and mutation
    EXPLANATION = 8  #: games and positions sampled to explain a player
    RUN_VIEW = 9  #: games against the panel while a run is shown live
    CURVE = 10  #: the measured strength of a run's winners
    SCORES = 12  #: games of individuals against fixed opponents, outside a run
    SIZES = 14  #: the measured strength of the best players of each size
    EXPERIMENT = 16  #: champions and winners of an experiment's runs, measured
    LESSONS = 20  #: lesson games of a learning player
    LABELS = 22  #: games in which decisions are met and valued, in the suite ``regret``
    ISLANDS = 24  #: the seeds of the islands of a run
    REGRET = 28  #: games against perfect play that estimate a player's regret
    CHANCES = 31  #: playouts that estimate the chances of winning at a position
    NETWORK = 33  #: first weights and self-play of a network that learns
    TEACHER = 35  #: the network that a run trains as its teacher
    TUNING = 37  #: the terms that are tried when individuals are tuned
