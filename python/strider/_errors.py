"""What goes wrong, by the classes that Python programs expect to catch."""


class UsageError(ValueError):
    """An argument is out of range, or excludes another one."""


class VertexError(UsageError, IndexError):
    """The graph has no such vertex."""


class NoPathError(UsageError):
    """No path leads from one vertex to the other."""


class InputError(ValueError):
    """A file, or an array, is not what its format says."""


class FileError(InputError, OSError):
    """A file cannot be opened or written."""


class WeightError(InputError):
    """Weights that an algorithm cannot work with, as negative ones for shortest paths."""


class MemoryLimitError(MemoryError):
    """A step needs more memory than is free.

    Attributes
    ----------
    needed_bytes, free_bytes : int
        0 if the number is not known.
    """

    def __init__(self, message: str, needed_bytes: int = 0, free_bytes: int = 0) -> None:
        super().__init__(message)
        self.needed_bytes = needed_bytes
        self.free_bytes = free_bytes


class UnavailableError(RuntimeError):
    """This build, this machine or this process cannot do that."""
