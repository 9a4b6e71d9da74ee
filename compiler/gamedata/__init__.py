"""The data of a game: the shapes of its files, the checks on them, and `GameData` made of them.

Start with `loader.load_game`; what it gives is described in `model`.
"""
