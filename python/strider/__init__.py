"""Parallel graph traversal: breadth-first search, shortest paths, minimum spanning forests,
betweenness centrality and connected components of graphs in memory.

Graphs come from scipy matrices (`Graph.from_csr`), arrays of edges (`Graph.from_edges`), networkx
(`Graph.from_networkx`), files (`read_graph`) or generators (`generate`). Vertices are the numbers 0 to
``num_vertices - 1``. Results are numpy arrays.

>>> import strider
>>> graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3], [5, 1, 2])
>>> strider.bfs(graph, 0).levels
array([0, 1, 2, 3], dtype=int32)
>>> strider.shortest_paths(graph, 0).distances
array([0., 5., 6., 8.])
"""

from . import validate
from ._betweenness import (
    BetweennessEstimate,
    betweenness_centrality,
    edge_betweenness_centrality,
    estimate_betweenness,
)
from ._bfs import BfsResult, bfs, devices
from ._bipartite import Bipartition, bipartite
from ._closeness import closeness_centrality, distances, harmonic_centrality
from ._clusters import Clusters, girvan_newman, linkage, single_linkage
from ._core_numbers import core_numbers, degeneracy_order
from ._components import Components, components, strongly_connected_components
from ._diameter import center, diameter, eccentricity, periphery, radius
from ._errors import (
    FileError,
    InputError,
    MemoryLimitError,
    NoPathError,
    UnavailableError,
    UsageError,
    VertexError,
    WeightError,
)
from ._files import read_graph, write_graph
from ._flow import EdgeConnectivity, EdgeCut, MaximumFlow, edge_connectivity, maximum_flow, minimum_cut
from ._forest import SpanningForest, minimum_spanning_forest
from ._generate import generate
from ._graph import Graph
from ._graph500 import Graph500Report, graph500
from ._graphalytics import LocalClustering, label_propagation, local_clustering
from ._info import GraphInfo, info
from ._pagerank import PageRank, pagerank
from ._shortest_paths import ShortestPaths, has_path, shortest_path, shortest_paths

__version__ = "0.1.0"

__all__ = [
    "BetweennessEstimate",
    "BfsResult",
    "Clusters",
    "Components",
    "EdgeConnectivity",
    "EdgeCut",
    "FileError",
    "Graph",
    "Graph500Report",
    "GraphInfo",
    "InputError",
    "LocalClustering",
    "MaximumFlow",
    "MemoryLimitError",
    "NoPathError",
    "PageRank",
    "ShortestPaths",
    "SpanningForest",
    "UnavailableError",
    "UsageError",
    "VertexError",
    "WeightError",
    "betweenness_centrality",
    "bfs",
    "closeness_centrality",
    "bipartite",
    "center",
    "components",
    "core_numbers",
    "degeneracy_order",
    "devices",
    "diameter",
    "distances",
    "eccentricity",
    "edge_betweenness_centrality",
    "edge_connectivity",
    "estimate_betweenness",
    "generate",
    "girvan_newman",
    "graph500",
    "harmonic_centrality",
    "has_path",
    "info",
    "label_propagation",
    "local_clustering",
    "linkage",
    "maximum_flow",
    "minimum_cut",
    "minimum_spanning_forest",
    "pagerank",
    "periphery",
    "radius",
    "read_graph",
    "shortest_path",
    "shortest_paths",
    "single_linkage",
    "strongly_connected_components",
    "validate",
    "write_graph",
]
