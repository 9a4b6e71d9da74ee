"""The referee: reads logs of play, replays them against a game's rules, and reports what was wrong.

It imports `compiler` (data and formats) and is imported by nothing.
"""
