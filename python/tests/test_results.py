"""What all results have in common: they are compared by identity, and say what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import strider

from conftest import path_graph

RESULTS: dict[str, Callable[[strider.Graph], Any]] = {
    "BfsResult": lambda graph: strider.bfs(graph, 0),
    "ShortestPaths": lambda graph: strider.shortest_paths(graph, 0),
    "SpanningForest": strider.minimum_spanning_forest,
    "Bipartition": strider.bipartite,
    "Components": strider.components,
    "Clusters": lambda graph: strider.single_linkage(graph, count=1),
    "PageRank": strider.pagerank,
    "LocalClustering": strider.local_clustering,
    "MaximumFlow": lambda graph: strider.maximum_flow(graph, 0, 1),
    "EdgeCut": lambda graph: strider.minimum_cut(graph, 0, 1),
    "EdgeConnectivity": strider.edge_connectivity,
    "BetweennessEstimate": lambda graph: strider.estimate_betweenness(graph, epsilon=0.5),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_compared_by_identity(name: str) -> None:
    graph = path_graph(3)
    one, other = RESULTS[name](graph), RESULTS[name](graph)
    assert type(one).__name__ == name
    assert one == one and one != other
    assert len({one, other, one}) == 2


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (strider.Graph.from_edges([], [], n=1), "1 vertex, 0 edges"),
        (path_graph(2), "2 vertices, 1 edge,"),
        (strider.bfs(path_graph(1), 0), "1 of 1 vertex in 1 level>"),
        (strider.bfs(path_graph(2), [0, 1]), "from 2 sources"),
        (strider.minimum_spanning_forest(path_graph(2)), "1 edge in 1 tree,"),
        (strider.edge_connectivity(path_graph(2)), "1, 1 edge>"),
        (strider.components(path_graph(1)), "the largest of 1 vertex>"),
        (strider.pagerank(path_graph(1), iterations=1), "of 1 vertex: 1 iteration>"),
        (strider.bipartite(path_graph(2)), "1 and 1 vertex>"),
        (strider.generate("grid", rows=40, columns=50), "2,000 vertices"),
    ],
)
def test_what_results_say(shown: Any, text: str) -> None:
    assert text in repr(shown)
