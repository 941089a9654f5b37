"""Runs of strider, and the tables that keep their numbers: a row that is there is not measured again."""

import csv
import io
import json
import os
import pathlib
import platform
import signal
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[2]


class Failed(Exception):
    """A run that ended with an error: its command and what it said."""


def first_line(command, default=""):
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT)
    except OSError:
        return default
    return (run.stdout.strip().splitlines() or [default])[0]


def machine():
    """What it is that was measured, in one line."""
    cpu = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), cpu)
    except OSError:
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{cpu}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB"


def end_group(process):
    """Ends a process and those that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.communicate(timeout=10)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


class Program:
    """strider, in a folder for the graphs that it makes."""

    def __init__(self, path, folder, timeout, device):
        self.path, self.folder, self.timeout, self.device = str(path), folder, timeout, device
        version = first_line(["mpirun", "--version"])
        self.has_launcher = bool(version)
        self.oversubscribe = ["--oversubscribe", "--bind-to", "none"] if "Open MPI" in version or "OpenRTE" in version else []
        self.environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1")  # fmt: skip
        self.last = ""  # the last command
        self.commit = None  # of the program, as its last run says

    def run(self, *words, ranks=0):
        """The JSON of a run, by one process or on ranks."""
        command = [self.path, *map(str, words), "--json"]
        shown = ["strider", *command[1:]]
        if ranks:
            launcher = ["mpirun", *self.oversubscribe, "-n", str(ranks)]
            command, shown = launcher + command, ["mpirun", "-n", str(ranks), *shown]
        self.last = " ".join(shown).replace(str(self.folder) + "/", "")
        # In a session of its own, so that ranks end with their launcher whatever ends this run.
        with subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as running:  # fmt: skip
            try:
                stdout, stderr = running.communicate(timeout=self.timeout)
            except BaseException as error:
                end_group(running)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise Failed(f"{self.last}: not done after {self.timeout:.0f} s") from error
                raise
        if running.returncode != 0:
            raise Failed(f"{self.last}: status {running.returncode}: {stderr.strip()[-500:]}")
        found = json.loads(stdout)
        self.commit = found.get("commit", self.commit)
        return found

    def graph(self, kind, scale, *words):
        """A generated graph as a container, made once."""
        name = "-".join([kind, str(scale), *(str(word).lstrip("-") for word in words)]).replace("/", "_")
        path = self.folder / f"{name}.strider"
        if not path.exists():
            self.run("generate", kind, "--scale", scale, *words, "-o", path)
        return path


class Table:
    """Rows of texts under names, in a file that is written anew, and appears whole, after every case."""

    def __init__(self, path, keys):
        self.path, self.keys = path, keys
        self.head, self.rows = {}, []
        if path.exists():
            self.read()

    def read(self):
        lines = self.path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            if line.startswith("# "):
                name, _, value = line[2:].partition(": ")
                self.head.setdefault(name, []).append(value)
        text = "\n".join(line for line in lines if not line.startswith("# "))
        self.rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))

    def note(self, name, value):
        """A line of the head, once for each value."""
        values = self.head.setdefault(name, [])
        if value not in values:
            values.append(value)

    def of(self, values):
        """The rows that have these values."""
        return [Row(row) for row in self.rows if all(row.get(key) == str(value) for key, value in values.items())]

    def has(self, case):
        return bool(self.of({key: case[key] for key in self.keys}))

    def add(self, case, found):
        """Rows of a case: its keys, and what was found, one or more."""
        for values in found:
            self.rows.append({name: shown(value) for name, value in {**case, **values}.items()})
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        out = io.StringIO()
        for name, values in self.head.items():
            for value in values:
                print(f"# {name}: {value}", file=out)
        writer = csv.DictWriter(out, names, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(self.rows)
        part = self.path.with_suffix(".part")
        part.write_text(out.getvalue(), encoding="utf-8")
        part.replace(self.path)


def shown(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


class Row(dict):
    """A row of a table, whose numbers are read as such; a cell that is empty is 0."""

    def num(self, name):
        return float(self.get(name) or 0)
