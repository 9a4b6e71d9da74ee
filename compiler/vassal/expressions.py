"""The few expressions and texts of VASSAL's own languages that the module writer needs.

`$name$` in a text stands for a property, an expression in braces is BeanShell.
"""

from __future__ import annotations


def literal(text: str) -> str:
    """A text that VASSAL prints as it is: `$` and braces would begin something else.

    >>> literal("{Cost} in $")
    '(Cost) in ＄'
    """
    return text.replace("$", "＄").replace("{", "(").replace("}", ")")


def text_value(text: str) -> str:
    r"""A text inside an expression.

    >>> print(text_value('say "no"'))
    "say \"no\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
