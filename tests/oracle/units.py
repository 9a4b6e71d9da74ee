"""Pieces, saves and spots for the sample module that the tests of saves and logs share."""

from __future__ import annotations

from compiler.vassal.encoding import PieceText, Trait, encode_sequence, join_traits
from compiler.vassal.metadata import Metadata
from compiler.vassal.savegame import Spot, positioned
from compiler.vassal.states import BasicState

MAP = "Board"
MODULE = Metadata(name="Sample", version="1.0", vassal_version="3.6.0")

Pixel = tuple[int, int]
HOME, GOAL, FAR = (82, 120), (186, 180), (342, 330)
"""Centres of the hexes 0203, 0404 and 0706 of the sample's map."""


def unit(piece_id: str, name: str, losses: str = "0", *, stacks: bool = True) -> PieceText:
    """A piece with two markers and a dynamic property, off the map."""
    lies_alone = () if stacks else (Trait("immob;n;N;R;"),)
    return PieceText(
        piece_id,
        (
            *lies_alone,
            Trait("mark;Side,Motto", encode_sequence(("Red", name), ",")),
            Trait("PROP;Losses;true,0,100,false;;", losses),
            Trait(
                encode_sequence(("piece", "", "", "A.png", name), ";"),
                BasicState(None, 0, 0, "20").encode(),
            ),
        ),
    )


def at(piece: PieceText, pixel: Pixel) -> PieceText:
    """The same piece, lying at a pixel of the map."""
    return positioned(piece, MAP, *pixel)


def spot(pixel: Pixel, under: str | None = None) -> Spot:
    """A place of the map, perhaps on top of a piece."""
    return Spot(MAP, *pixel, under)


def with_losses(piece: PieceText, pixel: Pixel, losses: str) -> str:
    """The states of a `unit` at a pixel with other losses."""
    marker = piece.traits[0].state
    return join_traits([marker, losses, BasicState(MAP, *pixel, "20").encode()])
