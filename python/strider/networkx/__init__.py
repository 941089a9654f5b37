"""A backend of networkx: its functions, computed by Strider.

>>> import networkx as nx
>>> graph = nx.path_graph("abcd")
>>> nx.betweenness_centrality(graph, normalized=False, backend="strider")
{'a': 0.0, 'b': 2.0, 'c': 2.0, 'd': 0.0}

Functions have the names, arguments, results and errors that networkx documents.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import networkx as nx

from . import (
    _betweenness,
    _bipartite,
    _closeness,
    _cores,
    _distance_measures,
    _flow,
    _ranking,
    _shortest_paths,
    _spanning_trees,
    _traversal,
)
from ._graph import ConvertedGraph

#: By the names by which networkx asks for them.
FUNCTIONS = {
    name: getattr(module, name)
    for module, names in {
        _traversal: """
            ancestors bfs_edges bfs_layers bfs_predecessors bfs_successors bfs_tree condensation
            connected_components descendants descendants_at_distance generic_bfs_edges is_connected
            is_strongly_connected is_weakly_connected node_connected_component number_connected_components
            number_strongly_connected_components number_weakly_connected_components
            strongly_connected_components weakly_connected_components""",
        _shortest_paths: """
            all_pairs_dijkstra all_pairs_dijkstra_path all_pairs_dijkstra_path_length
            all_pairs_shortest_path all_pairs_shortest_path_length average_shortest_path_length
            bidirectional_shortest_path dijkstra_path dijkstra_path_length dijkstra_predecessor_and_distance has_path
            multi_source_dijkstra multi_source_dijkstra_path multi_source_dijkstra_path_length
            shortest_path shortest_path_length single_source_dijkstra single_source_dijkstra_path
            single_source_dijkstra_path_length single_source_shortest_path
            single_source_shortest_path_length single_target_shortest_path
            single_target_shortest_path_length""",
        _bipartite: "color is_bipartite sets",
        _distance_measures: "center diameter eccentricity periphery radius",
        _spanning_trees: """
            maximum_spanning_edges maximum_spanning_tree minimum_spanning_edges
            minimum_spanning_tree""",
        _cores: "core_number",
        _flow: """
            edge_connectivity maximum_flow maximum_flow_value minimum_cut minimum_cut_value
            minimum_edge_cut""",
        _betweenness: """
            betweenness_centrality betweenness_centrality_subset edge_betweenness_centrality
            edge_betweenness_centrality_subset""",
        _closeness: """
            closeness_centrality global_efficiency harmonic_centrality wiener_index""",
        _ranking: "average_clustering clustering pagerank transitivity triangles",
    }.items()
    for name in names.split()
}

#: In the names of functions that compute longer than the conversion of a graph takes.
_LONG = (
    "all_pairs", "average", "betweenness", "center", "closeness", "clustering", "connectivity", "cut", "diameter",
    "eccentricity", "efficiency", "flow", "harmonic", "pagerank", "periphery", "radius", "spanning", "transitivity",
    "triangles", "wiener",
)  # fmt: skip


def convert_from_nx(
    graph: nx.Graph, *, edge_attrs: Mapping[str, Any] | None = None, name: str | None = None, **_: Any
) -> ConvertedGraph:
    """`graph` with arrays of the attributes in `edge_attrs`. A graph that networkx keeps is converted once,
    whatever attributes are asked for."""
    converted = _kept(graph) or ConvertedGraph(graph)
    # Those take weights of any type, and capacities that are missing are infinite.
    if name is None or not any(part in name for part in ("spanning", "flow", "cut")):
        for attribute in edge_attrs or ():
            converted.arcs(attribute)
    return converted


def convert_to_nx(value: Any, *, name: str | None = None) -> Any:
    return value.original if isinstance(value, ConvertedGraph) else value


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or why not."""
    try:
        given = _signature(name).bind(*args, **kwargs).arguments
    except TypeError as error:
        return str(error)
    if callable(given.get("weight")):
        return "weight is a function: Strider needs the name of an attribute"
    if given.get("scc") is not None:
        return "scc is given: Strider finds the components"
    for argument in ("neighbors", "sort_neighbors"):
        if given.get(argument) is not None:
            return f"{argument} is a function: Strider lists neighbours in the order of the graph"
    if given.get("flow_func") is not None or given.get("cutoff", None) is not None and "edge" in name:
        return "Strider finds flows by its own method, and whole ones"
    methods = (None, "unweighted", "dijkstra") if name.startswith("average") else ("dijkstra",)
    if given.get("method", methods[0]) not in methods:
        return f"Strider has no method {given['method']!r}"
    if given.get("algorithm", "kruskal") != "kruskal":
        return f"Strider lists edges in the order of 'kruskal', not of {given['algorithm']!r}"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or why the call takes longer than in networkx."""
    given = _signature(name).bind(*args, **kwargs).arguments
    all_pairs = name.startswith("shortest_path") and given.get("source") is given.get("target") is None
    if all_pairs or any(part in name for part in _LONG) or _kept(given["G"]):
        return True
    return "the graph is not converted yet, which takes longer than one search"


def _kept(graph: Any) -> ConvertedGraph | None:
    """What `graph` was converted to before, if networkx keeps it."""
    if isinstance(graph, ConvertedGraph):
        return graph
    kept = getattr(graph, "__networkx_cache__", None) if nx.config.cache_converted_graphs else None
    graphs = (kept or {}).get("backends", {}).get("strider", {}).values()
    return next((converted for converted in graphs if isinstance(converted, ConvertedGraph)), None)


@cache
def _signature(name: str) -> inspect.Signature:
    return inspect.signature(FUNCTIONS[name])


backend = SimpleNamespace(
    **FUNCTIONS,
    convert_from_nx=convert_from_nx,
    convert_to_nx=convert_to_nx,
    can_run=can_run,
    should_run=should_run,
)
