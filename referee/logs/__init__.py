"""Reading and writing logs of play.

`vassal` reads VASSAL's saves and logs into events, `module_log` those of a game's module into
actions, and `module_writer` writes them; `movelog` reads and writes the product's own move logs.
Rules and judgements are not made here.
"""
