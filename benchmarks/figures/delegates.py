"""Pan, Pearce and Owens 2018, "Scalable Breadth-First Search on a GPU Cluster": degree separation."""

import math

from delegate_sentences import (best_thresholds, good_factors, option_effect, strong_rates,
                                tail_effect, visit_growth, weak_rates)  # fmt: skip
from draw import Plot
from figure import Figure, Table
from searches import DIRECTIONS, graph500, grown, trials
from sentences import by_ranks

PAPER = "Pan, Pearce and Owens 2018"
RANKS = 2
TAIL = 320


def threshold_cases(size):
    return [{"threshold": threshold, "algorithm": algorithm}
            for threshold in size.thresholds for algorithm in DIRECTIONS]  # fmt: skip


def measure_threshold(program, size, case, graph):
    return [{"scale": size.scale, "ranks": RANKS, **trials(
        program, size, graph, RANKS, "--partition", "delegate", "--delegate-threshold", case["threshold"],
        "--algorithm", case["algorithm"])}]  # fmt: skip


def kronecker_thresholds(program, size, case):
    return measure_threshold(program, size, case, program.graph("kronecker", size.scale))


def social_thresholds(program, size, case):
    graph = program.graphs.get("friendster") or program.graph("social", size.scale)
    return measure_threshold(program, size, case, graph)


def shares(rows):
    plot = Plot("share of arcs and of vertices, %", "degree threshold", "%", y="linear")
    arcs = {"nn": ["nn_arcs"], "nd and dn": ["nd_arcs", "dn_arcs"], "dd": ["dd_arcs"]}
    rows = [row for row in rows if row["algorithm"] == "top-down"]
    for name, columns in arcs.items():
        plot.line(name, [(row.num("threshold"), 100 * sum(row.num(c) for c in columns) / all_arcs(row)) for row in rows])
    return [plot.line("delegates", [(row.num("threshold"), 100 * row.num("delegates") / row.num("vertices")) for row in rows])]


def all_arcs(row):
    return sum(row.num(name) for name in ("nn_arcs", "nd_arcs", "dn_arcs", "dd_arcs")) or 1


def rates(rows):
    plot = Plot("edges traversed a second", "degree threshold", "GTEPS", y="linear")
    for algorithm, name in DIRECTIONS.items():
        plot.line(name, [(row.num("threshold"), row.num("gteps")) for row in rows if row["algorithm"] == algorithm])
    return [plot]


def good_thresholds(rows):
    """Where there are few delegates and few arcs between other vertices."""
    good = [int(row.num("threshold")) for row in rows if row["algorithm"] == "top-down"
            and row.num("nn_arcs") < 0.1 * all_arcs(row) and row.num("delegates") < 4 * row.num("vertices") / RANKS]  # fmt: skip
    if not good:
        return "no threshold of these keeps the nn arcs below 10 %."
    return f"thresholds from {min(good)} to {max(good)} keep the nn arcs below 10 %, at scale {rows[0]['scale']}."


# Suggested thresholds.


def suggestion_cases(size):
    return [{"scale": scale} for scale in range(size.base - 2, size.scale + 1)]


def measure_suggestion(program, size, case):
    found = program.run("bfs", program.graph("kronecker", case["scale"]), "--trials", 1, "--seed", 2, "--threads", 1,
                        "--partition", "delegate", ranks=RANKS)  # fmt: skip
    partition = found["partition"]
    arcs = sum(partition[name] for name in ("nn_arcs", "nd_arcs", "dn_arcs", "dd_arcs"))
    computed = program.run("model", "delegate", "--scale", case["scale"], "--ranks", RANKS)
    return [{"threshold": partition["delegate_threshold"], "computed": computed["delegate_threshold"],
             "delegates_percent": 100 * partition["delegates"] / found["vertices"],
             "nn_percent": 100 * partition["nn_arcs"] / max(1, arcs),
             "table_one_bytes": partition["table_one_bytes"], "edge_list_bytes": 16 * arcs,
             "csr_bytes": 8 * found["vertices"] + 8 * arcs}]  # fmt: skip


