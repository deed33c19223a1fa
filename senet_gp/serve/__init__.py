"""One local page on which games are played, watched and analysed: ``senet-gp serve``.

:mod:`senet_gp.serve.interface` lists the requests and answers; docs/play.md says who can reach the page.
"""
