"""What a finding rests on besides the rules: stand-in charts and defects of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.hexes import Hex, Hexside
from referee.games.bold_stroke.state import CampaignBoard


def charts(board: CampaignBoard, *tables: str) -> tuple[str, ...]:
    """Those of the charts that are stand-ins, as findings name them."""
    named = (board.data.tables[table] for table in tables)
    return tuple(f"{t.title} ({t.source})" for t in named if t.source.kind == "stand-in")


def figures(board: CampaignBoard, units: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Those of some strengths, by piece and column, that are stand-ins."""
    found = []
    for name, column in units:
        piece = board.pieces.get(name)
        if piece is not None:
            source = piece.counter.source_of(f"{piece.face}.{column}")
            if source.kind == "stand-in":
                found.append(f"{piece.name}, {column} ({source})")
    return tuple(dict.fromkeys(found))


def hexsides(board: CampaignBoard, target: Hex, starts: Iterable[Hex]) -> tuple[str, ...]:
    """The map, if a hex or the features of its sides that an attack crosses are stand-ins."""
    game_map = board.data.map
    sides = (game_map.hexsides.get(Hexside(start, target), ()) for start in starts)
    sources = [game_map.hexes[target].source, *(f.source for side in sides for f in side)]
    return ("the map (stand-in)",) if any(s.kind == "stand-in" for s in sources) else ()


def defects(board: CampaignBoard, *names: str) -> tuple[str, ...]:
    """Defects of the printed rules with the reading applied, as findings name them."""
    known = (board.data.defects[name] for name in names)
    return tuple(f"defect {d.id} of {', '.join(d.place)}: {d.reading}" for d in known)


def of_rule(board: CampaignBoard, rule: str) -> tuple[str, ...]:
    """The defects that touch a paragraph: what a finding by it rests on."""
    return defects(board, *(d.id for d in board.data.defects.values() if rule in d.place))
