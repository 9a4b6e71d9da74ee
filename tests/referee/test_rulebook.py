"""What a register of rules accepts."""

from collections.abc import Callable
from types import ModuleType

import pytest

from referee.actions import Action, Declare, Move
from referee.rulebook import Rulebook


def test_a_rule_on_all_declarations_has_to_name_the_kind() -> None:
    rules = Rulebook("test")
    with pytest.raises(TypeError, match="name the kind"):
        rules.rule("1.1", on=Declare)(lambda action, board: ())


def test_rules_on_any_action_are_judged_before_those_on_its_kind() -> None:
    rules = Rulebook("test")
    judged: list[str] = []

    @rules.rule("1.1", on=Move)
    def of_moves(_: Move, __: object) -> tuple[()]:
        judged.append("move")
        return ()

    @rules.rule("1.2", on=Action)
    def of_all(_: Action, __: object) -> tuple[()]:
        judged.append("all")
        return ()

    assert not list(rules.check(Move(units=("a",), path=("0101",)), None))  # type: ignore[arg-type]
    assert judged == ["all", "move"]


def test_rules_are_judged_in_the_order_of_chapters() -> None:
    rules = Rulebook("test")
    judged: list[str] = []

    def noting(name: str) -> Callable[[Move, object], tuple[()]]:
        def check(_: Move, __: object) -> tuple[()]:
            judged.append(name)
            return ()

        check.__module__ = name
        return check

    for name in ("late", "early"):
        rules.rule("1.1", on=Move)(noting(name))
    rules.arrange([ModuleType("early"), ModuleType("late")])
    assert not list(rules.check(Move(units=("a",), path=("0101",)), None))  # type: ignore[arg-type]
    assert judged == ["early", "late"]
    with pytest.raises(ValueError, match="no chapter"):
        rules.arrange([ModuleType("early")])
