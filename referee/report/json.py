"""The audit as JSON, format `hexmarshal-audit/1` (`docs/audit-json.md`)."""

from __future__ import annotations

from typing import Any

from referee.audit import Audit
from referee.findings import Finding

FORMAT = "hexmarshal-audit/1"


def audit_json(audit: Audit) -> dict[str, Any]:
    """Plain data for `json.dumps`."""
    report: dict[str, Any] = {
        "format": FORMAT,
        "game": audit.game,
        "actions": len(audit.log.actions),
        "findings": [_finding(finding) for finding in audit.findings],
        "unread": list(audit.unread),
    }
    if audit.outcome is not None:
        report["outcome"] = {
            "level": audit.outcome.level,
            "points": audit.outcome.points,
            "note": audit.outcome.note,
        }
    return report


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "action": finding.action,
        "source": {"file": finding.origin.file, "step": finding.origin.step},
        "units": list(finding.units),
        "hexes": list(finding.hexes),
        "message": finding.message,
        "expected": finding.expected,
        "found": finding.found,
        "rests_on": list(finding.rests_on),
    }
