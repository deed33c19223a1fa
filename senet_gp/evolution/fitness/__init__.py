"""Fitness: where it comes from, one module for each kind."""
