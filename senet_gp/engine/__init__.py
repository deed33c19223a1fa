"""The engine: from trees to programs that score boards and play, in compiled code and in plain Python.

It also looks ahead in games with throws, teaches networks and plays by them, and finds exact win
probabilities and all lines of small games, by which players are judged and bred.
"""
