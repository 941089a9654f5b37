"""Diameter, radius and eccentricities."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import UsageError
from ._graph import Graph, core_of


class Bounds(NamedTuple):
    """What searches have found: the bounds of each vertex's eccentricity are equal where it was sought."""

    diameter: int
    radius: int
    num_vertices: int  #: that count
    searches: int
    lower: npt.NDArray[Any]
    upper: npt.NDArray[Any]

    def vertices_of(self, eccentricity: int) -> npt.NDArray[Any]:
        return np.flatnonzero((self.lower == eccentricity) & (self.upper == eccentricity))


def find_bounds(
    graph: Graph, sought: str, *, all_components: bool = False, device: str = "host", threads: int = 0
) -> Bounds:
    """`sought` is "diameter", and radius; "extremes", center and periphery, too; or "eccentricities"."""
    return Bounds(*_core.diameter(core_of(graph), sought, all_components, device, threads))


def _of_connected(graph: Graph, sought: str, device: str, threads: int) -> Bounds:
    found = find_bounds(graph, sought, device=device, threads=threads)
    if graph.num_vertices == 0:
        raise UsageError("the graph has no vertices, so no distances")
    if found.num_vertices != graph.num_vertices:
        raise UsageError("the graph is not connected, so distances are infinite")
    return found


def diameter(graph: Graph, *, device: str = "host", threads: int = 0) -> int:
    """The greatest distance by hops, exact, by few searches.

    Parameters
    ----------
    graph : Graph
        Connected; weights are ignored. Of a directed graph the greatest distance that is finite.
    device : str
        As for `bfs`.
    threads : int
        0: all cores.

    Raises
    ------
    UsageError
        If the graph has several components, or no vertices.

    Examples
    --------
    >>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3])
    >>> strider.diameter(graph)
    3
    """
    return _of_connected(graph, "diameter", device, threads).diameter


def radius(graph: Graph, *, device: str = "host", threads: int = 0) -> int:
    """The least eccentricity; as `diameter`.

    Examples
    --------
    >>> strider.radius(strider.Graph.from_edges([0, 1, 2], [1, 2, 3]))
    2
    """
    return _of_connected(graph, "diameter", device, threads).radius


def center(graph: Graph, *, device: str = "host", threads: int = 0) -> npt.NDArray[Any]:
    """The vertices of least eccentricity, ascending; as `diameter`.

    Examples
    --------
    >>> strider.center(strider.Graph.from_edges([0, 1, 2], [1, 2, 3]))
    array([1, 2])
    """
    found = _of_connected(graph, "extremes", device, threads)
    return found.vertices_of(found.radius)


def periphery(graph: Graph, *, device: str = "host", threads: int = 0) -> npt.NDArray[Any]:
    """The vertices of greatest eccentricity, ascending; as `diameter`.

    Examples
    --------
    >>> strider.periphery(strider.Graph.from_edges([0, 1, 2], [1, 2, 3]))
    array([0, 3])
    """
    found = _of_connected(graph, "extremes", device, threads)
    return found.vertices_of(found.diameter)


def eccentricity(graph: Graph, *, device: str = "host", threads: int = 0) -> npt.NDArray[Any]:
    """By vertex: the greatest distance to a vertex that it reaches, within its component.

    Examples
    --------
    >>> strider.eccentricity(strider.Graph.from_edges([0, 1, 4], [1, 2, 5]))
    array([2, 1, 2, 0, 1, 1], dtype=int32)
    """
    found = find_bounds(graph, "eccentricities", all_components=True, device=device, threads=threads)
    return found.upper
