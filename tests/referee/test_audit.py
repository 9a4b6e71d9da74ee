"""What an audit says of whole logs: the shipped samples, broken headers, undo, positions."""

from collections import Counter

import pytest

from compiler.gamedata.loader import load_game
from compiler.gamedata.model import GameData
from compiler.resources import game_folder
from referee import games
from referee.actions import (
    Action,
    BeginPhase,
    Declare,
    GameLog,
    Header,
    Move,
    Note,
    PieceAt,
    Place,
    Position,
    Roll,
    SetState,
    Undo,
    Unknown,
)
from referee.audit import Audit, AuditError, audit
from referee.logs.movelog import read_moves
from referee.report.json import audit_json
from referee.report.text import audit_text


@pytest.fixture(scope="module")
def data() -> GameData:
    return load_game(game_folder("bold_stroke"))


def judge(data: GameData, actions: list[Action], **header: object) -> Audit:
    plain = {"format": "hexmarshal-moves/1", "game": data.id, "scenario": "breakout"} | header
    log = GameLog(Header.model_validate(plain), tuple(actions))
    return audit(log, data, games.load(data.id))


def sample(data: GameData, name: str) -> Audit:
    path = game_folder(data.id) / "samples" / f"{name}.moves.jsonl"
    return audit(read_moves(path), data, games.load(data.id))


def test_a_legal_log_of_two_turns_has_no_findings(data: GameData) -> None:
    result = sample(data, "two-turns")
    assert result.findings == ()
    assert result.board.turn == 2


def test_the_five_faults_planted_in_it_are_found_and_nothing_else(data: GameData) -> None:
    result = sample(data, "planted-faults")
    found = Counter((finding.rule, finding.severity) for finding in result.findings)
    rules = ("8.2.1", "7.1.B", "6.1.A", "8.2.3.A", "4.3.F")
    assert found == Counter({(rule, "violation"): 1 for rule in rules})


def test_each_finding_names_its_line_units_and_hexes(data: GameData) -> None:
    for finding in sample(data, "planted-faults").findings:
        assert finding.origin.step > 1
        assert finding.units
        assert all(unit in data.counters for unit in finding.units)
        assert all(data.map.hex(number) in data.map.grid for number in finding.hexes)


def test_findings_on_movement_points_say_that_the_terrain_chart_is_a_stand_in(
    data: GameData,
) -> None:
    (finding,) = (f for f in sample(data, "planted-faults").findings if f.rule == "6.1.A")
    assert any("stand-in" in text for text in finding.rests_on)


def test_the_report_as_json_has_the_documented_keys(data: GameData) -> None:
    report = audit_json(sample(data, "planted-faults"))
    assert report["format"] == "hexmarshal-audit/1"
    assert set(report) >= {"format", "game", "actions", "findings", "unread"}
    keys = "rule severity action source units hexes message expected found rests_on"
    assert all(set(finding) == set(keys.split()) for finding in report["findings"])


def test_the_report_as_text_ends_with_the_sum(data: GameData) -> None:
    *_, last = audit_text(sample(data, "planted-faults"))
    assert "5 violations" in last


def test_a_log_of_another_game_is_refused(data: GameData) -> None:
    with pytest.raises(AuditError, match="other_game"):
        judge(data, [], game="other_game")


def test_an_unknown_scenario_is_refused_and_the_known_ones_are_named(data: GameData) -> None:
    with pytest.raises(AuditError, match="breakout"):
        judge(data, [], scenario="stalingrad")


def test_an_unknown_option_is_refused(data: GameData) -> None:
    with pytest.raises(AuditError, match="paratroopers"):
        judge(data, [], options=("paratroopers",))


def test_a_log_made_with_another_version_of_the_data_is_reported(data: GameData) -> None:
    (finding,) = judge(data, [], data_version="0.0.1").findings
    assert (finding.severity, finding.expected) == ("warning", data.game.version)


def test_an_action_of_an_unknown_piece_is_kept_as_unread_and_the_rest_goes_on(
    data: GameData,
) -> None:
    phase = BeginPhase(turn=1, phase="first.movement")
    result = judge(data, [phase, Move(units=("nobody",), path=("0101", "0102"))])
    assert [finding.severity for finding in result.findings] == ["unverifiable"]
    assert "nobody" in result.unread[0]


def test_what_no_reader_understands_is_never_dropped(data: GameData) -> None:
    assert "MYSTERY" in judge(data, [Unknown(text="MYSTERY 1 2 3")]).unread[0]


def test_an_undo_is_a_warning_and_no_violation(data: GameData) -> None:
    result = judge(data, [Undo(count=2)])
    assert [finding.severity for finding in result.findings] == ["warning"]
    assert result.violations == ()


