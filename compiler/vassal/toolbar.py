"""The toolbar: dice, turn tracker, charts, notes, inventory, and the buttons of declarations.

Components and their settings only; keys come from the key plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.declarations import line_template
from compiler.gamedata.model import GameData
from compiler.gamedata.schema import DeclarationCommand, Question
from compiler.vassal.buildfile import MODULE, PROPERTIES, TURN, WIDGET, Element, component
from compiler.vassal.commands import (
    DECLARE_MENU,
    answer_field,
    answer_property,
    command_key,
    question_change,
)
from compiler.vassal.encoding import encode_sequence, named_keystroke
from compiler.vassal.expressions import literal, text_value
from compiler.vassal.images import KEY_IMAGE, UsedImages, icon_image, table_image
from compiler.vassal.keyplan import KeyPlan
from compiler.vassal.names import (
    FORMATION,
    PHASE_LEVEL,
    SIDE,
    TURN_LEVEL,
    side_name,
)
from compiler.vassal.state_traits import clear_condition, clear_keystroke
from compiler.vassal.turns import TurnTrack

TIDY_MENU = "Tidy up"
DIE_REPORT = "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
_MOST_TABS = 8
"""Charts on tabs; more are chosen from a list."""
SIDE_FIELD = "side"
"""The field of a button's line that says whose player pressed it."""


def add_dice(root: Element, data: GameData, keys: KeyPlan) -> None:
    """A button for each die or set of dice; each die's result is reported."""
    for name, dice in data.dice.items():
        key = keys.dice.get(name)
        component(
            root,
            MODULE + "DiceButton",
            name=dice.name,
            text=literal(dice.name) if len(data.dice) > 1 else "",
            tooltip=literal(f"Roll: {dice.name}"),
            icon="/images/die.gif",
            hotkey=key,
            nDice=dice.count,
            nSides=dice.sides,
            plus=0,
            addToTotal=0,
            reportTotal=False,
            prompt=False,
            sortDice=False,
            reportFormat=DIE_REPORT,
        )


def add_turn_tracker(root: Element, keys: KeyPlan, track: TurnTrack) -> None:
    """The tracker of turns and, within them, phases."""
    tracker = component(
        root,
        TURN + "TurnTracker",
        name="Turn",
        buttonText="Turn",
        icon="",
        buttonTooltip="Turn and phase",
        hotkey="",
        nexthotkey=keys.toolbar["next"],
        prevhotkey=keys.toolbar["previous"],
        turnFormat="$level1$: $level2$",
        reportFormat="$newTurn$",
        tooltip="",
        length=-1,
        lengthStyle="Maximum",
    )
    if track.counts:
        level = component(
            tracker,
            TURN + "CounterTurnLevel",
            name="Turn",
            property=TURN_LEVEL,
            turnFormat="Turn $value$",
            start=1,
            incr=1,
            loop=False,
            loopLimit=-1,
        )
    else:
        level = _list_level(tracker, "Turn", TURN_LEVEL, track.labels)
    _list_level(level, "Phase", PHASE_LEVEL, track.phase_names)


def _list_level(parent: Element, name: str, prop: str, entries: tuple[str, ...]) -> Element:
    return component(
        parent,
        TURN + "ListTurnLevel",
        name=name,
        property=prop,
        turnFormat="$value$",
        list=encode_sequence([literal(entry) for entry in entries], ","),
        configList=False,
        configFirst=False,
        prompt="",
    )


def add_charts(root: Element, data: GameData, keys: KeyPlan, images: UsedImages, aid: str) -> None:
    """The charts with their sources, the terrain key, and the player aid (an HTML file)."""
    window = component(
        root,
        MODULE + "ChartWindow",
        name="Charts",
        text="",
        icon="/images/chart.gif",
        tooltip="Charts",
        hotkey=keys.toolbar["charts"],
        description="Charts and player aid",
    )
    chooser = "TabWidget" if len(data.tables) < _MOST_TABS else "BoxWidget"
    widget = component(window, WIDGET + chooser, entryName="Charts")
    component(widget, WIDGET + "HtmlChart", chartName="Player aid", fileName=aid, description="")
    component(
        widget,
        WIDGET + "Chart",
        chartName="Terrain key",
        fileName=images.use(KEY_IMAGE),
        description="",
    )
    for table in data.tables.values():
        component(
            widget,
            WIDGET + "Chart",
            chartName=literal(table.title),
            fileName=images.use(table_image(table.id)),
            description="",
        )


def add_notes(root: Element, keys: KeyPlan) -> None:
    """The window of notes, public, private and delayed."""
    component(
        root,
        MODULE + "NotesWindow",
        buttonText="",
        icon="/images/notes.gif",
        tooltip="Notes",
        hotkey=keys.toolbar["notes"],
        description="",
    )


def add_inventory(root: Element, data: GameData, keys: KeyPlan) -> None:
    """All units in play, by side and formation."""
    sides = "||".join(f"{SIDE}=={text_value(side_name(data, side))}" for side in data.sides)
    component(
        root,
        MODULE + "Inventory",
        name="Inventory",
        text="",
        icon="/images/inventory.gif",
        tooltip="Units in play",
        hotkey=keys.toolbar["inventory"],
        include=f"{{{sides}}}",
        groupBy=encode_sequence([SIDE, FORMATION], ","),
        nonLeafFormat="$PropertyValue$",
        leafFormat="$PieceName$ ($LocationName$)",
        centerOnPiece=True,
        forwardKeystroke=True,
        showMenu=True,
        sides="",
        foldersOnly=False,
        sortPieces=True,
        sortFormat="$PieceName$",
        sorting="alpha",
        drawPieces=True,
        pieceZoom=0.33,
        zoomOn=False,
        refreshHotkey="",
    )


