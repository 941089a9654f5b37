"""Graphs that the ranks of an MPI job share, and searches of them.

    mpirun -n 4 python script.py

Every rank runs the script. All ranks call the functions of this module in the same order with the same
arguments; each gets the vertices that it owns. If one rank raises in such a call, all raise the same
error. A rank that an error of its own ends, ends the whole job; ``sys.exit`` on one rank does not, and the
others wait for it. One thread of each rank makes these calls, and Ctrl-C reaches them by mpirun, which
ends all ranks.

The package needs MPI for it: ``pip install . -C cmake.define.STRIDER_MPI=ON``.

>>> from strider import ranks
>>> cluster = ranks.Cluster()
>>> graph = ranks.generate(cluster, "grid", rows=3, columns=4)
>>> tree = ranks.bfs(graph, 0)
>>> tree.num_reached, tree.num_levels
(12, 6)
>>> tree.levels  # of one rank, which owns all vertices
array([0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5], dtype=int32)
"""

from ._cluster import Cluster
from ._graph import Graph, from_edges, generate, read_graph
from ._searches import (
    BfsResult,
    Components,
    Scores,
    ShortestPaths,
    SpanningForest,
    betweenness_centrality,
    bfs,
    components,
    minimum_spanning_forest,
    shortest_paths,
)

__all__ = [
    "BfsResult",
    "Cluster",
    "Components",
    "Graph",
    "Scores",
    "ShortestPaths",
    "SpanningForest",
    "betweenness_centrality",
    "bfs",
    "components",
    "from_edges",
    "generate",
    "minimum_spanning_forest",
    "read_graph",
    "shortest_paths",
]
