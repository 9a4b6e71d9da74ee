r"""The tree of commands in a saved game, walked flat: top-level tokens, their leaves, their steps.

The tree is a sequence within sequences, all with the same delimiter, so an ESC with n backslashes
before it divides at the n-th level. Nothing here is recursive and the cost grows with the length of
the text only, however deep it nests. What a command means is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.vassal.encoding import ESCAPE

LOG_PREFIX = "LOG\t"
_NEXT_PART = "\\" + ESCAPE + LOG_PREFIX
"""What divides the parts of a step that does not nest any deeper."""
_TOP = re.compile(rf"{ESCAPE}(?<!\\{ESCAPE})")
_TOPS = re.compile(rf"{_TOP.pattern}{ESCAPE}*")
"""A delimiter at the top level with those that follow at once: nothing stands between them."""
_NEXT_STEP = re.compile(rf"{ESCAPE}(?<!\\{ESCAPE}){LOG_PREFIX}")
_UNLOGGED = re.compile(f"{ESCAPE}(?<!{ESCAPE * 2})(?!{LOG_PREFIX}){ESCAPE}*")
"""Delimiters that follow one another, the first of which begins no step."""
_BEFORE_COMMAND = re.compile(rf"{ESCAPE}(?=[^\\{ESCAPE}])")
_DEEPER = "\\\\" + ESCAPE
_TWICE = LOG_PREFIX + LOG_PREFIX
_PREFIXES = re.compile(r"(?:LOG\t)*")
_NULL = ("", "null")


def top_tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[str]:
    r"""Yield the tokens at the top level of a tree, still escaped, without copying all of them.

    >>> list(top_tokens("a\x1bb\\\x1bc\x1b"))
    ['a', 'b\\\x1bc', '']
    """
    return _divided(_TOP, text, start, end)


def filled_tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[str]:
    r"""Yield the same without the empty ones, however many follow one another.

    >>> list(filled_tokens("a\x1b\x1b\x1bb\\\x1bc\x1b\x1bd"))
    ['a', 'b\\\x1bc', 'd']
    """
    return filter(None, _divided(_TOPS, text, start, end))


def _divided(by: re.Pattern[str], text: str, start: int, end: int | None) -> Iterator[str]:
    end = len(text) if end is None else end
    for match in by.finditer(text, start, end):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:end]


def first_of_steps(text: str) -> int:
    r"""Return where the tokens at the top level begin that are all steps of a log and nothing else.

    It is behind the end of the text if the last token is none.

    >>> first_of_steps("begin_save\x1bend_save\x1bLOG\ta\\\x1bLOG\tb\x1bLOG\tc")
    20
    """
    unlogged = 0
    for match in _UNLOGGED.finditer(text):
        unlogged = match.end()
        if match.end() - match.start() > 1 and text.startswith(LOG_PREFIX, unlogged):
            unlogged -= 1
    top = _TOP.search(text, unlogged)
    return len(text) + 1 if top is None else top.end()


def leaves(token: str) -> list[str]:
    r"""Return the commands in a top-level token, in the order in which VASSAL executes them.

    >>> leaves("a\\\x1bb\\\\\x1bc")
    ['a', 'b', 'c']
    """
    if ESCAPE not in token:
        return [_unquoted(token)]
    parts = token.split(ESCAPE)
    last = parts.pop()
    stripped = [part.rstrip("\\") for part in parts]
    if not any(part[:1] == "'" for part in stripped) and last[:1] != "'":
        stripped.append(last)
        return stripped
    levels = [len(part) - len(bare) for part, bare in zip(parts, stripped, strict=True)]
    return _quoted_leaves([*stripped, last], levels)


def _quoted_leaves(parts: list[str], levels: list[int]) -> list[str]:
    """Take away the quotes that protect tokens, at every level at which they do.

    Args:
        parts: the texts between the delimiters; changed in place.
        levels: the level at which each delimiter divides.
    """
    waiting = [(0, len(parts) - 1, 1)]
    while waiting:
        first, last, depth = waiting.pop()
        if first == last:
            parts[first] = _unquoted(parts[first])
            continue
        level = min(levels[first:last])
        quotes = min(
            1 + level - depth, _leading_quotes(parts[first]), _trailing_quotes(parts[last])
        )
        if quotes > 0:
            parts[first] = parts[first][quotes:]
            parts[last] = parts[last][:-quotes]
        start = first
        for index in range(first, last):
            if levels[index] == level:
                waiting.append((start, index, level + 1))
                start = index + 1
        waiting.append((start, last, level + 1))
    return parts


def _leading_quotes(text: str) -> int:
    return len(text) - len(text.lstrip("'"))


def _trailing_quotes(text: str) -> int:
    return len(text) - len(text.rstrip("'"))


def _unquoted(leaf: str) -> str:
    """Take away pairs of quotes until none is left, as VASSAL does with a leaf."""
    if leaf[:1] != "'" or leaf[-1:] != "'":
        return leaf
    if not leaf.strip("'"):
        return "'" * (len(leaf) % 2)
    quotes = min(_leading_quotes(leaf), _trailing_quotes(leaf))
    return leaf[quotes : len(leaf) - quotes]


def widest(text: str, enough: int) -> int:
    r"""Return the most commands in one top-level token, or 0 if none can have more than `enough`.

    >>> widest("a\x1bb\\\x1bc\x1bd", 1)
    2
    """
    # A command within a token comes with two signs, so that such a token fills a whole window.
    windows = range(0, len(text) - enough + 1, enough)
    if all(_TOP.search(text, at, at + enough) for at in windows):
        return 0
    most = start = 0
    for match in _TOP.finditer(text):
        most = max(most, text.count(ESCAPE, start, match.start()))
        start = match.end()
    return 1 + max(most, text.count(ESCAPE, start))


def most_commands(text: str, enough: int) -> int:
    r"""Return how many commands a text can have at the most, or 0 if not more than `enough`.

    >>> most_commands("a\x1bb\\\x1bc\x1b\x1bd", 1)
    4
    """
    if text.count(ESCAPE) < enough:
        return 0
    return 1 + sum(1 for _ in _BEFORE_COMMAND.finditer(text))


def is_step(token: str) -> bool:
    """Whether a top-level token is a step of a log and nothing else."""
    return token.startswith(LOG_PREFIX) and token.count(ESCAPE) == token.count(ESCAPE + LOG_PREFIX)


def loading_commands(token: str) -> list[str]:
    """Return the commands of a top-level token that are executed when the file is loaded.

    Commands without effect, empty ones and `null`, are left out, as they are from steps.
    """
    if is_step(token):
        return []
    return [leaf for leaf in leaves(token) if leaf not in _NULL and not leaf.startswith(LOG_PREFIX)]


def step_commands(token: str) -> list[str]:
    r"""Return the commands of a top-level token that are executed by one step of a log.

    >>> step_commands("LOG\tnull\\\x1bLOG\tCHAT* A moves *")
    ['CHAT* A moves *']
    """
    if LOG_PREFIX not in token:
        return []
    commands = token.split(_NEXT_PART)
    plain = len(commands) == token.count(ESCAPE) + 1 and _DEEPER not in token
    if plain and token.startswith(LOG_PREFIX):
        commands[0] = commands[0][len(LOG_PREFIX) :]
    else:
        commands = [
            leaf[len(LOG_PREFIX) :] for leaf in leaves(token) if leaf.startswith(LOG_PREFIX)
        ]
    if _TWICE in token:
        commands = [_PREFIXES.sub("", command, count=1) for command in commands]
    if "null" in commands or "" in commands:
        commands = [command for command in commands if command not in _NULL]
    return commands


def steps_commands(text: str) -> Iterator[list[str]]:
    r"""Yield the commands of every step of a log that has any, as `step_commands` gives them.

    Where all that is left are steps that do not nest, as VASSAL writes them, they are cut out
    whole: that takes half the time.

    >>> list(steps_commands("begin_save\x1bend_save\x1bLOG\ta\\\x1bLOG\tnull\x1bLOG\tb"))
    [['a'], ['b']]
    """
    start = first_of_steps(text)
    if start > len(text) or text.find(_DEEPER, start) >= 0 or text.find(_TWICE, start) >= 0:
        yield from filter(None, map(step_commands, filled_tokens(text)))
        return
    yield from filter(None, map(step_commands, filled_tokens(text, 0, start - 1)))
    start += len(LOG_PREFIX)
    for match in _NEXT_STEP.finditer(text, start):
        commands = text[start : match.start()].split(_NEXT_PART)
        start = match.end()
        if "null" in commands or "" in commands:
            commands = [command for command in commands if command not in _NULL]
        if commands:
            yield commands
    commands = [each for each in text[start:].split(_NEXT_PART) if each not in _NULL]
    if commands:
        yield commands
