"""Connected components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._graph import Graph

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Components:
    """The connected components of a graph."""

    graph: Graph
    #: The least vertex of the component of each vertex.
    labels: npt.NDArray[Any]
    num_components: int
    #: The label of the largest component; of several, the least one. None if there are no vertices.
    largest: int | None
    largest_size: int

    def numbers(self) -> npt.NDArray[np.int32]:
        """The component of each vertex, numbered from 0 by their least vertices."""
        is_first = self.labels == np.arange(len(self.labels), dtype=self.labels.dtype)
        return (np.cumsum(is_first, dtype=np.int32) - np.int32(1))[self.labels]

    def vertices(self, label: int) -> npt.NDArray[Any]:
        """The vertices of the component of that label, ascending."""
        return np.flatnonzero(self.labels == label)

    def to_pandas(self) -> pandas.DataFrame:
        """A table of vertex and component."""
        import pandas

        return pandas.DataFrame({"vertex": np.arange(len(self.labels)), "component": self.labels})

    def __len__(self) -> int:
        """The number of components."""
        return self.num_components

    def __repr__(self) -> str:
        return f"<strider.Components: {self.num_components:,}, the largest of {self.largest_size:,} vertices>"


def components(graph: Graph, *, device: str = "host", threads: int = 0) -> Components:
    """The connected components; of a directed graph the weakly connected ones.

    Parameters
    ----------
    graph : Graph
        Weights are ignored.
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
    return Components(graph, *_core.components(graph._core, device, threads))
