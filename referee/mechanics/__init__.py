"""Mechanics that many games share: sequence of play, movement, zones of control, stacking.

They know no game: what differs comes in as data or as small functions.
"""
