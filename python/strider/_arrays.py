"""Arrays of the caller, as the extension module takes them."""

import contextlib
import threading
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ._errors import InputError


@dataclass
class _Kept:
    """A read-only array, and how many keepers it has."""

    array: npt.NDArray[Any]
    keepers: int = 0
    #: Views of it that have no keeper any more. They become writeable after it.
    views: list[npt.NDArray[Any]] = field(default_factory=list)


class ReadOnly:
    """Keeps an array. As long as a graph uses its memory, the array and what it is a view of are
    read-only."""

    _kept: ClassVar[dict[int, _Kept]] = {}
    # A keeper may go while another one comes: in another thread, or as garbage in this one.
    _lock: ClassVar[threading.RLock] = threading.RLock()

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._arrays: list[npt.NDArray[Any]] = []
        with self._lock:
            base: Any = array
            while isinstance(base, np.ndarray):
                if id(base) not in self._kept and base.flags.writeable:
                    self._kept[id(base)] = _Kept(base)
                    base.flags.writeable = False
                if id(base) in self._kept:
                    self._kept[id(base)].keepers += 1
                    self._arrays.append(base)
                base = base.base
        self._array = array

    def __del__(self) -> None:
        with self._lock:
            # The innermost array first: a view of a read-only array cannot be made writeable.
            for array in reversed(self._arrays):
                self._release(array)

    @classmethod
    def _release(cls, array: npt.NDArray[Any]) -> None:
        kept = cls._kept[id(array)]
        kept.keepers -= 1
        if kept.keepers > 0:
            return
        del cls._kept[id(array)]
        if id(array.base) in cls._kept:
            cls._kept[id(array.base)].views += [array, *kept.views]
            return
        for one in (array, *kept.views):
            # A view of memory that others have made read-only stays so.
            with contextlib.suppress(ValueError):
                one.flags.writeable = True


def flat(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """One dimension, contiguous, aligned, in the byte order of the machine: as it is, or else a copy."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(f"{what} must have one dimension, got {array.ndim}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return np.require(array, requirements=["C", "A"])


def integers(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """Integers of 32 or 64 bits; an empty list is one of them."""
    array = flat(values, what)
    if array.size == 0 and array.dtype == np.float64:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, got {array.dtype}")
    return array if array.dtype.itemsize >= 4 else array.astype(np.int32)


def vertices(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """As `integers`. Raises InputError if one is negative."""
    array = integers(values, what)
    if array.dtype.kind == "i" and array.size > 0 and array.min() < 0:
        raise InputError(f"{what} has vertex {array.min()}, which is negative")
    return array


def weights(values: npt.ArrayLike, what: str) -> npt.NDArray[Any] | None:
    """Numbers that the module takes as weights; none if they are booleans."""
    array = flat(values, what)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        return None
    if kind == "f":
        if size > 8:
            raise TypeError(f"{what} must have at most 64 bits, got {array.dtype}: convert them to float64")
        return array if size >= 4 else array.astype(np.float32)
    if kind in "iu":
        return array if size >= 4 else array.astype(np.int32)
    raise TypeError(f"{what} must be real numbers, got {array.dtype}")
