"""Values by key, of which the ones used last are kept."""

from __future__ import annotations

from senet_gp.runtime.recent import Recent


def test_what_is_not_used_for_longest_goes_first() -> None:
    kept = Recent[str, int](2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert kept.items() == [("a", 1), ("c", 3)]
    kept.put("a", 4)
    assert kept.items() == [("c", 3), ("a", 4)]
    assert kept.get("b") is None


def test_large_values_leave_room_for_fewer() -> None:
    kept = Recent[int, str](6, len)
    for key, value in enumerate(("aaa", "bbb", "c", "dddd")):
        kept.put(key, value)
    assert kept.items() == [(2, "c"), (3, "dddd")]
    kept.put(4, "longer than all")
    assert kept.items() == [(4, "longer than all")]
