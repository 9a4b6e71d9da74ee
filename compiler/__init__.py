"""Turns the data of a hex-and-counter wargame into a VASSAL module and printable sheets.

The compiler knows no game by name: a game is a folder of data that it reads and checks.
It never judges play; that is the referee's part, which builds on this package.
"""
