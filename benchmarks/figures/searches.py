"""Searches on ranks, as columns of a table."""

import math

TEPS = 1e9
DIRECTIONS = {"direction-optimizing": "DOBFS", "top-down": "BFS"}


def columns_of(found, searches):
    """Means of a search, in seconds: of the ranks the median, summed over levels."""
    traffic = found["traffic"]
    row = {"vertices": found["vertices"], "edges": found["edges"]}
    for name in ("network_s", "computing_s", "expansion_s", "update_s", "arcs_examined"):
        if name in traffic:
            row[name] = traffic[name]["median" if name.endswith("_s") else "sum"] / searches
    if traffic["computing_s"]["median"] > 0:
        ranks = found["ranks"]
        row["computing_balance"] = traffic["computing_s"]["max"] * ranks / traffic["computing_s"]["sum"]
    for name, phase in traffic["by_phase"].items():
        row[f"{name}_s"] = phase["network_s"]["median"] / searches
        row[f"{name}_bytes"] = phase["bytes_sent"] / searches
    row["bytes"] = traffic["bytes_sent"] / searches
    row["messages"] = traffic["messages"] / searches
    row["local_reduction_s"] = row["remote_reduction_s"] = 0.0
    for step in traffic["steps"]:
        if step["phase"] == "reduce":
            where = "remote" if step["kind"] == "all-reduce" else "local"
            row[f"{where}_reduction_s"] += step["most_s"] / searches
    partition = found["partition"]
    for name in ("delegate_threshold", "delegates", "nn_arcs", "nd_arcs", "dn_arcs", "dd_arcs", "table_one_bytes",
                 "grid", "balance"):  # fmt: skip
        if partition.get(name) is not None:
            row[name] = partition[name]
    return row


def rates_of(statistics):
    if not statistics:
        return {"time_s": 0.0, "gteps": 0.0, "gteps_harmonic": 0.0}
    return {"time_s": statistics["time_s"]["median"], "gteps": statistics["teps"]["geometric_mean"] / TEPS,
            "gteps_harmonic": statistics["teps"]["harmonic_mean"] / TEPS}  # fmt: skip


def graph500(program, size, scale, ranks, *words):
    """Searches of a Kronecker graph of 2^scale vertices on ranks."""
    found = program.run("graph500", "--scale", scale, "--roots", size.trials, "--skip-validation", "--threads", 1,
                        *words, ranks=ranks)  # fmt: skip
    return {**rates_of(found["statistics"]["bfs"]), **columns_of(found, len(found["searches"])),
            "levels": sum(search["levels"] for search in found["searches"]) / len(found["searches"])}  # fmt: skip


def trials(program, size, graph, ranks, *words):
    """Searches of a file on ranks; all but rates are of the last of them."""
    found = program.run("bfs", graph, "--trials", size.trials, "--seed", 2, "--threads", 1, *words, ranks=ranks)
    levels = [trial["levels"] for trial in found["trials"]]
    return {**rates_of(found["statistics"]), **columns_of(found, 1), "levels": sum(levels) / len(levels)}


def grown(size, ranks):
    """The scale of so many ranks where a rank's share stays the same."""
    return size.base + int(math.log2(ranks))


