"""A module put together: its build file with everything in it, and what goes with it.

Nothing is drawn and nothing is written here; `module` does that once lint has looked at the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from compiler.gamedata.model import GameData
from compiler.vassal.buildfile import (
    DOCUMENTATION,
    GAME_MODULE,
    MODULE,
    PROPERTIES,
    Element,
    component,
    configured,
)
from compiler.vassal.encoding import PieceText, Trait, decode_sequence
from compiler.vassal.gpids import PieceNumbers
from compiler.vassal.help_pages import AID_PAGE, KEYS_PAGE, help_pages
from compiler.vassal.images import TITLE_IMAGE, UsedImages
from compiler.vassal.keyplan import KeyPlan
from compiler.vassal.maps import add_display, add_main_map
from compiler.vassal.metadata import Metadata
from compiler.vassal.names import (
    GAME_PROPERTY,
    OPTIONS_PROPERTY,
    REFEREE,
    SCENARIO_PROPERTY,
    SOLITAIRE,
    VERSION_PROPERTY,
    module_name,
    shown_name,
)
from compiler.vassal.palette import add_palette
from compiler.vassal.pieces import Slot, make_slots
from compiler.vassal.prototypes import Prototypes, make_prototypes
from compiler.vassal.setups import setup_file
from compiler.vassal.toolbar import (
    add_charts,
    add_declarations,
    add_dice,
    add_inventory,
    add_notes,
    add_tidy_menu,
    add_turn_tracker,
)
from compiler.vassal.turns import TurnTrack

VASSAL_VERSION = "3.6.0-beta1"
"""The oldest VASSAL that has all that the module uses; newer ones open it without a word."""

SAVED_AT = "0"
"""The module's date, in milliseconds since 1970: fixed, so that equal data make equal files."""

PROTOTYPE_TAIL = Trait("piece;;;;", "null;0;0;;0")
"""The BasicPiece that ends a prototype and that VASSAL throws away."""

EMPTY_SETUP = "Empty map"


@dataclass(frozen=True)
class ModuleParts:
    """Everything of a module but the pictures themselves."""

    data: GameData
    keys: KeyPlan
    numbers: PieceNumbers
    slots: tuple[Slot, ...]
    """All slots, those of optional counters included."""
    prototypes: Prototypes
    track: TurnTrack
    metadata: Metadata
    root: Element
    images: UsedImages
    """The images of the module itself, without its extension's."""
    pages: Mapping[str, bytes]

    @property
    def own_slots(self) -> tuple[Slot, ...]:
        """The slots of the module itself."""
        return tuple(slot for slot in self.slots if not slot.counter.optional)

    @property
    def optional_slots(self) -> tuple[Slot, ...]:
        """The slots of its extension."""
        return tuple(slot for slot in self.slots if slot.counter.optional)

    @property
    def shown_slots(self) -> tuple[Slot, ...]:
        """The slots whose pictures are in the module: its own, and optional ones in set-ups."""
        placed = {
            name
            for scenario in self.data.scenarios.values()
            for piece in scenario.setup
            for name in (piece.piece, piece.counter)
        }
        return tuple(s for s in self.slots if not s.counter.optional or s.piece in placed)

    @property
    def setup_files(self) -> dict[str, str]:
        """The saved games of the scenarios: file names to scenario ids."""
        return {setup_file(scenario): name for name, scenario in self.data.scenarios.items()}


def module_metadata(data: GameData) -> Metadata:
    """What a module says of itself, and what a log must say of its module for VASSAL to take it."""
    return Metadata(
        name=module_name(data),
        version=data.game.version,
        vassal_version=VASSAL_VERSION,
        saved_at=SAVED_AT,
        description=data.game.subtitle or data.game.description,
    )


def assemble(data: GameData, keys: KeyPlan, numbers: PieceNumbers) -> ModuleParts:
    """Put a module together.

    Raises:
        EncodingError: a text cannot be stored in VASSAL's encoding.
        HexError: VASSAL cannot hold the map's grid.
        ArtError: the layout of the counters names something that is not there.
        ValueError: a text holds a character that XML cannot.
    """
    slots = make_slots(data, keys, numbers)
    prototypes = make_prototypes(data, keys)
    track = TurnTrack.of(data)
    images = UsedImages()
    metadata = module_metadata(data)
    root = component(
        None,
        GAME_MODULE,
        name=metadata.name,
        version=metadata.version,
        VassalVersion=metadata.vassal_version,
        description=metadata.description,
        nextPieceSlotId=numbers.next,
    )
    parts = ModuleParts(
        data,
        keys,
        numbers,
        slots,
        prototypes,
        track,
        metadata,
        root,
        images,
        help_pages(data, keys),
    )
    _fill(parts)
    used = [*prototypes.values(), *(slot.traits for slot in parts.shown_slots)]
    for name in trait_images(trait for traits in used for trait in traits):
        images.use(name)
    return parts


