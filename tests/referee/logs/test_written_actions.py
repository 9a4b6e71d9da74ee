"""Logs written from actions, whichever they are, are read back as the same actions."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from compiler.vassal.metadata import Metadata
from compiler.vassal.state_values import first_value
from referee.actions import (
    Action,
    BeginPhase,
    Chat,
    Declare,
    GameLog,
    Header,
    Move,
    Origin,
    PieceAt,
    Place,
    Position,
    Remove,
    Roll,
    SetState,
    Undo,
    Unknown,
)
from referee.audit import Audit, audit
from referee.games.plain import plain_game
from referee.logs.changes import together
from referee.logs.module_info import module_info
from referee.logs.module_log import ModuleLogReader
from referee.logs.module_pieces import ModulePieces
from referee.logs.module_writer import LogWriteError, ModuleFiles, write_module_file
from referee.logs.vassal.commands import Chat as ChatCommand
from referee.logs.vassal.replay import VassalLog, read_log
from tests.compiler.vassal.module_game import build, module_game

DATA = module_game()
RULES = plain_game(DATA)

UNITS = (
    "rifle-1", "tank-1", "inf-1", "awkward", "tabbed", "air-1", "air-1#2", "oos", "oos#2", "oos#3",
)  # fmt: skip
PLACES = ("0101", "0102", "0705", "1410", "ready", "unready", "lost-red")


FILES = ModuleFiles(DATA, RULES, Path("a game that was never built"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


def game_log(*actions: Action, scenario: str | None = "first", **more: object) -> GameLog:
    header = Header.model_validate(
        {"format": Header.FORMAT, "game": DATA.id, "scenario": scenario, **more}
    )
    return GameLog(header, actions)


def written(folder: Path, log: GameLog, name: str = "game.vlog") -> VassalLog:
    write_module_file(folder / name, log, FILES)
    return read_log(folder / name)


def read_back(log: VassalLog, scenario: str | None = "first") -> list[Action]:
    """All actions that are read; nothing may be left unread."""
    reader = ModuleLogReader(DATA, DATA.scenarios[scenario] if scenario else None)
    found = list(together(reader.read(log)))
    assert reader.unread == []
    return found


def same(actions: list[Action] | tuple[Action, ...]) -> list[dict[str, object]]:
    """Actions as plain data; of positions whatever is not as at first, by unit."""
    return [
        {each.unit: _standing(each) for each in action.pieces}
        if isinstance(action, Position)
        else action.model_dump()
        for action in actions
    ]


def _standing(piece: PieceAt) -> object:
    states = {
        name: value
        for name, value in piece.states.items()
        if value not in (None, False) and str(value) != first_value(DATA.states[name])
    }
    counter = DATA.counters.get(piece.unit.partition("#")[0])
    return piece.at, piece.face or (next(iter(counter.faces)) if counter else "front"), states


def done(actions: list[Action]) -> list[Action]:
    """What was done: without the position at the beginning and what the rules made of actions."""
    return [a for a in actions[1:] if not (isinstance(a, Position) and not a.whole)]


# -- any actions -----------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
units = st.sampled_from(UNITS) | st.sampled_from(("nobody", "oos#77"))
places = st.sampled_from(PLACES) | st.sampled_from(("nowhere", "9999"))
sides = st.sampled_from((None, "red", "grey"))
scalars = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-9, 9) | texts
values = scalars | st.lists(scalars, max_size=3).map(tuple)
fields = st.sampled_from(("side", "with", "path", "by", "targets", "supports", "numbers", "Odd"))
states = st.sampled_from(tuple(DATA.states)) | st.just("stack-order")
right = st.one_of(
    st.booleans(), st.integers(-12, 99), st.sampled_from(("broken", "pinned, down", "front"))
)

any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(
        BeginPhase,
        side=sides,
        turn=st.integers(1, 5),
        phase=st.sampled_from(("turn.weather", "turn.movement", "turn.combat", "none")),
        first_player=sides,
    ),
    st.builds(
        Move,
        side=sides,
        units=st.lists(units, min_size=1, max_size=3, unique=True).map(tuple),
        path=st.lists(places, min_size=1, max_size=3).map(tuple),
        complete=st.booleans(),
        by=st.sampled_from(("", "road")) | texts,
    ),
    st.builds(
        Place,
        side=sides,
        unit=st.sampled_from(UNITS),
        at=places,
        face=st.sampled_from((None, "front", "reduced")),
        states=st.dictionaries(st.sampled_from(tuple(DATA.states)), right, max_size=2),
        why=st.sampled_from(("", "setup")),
    ),
    st.builds(
        Remove,
        side=sides,
        units=st.lists(units, min_size=1, max_size=3, unique=True).map(tuple),
        why=texts,
    ),
    st.builds(
        SetState,
        side=sides,
        unit=st.none() | units,
        state=states | st.just("face"),
        value=right | values,
    ),
    st.builds(
        Roll,
        side=sides,
        dice=st.sampled_from(tuple(DATA.dice)) | names,
        result=st.lists(st.integers(-(10**10), 10**10) | st.integers(1, 10), min_size=1, max_size=3)
        .map(tuple),
        purpose=texts,
    ),
    st.builds(
        Declare,
        side=sides,
        verb=st.sampled_from(("attack", "ammunition", "move", "upkeep")) | names,
        units=st.lists(units, max_size=3, unique=True).map(tuple),
        target=st.none() | places | units | names,
        values=st.dictionaries(fields, values, max_size=3),
    ),
    st.builds(Chat, side=sides, text=texts | st.just("> attack | by: a")),
    st.builds(Undo, side=sides, count=st.integers(1, 9)),
    st.builds(Unknown, text=texts | st.just("SPELL\tfireball")),
    st.builds(
        Position,
        pieces=st.lists(
            st.builds(
                PieceAt,
                unit=st.sampled_from(UNITS[:5]),
                at=st.sampled_from(PLACES),
                face=st.just("front"),
                states=st.just({"loss": 2}) | st.just({}),
            ),
            unique_by=lambda piece: piece.unit,
            max_size=4,
        ).map(tuple),
    ),
)  # fmt: skip


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(any_action, max_size=8), st.sampled_from(("first", "second", None)))
@example([SetState(unit="rifle-1", state="loss", value=True)], "first")
@example([Roll(dice="d10", result=(7,), purpose="a\xa0b")], "first")
@example([SetState(unit="rifle-1", state="loss", value=n) for n in (1, 2, 1)], "first")
@example([Chat(text="a  b"), Chat(text="&lt; \x1b"), Chat(text="* > upkeep | player: x")], "first")
@example([Chat(text="\\"), Chat(text="a\\", side="red"), Unknown(text="SPELL\\")], "first")
@example([Remove(units=("rifle-1",), why="lost\\")], "first")
def test_whatever_is_done_is_read_back(
    folder: Path, actions: list[Action], scenario: str | None
) -> None:
    log = game_log(*actions, scenario=scenario)
    back = read_back(written(folder, log), scenario)
    if actions and isinstance(actions[0], Position):
        assert same(back[:1]) == same(actions[:1])
        actions = actions[1:]
    assert same(done(back)) == same(actions)


def judged(log: GameLog) -> Audit:
    return audit(log, DATA, RULES)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(any_action, max_size=12))
@example([BeginPhase(turn=1, phase="turn.weather"), Roll(dice="0", result=(0,), purpose="0\x850")])
def test_an_audit_of_what_is_read_back_finds_the_same(folder: Path, actions: list[Action]) -> None:
    vassal = written(folder, game_log(*actions))
    back = read_back(vassal)
    # A log that begins with a position may go on from any phase: both begin with the same.
    if not (actions and isinstance(actions[0], Position)):
        actions = [back[0], *actions]
    here, there = judged(game_log(*actions)), judged(game_log(*back))
    assert findings(there) == findings(here)
    assert unread(there) == unread(here)
    assert seen(vassal) == {
        name: (here.board.number(piece.place), piece.face)
        for name, piece in here.board.pieces.items()
        if here.board.number(piece.place) in PLACES
    }


def unread(result: Audit) -> list[str]:
    """What could not be replayed, wherever it stands."""
    return [text.partition(": ")[2] for text in result.unread]


def findings(result: Audit) -> list[object]:
    """What an audit found, wherever it stands."""
    return [(f.severity, f.rule, f.message, f.units, f.expected) for f in result.findings]


def seen(log: VassalLog) -> dict[str, tuple[str, str]]:
    """Place and face of the units that the log shows at its end."""
    position = log.replay().run()
    pieces = ModulePieces(DATA, [])
    return {
        each.unit: (each.place, each.reading.face) for each in pieces.take_stock(position, Origin())
    }


# -- the file --------------------------------------------------------------------------------------


def test_a_written_log_is_of_the_module_that_is_built(folder: Path) -> None:
    module = build(DATA, folder).built.path
    log = game_log(Chat(text="hello"), options=("fog",), data_version="0.9.1", note="Sun\x1bday")
    written(folder, log)
    entries = [zipfile.ZipFile(path).read("moduledata") for path in (module, folder / "game.vlog")]
    ours, theirs = (Metadata.from_xml(entry, "moduledata") for entry in entries)
    assert ours == theirs
    with zipfile.ZipFile(folder / "game.vlog") as archive:
        said = Metadata.from_xml(archive.read("savedata"), "savedata")
    assert (said.version, said.description) == (theirs.version, "Sun day")


def test_a_written_log_says_its_version_scenario_and_optional_rules(folder: Path) -> None:
    log = game_log(Chat(text="hello"), options=("fog",), data_version="0.9.1")
    info = module_info(written(folder, log))
    assert (info.game, info.version, info.scenario) == (DATA.id, "0.9.1", "first")
    assert info.options == ("fog",)


def test_the_same_log_makes_the_same_bytes() -> None:
    log = game_log(Move(units=("tank-1",), path=("0101", "0102")), Chat(text="hello"))
    assert FILES.log(log) == ModuleFiles(DATA, RULES, FILES.source).log(log)


def test_a_log_begins_as_the_scenario_is_set_up(folder: Path) -> None:
    module = build(DATA, folder)
    (folder / "setup.vsav").write_bytes(module.files["setup-first.vsav"])
    phase = BeginPhase(turn=1, phase="turn.weather")
    ours = written(folder, game_log(phase)).game.text
    assert ours == read_log(folder / "setup.vsav").game.text


def test_a_saved_position_is_the_one_that_the_actions_come_to(folder: Path) -> None:
    log = game_log(
        BeginPhase(turn=1, phase="turn.weather"),
        Move(units=("tank-1",), path=("0101", "0102")),
        BeginPhase(turn=2, phase="turn.movement"),
        SetState(unit="tank-1", state="loss", value=1),
        Remove(units=("inf-1",)),
    )
    position, phase = read_back(written(folder, log, "end.vsav"))
    assert isinstance(position, Position)
    assert phase.model_dump() == BeginPhase(turn=2, phase="turn.movement").model_dump()
    found = {each.unit: each for each in position.pieces}
    assert "inf-1" not in found
    assert (found["tank-1"].at, found["tank-1"].states["loss"]) == ("0102", 1)


def test_a_stack_lies_as_the_rules_have_it(folder: Path) -> None:
    log = game_log(
        Move(units=("inf-1",), path=("1410", "0101")),
        Move(units=("tank-1",), path=("0101",)),
        Move(units=("rifle-1", "tank-1"), path=("0101", "0705")),
    )
    assert stack(written(folder, log), "0705") == ["awkward", "oos", "rifle-1", "tank-1"]
    short = game_log(*log.actions[:2])
    assert stack(written(folder, short), "0101") == ["rifle-1", "inf-1", "tank-1"]


def stack(log: VassalLog, place: str) -> list[str]:
    """The units in a hex, bottom first."""
    pieces = ModulePieces(DATA, [])
    found = pieces.take_stock(log.replay().run(), Origin())
    return [each.unit for each in found if each.place == place]


# -- what is seen in the chat ----------------------------------------------------------------------


def lines(log: VassalLog) -> Iterator[str]:
    """The lines of the chat, without the sign before them."""
    for step in log.replay().steps():
        for event in step.events:
            if isinstance(event, ChatCommand):
                yield event.text.removeprefix("* ")


def test_lines_are_legible(folder: Path) -> None:
    log = game_log(
        BeginPhase(turn=1, phase="turn.weather"),
        Move(side="red", units=("tank-1", "rifle-1"), path=("0101", "0102"), by="road"),
        Move(units=("tank-1",), path=("0102", "0705"), complete=False),
        Declare(side="grey", verb="ammunition", units=("inf-1",), values={"points": 4}),
        Declare(verb="attack", units=("inf-1",), target="0102", values={"with": "guns"}),
        Roll(side="red", dice="2d6", result=(3, 4), purpose="attack 0102"),
        SetState(unit="inf-1", state="loss", value=1),
        SetState(state="ground", value="thaw"),
        Place(unit="oos#3", counter="oos", at="0102", why="supply"),
        Remove(units=("oos#3",)),
        BeginPhase(turn=1, phase="turn.movement", first_player="grey"),
        Chat(side="red", text="well played"),
        Undo(count=2),
    )
    red, grey = (DATA.sides[side].name for side in ("red", "grey"))
    name = {unit: DATA.counters[unit].name for unit in ("tank-1", "rifle-1", "inf-1")}
    tank, rifle = f"{name['tank-1']} [tank-1] in ", f"{name['rifle-1']} [rifle-1] in "
    infantry, marker = f"{name['inf-1']} [inf-1] in 1410", DATA.markers["oos"].name
    said = list(lines(written(folder, log)))
    assert said == [
        f"> move | by: {tank}0101, {rifle}0101 | path: 0101, 0102 | manner: road | player: {red}",
        f"> move | by: {tank}0102 | ends: 0102, 0705 | player: nobody",
        f"> ammunition | by: {infantry} | points: 4 | numbers: points | player: {grey}",
        f"> attack | by: {infantry} | target: 0102 | with: guns | player: nobody",
        f"> roll | for: attack 0102 | player: {red}",
        f"*** {DATA.dice['2d6'].name} = 3,4 *** &lt;{red}&gt;",
        f"> set | on: {infantry} | state: loss | player: nobody | value = 1",
        '> set | state: ground | player: nobody | value = "thaw"',
        f"> place | by: {marker} [oos#3] | counter: oos | at: 0102 | why: supply | player: nobody",
        f"> remove | by: {marker} [oos#3] in 0102 | player: nobody",
        "> phase | turn: 1 | phase: turn.movement | first-player: grey | player: nobody",
        "Nov 1, early: Movement Phase of Red; regular",
        "> upkeep | player: nobody",
        f"> chat | player: {red}",
        f"&lt;{red}&gt; - well played",
        "> undo | count: 2 | player: nobody",
    ]


# -- what cannot be written ------------------------------------------------------------------------


def test_a_piece_that_is_not_called_after_its_counter_is_refused(folder: Path) -> None:
    log = game_log(Place(unit="my-tank", counter="tank-1", at="0101"))
    with pytest.raises(LogWriteError, match=r"action 1: the piece 'my-tank' is a counter 'tank-1'"):
        write_module_file(folder / "refused.vlog", log, FILES)
    assert not (folder / "refused.vlog").exists()


def test_an_action_too_long_for_a_line_is_refused() -> None:
    log = game_log(Chat(text="x"), Declare(verb="attack", values={"note": "x" * 30_000}))
    with pytest.raises(LogWriteError, match="action 2: an action 'declare:attack' of 30"):
        FILES.log(log)


@pytest.mark.parametrize("name", ["refused.vlog", "refused.vsav"])
@pytest.mark.parametrize("before", [[], [Chat(text="x")]])
def test_a_position_with_a_piece_that_is_not_of_the_game_is_refused(
    folder: Path, name: str, before: list[Action]
) -> None:
    log = game_log(*before, Position(pieces=(PieceAt(unit="nobody", at="0101"),)))
    with pytest.raises(LogWriteError, match="no counter is called 'nobody'"):
        write_module_file(folder / name, log, FILES)
    assert not (folder / name).exists()


def test_dice_that_a_line_tells_as_a_move_log_does_are_shown_besides(folder: Path) -> None:
    log = game_log(Roll(dice="2d6", result=(3, 4), purpose="a\xa0b"))
    said = list(lines(written(folder, log)))
    assert [text.partition(" | ")[0] for text in said] == [
        "> action",
        f"*** {DATA.dice['2d6'].name} = 3,4 *** &lt;Player&gt;",
    ]