# -- declarations ----------------------------------------------------------------------------------


def add_declarations(root: Element, data: GameData, keys: KeyPlan, images: UsedImages) -> None:
    """The menu of declarations that are not made with a piece, and what stands behind it."""
    buttons = {
        verb: [
            text
            for n, command in enumerate(declaration.commands)
            if command.who == "toolbar"
            for text in _buttons(root, verb, n, command, keys)
        ]
        for verb, declaration in data.declarations.items()
    }
    taken = {text for texts in buttons.values() for text in texts}
    entries: list[str] = []
    for verb, texts in buttons.items():
        if len(texts) < 2:
            entries += texts
            continue
        name = literal(data.declarations[verb].name)
        while name in taken:
            name += "…"
        taken.add(name)
        _menu(root, name, texts)
        entries.append(name)
    if entries:
        _menu(root, DECLARE_MENU, entries, images.use(icon_image("declare")))


def _menu(root: Element, text: str, entries: list[str], icon: str = "") -> None:
    component(
        root,
        MODULE + "ToolbarMenu",
        name=text,
        text=text,
        tooltip=text,
        icon=icon,
        hotkey="",
        description="",
        menuItems=encode_sequence(entries, ","),
    )


def _buttons(
    root: Element, verb: str, number: int, command: DeclarationCommand, keys: KeyPlan
) -> Iterator[str]:
    """The buttons of one command, one for each choice it offers; yields their texts."""
    label = literal(command.label)
    if command.ask is None:
        _say(root, label, _line(verb, command), keys, command, (verb, number))
        yield label
    elif command.ask.choices:
        for choice in command.ask.choices:
            text = f"{label}: {choice}"
            line = _line(verb, command, answer_field(command.ask, choice))
            _say(root, text, line, keys, command, None)
            yield text
    else:
        _say_typed(root, label, verb, number, command, command.ask, keys)
        yield label


def _line(verb: str, command: DeclarationCommand, answer: str = "") -> str:
    """A button's line; it says which side's player pressed it unless the data names a side."""
    line = line_template(verb, None, command.values, answer)
    if SIDE_FIELD in command.values:
        return line
    head, bar, rest = line.partition(" | ")
    return f"{head} | {SIDE_FIELD}: $PlayerSide${bar}{rest}"


def _say(
    root: Element,
    text: str,
    line: str,
    keys: KeyPlan,
    command: DeclarationCommand,
    at: tuple[str, int] | None,
) -> None:
    """A button that writes a line and rolls the command's dice, if any."""
    dice = keys.dice.get(command.rolls)
    component(
        root,
        MODULE + "DoActionButton",
        name=text,
        text=text,
        tooltip=text,
        icon="",
        hotkey=keys.commands.get(at) if at else None,
        doReport=True,
        reportFormat=line,
        doSound=False,
        soundClip="",
        doHotkey=dice is not None,
        hotkeys=encode_sequence([dice.encode()], ",") if dice is not None else "",
    )


def _say_typed(
    root: Element,
    text: str,
    verb: str,
    number: int,
    command: DeclarationCommand,
    question: Question,
    keys: KeyPlan,
) -> None:
    """A button that empties a property, then asks for its value and writes the line with it."""
    reset = named_keystroke(command_key(verb, number, "reset"))
    ask = named_keystroke(command_key(verb, number, "ask"))
    component(
        root,
        MODULE + "DoActionButton",
        name=text,
        text=text,
        tooltip=text,
        icon="",
        hotkey=keys.commands.get((verb, number)),
        doReport=False,
        reportFormat="",
        doSound=False,
        soundClip="",
        doHotkey=True,
        hotkeys=encode_sequence([reset, ask], ","),
    )
    holder = component(
        root.find(PROPERTIES + "GlobalProperties"),
        PROPERTIES + "GlobalProperty",
        name=answer_property(verb, number),
        initialValue="",
        description=text,
        isNumeric=False,
        min=0,
        max=100,
        wrap=False,
    )
    line = _line(verb, command, answer_field(question, "$newValue$"))
    for hotkey, change, reported in (
        (reset, "P,", ""),
        (ask, question_change(question).encode(), line),
    ):
        component(
            holder,
            PROPERTIES + "ChangePropertyButton",
            text="",
            tooltip="",
            icon="",
            hotkey=hotkey,
            reportFormat=reported,
            propChanger=change,
        )


# -- tidying up ------------------------------------------------------------------------------------


def add_tidy_menu(root: Element, data: GameData, keys: KeyPlan, images: UsedImages) -> None:
    """Buttons that take off, for one side at a time, the states that a phase clears."""
    entries = [
        _tidy(root, data, keys, name, side)
        for name, state in data.states.items()
        if state.clears
        for side in data.sides
    ]
    if entries:
        _menu(root, TIDY_MENU, entries, images.use(icon_image("tidy")))


def _tidy(root: Element, data: GameData, keys: KeyPlan, name: str, side: str) -> str:
    state = data.states[name]
    owner = side_name(data, side)
    text = literal(f"{owner}: clear {state.name}")
    condition = clear_condition(name, state)
    component(
        root,
        MODULE + "GlobalKeyCommand",
        name=text,
        buttonText=text,
        tooltip=text,
        icon="",
        buttonHotkey="",
        hotkey=clear_keystroke(name, state, keys.states[name]),
        target="",
        filter=f"{{{SIDE}=={text_value(owner)}&&{condition}}}",
        deckCount=-1,
        reportSingle=True,
        # VASSAL puts a bare `*` before it.
        reportFormat=f" {text}",
        suppressSounds=False,
    )
    return text
