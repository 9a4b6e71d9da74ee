"""Players' ids, which are their passwords in clear text, and the names that stand in for them.

Every command read from a log goes through here before anybody else sees it: the id becomes
`player-1`, `player-2`, … in the order in which ids appear. Names and sides are no secret.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from compiler.vassal.encoding import (
    ESCAPE,
    TAB,
    EncodingError,
    decode_sequence,
    encode_sequence,
    join_traits,
    split_states,
    split_types,
)

_PLAYER_COMMANDS = ("PLAYER\t", "PYREMOVE\t", "UNMASK\t")
_NOBODY = frozenset(("", "null", "nobody", "<observer>"))
_UNOWNED = frozenset(("", "null", "null;", "nobody;", "''"))
_MOST_TELLING = 100
MOST_PLAYERS = 10_000
"""A file that names more players is made to exhaust the memory: the others share one token."""
_COMMONPLACE = re.compile(r"-?[\d.,]*|true|false|.", re.IGNORECASE)
"""Ids that would be found everywhere: taken for one only where a player's id must stand."""


class PlayerTokens:
    """Stands in for players' ids: the same id always becomes the same token.

    One object may serve several logs of a game, so that their tokens agree.

    >>> tokens = PlayerTokens()
    >>> tokens.token("secret"), tokens.token("other"), tokens.token("secret")
    ('player-1', 'player-2', 'player-1')
    """

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self._telling: list[str] = []
        self._signs: list[str] = []
        self._sides: set[str] = set()

    def __repr__(self) -> str:
        return f"PlayerTokens({len(self._tokens)} players)"

    def token(self, player_id: str) -> str:
        """Return the token for an id; ids that mean nobody stay as they are."""
        if player_id in _NOBODY:
            return player_id
        token = self._tokens.get(player_id)
        if token is None:
            token = f"player-{len(self._tokens) + 1}"
            if len(self._tokens) >= MOST_PLAYERS:
                return token
            self._tokens[player_id] = token
            if len(self._telling) < _MOST_TELLING and not _COMMONPLACE.fullmatch(player_id):
                self._telling.append(player_id)
                self._signs.extend({player_id, player_id.replace("/", "\\/")})
        return token

    def is_mentioned(self, text: str) -> bool:
        """Whether an id that is no commonplace text occurs in `text`, a field or a command."""
        for sign in self._signs:  # noqa: SIM110 - asked of every change, and this is twice as fast
            if sign in text:
                return True
        return False

    def scrub(self, text: str) -> str:
        """Return `text`, or the token if it is nothing but a player's id.

        A text that is also the name of a side is taken for the side.
        """
        return self._tokens[text] if text in self._telling and text not in self._sides else text

    def scrub_everywhere(self, text: str) -> str:
        """Replace ids wherever they stand as a field of their own; for texts of unknown form."""
        for player_id in self._telling:
            if player_id in text:
                text = re.sub(
                    rf"(?<![^\t;/,|]){re.escape(player_id)}(?=$|\\*[\t;/,|])",
                    self._tokens[player_id],
                    text,
                )
        return text

    def learn(self, text: str) -> None:
        """Take note of the players named in a whole saved game.

        Their ids may stand in the states of pieces long before the command that names the player.
        """
        for command in _PLAYER_COMMANDS:
            position = text.find(command)
            while position >= 0:
                if position == 0 or text[position - 1] in (ESCAPE, TAB, "'"):
                    end = text.find(ESCAPE, position)
                    leaf = text[position : end if end >= 0 else len(text)].rstrip("\\")
                    fields = decode_sequence(leaf, TAB)
                    for player_id in fields[1:] if command == "UNMASK\t" else fields[1:2]:
                        self.token(player_id)
                    if command == "PLAYER\t":
                        self._sides.update(fields[3:4])
                position = text.find(command, position + 1)


@dataclass(frozen=True, slots=True)
class OwnedTraits:
    """The traits of a type of piece whose states name an owner.

    Attributes:
        count: the number of all traits.
        slots: index of such a trait, whether its owner is always a player rather than a side, and
            whether there is more in its state than the owner.
    """

    count: int
    slots: tuple[tuple[int, bool, bool], ...]


@lru_cache(maxsize=2048)
def owned_traits(type_text: str) -> OwnedTraits:
    """Find the traits Mask, Invisible and Restricted Access in the type of a piece."""
    types = split_types(type_text)
    slots = []
    for index, text in enumerate(types):
        kind = text.partition(";")[0]
        if kind in _ACCESS_FIELDS:
            fields = decode_sequence(text, ";")
            field = _ACCESS_FIELDS[kind]
            access = fields[field] if len(fields) > field else ""
            by_player = kind == "restrict" or not access.startswith("side")
            slots.append((index, by_player, kind == "obs"))
    return OwnedTraits(len(types), tuple(slots))


_ACCESS_FIELDS = {"obs": 6, "hide": 4, "restrict": 2}
"""Traits with an owner, and the field of their type that says who may be one."""


def without_owners(state: str, owned: OwnedTraits | None, tokens: PlayerTokens) -> str:
    """Return the state of a piece with tokens in place of players' ids.

    Args:
        state: the chain of states.
        owned: what is known of the piece's type, None if the piece is unknown.
        tokens: the tokens.
    """
    mentioned = tokens.is_mentioned(state)
    if owned is None:
        return tokens.scrub_everywhere(state) if mentioned else state
    if not mentioned and (not owned.slots or _all_unowned(state, owned)):
        return state
    try:
        return _rewritten(state, owned, tokens)
    except EncodingError:
        return tokens.scrub_everywhere(state)


def _all_unowned(state: str, owned: OwnedTraits) -> bool:
    parts = state.split(TAB)
    if len(parts) != owned.count:
        return False
    return all(parts[index].rstrip("\\") in _UNOWNED for index, *_ in owned.slots)


def _rewritten(state: str, owned: OwnedTraits, tokens: PlayerTokens) -> str:
    parts = split_states(state, owned.count)
    before = list(parts)
    for index, by_player, more in owned.slots:
        if index < len(parts):
            replaced = tokens.token if by_player else tokens.scrub
            fields = decode_sequence(parts[index], ";") if more else [parts[index]]
            owner = replaced(fields[0])
            if owner != fields[0]:
                parts[index] = encode_sequence((owner, *fields[1:]), ";") if more else owner
    parts = [_fields_scrubbed(part, tokens) for part in parts]
    return state if parts == before else join_traits(parts)


def _fields_scrubbed(part: str, tokens: PlayerTokens) -> str:
    if not tokens.is_mentioned(part) or tokens.scrub(part) != part:
        return tokens.scrub(part)
    fields = decode_sequence(part, ";")
    scrubbed = [tokens.scrub(field) for field in fields]
    return part if scrubbed == fields else encode_sequence(scrubbed, ";")
