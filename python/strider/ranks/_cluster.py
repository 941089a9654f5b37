"""The ranks of a job, and how they end together."""

from __future__ import annotations

import atexit
import sys
import traceback
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .. import _core as _module
from .._errors import UnavailableError

if TYPE_CHECKING:
    from mpi4py import MPI

#: The extension module; a build without MPI has no functions of ranks.
core: Any = _module


class Shared:
    """What holds something of MPI, which must be gone before MPI ends."""

    _alive: weakref.WeakSet[Shared] = weakref.WeakSet()

    def __init__(self, held: Any) -> None:
        self._core = held
        self._alive.add(self)

    @classmethod
    def release_all(cls) -> None:
        for one in list(cls._alive):
            one._core = None


class Cluster(Shared):
    """The ranks of a job. Collective.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm, optional
        The ranks of this communicator, which is duplicated. By default all ranks of the job; MPI is
        started if it does not run.

    Raises
    ------
    UnavailableError
        The package was built without MPI.
    """

    def __init__(self, comm: MPI.Comm | None = None) -> None:
        if not hasattr(core, "start_cluster"):
            raise UnavailableError(
                "this package was built without MPI: pip install . -C cmake.define.STRIDER_MPI=ON"
            )
        super().__init__(core.start_cluster() if comm is None else core.join_cluster(comm.py2f()))
        self._threads: int = self._core.threads_per_rank()
        _end_all_with(self)

    @property
    def rank(self) -> int:
        """The number of this rank, from 0."""
        return self._core.rank

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self._core.size

    def barrier(self) -> None:
        """Waits until all ranks are here. Collective."""
        self._core.barrier()

    def __repr__(self) -> str:
        return f"<strider.ranks.Cluster: rank {self.rank} of {self.size}>"


def _end_all_with(cluster: Cluster) -> None:
    """From now on, an error that ends this rank ends all ranks, which may wait for it."""
    if hasattr(sys.excepthook, "of_strider"):
        return
    ends_rank = sys.excepthook
    atexit.register(Shared.release_all)

    def end_job(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if cluster._core is None:  # MPI has ended
            return ends_rank(kind, error, trace)
        cluster._core.end_job("".join(traceback.format_exception(kind, error, trace)).rstrip())

    end_job.of_strider = True  # type: ignore[attr-defined]
    sys.excepthook = end_job