def suggested(rows):
    plot = Plot("suggested thresholds", "scale", "degree", x="linear", y="log10")
    plot.line("threshold", [(row.num("scale"), row.num("threshold")) for row in rows])
    plot.line("computed", [(row.num("scale"), row.num("computed")) for row in rows], "computed")
    plot.line("published", [(scale, 64 * math.sqrt(2) ** (scale - 30)) for scale in range(26, 34)], "published")
    share = Plot("delegates and nn arcs", "scale", "%", x="linear", y="log10")
    share.line("delegates", [(row.num("scale"), row.num("delegates_percent")) for row in rows])
    share.line("nn arcs", [(row.num("scale"), row.num("nn_percent")) for row in rows])
    share.line("delegates, published", [(33, 1.75)], "published")
    share.line("nn arcs, published", [(33, 6.3)], "published")
    return [plot, share]


def memory(rows):
    plot = Plot("bytes of the graph", "scale", "bytes", x="linear", y="log10")
    for name, column in (("edge list, 16 m", "edge_list_bytes"), ("CSR, 8 n + 8 m", "csr_bytes"),
                         ("four subgraphs, Table I", "table_one_bytes")):  # fmt: skip
        plot.line(name, [(row.num("scale"), row.num(column)) for row in rows])
    return [plot]


def memory_share(rows):
    last = rows[-1]
    return (f"{last.num('table_one_bytes') / last.num('edge_list_bytes'):.2f} of the edge list and "
            f"{last.num('table_one_bytes') / last.num('csr_bytes'):.2f} of CSR at scale {last['scale']}.")  # fmt: skip


# Options.

OPTIONS = {
    "BFS, BR": ["--algorithm", "top-down", "--reduction", "blocking", "--uniquify", "off"],
    "DO, BR": ["--reduction", "blocking", "--uniquify", "off"],
    "DO, IR": ["--reduction", "nonblocking", "--uniquify", "off"],
    "DO, L, BR": ["--reduction", "blocking", "--uniquify", "off", "--local-all-to-all"],
    "DO, U, BR": ["--reduction", "blocking", "--uniquify", "on"],
    "DO, L, U, BR": ["--reduction", "blocking", "--uniquify", "on", "--local-all-to-all"],
    "DO, L, U, IR": ["--reduction", "nonblocking", "--uniquify", "on", "--local-all-to-all"],
}


def option_cases(size):
    return [{"options": name, "ranks": max(size.ranks[:3])} for name in OPTIONS]


def measure_option(program, size, case):
    return [graph500(program, size, size.scale, case["ranks"], "--partition", "delegate", *OPTIONS[case["options"]])]


PARTS = {"computation": "expansion_s", "local exchange": "update_s", "normal vertices": "exchange_s",
         "delegate masks": "reduce_s", "control": "control_s", "parents": "predecessors_s"}  # fmt: skip


def parts(row):
    return {name: 1000 * row.num(column) for name, column in PARTS.items()}


def options_plot(rows):
    plot = Plot("where the time of a search goes", "options", "ms", y="linear", width=2)
    for row in rows:
        plot.stack(row["options"], parts(row))
    return [plot]


# Scaling.


def weak_cases(size):
    return [{"ranks": ranks, "algorithm": algorithm} for ranks in size.ranks for algorithm in DIRECTIONS]


def measure_weak(program, size, case):
    scale = grown(size, case["ranks"])
    return [{"scale": scale, **graph500(program, size, scale, case["ranks"], "--partition", "delegate", "--algorithm",
                                        case["algorithm"])}]  # fmt: skip


