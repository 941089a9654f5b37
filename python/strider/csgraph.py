"""Functions of `scipy.sparse.csgraph` by Strider: the same names, arguments and results.

A program that imports them from here instead of from scipy needs no other change. One argument is new:
`threads`, which all of them have but `reconstruct_path`, which uses one thread. Matrices are read as
scipy reads them. Nothing is copied of a matrix in CSR format with values of float64, indices of int32
and offsets of int64; offsets of int32, which scipy usually makes, are widened. While a function runs,
the arrays that it borrows are read-only.

Functions that Strider does not have are not here: depth-first search, matchings and Yen's paths. scipy answers
calls whose weights Strider refuses, and `handed_to_scipy` counts them by the function of scipy: that of the same
name gets negative weights of shortest paths, weights of spanning trees that are not a number, and negative
capacities; `dijkstra` gets sums of weights that are too large for float64.

>>> from strider.csgraph import handed_to_scipy, johnson
>>> before = handed_to_scipy["johnson"]
>>> johnson([[0, -1], [0, 0]], indices=0)
array([ 0., -1.])
>>> handed_to_scipy["johnson"] - before
1
"""

from scipy.sparse.csgraph import NegativeCycleError

from ._csgraph_fallback import handed_to_scipy
from ._csgraph_flow import maximum_flow
from ._csgraph_paths import bellman_ford, dijkstra, johnson, shortest_path
from ._csgraph_trees import (
    breadth_first_order,
    breadth_first_tree,
    connected_components,
    minimum_spanning_tree,
    reconstruct_path,
)

__all__ = [
    "NegativeCycleError",
    "bellman_ford",
    "breadth_first_order",
    "breadth_first_tree",
    "connected_components",
    "dijkstra",
    "handed_to_scipy",
    "johnson",
    "maximum_flow",
    "minimum_spanning_tree",
    "reconstruct_path",
    "shortest_path",
]
