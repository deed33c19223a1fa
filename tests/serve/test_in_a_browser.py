"""The page in a real browser: it loads, and its policy lets it."""

from __future__ import annotations

from pathlib import Path

from browser import browser, complaints
from selenium.webdriver import Chrome
from served import served

__all__ = ["browser"]


def test_the_page_opens_without_a_complaint(browser: Chrome, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        browser.get(server.address)
        assert "senet-gp" in browser.title
        assert complaints(browser) == []
