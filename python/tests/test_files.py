"""Graphs and results in files: formats, columns, names, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import strider

from conftest import path_graph


def test_files_that_cannot_be_opened(tmp_path: Any) -> None:
    with pytest.raises(OSError, match="missing"):
        strider.read_graph(tmp_path / "missing.mtx")
    with pytest.raises(strider.FileError):
        strider.write_graph(path_graph(3), tmp_path / "no folder" / "graph.mtx")
    with pytest.raises(strider.UsageError, match="null"):
        strider.write_graph(path_graph(3), f"{tmp_path}/a.mtx\0.csv")


def test_tables(tmp_path: Any) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("any words\n7;x;1;2.5\n1;y;2;0.5\n")
    graph = strider.read_graph(
        rows, format="edgelist", directed=False, source_column=1, target_column=3, weight_column=4,
        header=False, delimiter=";", skip_lines=1, only_listed=True,
    )  # fmt: skip
    assert list(graph.labels) == [1, 2, 7] and graph.weights is not None
    assert sorted(graph.weights) == [0.5, 0.5, 2.5, 2.5]
    frame = strider.shortest_paths(graph, graph.vertex(7)).to_pandas()
    assert list(frame.distance) == [2.5, 3.0, 0.0]
    assert list(strider.bfs(graph, 0).to_pandas().level) == [0, 1, 1]
    assert len(strider.minimum_spanning_forest(graph).to_pandas()) == 2


def test_a_container_keeps_both_layouts(tmp_path: Any, kronecker: strider.Graph) -> None:
    path = tmp_path / "laid.strider"
    strider.write_graph(kronecker.prepare(), path)
    laid = strider.read_graph(path)
    assert laid.layout == "degree"
    assert path.stat().st_size > 2 * kronecker.num_arcs * 8
    for source in (1, 2):
        expected = strider.shortest_paths(kronecker, source)
        found = strider.shortest_paths(laid, source)
        assert np.array_equal(found.distances, expected.distances)
        assert np.array_equal(found.parents, expected.parents)
    strider.write_graph(laid.prepare("none"), path)
    assert strider.read_graph(path).layout == "none"


def test_files(tmp_path: Any, kronecker: strider.Graph) -> None:
    for name in ("graph.strider", "graph.mtx", "graph.mtx.gz", "graph.csv"):
        strider.write_graph(kronecker, tmp_path / name)
        again = strider.read_graph(tmp_path / name)
        assert again.num_edges == kronecker.num_edges, name
        assert again.facts is not None and again.facts["format"] in ("native", "mtx", "edgelist")
    table = tmp_path / "towns.csv"
    table.write_text("from,to,km\nA,B,3\nB,C,4\n")
    towns = strider.read_graph(table, directed=False)
    assert towns.labels == ["A", "B", "C"]
    length, path = strider.shortest_path(towns, towns.vertex("A"), towns.vertex("C"))
    assert length == 7 and [towns.labels[v] for v in path] == ["A", "B", "C"]
    assert strider.read_graph(table, weights=False).weights is None
    (tmp_path / "damaged.mtx").write_text("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 1\n")
    with pytest.raises(strider.InputError, match="damaged.mtx:3"):
        strider.read_graph(tmp_path / "damaged.mtx")


def test_errors_and_notes_name_arguments(tmp_path: Any) -> None:
    table = tmp_path / "--header.csv"
    table.write_text("a,b,x\nb,c,y\n")
    with pytest.raises(strider.InputError, match=r"--header\.csv:.*; weight_column='none' reads the edges without"):
        strider.read_graph(table, header=False)
    assert strider.read_graph(table, header=False, weight_column="none").num_edges == 2
    with pytest.raises(strider.UsageError, match=r"skip_lines=9: the file has only"):
        strider.read_graph(table, skip_lines=9)
    table.write_text("from,to,km\nA,B,3\n")
    notes = (strider.read_graph(table).facts or {})["notes"]
    assert any("; header=False reads it as an edge" in note for note in notes)
    assert any("; weight_column chooses another" in note for note in notes)
