"""The Graph500 benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _core
from ._arguments import whole
from ._words import counted


@dataclass(frozen=True, repr=False)
class Graph500Report:
    """What a run of the benchmark measured."""

    #: The keys of the reference program with their values, as ``"bfs  harmonic_mean_TEPS"``.
    keys: dict[str, float]
    #: The same as the reference program prints it.
    text: str
    validated: bool
    #: Whether no search broke a rule.
    passed: bool
    #: Root, vertices reached, edges traversed and seconds of each search.
    bfs: list[dict[str, Any]]
    sssp: list[dict[str, Any]]

    def __repr__(self) -> str:
        searches = counted(len(self.bfs) + len(self.sssp), "search")
        state = ("valid" if self.passed else "NOT valid") if self.validated else "not validated"
        return f"<strider.Graph500Report: {searches}, {state}>"


def graph500(
    scale: int = 16,
    *,
    edge_factor: int = 16,
    roots: int = 64,
    kernels: str = "bfs",
    validate: bool = True,
    threads: int = 0,
) -> Graph500Report:
    """Runs the Graph500 benchmark on this machine.

    Parameters
    ----------
    scale : int
        The graph has ``2**scale`` vertices.
    edge_factor : int
        And ``edge_factor * 2**scale`` edges.
    roots : int
        The number of searches.
    kernels : {"bfs", "sssp", "both"}
    validate : bool
        Whether each search is checked against the input edges.
    threads : int
        0: all cores.

    Examples
    --------
    >>> strider.graph500(10, roots=4)
    <strider.Graph500Report: 4 searches, valid>
    """
    return Graph500Report(
        **_core.graph500(scale, whole(edge_factor, "edge_factor"), roots, kernels, bool(validate), threads)
    )
