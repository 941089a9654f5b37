"""The words of messages and of what objects show."""

from __future__ import annotations

import re

#: Options of the command line that have no value, as arguments of functions.
_SWITCHES = {
    "directed": "directed=True",
    "header": "header=True",
    "no-header": "header=False",
    "only-listed": "only_listed=True",
    "undirected": "directed=False",
}
# A path may have two hyphens in its names.
_OPTION = re.compile(
    r"(?<![\w./-])--(?P<name>[a-z]+(?:-[a-z]+)*)(?P<value> none| edgelist| matrix| metis| '.'| \d+)?(?![\w-])"
)


def counted(number: int, noun: str) -> str:
    """"1 vertex", "2 vertices", "1,000 edges"."""
    if number != 1:
        noun = {"vertex": "vertices", "search": "searches"}.get(noun, f"{noun}s")
    return f"{number:,} {noun}"


def in_words_of_python(message: str) -> str:
    """A message of the library, which names options as the command line does.

    >>> in_words_of_python("--no-header reads it; --weight-column none or --weight-attribute chooses")
    "header=False reads it; weight_column='none' or weight_column chooses"
    """
    return _OPTION.sub(_argument, message)


def _argument(option: re.Match[str]) -> str:
    name, value = option["name"], option["value"]
    if name in _SWITCHES:
        return _SWITCHES[name] + (value or "")
    name = "weight_column" if name == "weight-attribute" else name.replace("-", "_")
    if value is None:
        return name
    value = value[1:]
    return f"{name}={value}" if value[0] == "'" or value.isdigit() else f"{name}={value!r}"
