"""Draws the figures of the references again, with this machine's numbers beside the published ones.

    python3 benchmarks/figures [--size tiny|small|default] [--only ID ...] [--out FOLDER]

Numbers are kept as tables, FOLDER/NAME.tsv, whose head says what machine, commit and command they are
of. A row of the same size, device and files is not measured again: an interrupted run continues. Pictures are
FOLDER/ID.svg, and FOLDER/README.md says of each what it shows and how it compares.
"""

import argparse
import pathlib
import shlex
import signal
import sys
import tempfile

import article
import betweenness
import draw
import forests
import grids
import delegates
import models
from figure import SIZES
from runs import PROJECT, Failed, Program, Table, first_line, machine

ROOMS = (article, delegates, grids, forests, betweenness, models)
FIGURES = {figure.name: figure for room in ROOMS for figure in room.FIGURES}
TABLES = {table.name: table for room in ROOMS for table in room.TABLES}


# A run that fails, or says less than was asked; rows that a figure needs and are missing.
FAILURES = (Failed, ArithmeticError, LookupError, TypeError, ValueError)


def attempt(what, options, action, *words):
    """What the action returns; a failure is reported, and nothing returned."""
    try:
        return action(*words)
    except FAILURES as error:
        said = error if isinstance(error, Failed) else repr(error)
        print(f"{what}: {said}", file=sys.stderr)
        options.failed.append(what.split(",")[0])
        return None


def measure(table, program, size, options):
    """The table's rows; what is missing is measured; failures are reported and left out."""
    setting = table.setting(size.name, options.device, options.graph)
    kept = Table(options.out / f"{table.name}.tsv", [*setting, *table.keys])
    if table.needs == "ranks" and not program.has_launcher:
        print(f"{table.name}: no mpirun here", file=sys.stderr)
        return kept.of(setting)
    for case in table.cases(size):
        case = {**setting, **case}
        if kept.has(case) or options.draw:
            continue
        found = attempt(table.name, options, table.measure, program, size, case)
        if found is None:
            continue
        kept.note("machine", machine())
        kept.note("commit", program.commit or "unknown")
        kept.note("command", f"python3 benchmarks/figures {shlex.join(options.words)}".rstrip())
        kept.add(case, [{**row, "run": program.last} for row in found])
        print(table.name, *case.values(), file=sys.stderr, flush=True)
    return kept.of(setting)


def picture(figure, rows, options):
    """Draws it; returns whether it could."""
    draw.write(options.out / f"{figure.name}.svg", f"{figure.source}: {figure.title}", figure.plots(rows))
    return True


def caption(figure, table, rows, options):
    """The picture, and markdown of it and of what there is to say of it."""
    yield f"## {figure.name}: {figure.title}\n"
    yield f"{figure.source}.\n"
    if rows and attempt(f"{figure.name}, not drawn", options, picture, figure, rows, options):
        yield f"![{figure.title}]({figure.name}.svg)\n"
    yield figure.shows + "\n"
    yield f"Published: {figure.published}\n"
    if not rows:
        yield "Not measured here.\n"
        return
    compared = attempt(f"{figure.name}, not compared", options, figure.compared, rows)
    if compared:
        yield f"Here: {compared}\n"
    yield f"[Numbers]({table.name}.tsv), from runs like `{rows[0]['run']}`.\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", choices=list(SIZES), default="small")
    parser.add_argument("--only", nargs="+", metavar="ID", choices=[*FIGURES, *TABLES], help="figures, or tables")
    parser.add_argument("--out", type=pathlib.Path, default=PROJECT / "build" / "figures")
    parser.add_argument("--strider", type=pathlib.Path, default=PROJECT / "build" / "release" / "cli" / "strider")
    parser.add_argument("--device", default="simt", help="of device figures: cuda, or simt, whose times are the emulator's")
    parser.add_argument("--graph", nargs="+", default=[], metavar="NAME=FILE", help="real graphs beside the generated ones")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a run may take")
    parser.add_argument("--draw", action="store_true", help="draw what was measured, and measure nothing")
    parser.add_argument("--list", action="store_true", help="list the figures")
    options = parser.parse_args()
    if options.list:
        for figure in FIGURES.values():
            print(f"{figure.name:<15}{figure.source}: {figure.title}")
        return 0
    if not options.draw and not options.strider.exists():
        parser.error(f"{options.strider} is not built: cmake --build build/release --target strider_cli, or --strider")
    if not all("=" in graph for graph in options.graph):
        parser.error("--graph takes NAME=FILE")
    size = SIZES[options.size]
    options.words, options.failed = sys.argv[1:], []
    options.out.mkdir(parents=True, exist_ok=True)
    chosen = [figure for figure in FIGURES.values()
              if not options.only or figure.name in options.only or figure.table in options.only]  # fmt: skip
    page = ["# Figures of the references, drawn again\n",
            f"Size {size.name}: `python3 benchmarks/figures --size {size.name}`. Solid lines and filled marks are "
            "measured here, dashed lines computed by `strider model`, hollow marks published. Ranks share the cores "
            f"of one machine. Device figures are of `--device {options.device}`"
            + (": counts are a device's, times the emulator's.\n" if options.device == "simt" else ".\n")]  # fmt: skip
    rows = {}
    with tempfile.TemporaryDirectory(prefix="strider-figures-") as folder:
        program = Program(options.strider.resolve(), pathlib.Path(folder), options.timeout, options.device)
        program.graphs = dict(graph.split("=", 1) for graph in options.graph)
        for figure in chosen:
            table = TABLES[figure.table]
            if table.name not in rows:
                rows[table.name] = measure(table, program, size, options)
            page += caption(figure, table, rows[table.name], options)
    (options.out / "README.md").write_text("\n".join(page), encoding="utf-8")
    if options.failed:
        print(f"figures: some failed: {' '.join(dict.fromkeys(options.failed))}", file=sys.stderr)
    return 1 if options.failed else 0


def stop(number, _frame):
    sys.exit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
