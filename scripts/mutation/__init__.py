"""Mutation testing: single faults, put into a copy of the repository, that its tests are to find."""
