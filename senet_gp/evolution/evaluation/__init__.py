"""Evaluation: what individuals are put to (suites), and how fitness is made of it (credits)."""