# Table II: the rates of the paper and of those that it compares with, by GPUs or sockets.
RATES = {"Pan, P100": [(1, 22.9), (2, 32.5), (4, 39.8), (8, 53.13), (124, 259.8)],
         "Gunrock, P100": [(1, 31.6), (2, 42.9), (4, 46.1)], "Bernaschi, K20X": [(4096, 828.39)],
         "Krajecki, K20Xm": [(64, 13.7)], "Yasui, Xeon": [(128, 174.7)],
         "Buluc, Xeon": [(1204, 240)]}  # fmt: skip


def weak(rows):
    plot = Plot("weak scaling", "ranks, or GPUs", "GTEPS")
    for algorithm, name in DIRECTIONS.items():
        plot.line(name, [(row.num("ranks"), row.num("gteps")) for row in rows if row["algorithm"] == algorithm])
    for name, points in RATES.items():
        plot.line(f"{name}, published", points, "published")
    return [plot]


def breakdown(rows):
    plots = []
    for algorithm, name in DIRECTIONS.items():
        plot = Plot(f"{name}, by scale and ranks", "scale: ranks", "ms", y="linear")
        for row in rows:
            if row["algorithm"] == algorithm:
                plot.stack(f"{row['scale']}: {row['ranks']}", parts(row))
        plots.append(plot)
    published = {"DOBFS": (124, 4), "BFS": (124, 3)}
    return [*plots, against_fewest(rows, "time of visits", "expansion_s", published)]


def against_fewest(rows, title, column, published):
    """How a column changes with the ranks; published: {name: (times the ranks, change)}."""
    plot = Plot(f"{title}, against the fewest ranks", "times the ranks, or GPUs", "times")
    for algorithm, name in DIRECTIONS.items():
        own = by_ranks(rows, algorithm=algorithm)
        if own and own[0].num(column):
            fewest, base = own[0].num("ranks"), own[0].num(column)
            plot.line(name, [(row.num("ranks") / fewest, row.num(column) / base) for row in own])
    for name, point in published.items():
        plot.line(f"{name}, published", [(1, 1), point], "published")
    return plot


def measure_strong(program, size, case):
    return [{"scale": size.scale, **graph500(program, size, size.scale, case["ranks"], "--partition", "delegate",
                                             "--algorithm", case["algorithm"])}]  # fmt: skip


def strong(rows):
    plot = Plot("strong scaling", "ranks", "GTEPS", y="linear")
    for algorithm, name in DIRECTIONS.items():
        plot.line(name, [(row.num("ranks"), row.num("gteps")) for row in rows if row["algorithm"] == algorithm])
    return [plot, against_fewest(rows, "rate", "gteps", {"DOBFS": (2, 1.29)})]


def tail_cases(_size):
    return [{"graph": graph, "algorithm": algorithm} for graph in ("kronecker", "web") for algorithm in DIRECTIONS]


def measure_tail(program, size, case):
    scale = size.scale - 1
    words = ["--tail-length", TAIL] if case["graph"] == "web" else []
    return [{"scale": scale, **trials(program, size, program.graph(case["graph"], scale, *words), RANKS, "--partition", "delegate", "--algorithm",
                                      case["algorithm"])}]  # fmt: skip


def tail(rows):
    plot = Plot("searches of a graph with a long tail", "graph", "GTEPS", width=1.5)
    for graph in dict.fromkeys(row["graph"] for row in rows):
        plot.group(graph, {DIRECTIONS[row["algorithm"]]: row.num("gteps") for row in rows if row["graph"] == graph})
    return [plot.group("web, 160 P100", {"DOBFS, published": 79.7, "BFS, published": 84.2})]


# The network, and direction factors: sections VI-A and VI-B.


def message_cases(size):
    return [{"ranks": ranks} for ranks in size.ranks if ranks > 1]


def measure_messages(program, _size, case):
    found = program.run("model", "network", ranks=case["ranks"])
    return [{"bytes": message["bytes"], "bytes_per_s": message["bytes_per_s"]} for message in found["messages"]]


