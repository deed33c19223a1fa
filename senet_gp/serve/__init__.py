"""One local page on which games are played, watched and analysed: ``senet-gp serve``.

docs/serve.md has the table of requests and answers, and says what is safe about it.
"""
