"""The windows with boards: the map with its exact grid, and the displays with their named zones.

Components and their settings only; images are named here and made by `images`.
"""

from __future__ import annotations

from compiler.declarations import escape
from compiler.gamedata.model import Box, Display, GameData
from compiler.hexes import HexError
from compiler.hexes.vassal import VassalGrid
from compiler.vassal.buildfile import (
    GRID,
    MAP,
    MODULE,
    PICKER,
    Element,
    Value,
    component,
    configured,
)
from compiler.vassal.images import MAP_IMAGE, UsedImages, display_image, icon_image
from compiler.vassal.keyplan import KeyPlan
from compiler.vassal.names import (
    board_name,
    box_zone_name,
    display_map_name,
    main_map_name,
)

HELPERS = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)
"""Without these nothing on a map can be selected or moved; VASSAL does not add them."""

ZOOM_LEVELS = "0.25,0.35,0.5,0.75,1.0,1.5,2.0"
ZOOM_START = 3
"""The third from the largest: full size."""

MOVE_FORMAT = "$pieceName$ moves $previousLocation$ &rarr; $location$ *"
CREATE_FORMAT = "$pieceName$ created in $location$ *"
BACKGROUND = (238, 236, 228)
SELECTION = (220, 30, 30)


def vassal_grid(data: GameData) -> VassalGrid:
    """The map's grid as VASSAL holds it.

    Raises:
        HexError: VASSAL could not hold it, or drops pieces elsewhere than it sets them up.
    """
    grid = data.map.grid.vassal()
    if data.map.grid.snap_mismatches():
        raise HexError(
            "pieces dropped on the map would not stack with those set up there:"
            " make hex_pixels a whole number"
        )
    return grid


def add_main_map(root: Element, data: GameData, keys: KeyPlan, images: UsedImages) -> Element:
    """The map itself, docked in the main window.

    Raises:
        HexError: as `vassal_grid`.
    """
    grid = vassal_grid(data)
    made = _add_map(
        root,
        mapName=main_map_name(data),
        markUnmovedHotkey=keys.toolbar["unmoved"],
        launch=False,
    )
    board = _add_board(made, board_name(data), images.use(MAP_IMAGE))
    hexes = component(board, GRID + "HexGrid")
    hexes.attrib.update(grid.grid_attributes)
    component(hexes, GRID + "mapgrid.HexGridNumbering").attrib.update(grid.numbering_attributes)
    _add_helpers(made, keys)
    _add_range_thread(made, keys)
    component(
        made,
        MAP + "GlobalMap",
        scale=0.15,
        color=SELECTION,
        hotkey=keys.toolbar["overview"],
        icon="/images/overview.gif",
        tooltip="Overview of the map",
        buttonText="",
    )
    component(
        made,
        MAP + "HidePiecesButton",
        hotkey=keys.toolbar["hide"],
        tooltip="Hide all pieces",
        showingIcon="/images/globe_unselected.gif",
        hiddenIcon="/images/globe_selected.gif",
    )
    component(
        made,
        MAP + "ImageSaver",
        hotkey=keys.toolbar["picture"],
        icon="/images/camera.gif",
        tooltip="Save a picture of the map",
        buttonText="",
    )
    return made


def add_display(root: Element, shown: Display, keys: KeyPlan, images: UsedImages) -> Element:
    """A display in a window of its own, its boxes as zones."""
    key = keys.displays.get(shown.id)
    made = _add_map(
        root,
        mapName=display_map_name(shown),
        launch=True,
        buttonName="",
        icon=images.use(icon_image("display" if _has_boxes(shown) else "track")),
        tooltip=shown.name,
        hotkey=key,
    )
    board = _add_board(made, shown.name, images.use(display_image(shown)))
    zones = component(board, GRID + "ZonedGrid")
    for box in shown.boxes:
        component(
            zones,
            GRID + "mapgrid.Zone",
            name=box_zone_name(box),
            # What pieces tell as their place must be one item of a declaration.
            locationFormat=escape(box.location),
            path=_path(box),
            useParentGrid=False,
            useHighlight=False,
            highlightProperty="",
        )
    # Boxes are small: a stack of ten must not hide its neighbours.
    _add_helpers(made, keys, collapsed=(2, 2))
    return made


def _has_boxes(shown: Display) -> bool:
    return any(not box.id.startswith(f"{shown.id}-") for box in shown.boxes)


def _path(box: Box) -> str:
    right, bottom = box.x + box.width, box.y + box.height
    corners = ((box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom))
    return ";".join(f"{x},{y}" for x, y in corners)


