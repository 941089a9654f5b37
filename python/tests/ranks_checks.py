"""What every rank of a job checks: run by test_ranks.py under mpirun.

    mpirun -n 2 python ranks_checks.py FOLDER [mpi4py]
"""

from __future__ import annotations

import pathlib
import sys
from typing import Any

import numpy as np

import strider
from strider import ranks


def raised(kind: type[BaseException], call: Any) -> str:
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError(f"{kind.__name__} was not raised")


def check_bfs(graph: ranks.Graph, whole: strider.Graph, folder: pathlib.Path) -> None:
    tree, expected = ranks.bfs(graph, 1), strider.bfs(whole, 1)
    assert np.array_equal(tree.levels, expected.levels[tree.vertices])
    assert np.array_equal(tree.smallest_parents(), expected.smallest_parents[tree.vertices])
    assert np.array_equal(tree.parents < 0, tree.levels < 0)
    assert (tree.num_reached, tree.num_levels) == (expected.num_reached, expected.num_levels)
    assert tree.num_edges_reached == expected.num_edges_reached
    assert tree.validate().passed
    tree.write(folder / "bfs.npy")
    written = np.load(folder / "bfs.npy")
    assert np.array_equal(written["level"], expected.levels)
    graph.cluster.barrier()  # no rank writes the next file before all have read this one


def check_paths(graph: ranks.Graph, whole: strider.Graph) -> None:
    paths, expected = ranks.shortest_paths(graph, 2), strider.shortest_paths(whole, 2)
    assert np.array_equal(paths.distances, expected.distances[paths.vertices])
    assert np.array_equal(paths.parents, expected.parents[paths.vertices])
    assert paths.num_reached == expected.num_reached
    assert paths.validate().passed


def check_forest(graph: ranks.Graph, whole: strider.Graph) -> None:
    expected = strider.minimum_spanning_forest(whole)
    for method in ("auto", "ghs"):
        forest = ranks.minimum_spanning_forest(graph, method=method)
        assert (forest.total, forest.num_trees) == (expected.total, expected.num_trees)
        assert forest.num_edges == len(expected)
        of_all = {(u, v): w for u, v, w in zip(expected.u, expected.v, expected.weights, strict=True)}
        assert all(of_all[u, v] == w for u, v, w in zip(forest.u, forest.v, forest.weights, strict=True))
        assert forest.validate().passed


def check_components(graph: ranks.Graph, whole: strider.Graph) -> None:
    found, expected = ranks.components(graph), strider.components(whole)
    assert np.array_equal(found.labels, expected.labels[found.vertices])
    assert (found.num_components, found.largest, found.largest_size) == (
        expected.num_components, expected.largest, expected.largest_size,
    )  # fmt: skip
    assert found.validate().passed


def check_scores(graph: ranks.Graph, whole: strider.Graph) -> None:
    sources = list(range(0, whole.num_vertices, 7))
    expected = strider.betweenness_centrality(whole, sources=sources)
    for share in ("replicated", "partitioned"):
        scores = ranks.betweenness_centrality(graph, sources=sources, share=share)
        assert np.allclose(scores.scores, expected[scores.vertices], rtol=1e-11)
        assert scores.num_sources == len(sources)


def check_inputs(cluster: ranks.Cluster, folder: pathlib.Path) -> None:
    n = 500
    random = np.random.default_rng(5)
    u, v = random.integers(0, n, 3000), random.integers(0, n, 3000)
    w = random.random(3000)
    whole = strider.Graph.from_edges(u, v, w, n=n)
    mine = slice(cluster.rank, None, cluster.size)
    graph = ranks.from_edges(cluster, u[mine], v[mine], w[mine], n=n)
    assert (graph.num_vertices, graph.num_edges) == (n, whole.num_edges)
    assert graph.weighted and not graph.directed
    check_paths(graph, whole)
    by_rows = ranks.from_edges(cluster, u[mine], v[mine], w[mine], n=n, purpose="msf")
    check_forest(by_rows, whole)
    check_components(by_rows, whole)

    path = folder / "graph.strider"
    if cluster.rank == 0:
        strider.write_graph(whole, path)
    cluster.barrier()
    read = ranks.read_graph(cluster, path, purpose="sssp", shuffle=3)
    check_paths(read, whole)
    assert read.vertex(17) == 17


def check_errors(cluster: ranks.Cluster, graph: ranks.Graph, folder: pathlib.Path) -> None:
    """All ranks raise the same error, and go on."""
    n = graph.num_vertices
    assert str(n) in raised(strider.UsageError, lambda: ranks.bfs(graph, n))
    raised(strider.VertexError, lambda: ranks.bfs(graph, -1))
    raised(TypeError, lambda: ranks.bfs(graph, 1.5))  # type: ignore[arg-type]
    raised(strider.InputError, lambda: ranks.read_graph(cluster, folder / "missing.mtx"))
    raised(strider.UsageError, lambda: ranks.generate(cluster, "grid", partition="3d"))
    raised(strider.UsageError, lambda: ranks.bfs(graph, 0).write(folder / "tree.unknown"))
    # An edge of one rank only:
    last = cluster.rank == cluster.size - 1
    for wrong, words in ((-1, "vertex -1"), (4, "vertex 4"), (0.5, "must be integers")):
        target: Any = wrong if last else 1
        message = raised(strider.InputError, lambda: ranks.from_edges(cluster, [0], [target], n=4))  # noqa: B023
        assert words in message, message
        assert cluster.size == 1 or f"rank {cluster.size - 1}" in message, message
    # Integers that only one rank needs as double.
    weights: Any = [2**40] if last else [5]
    graph = ranks.from_edges(cluster, [0], [1 + cluster.rank], weights, n=8)
    assert ranks.shortest_paths(graph, 0).num_reached == 1 + cluster.size
    assert ranks.bfs(graph, 0).num_reached > 1


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    communicator = None
    if len(sys.argv) > 2:
        from mpi4py import MPI

        communicator = MPI.COMM_WORLD
    cluster = ranks.Cluster(communicator)
    for partition in ("1d", "2d", "delegate"):
        parameters: dict[str, Any] = {"scale": 9, "weights": "real"}
        graph = ranks.generate(cluster, "kronecker", partition=partition, **parameters)
        assert graph.partition == partition
        whole = strider.generate("kronecker", **parameters)
        check_bfs(graph, whole, folder)
        check_paths(graph, whole)
        if partition == "1d":
            check_forest(graph, whole)
            check_scores(graph, whole)
            check_errors(cluster, graph, folder)
    check_inputs(cluster, folder)
    (folder / f"done.{cluster.rank}").touch()


main()
