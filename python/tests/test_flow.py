"""Maximum flows, cuts and edge connectivity: what scipy and networkx find, on random graphs."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from scipy.sparse.csgraph import maximum_flow as flow_of_scipy

import strider
import strider.csgraph


def random_matrix(seed: int, n: int = 30) -> scipy.sparse.csr_array:
    rng = np.random.default_rng(seed)
    matrix = scipy.sparse.random_array((n, n), density=0.15, rng=rng, format="csr")
    matrix.data = rng.integers(0, 50, matrix.nnz).astype(np.int32)
    matrix.setdiag(0)
    return matrix.tocsr()


def check_flow(matrix: scipy.sparse.csr_array, flow: strider.MaximumFlow) -> None:
    """The flow keeps capacities and is conserved; the cut is as large."""
    n = matrix.shape[0]
    moved = flow.to_scipy().toarray().astype(np.int64)
    assert np.all(moved <= matrix.toarray())
    balance = moved.sum(axis=1) - moved.sum(axis=0)
    expected = np.zeros(n, np.int64)
    expected[[flow.source, flow.target]] = flow.value, -flow.value
    np.testing.assert_array_equal(balance, expected)
    first = ~flow.cut.sides
    assert first[flow.source] and not first[flow.target]
    assert matrix.toarray()[np.ix_(first, ~first)].sum() == flow.value
    assert set(zip(flow.cut.u, flow.cut.v, strict=True)) == {
        (u, v) for u, v in zip(*matrix.nonzero(), strict=True) if first[u] and not first[v] and matrix[u, v] > 0
    }


@pytest.mark.parametrize("seed", range(8))
def test_flows_are_those_of_scipy(seed: int) -> None:
    matrix = random_matrix(seed)
    expected = flow_of_scipy(matrix, 0, 29).flow_value  # a graph keeps the arrays read-only
    graph = strider.Graph.from_csr(matrix, directed=True)
    for threads in (1, 2, 4):
        flow = strider.maximum_flow(graph, 0, 29, threads=threads)
        assert flow.value == expected
        check_flow(matrix, flow)
    assert strider.minimum_cut(graph, 0, 29).value == expected
    found = strider.csgraph.maximum_flow(matrix, 0, 29)
    assert found.flow_value == expected
    np.testing.assert_array_equal(found.flow.toarray(), -found.flow.toarray().T)
    assert found.flow.toarray()[0].sum() == expected


@pytest.mark.parametrize("directed", [False, True])
def test_connectivity_is_that_of_networkx(directed: bool) -> None:
    for seed in range(10):
        peer = nx.gnp_random_graph(14, 0.45, seed=seed, directed=directed)
        graph = strider.Graph.from_networkx(peer)
        found = strider.edge_connectivity(graph)
        assert found.value == nx.edge_connectivity(peer) == len(found)
        peer.remove_edges_from(zip(found.u.tolist(), found.v.tolist(), strict=True))
        assert not (nx.is_strongly_connected if directed else nx.is_connected)(peer)


def test_real_and_infinite_capacities() -> None:
    graph = strider.Graph.from_edges([0, 1, 2], [1, 2, 3], [np.inf, 0.25, np.inf])
    assert strider.maximum_flow(graph, 0, 3).value == 0.25
    with pytest.raises(strider.UsageError, match="no bound"):
        strider.maximum_flow(graph, 0, 1)


def test_what_is_refused() -> None:
    graph = strider.Graph.from_edges([0, 1], [1, 2], [1.0, -1.0])
    with pytest.raises(strider.WeightError, match="capacity"):
        strider.maximum_flow(graph, 0, 2)
    with pytest.raises(strider.VertexError):
        strider.maximum_flow(graph, 0, 3)
    with pytest.raises(strider.UsageError, match="differ"):
        strider.maximum_flow(graph, 1, 1)
    huge = scipy.sparse.csr_array(np.array([[0, 2**53, 2], [0, 0, 2**53], [0, 0, 0]]))
    with pytest.raises(ValueError, match="2\\^53"):
        strider.csgraph.maximum_flow(huge, 0, 2)


def test_sums_beyond_32_bits() -> None:
    most = 2**32 - 1
    graph = strider.Graph.from_edges([0, 0, 1, 1], [1, 1, 2, 2], np.full(4, most, np.uint32), duplicates="keep")
    assert strider.maximum_flow(graph, 0, 2).value == 2 * most
