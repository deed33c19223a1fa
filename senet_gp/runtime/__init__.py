"""What every package needs and says nothing of games: errors, files, random streams, the compiler's cache."""

__version__ = "0.2.0"

#: The modules that register what the program brings along. The top of the house adds them, since they stand
#: above all that they name; :func:`senet_gp.runtime.plugins.load_built_in` imports them.
BUILT_IN: list[str] = []