def messages(rows):
    plot = Plot("bytes a second of a rank, while all send", "KiB of a message", "bytes/s")
    for ranks in dict.fromkeys(row["ranks"] for row in rows):
        plot.line(f"{ranks} ranks", [(row.num("bytes") / 1024, row.num("bytes_per_s")) for row in rows if row["ranks"] == ranks])
    return [plot]


def best_message(rows):
    best = max(rows, key=lambda row: row.num("bytes_per_s"))
    return f"{best.num('bytes') / 2**20:g} MiB on {best['ranks']} ranks, in the memory that they share."


SUBGRAPHS = ["dd", "dn", "nd"]


def factor_cases(size):
    powers = range(-8, 2) if size.name != "tiny" else (-8, 1)
    return [{"subgraph": subgraph, "factor": f"1e{power}"} for subgraph in SUBGRAPHS for power in powers]


def measure_factor(program, size, case):
    return [{"scale": size.scale, **trials(
        program, size, program.graph("kronecker", size.scale), RANKS, "--partition", "delegate", "--backward-workload", "vertices",
        f"--tune={case['subgraph']}-forward-factor={case['factor']}")}]  # fmt: skip


def factors(rows):
    plots = []
    for title, column, scale in (("arcs examined by a search", "arcs_examined", 1), ("visits, ms a search", "expansion_s", 1000)):
        plot = Plot(title, "factor, power of ten", "", x="linear")
        for subgraph in SUBGRAPHS:
            plot.line(subgraph, [(float(row["factor"][2:]), scale * row.num(column)) for row in rows if row["subgraph"] == subgraph])
        plots.append(plot)
    return plots


TABLES = [
    Table("delegate-thresholds", ["threshold", "algorithm"], threshold_cases, kronecker_thresholds),
    Table("social-thresholds", ["threshold", "algorithm"], threshold_cases, social_thresholds, files=True),
    Table("delegate-suggested", ["scale"], suggestion_cases, measure_suggestion),
    Table("delegate-options", ["options", "ranks"], option_cases, measure_option),
    Table("delegate-weak", ["ranks", "algorithm"], weak_cases, measure_weak),
    Table("delegate-strong", ["ranks", "algorithm"], weak_cases, measure_strong),
    Table("network-messages", ["ranks"], message_cases, measure_messages),
    Table("delegate-factors", ["subgraph", "factor"], factor_cases, measure_factor),
    Table("delegate-tail", ["graph", "algorithm"], tail_cases, measure_tail),
]

