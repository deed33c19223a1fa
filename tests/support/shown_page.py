"""A page in a browser as its reader sees it: what is shown, clicked, pressed, and complained about."""

from __future__ import annotations

import base64
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import browser
import pytest
from patience import PATIENCE
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

#: The rules of accessibility that are checked: WCAG 2.2 A and AA, and what axe calls best practice.
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

T = TypeVar("T")


class ShownPage:
    """The page that a browser shows.

    Attributes:
        driver: selenium's driver.
    """

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def wide(self, width: int, height: int = 900, *, dark: bool = False, calm: bool = True) -> None:
        """Set the size of the page, its colours, and whether its reader wants no motion."""
        browser.show_at(self.driver, (width, height))
        browser.prefer(
            self.driver,
            prefers_color_scheme="dark" if dark else "light",
            prefers_reduced_motion="reduce" if calm else "no-preference",
        )

    def open(self, address: str) -> None:
        """Open an address anew, also if only what follows its # has changed."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def until(self, found: Callable[[], T]) -> T:
        """Wait until something is found, and return it."""
        return WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda _: found())

    def all(self, selector: str) -> list[WebElement]:
        """All elements of a CSS selector that are shown."""
        script = "return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility())"
        return self.run(script, selector)  # type: ignore[no-any-return]

    def one(self, selector: str) -> WebElement:
        """The first element of a CSS selector, as soon as it is shown."""
        return self.until(lambda: next(iter(self.all(selector)), None))  # type: ignore[return-value]

    def button(self, text: str) -> WebElement:
        """The button, or the link, with a text."""
        path = f"//*[self::button or self::a][normalize-space()={text!r}]"

        def shown() -> WebElement | None:
            found = self.driver.find_elements(By.XPATH, path)
            return next((one for one in found if one.is_displayed() and one.is_enabled()), None)

        return self.until(shown)  # type: ignore[return-value]

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(getattr(Keys, key, key))

    def text(self, selector: str = "main") -> str:
        """The text of an element that is shown."""
        script = "return document.querySelector(arguments[0])?.innerText ?? ''"
        return self.until(lambda: self.run(script, selector))  # type: ignore[no-any-return]

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a script."""
        return self.driver.execute_script(script, *arguments)  # type: ignore[no-untyped-call]

    def picture(self, path: Path) -> None:
        """Write a picture of the whole page."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return document.documentElement.clientWidth")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        options = {"captureBeyondViewport": True, "clip": clip}
        path.write_bytes(
            base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", options)["data"])
        )

    def complaints(self) -> list[str]:
        """What axe, an accessibility checker, and the browser's console complain about."""
        pytest.importorskip("axe_playwright_python", reason="pip install 'senet-gp[dev]'")
        if not self.run("return 'axe' in window"):
            # The page's policy runs no foreign script; the driver may.
            self.run((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
        found = self.driver.execute_async_script(  # type: ignore[no-untyped-call]
            "const [rules, done] = arguments;"
            "axe.run(document, {runOnly: rules, resultTypes: ['violations']}).then(done);",
            _RULES,
        )
        said = [
            f"{one['id']}: {one['help']}: {node['html'][:150]} {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]
        return said + self.errors()

    def errors(self) -> list[str]:
        """What the console has complained about since the last look."""
        return browser.complaints(self.driver)
