"""Expressions made shorter, when asked for: by proven rules, or by what real decisions show."""