def _fill(parts: ModuleParts) -> None:
    """All components, in the order in which VASSAL builds them."""
    root, data, keys, images = parts.root, parts.data, parts.keys, parts.images
    component(root, MODULE + "BasicCommandEncoder")
    _add_documentation(root, data, images)
    _add_players(root, data)
    _add_options(root, keys)
    _add_properties(root, data)
    _add_prototypes(root, parts.prototypes)
    _add_setups(root, parts)
    add_main_map(root, data, keys, images)
    add_turn_tracker(root, keys, parts.track)
    add_dice(root, data, keys)
    add_declarations(root, data, keys, images)
    add_tidy_menu(root, data, keys, images)
    add_palette(root, data, keys, parts.own_slots)
    for shown in data.displays.values():
        add_display(root, shown, keys, images)
    add_charts(root, data, keys, images, AID_PAGE)
    add_inventory(root, data, keys)
    add_notes(root, keys)
    for tag in ("Chatter", "KeyNamer"):
        component(root, MODULE + tag)
    component(root, "VASSAL.i18n.Language")


def trait_images(traits: Iterable[Trait]) -> Iterator[str]:
    """The names of all images that traits show, engine's own (`/images/…`) included."""
    for trait in traits:
        fields = trait.fields()
        if trait.kind == "piece":
            yield fields[3]
        elif trait.kind == "emb2":
            yield from decode_sequence(fields[16], ",")
        elif trait.kind == "obs":
            yield fields[2]
        elif trait.kind == "markmoved":
            yield fields[1]


def _add_documentation(root: Element, data: GameData, images: UsedImages) -> None:
    documents = component(root, MODULE + "Documentation")
    component(
        documents,
        DOCUMENTATION + "AboutScreen",
        title=f"About {data.game.title}",
        fileName=images.use(TITLE_IMAGE),
    )
    for title, page in (("Keys", KEYS_PAGE), ("Player aid", AID_PAGE)):
        component(
            documents,
            DOCUMENTATION + "HelpFile",
            title=title,
            fileName=page,
            fileType="archive",
        )


def _add_players(root: Element, data: GameData) -> None:
    roster = component(
        root,
        MODULE + "PlayerRoster",
        buttonText="Retire",
        buttonIcon="",
        buttonToolTip="Give your side up or change it",
        buttonKeyStroke="",
    )
    for name in (*(side.name for side in data.sides.values()), SOLITAIRE, REFEREE):
        configured(roster, "entry", {}, name)


def _add_options(root: Element, keys: KeyPlan) -> None:
    options = component(
        root,
        MODULE + "GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Never",
        inventoryForAll="Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask pieces",
        sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
    )
    for option, name in (("stepHotKey", "step"), ("undoHotKey", "undo")):
        configured(options, "option", {"name": option}, keys.toolbar[name].encode())


def _add_properties(root: Element, data: GameData) -> None:
    """The data that a game is played with stands in every save and log."""
    holder = component(root, PROPERTIES + "GlobalProperties")
    for name, value, description in (
        (GAME_PROPERTY, data.id, "The game's data"),
        (VERSION_PROPERTY, data.game.version, "The version of the data"),
        (SCENARIO_PROPERTY, "", "The scenario"),
        (OPTIONS_PROPERTY, "", "The optional rules in play"),
    ):
        component(
            holder,
            PROPERTIES + "GlobalProperty",
            name=name,
            initialValue=value,
            description=description,
            isNumeric=False,
            min=0,
            max=100,
            wrap=False,
        )


def _add_prototypes(root: Element, prototypes: Prototypes) -> None:
    holder = component(root, MODULE + "PrototypesContainer")
    for name, traits in prototypes.items():
        text = PieceText(None, (*traits, PROTOTYPE_TAIL)).encode()
        configured(holder, MODULE + "PrototypeDefinition", {"name": name, "description": ""}, text)


def _add_setups(root: Element, parts: ModuleParts) -> None:
    for scenario in parts.data.scenarios.values():
        component(
            root,
            MODULE + "PredefinedSetup",
            name=shown_name(scenario.name),
            file=setup_file(scenario),
            useFile=True,
            isMenu=False,
            description=scenario.rule,
        )
    component(
        root,
        MODULE + "PredefinedSetup",
        name=EMPTY_SETUP,
        file="",
        useFile=False,
        isMenu=False,
        description="",
    )
