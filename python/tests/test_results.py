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
