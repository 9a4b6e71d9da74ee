"""What a finding rests on besides the rules: stand-in figures and defects of the rulebook."""

from __future__ import annotations

from referee.games.operation_spark.state import OperationBoard


def figure(board: OperationBoard, name: str) -> int:
    """A single figure of the rules."""
    value = board.data.tables["figures"].cell(name, "value")
    return value if isinstance(value, int) else 0


def figures(board: OperationBoard, *names: str) -> tuple[str, ...]:
    """Those of the single figures that are stand-ins, as findings name them."""
    table = board.data.tables["figures"]
    return tuple(
        f"{name} ({table.source_of(name)})"
        for name in names
        if table.source_of(name).kind == "stand-in"
    )


def charts(board: OperationBoard, *names: str) -> tuple[str, ...]:
    """Those of the charts that are stand-ins, as findings name them."""
    named = (board.data.tables[name] for name in names)
    return tuple(f"{t.title} ({t.source})" for t in named if t.source.kind == "stand-in")


def defects(board: OperationBoard, *names: str) -> tuple[str, ...]:
    """Defects of the printed rules with the reading applied, as findings name them."""
    known = (board.data.defects[name] for name in names)
    return tuple(f"defect {d.id} of {', '.join(d.place)}: {d.reading}" for d in known)
