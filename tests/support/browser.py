"""A real browser without a window: Chromium, driven by selenium.

Where there is no browser the tests that need one are skipped, but not in continuous integration, which sets
the variable ``CI``.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator

import pytest
from patience import PATIENCE
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

_MISSING = "there is no Chromium with its driver here (Debian's packages chromium and chromium-driver)"
#: What wide screens and phones show.
WIDE, PHONE = (1280, 900), (390, 844)


def commands() -> tuple[str, str] | None:
    """The commands of Chromium and of its driver; None if one of them is missing."""
    browsers = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    found, driver = next(filter(None, browsers), None), shutil.which("chromedriver")
    return (found, driver) if found and driver else None


@contextlib.contextmanager
def chromium(size: tuple[int, int] = WIDE, *arguments: str) -> Iterator[Chrome]:
    """Chromium without a window.

    Args:
        size: the width and the height of the page, in pixels.
        arguments: further arguments of Chromium.
    """
    found = commands()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(_MISSING)
        pytest.skip(_MISSING)
    options = ChromeOptions()
    options.binary_location = found[0]
    for argument in (
        "--headless=new",
        "--no-sandbox",  # the tests may run as root
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        *arguments,
    ):
        options.add_argument(argument)
    # What the page logs, errors of its scripts and refusals of its policy among them.
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, Service(found[1]))
    # A checker of accessibility takes long on a busy machine.
    driver.set_script_timeout(PATIENCE)
    try:
        show_at(driver, size)
        yield driver
    finally:
        driver.quit()


def show_at(driver: Chrome, size: tuple[int, int]) -> None:
    """Give the page a size, also one that is smaller than a window can be."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def prefer(driver: Chrome, **features: str) -> None:
    """Let the reader prefer something, such as ``prefers_color_scheme="dark"``."""
    named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})


def complaints(driver: Chrome) -> list[str]:
    """What the browser has complained about since this was last asked."""
    return [str(entry["message"]) for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