FIGURES = [
    Figure("pan-5", f"{PAPER}, Figure 5", "kinds of arcs and delegates over the threshold", "delegate-thresholds", shares,
           "The share of arcs between normal vertices (nn), between these and delegates (nd, dn) and between delegates "
           "(dd), and of vertices that are delegates, of a Kronecker graph, by the degree above which vertices are delegates.",
           "at scale 30 thresholds of 16 to 512 keep the nn arcs below 10 % and delegates below 4 n / p.", good_thresholds),
    Figure("pan-6", f"{PAPER}, Figure 6", "rates over the threshold", "delegate-thresholds", rates,
           "Geometric mean of the rates of searches of more than one iteration.",
           "at scale 30 on 16 GPUs the best thresholds are 45 to 90.", best_thresholds),
    Figure("pan-7", f"{PAPER}, Figure 7", "suggested thresholds by scale", "delegate-suggested", suggested,
           "The threshold that `--partition delegate` takes by itself, what `strider model` computes, and what comes of it.",
           "64 at scale 30, times √2 a scale; at scale 33 1.75 % delegates and 6.3 % nn arcs.",
           lambda rows: f"{rows[-1].num('delegates_percent'):.2f} % delegates and {rows[-1].num('nn_percent'):.2f} % nn arcs "
                        f"at scale {rows[-1]['scale']}, on {RANKS} ranks."),
    Figure("pan-table-1", f"{PAPER}, Table I", "memory for the subgraphs", "delegate-suggested", memory,
           "Bytes by the formulas of the table, from the counted sizes of the subgraphs.",
           "a third of the edge list, a little more than half of CSR.", memory_share),
    Figure("pan-8", f"{PAPER}, Figure 8", "options", "delegate-options", options_plot,
           "Times of a search by part, median of the ranks, with direction optimization (DO), local all-to-all (L), uniquify "
           "(U), and blocking (BR) or non-blocking (IR) reduction of masks. Parts may overlap. Only the node shape of this "
           "machine is there: all ranks on one node.",
           "at scale 32 on 64 GPUs DO cuts the computation by three, L and U change little, BR takes less time than IR.",
           option_effect),
    Figure("pan-9", f"{PAPER}, Figure 9 and Table II", "weak scaling", "delegate-weak", weak,
           "Rates where the scale grows by one as the ranks double. Published points are of one to 124 P100, of larger graphs.",
           "nearly linear to 259.8 GTEPS at scale 33 on 124 GPUs; 22.9, 32.5, 39.8 at scales 24, 25, 26 on 1, 2, 4, and 53.13 "
           "at scale 29 on 8. Table II has beside these: Gunrock 31.6, 42.9 and 46.1 on 1, 2 and 4 "
           "P100 on the same graphs; Bernaschi 828.39 on 4096 K20X at scale 33; Krajecki 13.7 on "
           "64 K20Xm at scale 29; Yasui 174.7 on 128 Xeon E5-4650 v2 and Buluc about 240 on 1204 "
           "Xeon E5-2695 v2, both at scale 33.", weak_rates),
    Figure("pan-10", f"{PAPER}, Figure 10", "runtime by part along weak scaling", "delegate-weak", breakdown,
           "The same searches by part, median of the ranks, and how the time of visits grows.",
           "over seven scales the time of visits grows four times for DOBFS and three times for BFS.",
           visit_growth),
    Figure("pan-11", f"{PAPER}, Figure 11", "strong scaling", "delegate-strong", strong,
           "The same graph on more and more ranks, which share the cores of one machine here, in "
           "GTEPS and against the fewest ranks.",
           "at scale 30 DOBFS gains 29 % from 12 to 24 GPUs and nothing after that; BFS scales better.",
           strong_rates),
    Figure("pan-12", f"{PAPER}, Figure 12", "kinds of arcs, of a graph like Friendster", "social-thresholds", shares,
           "As Figure 5, of `strider generate social`, half of whose vertices have no edges, as those of Friendster, or of the "
           "file given by `--graph friendster=FILE`.",
           "for Friendster thresholds of 16 to 128 are suitable.", good_thresholds),
    Figure("pan-13", f"{PAPER}, Figure 13", "rates, of a graph like Friendster", "social-thresholds", rates,
           "As Figure 6.", "on four GPUs thresholds of 32 to 91 are close to the best.", best_thresholds),
    Figure("pan-web", f"{PAPER}, section VI-D", "a graph with a long tail, like the web's", "delegate-tail", tail,
           f"Searches of a Kronecker graph, and of `strider generate web`: a like graph with paths of up to {TAIL} vertices.",
           "on the web graph of 2012, of 330 levels, BFS reaches 84.2 and DOBFS 79.7 GTEPS on 160 GPUs: 1.06 times.",
           tail_effect),
    Figure("pan-network", f"{PAPER}, section VI-A", "messages by size", "network-messages", messages,
           "What a rank sends in a second while all ranks send messages of one size, by `strider model network`.",
           "about 4 MB are best on 32 nodes, for data of more than 2 MB.", best_message),
    Figure("pan-factors", f"{PAPER}, section VI-B", "factors of the change of direction", "delegate-factors", factors,
           "Arcs looked at, and the time of visits, by the factor at which one subgraph turns backward, with the paper's estimate of "
           "the backward workload; the other subgraphs keep their factors.",
           "after a scan from 1e-8 to 10, 0.5 for dd, 0.05 for dn and 1e-7 for nd, each within a wide range of equally good ones.",
           good_factors),
]  # fmt: skip
