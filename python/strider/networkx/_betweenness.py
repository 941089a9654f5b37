"""Betweenness centrality of nodes and edges, by hops or by weight, of all pairs or some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import WeightError
from .. import betweenness_centrality as scores_of_vertices
from .. import edge_betweenness_centrality as scores_of_edges
from ._graph import ConvertedGraph, Unsuitable, threads_for

Node = Hashable
Scores = npt.NDArray[np.float64]


def betweenness_centrality(
    G: ConvertedGraph,
    k: int | None = None,
    normalized: bool = True,
    weight: Hashable = None,
    endpoints: bool = False,
    seed: Any = None,
) -> dict[Node, float]:
    drawn = _drawn(G, k, seed)
    raw = _dependencies(G, weight, drawn, endpoints=endpoints)
    return _by_node(G, _scaled(G, raw, normalized, endpoints, drawn))


def edge_betweenness_centrality(
    G: ConvertedGraph,
    k: int | None = None,
    normalized: bool = True,
    weight: Hashable = None,
    seed: Any = None,
) -> dict[tuple[Node, ...], float]:
    drawn = _drawn(G, k, seed)
    raw = _dependencies(G, weight, drawn, of_edges=True)
    return _by_edge(G, weight, _scaled(G, raw, normalized, True, drawn))


def betweenness_centrality_subset(
    G: ConvertedGraph,
    sources: Iterable[Node],
    targets: Iterable[Node],
    normalized: bool = False,
    weight: Hashable = None,
) -> dict[Node, float]:
    raw = _pairs(G, weight, sources, targets)
    return _by_node(G, _scaled(G, raw, normalized, False))


def edge_betweenness_centrality_subset(
    G: ConvertedGraph,
    sources: Iterable[Node],
    targets: Iterable[Node],
    normalized: bool = False,
    weight: Hashable = None,
) -> dict[tuple[Node, ...], float]:
    raw = _pairs(G, weight, sources, targets, of_edges=True)
    return _by_edge(G, weight, _scaled(G, raw, normalized, True))


def _drawn(G: ConvertedGraph, k: int | None, seed: Any) -> list[int] | None:
    """The sources that networkx draws; None for all."""
    if k is None or k == len(G):
        return None
    return [G.position[node] for node in seed.sample(G.nodes, k)]


def _pairs(
    G: ConvertedGraph,
    weight: Hashable,
    sources: Iterable[Node],
    targets: Iterable[Node],
    *,
    of_edges: bool = False,
) -> Scores:
    """The dependencies of ordered pairs; a source that is named twice counts twice."""
    goals = [G.position[node] for node in set(targets) if node in G]
    left = Counter(G.position[node] for node in sources)
    total = np.zeros(len(G.ends()[0]) if of_edges else len(G))
    while left and goals:
        total += _dependencies(G, weight, list(left), goals, of_edges=of_edges)
        left -= Counter(left.keys())
    return total


def _dependencies(
    G: ConvertedGraph,
    weight: Hashable,
    sources: list[int] | None,
    targets: list[int] | None = None,
    *,
    endpoints: bool = False,
    of_edges: bool = False,
) -> Scores:
    """For each node, or edge, the sum over ordered pairs of the share of shortest paths through it."""
    graph = G.arcs(weight).graph
    options: dict[str, Any] = {
        "normalized": False, "weighted": graph.weighted, "sources": sources, "targets": targets,
        "threads": threads_for(graph.num_arcs * (len(G) if sources is None else len(sources))),
    }  # fmt: skip
    if len(G) == 0 or sources == []:
        return np.zeros(len(G.ends()[0]) if of_edges else len(G))
    try:
        if of_edges:
            scores = _in_order(G, *scores_of_edges(graph, **options))
        else:
            scores = scores_of_vertices(graph, endpoints=endpoints, **options)
    except WeightError as error:  # a cycle of no length, or too many digits
        raise Unsuitable(str(error)) from error
    # Strider counts a pair of an undirected graph once, unless all pairs of some sources count.
    counts_once = not G.is_directed() and (sources is None or targets is not None)
    return scores * 2 if counts_once else scores


def _in_order(G: ConvertedGraph, edges: npt.NDArray[Any], scores: Scores) -> Scores:
    """The scores of `edges`, which ascend, in the order of `ends`. Loops, which Strider lacks, have 0."""
    u, v = (ends.astype(np.int64) for ends in G.ends())
    if not G.is_directed():
        u, v = np.minimum(u, v), np.maximum(u, v)
    known = np.append(edges[:, 0].astype(np.int64) * len(G) + edges[:, 1], -1)
    wanted = u * len(G) + v
    place = np.searchsorted(known[:-1], wanted)
    return np.where(known[place] == wanted, np.append(scores, 0)[place], 0)


def _scaled(
    G: ConvertedGraph, raw: Scores, normalized: bool, endpoints: bool, drawn: list[int] | None = None
) -> Scores:
    """As networkx from 3.6 on scales dependencies of all sources, or of `drawn` ones. Of edges ends count."""
    ends = len(G) if endpoints else len(G) - 1
    if ends < 2:
        return raw
    k = ends if drawn is None else len(drawn)
    scores = raw * (1 / (k * (ends - 1)) if normalized else ends / (k * (1 if G.is_directed() else 2)))
    if drawn is not None and not endpoints:
        # A source is no target of its own: so one source fewer counts for it.
        scores[drawn] *= k / (k - 1) if k > 1 else np.nan
    return scores


def _by_node(G: ConvertedGraph, scores: Scores) -> dict[Node, float]:
    return dict(zip(G.nodes, scores.tolist(), strict=True))


def _by_edge(G: ConvertedGraph, weight: Hashable, scores: Scores) -> dict[tuple[Node, ...], float]:
    u, v = G.ends()
    ends = zip((G.nodes[i] for i in u.tolist()), (G.nodes[i] for i in v.tolist()), strict=True)
    by_ends: dict[tuple[Node, ...], float] = dict(zip(ends, scores.tolist(), strict=True))
    if not G.is_multigraph():
        return by_ends
    # The lightest of parallel edges share the score of their ends.
    by_key = dict.fromkeys(G.original.edges, 0.0)
    for (a, b), score in by_ends.items():
        weights = {key: data.get(weight, 1) for key, data in G.original[a][b].items()}
        lightest = [key for key, value in weights.items() if value == min(weights.values())]
        by_key.update(((a, b, key), score / len(lightest)) for key in lightest)
    return by_key
