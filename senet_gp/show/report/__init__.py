"""The report on a run: its measurements, and the page that shows them."""
