"""Reading logs of play.

`vassal` reads VASSAL's saves and logs into events; `movelog` reads and writes the product's own
move logs. Rules and judgements are not made here.
"""
