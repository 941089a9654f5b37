"""PageRank, and what follows from triangles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, cast

import networkx as nx
import numpy as np
import numpy.typing as npt

from .. import local_clustering
from .. import pagerank as scores_of
from ._graph import ConvertedGraph, Unsuitable, threads_for

Node = Hashable


def pagerank(
    G: ConvertedGraph,
    alpha: float = 0.85,
    personalization: Mapping[Node, float] | None = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    nstart: Mapping[Node, float] | None = None,
    weight: Hashable = "weight",
    dangling: Mapping[Node, float] | None = None,
) -> dict[Node, float]:
    if nstart is not None or dangling is not None:
        raise Unsuitable("Strider starts everywhere, and jumps from dangling nodes as from others")
    if G.is_multigraph() and weight is not None:
        raise Unsuitable("networkx adds up the weights of parallel edges")
    if not 0 <= alpha <= 1 or not tol >= 0:
        raise Unsuitable("a probability is from 0 to 1, a tolerance not negative")
    if len(G) == 0:
        return {}
    jumps = None if personalization is None else _jumps(G, personalization)
    graph = G.arcs(weight).graph
    found = scores_of(
        graph, damping=alpha, tolerance=tol, max_iterations=max_iter, personalization=jumps,
        weighted=graph.weighted, method="power", threads=threads_for(graph.num_arcs),
    )  # fmt: skip
    if not found.converged:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return dict(zip(G.nodes, found.scores.tolist(), strict=True))


def _jumps(G: ConvertedGraph, personalization: Mapping[Node, float]) -> npt.NDArray[np.float64]:
    jumps = np.array([personalization.get(node, 0) for node in G.nodes], dtype=np.float64)
    if jumps.sum() == 0:
        raise ZeroDivisionError
    if not np.all(jumps >= 0):
        raise Unsuitable("probabilities are not negative")
    return jumps


def triangles(G: ConvertedGraph, nodes: Any = None) -> int | dict[Node, int]:
    counts = dict(zip(G.nodes, _clustering(G).links.tolist(), strict=True))
    return _of_nodes(G, counts, nodes)


def clustering(G: ConvertedGraph, nodes: Any = None, weight: Hashable = None) -> Any:
    if weight is not None:
        raise Unsuitable("Strider has no clustering by weights")
    # networkx gives the integer 0 where there is no triangle.
    coefficients = (c or 0 for c in _clustering(G).coefficients.tolist())
    return _of_nodes(G, dict(zip(G.nodes, coefficients, strict=True)), nodes)


def average_clustering(
    G: ConvertedGraph, nodes: Any = None, weight: Hashable = None, count_zeros: bool = True
) -> float:
    coefficients = clustering(G, nodes, weight=weight).values()
    if not count_zeros:
        coefficients = [abs(c) for c in coefficients if abs(c) > 0]
    return float(sum(coefficients) / len(coefficients))


def transitivity(G: ConvertedGraph) -> float:
    arcs, found = G.arcs(), _clustering(G)
    degrees = np.bincount(arcs.tails[arcs.tails != arcs.heads], minlength=len(G)).astype(np.int64)
    corners = int(found.links.sum())
    return 0 if corners == 0 else 2 * corners / int((degrees * (degrees - 1)).sum())


def _clustering(G: ConvertedGraph) -> Any:
    if G.is_directed() or G.is_multigraph():
        raise Unsuitable("networkx counts triangles of directed graphs and multigraphs in its own way")
    graph = G.arcs().graph
    return local_clustering(graph, threads=threads_for(graph.num_arcs))


def _of_nodes(G: ConvertedGraph, values: dict[Node, Any], nodes: Node | Iterable[Node]) -> Any:
    if nodes is None:
        return values
    if nodes in G:
        return values[cast(Node, nodes)]
    return {node: values[node] for node in G.original.nbunch_iter(nodes)}