def _add_map(root: Element, **values: Value) -> Element:
    settings: dict[str, Value] = {
        "allowMultiple": False,
        "backgroundcolor": BACKGROUND,
        "buttonName": "",
        "changeFormat": "$message$",
        "color": SELECTION,
        "createFormat": CREATE_FORMAT,
        "edgeHeight": 0,
        "edgeWidth": 0,
        "hideKey": "",
        "hotkey": "",
        "icon": "",
        "markMoved": "Always",
        "markUnmovedHotkey": "",
        "markUnmovedIcon": "/images/unmoved.gif",
        "markUnmovedText": "",
        "markUnmovedTooltip": "Mark all pieces on this map as not moved",
        "moveKey": "",
        "moveToFormat": MOVE_FORMAT,
        "moveWithinFormat": MOVE_FORMAT,
        "onlyReportChangedLocation": True,
        "showKey": "",
        "thickness": 3,
        "tooltip": "",
    }
    return configured(root, MODULE + "Map", {**settings, **values})


def _add_board(made: Element, name: str, image: str) -> Element:
    picker = component(
        made,
        MAP + "BoardPicker",
        title="Choose Boards",
        boardPrompt="Select board",
        slotHeight=125,
        slotWidth=350,
        slotScale=0.2,
        addColumnText="Add column",
        addRowText="Add row",
        maxColumns=1,
    )
    return component(picker, PICKER + "Board", name=name, image=image, reversible=False)


def _add_helpers(made: Element, keys: KeyPlan, collapsed: tuple[int, int] = (4, 5)) -> None:
    """What every map needs; `collapsed` is how far the pieces of a closed stack lie apart."""
    component(
        made,
        MAP + "StackMetrics",
        disabled=False,
        exSepX=10,
        exSepY=24,
        unexSepX=collapsed[0],
        unexSepY=collapsed[1],
        top="38,0",
        bottom="40,0",
        up="39,0",
        down="37,0",
    )
    for helper in HELPERS:
        component(made, MAP + helper)
    component(made, MAP + "HighlightLastMoved", enabled=True, color=(255, 200, 0), thickness=2)
    _add_stack_viewer(made)
    component(
        made,
        MAP + "Zoomer",
        zoomLevels=ZOOM_LEVELS,
        zoomStart=ZOOM_START,
        zoomInKey=keys.toolbar["zoom-in"],
        zoomOutKey=keys.toolbar["zoom-out"],
        zoomPickKey="",
        inTooltip="Zoom in",
        outTooltip="Zoom out",
        pickTooltip="Choose the zoom",
        inButtonText="",
        outButtonText="",
        pickButtonText="",
        inIconName="/images/zoomIn.gif",
        outIconName="/images/zoomOut.gif",
        pickIconName="/images/zoom.png",
    )


def _add_stack_viewer(made: Element) -> None:
    """What is under the mouse: all pieces of the stack side by side, with their names."""
    component(
        made,
        MAP + "CounterDetailViewer",
        version=3,
        description="Stack viewer",
        delay=400,
        hotkey="",
        display="from top-most layer only",
        minDisplayPieces=1,
        showgraph=True,
        graphicsZoom=1.0,
        zoomlevel=1.0,
        showtext=True,
        centerText=True,
        centerAll=False,
        summaryReportFormat="$LocationName$",
        counterReportFormat="$pieceName$",
        emptyHexReportForma="$LocationName$",
        fontSize=11,
        borderWidth=2,
        extraTextPadding=2,
        fgColor=(0, 0, 0),
        bgColor=(255, 255, 235),
        unrotatePieces=True,
        showNoStack=True,
        showMoveSelectde=True,
        showNonMovable=True,
        showDeck=False,
        showOverlap=False,
        layerList="",
        propertyFilter="",
    )


def _add_range_thread(made: Element, keys: KeyPlan) -> None:
    thread = component(
        made,
        MAP + "LOS_Thread",
        threadName="Range",
        label="",
        hotkey=keys.toolbar["range"],
        tooltip="Range and line of sight",
        iconName="/images/thread.gif",
        report="",
        persistence="Ctrl-Click & Drag",
        persistentIconName="/images/thread.gif",
        snapStart=True,
        snapEnd=True,
        drawRange=True,
        scale=0,
        round="Up",
        hideCounters=False,
        hideOpacity=0,
        losThickness=3,
        threadColor=(200, 0, 0),
        rangeFg=(255, 255, 255),
        rangeBg=(0, 0, 0),
    )
    # The name is a word of Python's own.
    thread.set("global", "When Persisting")
