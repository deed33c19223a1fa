"""What notebooks show of objects: pictures in SVG, tables in HTML (see :mod:`senet_gp.displays`).

Notebooks are light or dark, and a program cannot see which. So pictures have a light background of their own,
and tables take the colours of the notebook.
"""
