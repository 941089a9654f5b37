#!/usr/bin/env python3
"""Prints flows.tsv: maximum flows and edge connectivity of real graphs, as igraph finds them.

    make_flows.py FOLDER > flows.tsv

FOLDER has the graphs; a row has the path below it, the two vertices of most neighbours, numbered from 0 as
Strider reads the file (the least of equal ones), the flow from one to the other with the weights of the
file as capacities, or 1 each, and the edge connectivity, -1 where it was not computed.
"""

import pathlib
import sys

import igraph
import numpy as np

import strider

GRAPHS = """
    citation/astro-ph.graph.gz citation/ca-CondMat-lcc.txt.gz citation/ca-GrQc-lcc.txt.gz citation/hep-th.graph.gz
    mesh/4elt.graph.gz mesh/airfoil1.graph.gz mesh/wing.graph.gz p2p/p2p-Gnutella08.txt.gz
    road/USA-road-NY.pace.gr.xz road/rome99.gr.gz social/PGPgiantcompo.graph.gz social/email-Eu-core.csv.gz
    social/facebook_combined.txt.gz social/polblogs.graph.gz social/power.graph.gz social/wiki-Vote.txt.gz
    tiny/celegansneural.gml.gz tiny/dolphins.mtx tiny/jazz.graph tiny/karate.mtx tiny/lesmis.graph
    web/as20graph.txt.gz weighted/10000EWD.txt.gz weighted/mediumEWG.txt
""".split()


def main():
    folder = pathlib.Path(sys.argv[1])
    print("graph\tsource\ttarget\tflow\tconnectivity")
    for name in GRAPHS:
        graph = strider.read_graph(folder / name)
        tails = np.repeat(np.arange(graph.num_vertices), np.diff(graph.indptr))
        heads = np.asarray(graph.indices)
        once = np.ones(len(heads), bool) if graph.directed else tails < heads
        weights = graph.weights
        peer = igraph.Graph(n=graph.num_vertices, edges=np.c_[tails, heads][once].tolist(), directed=graph.directed)
        capacities = None if weights is None else np.asarray(weights, float)[once].tolist()
        degrees = np.diff(graph.indptr)
        source, target = (int(v) for v in np.argsort(-degrees, kind="stable")[:2])
        flow = peer.maxflow_value(source, target, capacities)
        small = graph.num_vertices * len(heads) < 10**8
        print(name, source, target, repr(flow), peer.edge_connectivity() if small else -1, sep="\t", flush=True)


if __name__ == "__main__":
    main()
