"""Boards set by hand follow the text of the rules.

They are put to the compiled rules and to the slow reference alike, since both could share a misreading.
"""

from __future__ import annotations

import pytest
from senet_rules import CompiledRules, Game, ReferenceRules


@pytest.fixture(params=[ReferenceRules(), CompiledRules()], ids=["reference", "compiled"])
def game(request: pytest.FixtureRequest) -> Game:
    implementation: Game = request.param
    return implementation
