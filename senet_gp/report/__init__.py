"""The report on a run: what is measured of it, and the page that shows it."""
