"""Graphs of networkx as the functions of the backend take them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import Graph
from .._convert_networkx import EXACT, edge_data, edge_weights, topology

#: Edge data, or another part of a call, that networkx has to deal with itself: networkx then goes on to
#: the next backend, or to its own code.
Unsuitable = NotImplementedError


def threads_for(steps: int) -> int:
    """1 where threads would take longer to start than to work; 0 stands for all cores."""
    return 1 if steps < 50_000 else 0


@dataclass
class Arcs:
    """The edges out of each vertex, or into it, in the order of networkx."""

    indptr: npt.NDArray[np.int64]
    heads: npt.NDArray[np.int32]
    #: int64 or float64, finite and not negative; None: each edge counts 1.
    weights: npt.NDArray[Any] | None
    directed: bool

    @cached_property
    def graph(self) -> Graph:
        parts = (self.indptr, self.heads)
        csr = parts if self.weights is None else (*parts, self.weights)
        return Graph.from_csr(csr, directed=self.directed, symmetric="trust", threads=self.threads)

    @property
    def threads(self) -> int:
        return threads_for(len(self.heads))

    @cached_property
    def tails(self) -> npt.NDArray[np.int32]:
        return np.repeat(np.arange(len(self.indptr) - 1, dtype=np.int32), np.diff(self.indptr))

    def from_one(self, sources: list[int]) -> tuple[Arcs, int]:
        """These arcs and a further vertex, from which arcs of weight zero lead to `sources`; and it."""
        heads = np.append(self.heads, np.array(sources, dtype=np.int32))
        weights = np.ones(len(self.heads), dtype=np.int64) if self.weights is None else self.weights
        weights = np.append(weights, np.zeros(len(sources), dtype=weights.dtype))
        return Arcs(np.append(self.indptr, len(heads)), heads, weights, True), len(self.indptr) - 1


class ConvertedGraph:
    """A graph of networkx, and the arrays that were made from it so far. networkx forgets it when the
    graph changes; whoever keeps one must not change the graph."""

    __networkx_backend__ = "strider"

    def __init__(self, original: nx.Graph) -> None:
        if type(original).__getitem__ is not nx.Graph.__getitem__:
            raise Unsuitable(f"{type(original).__name__} lists neighbours in its own way")
        self.original = original
        self._arcs: dict[tuple[Hashable, bool], Arcs] = {}

    def __getstate__(self) -> dict[str, Any]:
        # networkx pickles and copies its cache with a graph. Arrays are made again.
        return {"original": self.original, "_arcs": {}}

    @cached_property
    def position(self) -> dict[Hashable, int]:
        return {node: i for i, node in enumerate(self.original)}

    @cached_property
    def nodes(self) -> list[Hashable]:
        return list(self.position)

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return node in self.position
        except TypeError:  # as networkx says of what cannot be a node
            return False

    def is_directed(self) -> bool:
        return bool(self.original.is_directed())

    def is_multigraph(self) -> bool:
        return bool(self.original.is_multigraph())

    def arcs(self, weight: Hashable = None, *, reverse: bool = False) -> Arcs:
        """The edges with the attribute `weight`, or without weights.

        Raises
        ------
        Unsuitable
            A weight is negative or no number that Strider computes with, or a distance may be too large.
        """
        key = (weight, reverse and self.is_directed())
        if key not in self._arcs:
            self._arcs[key] = self._made(*key)
        return self._arcs[key]

    def ends(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The ends of the edges, in the order in which networkx lists them; parallel edges once."""
        arcs, once = self.arcs(), self._once()
        return arcs.tails[once], arcs.heads[once]

    def edge_data(self) -> Iterator[dict[Any, Any]]:
        """For each of them its attributes, or in a multigraph those of parallel edges by their keys."""
        return compress(edge_data(self.original, self.position), self._once())

    def _once(self) -> npt.NDArray[np.bool_]:
        """Which arcs stand for edges: of the two of an undirected edge, the first."""
        arcs = self.arcs()
        return np.ones(len(arcs.heads), dtype=bool) if self.is_directed() else arcs.tails <= arcs.heads

    def _made(self, weight: Hashable, reverse: bool) -> Arcs:
        if weight is None:
            indptr, heads = topology(self.original, self.position, reverse=reverse)
            return Arcs(indptr, heads, None, self.is_directed())
        try:
            weights = edge_weights(self.original, self.position, weight, reverse=reverse)
        except (TypeError, OverflowError) as error:
            raise Unsuitable(f"{weight}: {error}") from error
        if not _suitable(weights, len(self)):
            # Dijkstra's algorithm of networkx notices negative weights only if a search contradicts itself.
            raise Unsuitable(
                f"{weight}: weights must not be negative, and no distance too large for a double"
            )
        rows = self.arcs(None, reverse=reverse)
        return Arcs(rows.indptr, rows.heads, weights, rows.directed)


def _suitable(weights: npt.NDArray[Any], num_vertices: int) -> bool:
    """Whether no weight is negative, and distances are finite and, if they are integers, exact."""
    if np.any(weights < 0):
        return False
    # Strider adds integers of 32 bits in 64 bits, and others as doubles.
    if weights.dtype != np.float64:
        largest = int(weights.max(initial=0))
        return largest < 2**32 or largest * num_vertices <= EXACT
    with np.errstate(over="ignore"):
        return bool(np.isfinite(weights.sum()))
