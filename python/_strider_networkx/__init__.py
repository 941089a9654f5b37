"""What networkx asks of its backends when it is imported. This package imports nothing heavy."""

from typing import Any

_BY_HOPS = "Neighbours are met in the order of the graph: `sort_neighbors` is left to networkx."
_BY_WEIGHT = (
    "`weight` is the name of an attribute, or None for hops. Weights that are neither integers nor\n"
    "floats, or not finite, are left to networkx."
)
_ENDS = "It is found from both ends: of several shortest paths any one, the same in every run."
_PAIR = "Of several shortest paths it is the one that a search from the source alone meets first."
_ORDER = "Components come in another order than by networkx: those that others lead to first, too."
_RANKS = "`nstart`, `dangling`, and weights of multigraphs are left to networkx."
_KRUSKAL = "`algorithm` must be 'kruskal': others list the edges in another order."
_TIES = (
    "Lengths are compared without rounding: 0.1 + 0.2 is as long as 0.3. Scores do not depend on the\n"
    "number of threads. The sampled edges of `k` sources are scaled as by networkx 3.6."
)

_GIVEN = "Distances by an attribute, and those that are given, are left to networkx."
_FLOWS = (
    "`flow_func` and `cutoff`, fractions, decimals, integers beyond 2^53 and capacities whose sum is, are left\n"
    "to networkx. Of several maximum flows it is another one than that of networkx."
)
_BY_HOPS_ONLY = "Distances by an attribute, and those of some nodes, are left to networkx."

_DOCS = {
    _BY_HOPS: "bfs_edges bfs_predecessors bfs_successors bfs_tree",
    "`neighbors` is left to networkx.": "generic_bfs_edges",
    "": """all_pairs_shortest_path all_pairs_shortest_path_length ancestors average_clustering bfs_layers
        clustering color connected_components core_number descendants descendants_at_distance
        has_path is_bipartite is_connected is_strongly_connected is_weakly_connected
        node_connected_component number_connected_components
        number_strongly_connected_components number_weakly_connected_components sets
        single_source_shortest_path single_source_shortest_path_length
        single_target_shortest_path single_target_shortest_path_length transitivity triangles
        weakly_connected_components""",
    _PAIR: "shortest_path",
    _ENDS: "bidirectional_shortest_path",
    _BY_WEIGHT: """all_pairs_dijkstra all_pairs_dijkstra_path all_pairs_dijkstra_path_length
        average_shortest_path_length dijkstra_path dijkstra_path_length
        dijkstra_predecessor_and_distance multi_source_dijkstra multi_source_dijkstra_path
        multi_source_dijkstra_path_length shortest_path_length single_source_dijkstra
        single_source_dijkstra_path single_source_dijkstra_path_length""",
    _ORDER: "condensation strongly_connected_components",
    _RANKS: "pagerank",
    _KRUSKAL: """maximum_spanning_edges maximum_spanning_tree minimum_spanning_edges
        minimum_spanning_tree""",
    _BY_HOPS_ONLY: "closeness_centrality global_efficiency harmonic_centrality wiener_index",
    _GIVEN: "center diameter eccentricity periphery radius",
    _FLOWS: """edge_connectivity maximum_flow maximum_flow_value minimum_cut minimum_cut_value
        minimum_edge_cut""",
    _TIES: """betweenness_centrality betweenness_centrality_subset edge_betweenness_centrality
        edge_betweenness_centrality_subset""",
}


def get_info() -> dict[str, Any]:
    """The backend and its functions, as networkx documents them."""
    return {
        "backend_name": "strider",
        "project": "strider-graph",
        "package": "strider",
        "short_summary": "Parallel graph traversal in C++, with the results of networkx.",
        "functions": {
            name: {"additional_docs": docs} if docs else {}
            for docs, names in _DOCS.items()
            for name in names.split()
        },
    }
