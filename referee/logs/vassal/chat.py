"""Lines of the chat window: whose they are, and what they say in plain text.

The texts of game messages depend on each module's formats and are for people; what happened is in
the other commands of the step.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

PLAYER, GAME, SYSTEM = "player", "game", "system"
"""Kinds of lines: typed by a player, reported by the game, said by the program itself."""

_UNDO = "* UNDO: "
_MARK = re.compile(r"([*-]+\s*)[|!?~`]")
_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|s|small|span|"
    r"strike|strong|style|sub|sup|table|td|th|tr|tt|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
_SPEAKERS = (("&lt;", "&gt; - "), ("<", "> - "))


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of the chat window.

    Attributes:
        kind: `player`, `game` or `system`.
        speaker: the name a player's line begins with, None if it has none.
        text: what it says, without the name, markup and entities.
        takes_back: whether it reports an undo; `text` is then the line taken back.
    """

    kind: str
    speaker: str | None
    text: str
    takes_back: bool = False


def read_line(text: str) -> ChatLine:
    """Read a line as the log has it.

    >>> read_line("* A1 moves 0302 &rarr; 0603 *")
    ChatLine(kind='game', speaker=None, text='* A1 moves 0302 → 0603 *', takes_back=False)
    >>> read_line("&lt;Ann&gt; - a < b")
    ChatLine(kind='player', speaker='Ann', text='a < b', takes_back=False)
    """
    takes_back = text.startswith(_UNDO)
    if takes_back:
        text = text[len(_UNDO) :]
    if text.startswith(("*", "-")):
        kind = GAME if text[0] == "*" else SYSTEM
        marked = _MARK.match(text)
        plain = marked[1].rstrip() + " " + text[marked.end() :].lstrip() if marked else text
        return ChatLine(kind, None, plain_text(plain), takes_back)
    for opening, closing in _SPEAKERS:
        end = text.find(closing)
        if text.startswith(opening) and end > 0:
            speaker = html.unescape(text[len(opening) : end])
            said = html.unescape(text[end + len(closing) :])
            return ChatLine(PLAYER, speaker, said, takes_back)
    return ChatLine(PLAYER, None, html.unescape(text), takes_back)


def plain_text(text: str) -> str:
    """Return a game message without HTML tags, entities and runs of space.

    >>> plain_text("* <b>Red</b>   wins &amp; rests *")
    '* Red wins & rests *'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = html.unescape(text)
    return _SPACE.sub(" ", text).strip()
