"""PageRank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import whole, whole_or_none
from ._errors import VertexError
from ._graph import Graph, core_of
from ._words import counted

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False, eq=False)
class PageRank:
    """The PageRank of a graph."""

    graph: Graph
    #: By vertex; they add up to 1.
    scores: npt.NDArray[np.float64]
    iterations: int
    #: By how much the last iteration changed all scores together.
    change: float
    #: Whether that is below the tolerance, or the number of iterations was given.
    converged: bool

    def top(self, count: int = 10) -> list[tuple[int, float]]:
        """The highest scores, each with its vertex; of equal ones that of the smaller vertex first."""
        order = np.argsort(-self.scores, kind="stable")[: whole(count, "count")]
        return [(int(v), float(self.scores[v])) for v in order]

    def to_pandas(self) -> pandas.DataFrame:
        """A table of vertex and score."""
        import pandas

        return pandas.DataFrame({"vertex": np.arange(len(self.scores)), "score": self.scores})

    def __repr__(self) -> str:
        ended = "" if self.converged else ", not converged"
        size, iterations = counted(len(self.scores), "vertex"), counted(self.iterations, "iteration")
        return f"<strider.PageRank of {size}: {iterations}{ended}>"


def pagerank(
    graph: Graph,
    *,
    damping: float = 0.85,
    tolerance: float | None = None,
    iterations: int | None = None,
    max_iterations: int = 1000,
    personalization: npt.ArrayLike | Mapping[int, float] | None = None,
    weighted: bool = False,
    method: str = "auto",
    device: str = "host",
    threads: int = 0,
) -> PageRank:
    """Where a surfer is who follows an edge with the probability `damping`, and jumps elsewhere otherwise.

    Parameters
    ----------
    graph : Graph
    damping : float
        networkx calls it alpha.
    tolerance : float, optional
        Ends when an iteration changes all scores together by less than this times the number of
        vertices, as networkx does, whose default is 1e-6. Without it: by less than 1e-8 in all.
    iterations : int, optional
        Exactly so many power iterations, as LDBC Graphalytics does.
    max_iterations : int
        After so many, the run ends without having converged.
    personalization : array or mapping, optional
        By vertex, how likely jumps go there; vertices that a mapping lacks have 0.
    weighted : bool
        Whether edges are followed with probabilities proportional to their weights. Only on the host.
    method : str
        "auto", "power" or, for undirected graphs, "accelerated".
    device : str
        As for `bfs`.
    threads : int
        0: all cores. They do not change the scores.

    Returns
    -------
    PageRank

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], directed=True)
    >>> found = strider.pagerank(graph)
    >>> found.scores.round(2)
    array([0.33, 0.32, 0.31, 0.04])
    >>> found.converged
    True
    """
    core = core_of(graph)
    jumps = None if personalization is None else _jumps(graph, personalization)
    return PageRank(
        graph,
        *_core.pagerank(
            core, damping, tolerance, whole_or_none(iterations, "iterations", bits=32),
            whole(max_iterations, "max_iterations", bits=32), jumps, weighted, method, device,
            threads,
        ),
    )  # fmt: skip


def _jumps(graph: Graph, values: npt.ArrayLike | Mapping[int, float]) -> npt.NDArray[np.float64]:
    if not isinstance(values, Mapping):
        return np.ascontiguousarray(values, dtype=np.float64)
    jumps = np.zeros(graph.num_vertices)
    for vertex, value in values.items():
        try:
            jumps[graph._checked(vertex)] = value
        except (TypeError, VertexError):
            raise VertexError(f"personalization: {vertex!r} is not a vertex") from None
    return jumps
