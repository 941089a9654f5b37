#!/usr/bin/env python3
"""Writes one small graph in the formats of the tools that people use, by these tools.

    make_formats.py FOLDER

Needs numpy, scipy, networkx, igraph, pandas and pyarrow.
"""

import pathlib
import sys

import igraph
import networkx
import numpy
import pandas
import scipy.sparse

EDGES = [(0, 1, 2), (0, 2, 1), (1, 2, 5), (2, 3, 1), (3, 4, 7)]
VERTICES = 6  # the last one is isolated


def write_numpy(folder, graph):
    edges = numpy.array([edge[:2] for edge in EDGES])
    weighted = numpy.array(EDGES)
    numpy.save(folder / "edges.npy", edges)
    numpy.save(folder / "edges_fortran.npy", numpy.asfortranarray(edges.astype(numpy.int32)))
    numpy.save(folder / "edges_big_endian.npy", weighted.astype(">u2"))
    numpy.save(folder / "edges_float.npy", weighted.astype(numpy.float32))
    numpy.save(folder / "edges_half.npy", weighted.astype(numpy.float16))
    numpy.save(folder / "edge_index.npy", numpy.ascontiguousarray(edges.T))
    columns = [("weight", "<f4"), ("dst", "<i8"), ("src", "u1")]
    for name, aligned in (("records", False), ("records_aligned", True)):
        records = numpy.zeros(len(EDGES), dtype=numpy.dtype(columns, align=aligned))
        for column, i in (("src", 0), ("dst", 1), ("weight", 2)):
            records[column] = weighted[:, i]
        numpy.save(folder / f"{name}.npy", records)
    numpy.savez_compressed(folder / "edges.npz", weighted)
    square = networkx.to_numpy_array(graph)
    numpy.save(folder / "square.npy", square)
    numpy.save(folder / "square_fortran.npy", numpy.asfortranarray(square.astype(numpy.int8)))
    numpy.save(folder / "square_bool.npy", square != 0)
    numpy.savetxt(folder / "square.txt", square)
    numpy.savetxt(folder / "square.csv", square, fmt="%d", delimiter=",", header="a graph")


def write_scipy(folder, graph):
    matrix = networkx.to_scipy_sparse_array(graph, format="csr")
    for layout in ("csr", "csc", "coo", "bsr", "dia"):
        scipy.sparse.save_npz(folder / f"{layout}.npz", matrix.asformat(layout))
    plain = scipy.sparse.csr_matrix(matrix.astype(numpy.float64))
    scipy.sparse.save_npz(folder / "stored.npz", plain, compressed=False)
    scipy.sparse.save_npz(folder / "bool.npz", matrix.astype(bool))


def write_networkx(folder, graph):
    networkx.write_gexf(graph, folder / "networkx.gexf")
    networkx.write_pajek(graph, folder / "networkx.net")
    bare = networkx.Graph(graph.edges)
    bare.add_nodes_from(graph)
    networkx.write_graph6(bare, folder / "networkx.g6")
    networkx.write_graph6(bare, folder / "without_header.g6", header=False)
    networkx.write_sparse6(bare, folder / "networkx.s6")


def write_igraph(folder):
    graph = igraph.Graph(n=VERTICES, edges=[edge[:2] for edge in EDGES])
    graph.vs["name"] = [str(v) for v in range(VERTICES)]
    graph.vs["id"] = graph.vs["name"]  # what igraph writes to Pajek files
    graph.es["weight"] = [edge[2] for edge in EDGES]
    graph.write_lgl(str(folder / "igraph.lgl"), names="name", weights="weight", isolates=True)
    graph.write_ncol(str(folder / "igraph.ncol"), names="name", weights="weight")
    graph.write_pajek(str(folder / "igraph.net"))


def write_tables(folder):
    table = pandas.DataFrame(EDGES, columns=["source", "target", "weight"])
    words = table.astype({"source": str, "target": str})
    table.to_parquet(folder / "edges.parquet")
    words.to_parquet(folder / "words.parquet")
    table.to_feather(folder / "edges.feather")
    words.to_feather(folder / "words.arrow")


def main():
    folder = pathlib.Path(sys.argv[1])
    graph = networkx.Graph()
    graph.add_nodes_from(range(VERTICES))
    graph.add_weighted_edges_from(EDGES)
    write_numpy(folder, graph)
    write_scipy(folder, graph)
    write_networkx(folder, graph)
    write_igraph(folder)
    write_tables(folder)


if __name__ == "__main__":
    main()