def test_a_saved_position_that_differs_from_the_one_before_is_reported(data: GameData) -> None:
    setup = data.scenarios["breakout"].setup
    pieces = [
        PieceAt(
            unit=piece.piece,
            counter=piece.counter,
            at=piece.place if isinstance(piece.place, str) else data.map.number(piece.place),
            face=piece.face,
            states={name: value for name, value in piece.states.items() if value},
        )
        for piece in setup
    ]
    assert judge(data, [Position(pieces=tuple(pieces))]).findings == ()
    moved = [pieces[0].model_copy(update={"at": "0101"}), *pieces[1:]]
    (finding,) = judge(data, [Position(pieces=tuple(moved))]).findings
    assert (finding.severity, finding.units) == ("warning", (pieces[0].unit,))


def test_a_log_of_a_later_turn_alone_goes_on_from_its_saved_position(data: GameData) -> None:
    later = BeginPhase(turn=5, phase="second.movement")
    saved = Position(pieces=(PieceAt(unit="50-rc", at="1016"),))
    assert [f.rule for f in judge(data, [later]).findings] == ["2.2"]
    assert judge(data, [saved, later]).violations == ()
    skipped = BeginPhase(turn=7, phase="first.combat")
    assert [f.rule for f in judge(data, [saved, later, skipped]).violations] == ["2.2"]


def test_after_a_violation_the_position_is_what_the_players_made(data: GameData) -> None:
    actions: list[Action] = [
        BeginPhase(turn=1, phase="first.movement"),
        Move(units=("50-rc",), path=("0917", "0101"), complete=False),
        Move(units=("50-rc",), path=("0101", "0102")),
    ]
    result = judge(data, actions)
    assert result.board.number(result.board.piece("50-rc").place) == "0102"


def test_dice_cannot_show_more_than_they_have(data: GameData) -> None:
    name, dice = next(iter(data.dice.items()))
    begin = BeginPhase(turn=1, phase=data.sequence.phases[0].id)
    rolled = Roll(dice=name, result=(dice.sides + 1,) * dice.count)
    found = [f for f in judge(data, [begin, rolled]).findings if f.rule == "log"]
    assert [(f.severity, f.action) for f in found] == [("violation", 2)]


def test_dice_of_another_game_mean_nothing(data: GameData) -> None:
    begin = BeginPhase(turn=1, phase=data.sequence.phases[0].id)
    findings = judge(data, [begin, Roll(dice="d1000", result=(777,))]).findings
    assert not [finding for finding in findings if finding.rule == "log"]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (SetState(unit="94-rc", state="loss", value=99), "state loss cannot be 99"),
        (Move(units=("94-rc",), path=("0814", "9909")), "there is no hex 9909"),
        (Place(unit="94-rc", at="9909"), "there is no hex 9909"),
    ],
)
def test_what_cannot_be_is_told(data: GameData, said: Action, message: str) -> None:
    begin = BeginPhase(turn=1, phase=data.sequence.phases[0].id)
    put = Place(unit="94-rc", at="0814")
    found = [f for f in judge(data, [begin, put, said]).findings if f.rule == "log"]
    assert [(f.severity, f.action) for f in found if message in f.message] == [("warning", 3)]


def test_a_misspelt_declaration_is_told_with_the_likely_one_and_breaches_no_phase(
    data: GameData,
) -> None:
    begin = BeginPhase(turn=1, phase="first.combat")
    found = judge(data, [begin, Declare(verb="atack", units=("94-rc",))]).findings
    [told] = [finding for finding in found if "atack" in finding.message]
    assert (told.severity, told.expected) == ("unverifiable", "did you mean 'attack'?")
    assert not [finding for finding in found if finding.severity == "violation"]


def test_what_sides_wrote_in_secret_is_told_once_for_each(data: GameData) -> None:
    notes: list[Action] = [Note(side="german"), Note(side="soviet"), Note(side="german"), Note()]
    told = [finding.message for finding in judge(data, notes).findings]
    assert [message.partition(",")[0] for message in told] == [
        "the German side wrote something down in secret",
        "the Soviet side wrote something down in secret",
        "somebody wrote something down in secret",
    ]


def test_any_value_may_be_taken_off(data: GameData) -> None:
    begin = BeginPhase(turn=1, phase=data.sequence.phases[0].id)
    put = Place(unit="94-rc", at="0814")
    off = SetState(unit="94-rc", state="loss", value=None)
    assert not [f for f in judge(data, [begin, put, off]).findings if f.rule == "log"]
