"""Graphs that ranks share. The command that starts ranks is in STRIDER_TEST_MPIRUN."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

MPIRUN = os.environ.get("STRIDER_TEST_MPIRUN", "").split()
CHECKS = pathlib.Path(__file__).with_name("ranks_checks.py")

pytestmark = pytest.mark.skipif(not MPIRUN, reason="this build has no MPI")


def run(ranks: int, *arguments: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MPIRUN, "-n", str(ranks), sys.executable, *map(str, arguments)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_results_are_those_of_one_machine(ranks: int, tmp_path: pathlib.Path) -> None:
    done = run(ranks, CHECKS, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all((tmp_path / f"done.{rank}").exists() for rank in range(ranks))


def test_examples(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "examples.py"
    script.write_text(
        "import doctest\nfrom strider import ranks\nprint(doctest.testmod(ranks))\n"
    )
    done = run(1, script)
    assert done.returncode == 0 and "failed=0" in done.stdout, done.stdout + done.stderr


def test_the_communicator_of_mpi4py(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mpi4py")
    done = run(2, CHECKS, tmp_path, "mpi4py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_part_of_the_ranks(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mpi4py")
    script = tmp_path / "halves.py"
    script.write_text(
        "from mpi4py import MPI\n"
        "from strider import ranks\n"
        "half = MPI.COMM_WORLD.Split(MPI.COMM_WORLD.rank % 2)\n"
        "cluster = ranks.Cluster(half)\n"
        "columns = 3 + MPI.COMM_WORLD.rank % 2\n"
        "graph = ranks.generate(cluster, 'grid', rows=3, columns=columns)\n"
        "assert cluster.size == 2 and ranks.bfs(graph, 0).num_reached == 3 * columns\n"
    )
    done = run(4, script)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_error_of_one_rank_ends_all(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "one.py"
    script.write_text(
        "from strider import ranks\n"
        "cluster = ranks.Cluster()\n"
        "graph = ranks.generate(cluster, 'grid', rows=3, columns=3)\n"
        "if cluster.rank == 1:\n"
        "    raise KeyError('only here')\n"
        "ranks.bfs(graph, 0)\n"
        "cluster.barrier()\n"
    )
    done = run(3, script)
    assert done.returncode == 1
    assert "rank 1: Traceback" in done.stderr and "KeyError: 'only here'" in done.stderr


def test_an_error_of_all_ranks_ends_them(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "all.py"
    script.write_text("from strider import ranks\nranks.read_graph(ranks.Cluster(), 'missing.mtx')\n")
    done = run(2, script)
    assert done.returncode == 1
    assert done.stderr.count("InputError") == 1 and "missing.mtx" in done.stderr


def test_globals_may_live_until_the_end(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "globals.py"
    script.write_text(
        "from strider import ranks\n"
        "cluster = ranks.Cluster()\n"
        "graph = ranks.generate(cluster, 'grid', rows=3, columns=3)\n"
        "tree = ranks.bfs(graph, 0)\n"
        "again = ranks.Cluster()\n"
        "cycle = [tree]\n"
        "cycle.append(cycle)\n"
    )
    done = run(2, script)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
