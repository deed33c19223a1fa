"""Simplification of expressions by proven rules; by decisions in games: :mod:`senet_gp.insight.simplify`.

Values have a normal form (:mod:`~senet_gp.trees.simplification.algebra`), with what is known of the boards
of each game (:mod:`~senet_gp.trees.simplification.facts`). Expressions are made with theirs, and short ones
of a form are searched for. Their form proves what is accepted, so no mistake of the search makes one wrong.
"""
