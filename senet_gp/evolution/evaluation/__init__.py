"""Evaluation: suites, which test individuals, and credits, which turn results of tests into fitness."""
