"""Printable sheets of a game as PDF: counters to cut out, and charts.

Vectors throughout, from the same drawings as the module's pictures; `pages` has the geometry.
Not a drawing package: what a counter or a chart looks like is decided in `compiler.art`.
"""

from compiler.sheets.charts import chart_sheet
from compiler.sheets.counters import counter_sheet
from compiler.sheets.pages import PAGES, SheetError

__all__ = ["PAGES", "SheetError", "chart_sheet", "counter_sheet"]
