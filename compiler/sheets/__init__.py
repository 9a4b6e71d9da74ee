"""Printable sheets of a game: counters, rosters, maps, charts and set-up cards.

Start with `printing.print_product`, or with one of the documents: `counters.counter_sheet`,
`rosters.roster_documents`, `maps.map_documents`, `charts.chart_sheet`, `setup_cards.setup_cards`.
`typesetting` sets a document, `publishing` writes it. Vectors throughout, from the same drawings as
the module's pictures: what a counter or a chart looks like is decided in `compiler.art`.
"""
