"""What a finding rests on besides the rules: stand-in charts and defects of the rulebook."""

from __future__ import annotations

from referee.games.bold_stroke.state import CampaignBoard


def charts(board: CampaignBoard, *tables: str) -> tuple[str, ...]:
    """Those of the charts that are stand-ins, as findings name them."""
    named = (board.data.tables[table] for table in tables)
    return tuple(f"{t.title} ({t.source})" for t in named if t.source.kind == "stand-in")


def defects(board: CampaignBoard, *names: str) -> tuple[str, ...]:
    """Defects of the printed rules with the reading applied, as findings name them."""
    known = (board.data.defects[name] for name in names)
    return tuple(f"defect {d.id} of {', '.join(d.place)}: {d.reading}" for d in known)
