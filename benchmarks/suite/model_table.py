#!/usr/bin/env python3
"""Writes what strider model predicts of published searches beside what was published, as Markdown.

    benchmarks/suite/model_table.py build/release/cli/strider

A row is a command of its own: --commands prints these instead. The two bounds come from the same
command with machines whose uncertain numbers, RANGES, are all at their better end, and at their
worse. What was published plays no part but in the rows marked "calibrated", which say what the rates
of a machine are from.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

# Factors, the better one first, for machines that are not in OWN.
RANGES = {
    # A put of the Tofu interconnect D takes 0.49 us, and a message of MPI up to twice what the
    # presets have.
    **dict.fromkeys(("latency_s", "overhead_s", "gap_s", "node_latency_s"), (0.5, 2)),
    # The peak, or a third: on a Cray XC one MPI reaches 10 GB/s where another reaches 3
    # (open-mpi/ompi issue 1005).
    **dict.fromkeys(("gap_s_per_byte", "node_gap_s_per_byte"), (1, 3)),
    # On the same P100 another program searches scale 24 at 31.6 GTEPS, not 22.9 (Pan, Pearce and Owens
    # 2018, table II).
    "arcs_per_s": (31.6 / 22.9, 22.9 / 31.6),
    "bytes_per_s": (1, 0.5),
}
# 69 to 239 bytes of memory bandwidth a place in memory, where 128 are assumed.
PLACES = (128 / 69, 128 / 239)
OWN = {
    # Copies between device and processor beside messages, not before and after them.
    "ray": {"gap_s_per_byte": (8 / 50 / (8 / 50 + 2 / 40), 3)},
    "piz-daint": {"gap_s_per_byte": (0.1 / (0.1 + 2 / 8), 3)},
    # All links of a node at once: four, and six.
    "k": {"gap_s_per_byte": (1 / 4, 3), "arcs_per_s": PLACES},
    "fugaku": {"gap_s_per_byte": (1 / 6, 3), "arcs_per_s": PLACES},
}

TOP_DOWN = ["--algorithm", "top-down"]
ALL = ["--isolated", "kept"]
PAN = ("delegate", "ray")
BISSON = ("2d", "piz-daint")
MAZEEV = ("ghs", "fdr")
# So that one node takes what it took: their program spends 0.74 us on a message.
OF_MAZEEV = {"arcs_per_s": 0.0809}
# "On 32 nodes messages are short; their size does not exceed 2 KB."
PACKETS = ["--packet-bytes", "2000"]


class Row:
    """One published number: a time in seconds, or edges a second in 10^9 of 16 * 2^scale edges."""

    def __init__(self, what, of, scale, ranks, options=(), *, gteps=None, seconds=None, part="time_s",
                 note="", nodes=None, factors=()):
        self.what, self.note, self.part, self.nodes = what, note, part, nodes
        self.factors = dict(factors)  # of the machine, whatever the bound
        self.scheme, self.machine = of
        self.options = ["--scale", str(scale), "--ranks", str(ranks), *options]
        self.published = seconds if seconds is not None else 16 * 2**scale / gteps / 1e9
        self.gteps = gteps

    def command(self, machine):
        return ["model", self.scheme, *self.options, "--machine", machine, "--json"]


ROWS = [
    Row("1 P100", PAN, 24, 1, gteps=22.9, note="calibrated"),
    Row("2 P100", PAN, 25, 2, gteps=32.5),
    Row("4 P100", PAN, 26, 4, gteps=39.8, nodes=4),
    Row("124 P100", PAN, 33, 124, ["--encoding", "list"], seconds=0.529),
    Row("1 K20X", BISSON, 21, 1, [*TOP_DOWN, *ALL], gteps=1.13, note="calibrated"),
    Row("4096 K20X, lists", BISSON, 33, 4096, [*TOP_DOWN, *ALL, "--encoding", "list"], gteps=400),
    Row("its communication", BISSON, 33, 4096, [*TOP_DOWN, *ALL, "--encoding", "list"], seconds=0.200,
        part="network_s"),
    Row("4096 K20X, bitmaps", BISSON, 33, 4096, [*TOP_DOWN, *ALL, "--encoding", "threshold"], gteps=830),
    Row("its communication", BISSON, 33, 4096, [*TOP_DOWN, *ALL, "--encoding", "threshold"], seconds=0.040,
        part="network_s"),
    Row("K, 82,944 nodes", ("2d", "k"), 40, 82944, gteps=38621),
    Row("Fugaku, 158,976 nodes, 2020", ("2d", "fugaku"), 41, 158976, gteps=102956),
    Row("Fugaku, 152,064 nodes", ("2d", "fugaku"), 42, 152064, ["--grid", "528x288"],
        gteps=166029),
    Row("the same, 2025", ("2d", "fugaku"), 42, 152064, ["--grid", "528x288"], gteps=204068),
    *(
        Row(f"forest by GHS, {nodes} nodes" if nodes > 1 else "forest by GHS, 1 node", MAZEEV, 24, 8 * nodes,
            PACKETS, seconds=seconds, factors=OF_MAZEEV, note="" if nodes > 1 else "calibrated")
        for nodes, seconds in ((1, 63.27), (2, 36.12), (4, 17.98), (8, 8.47), (16, 5.41), (32, 2.04),
                               (64, 1.45))
    ),
]


class Model:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, command):
        run = subprocess.run([self.program, *command], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    def predict(self, row, end=None):
        """The result with the machine as it is, or with its ranges at their end 0 or 1."""
        machine = self.run(row.command(row.machine))["machine_parameters"]
        if row.nodes:
            machine["ranks_per_node"] = row.nodes
        if end is not None:
            for key, factors in {**RANGES, **OWN.get(row.machine, {})}.items():
                machine[key] *= factors[end]
        for key, factor in row.factors.items():
            machine[key] *= factor
        path = self.folder / "machine.json"
        path.write_text(json.dumps(machine))
        return self.run(row.command(str(path)))


def milliseconds(seconds):
    digits = 1 if seconds < 0.1 else 0
    return f"{1e3 * seconds:.{digits}f}"


def line(model, row):
    here = model.predict(row)
    bounds = [milliseconds(model.predict(row, end)[row.part]) for end in (0, 1)]
    off = here[row.part] / row.published - 1
    published = milliseconds(row.published) + (f" ({row.gteps:,} GTEPS)" if row.gteps else "")
    return [row.what, row.options[1], milliseconds(here["network_s"]), milliseconds(here["computing_s"]),
            milliseconds(here[row.part]), " .. ".join(bounds) if not row.note else row.note, published,
            f"{100 * off:+.0f} %"]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="build/release/cli/strider")
    parser.add_argument("--commands", action="store_true", help="print the commands instead")
    options = parser.parse_args()
    if options.commands:
        for row in ROWS:
            print("strider", " ".join(row.command(row.machine)))
        return
    heads = ["search", "scale", "network, ms", "computing, ms", "predicted, ms", "bounds, ms", "published, ms",
             "off"]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        model = Model(options.program, pathlib.Path(folder))
        for cells in [heads, ["---"] * len(heads), *(line(model, row) for row in ROWS)]:
            print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
