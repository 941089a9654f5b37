"""Numbers of the caller, as the extension module takes them."""

from __future__ import annotations

import operator
from typing import Any

from ._errors import UsageError


def whole(value: Any, name: str, *, least: int = 0, bits: int = 64) -> int:
    """`value` as an int. Raises TypeError for other types, UsageError below `least` or above what `bits` hold."""
    number = operator.index(value)
    if number < least:
        raise UsageError(f"{name} must be at least {least}, got {number}")
    if number >= 2**bits:
        raise UsageError(f"{name} must be at most 2^{bits}-1, got {number}")
    return number


def whole_or_none(value: Any, name: str, *, least: int = 0, bits: int = 64) -> int | None:
    """The same, or None."""
    return None if value is None else whole(value, name, least=least, bits=bits)
