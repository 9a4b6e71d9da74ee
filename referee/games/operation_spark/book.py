"""The rulebook's register: every chapter adds its checks and effects to `RULES`."""

from __future__ import annotations

from referee.rulebook import Rulebook

RULES = Rulebook("operation_spark")
