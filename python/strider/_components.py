"""Connected and strongly connected components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import UsageError
from ._graph import Graph, core_of
from ._words import counted

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False, eq=False)
class Components:
    """The connected, or strongly connected, components of a graph."""

    graph: Graph
    #: The least vertex of the component of each vertex.
    labels: npt.NDArray[Any]
    num_components: int
    #: The label of the largest component; of several, the least one. None if there are no vertices.
    largest: int | None
    largest_size: int
    #: "weak" or "strong".
    connection: str = "weak"

    def numbers(self) -> npt.NDArray[np.int32]:
        """The component of each vertex, numbered from 0 by their least vertices."""
        is_first = self.labels == np.arange(len(self.labels), dtype=self.labels.dtype)
        return (np.cumsum(is_first, dtype=np.int32) - np.int32(1))[self.labels]

    def vertices(self, label: int) -> npt.NDArray[Any]:
        """The vertices of the component of that label, ascending."""
        return np.flatnonzero(self.labels == label)

    def condensation(self, *, threads: int = 0) -> tuple[Graph, npt.NDArray[Any]]:
        """The graph of the components, and the vertex of it that each vertex's component is.

        The graph is directed, has no cycles, and has an edge where edges lead from one component to another.
        Its vertices are in topological order: components are ordered by the longest path that leads to them,
        and by their labels where these are of one length.

        Examples
        --------
        >>> graph = strider.Graph.from_edges([0, 1, 2, 3], [1, 2, 1, 0], directed=True)
        >>> found, numbers = strider.components(graph, connection="strong").condensation()
        >>> found.indptr, found.indices, numbers
        (array([0, 1, 2, 2]), array([1, 2], dtype=int32), array([1, 2, 2, 0], dtype=int32))
        """
        core, numbers = _core.condense(self.graph._core, np.ascontiguousarray(self.labels, dtype=np.uint32), threads)
        return Graph(core), numbers

    def to_pandas(self) -> pandas.DataFrame:
        """A table of vertex and component."""
        import pandas

        return pandas.DataFrame({"vertex": np.arange(len(self.labels)), "component": self.labels})

    def __len__(self) -> int:
        """The number of components."""
        return self.num_components

    def __repr__(self) -> str:
        return f"<strider.Components: {self.num_components:,}, the largest of {counted(self.largest_size, 'vertex')}>"


def components(
    graph: Graph, *, connection: str = "weak", device: str = "host", threads: int = 0
) -> Components:
    """The connected components; of a directed graph the weakly connected ones, or the strong ones.

    Parameters
    ----------
    graph : Graph
        Weights are ignored.
    connection : {"weak", "strong"}
        "strong": the greatest sets of vertices that all lead to one another. Of an undirected graph they are
        the connected components.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Returns
    -------
    Components
        The same everywhere: a component is named by its least vertex.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 3, 5], [2, 4, 3])
    >>> found = strider.components(graph)
    >>> found
    <strider.Components: 3, the largest of 3 vertices>
    >>> found.labels
    array([0, 1, 0, 3, 3, 3], dtype=int32)
    """
    if connection not in ("weak", "strong"):
        raise UsageError(f"connection must be 'weak' or 'strong', got {connection!r}")
    find = _core.strong_components if connection == "strong" else _core.components
    labels, count, largest, largest_size = find(core_of(graph), device, threads)
    return Components(graph, labels, count, largest, largest_size, connection)


def strongly_connected_components(graph: Graph, *, device: str = "host", threads: int = 0) -> Components:
    """The strongly connected components: `components` with `connection="strong"`.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 0, 1], directed=True)
    >>> strider.strongly_connected_components(graph).labels
    array([0, 0, 2], dtype=int32)
    """
    return components(graph, connection="strong", device=device, threads=threads)
