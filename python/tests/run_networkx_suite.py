"""Runs the tests of networkx on the backend of Strider.

    PYTHONPATH=build/py/python python python/tests/run_networkx_suite.py [--all] [pytest options]

networkx converts every graph of its tests for the backend, and uses its own code where the backend has
none. So passing tests say little: the run also counts the calls of each function of the backend, and fails
if one was never called. By default the tests of related subjects run; --all runs all of
networkx.algorithms.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SUBJECTS = """
    traversal shortest_paths components centrality flow connectivity.tests.test_connectivity
    connectivity.tests.test_cuts bipartite tree.tests.test_mst
    tests.test_distance_measures tests.test_dag tests.test_cycles tests.test_core tests.test_cluster
    tests.test_efficiency tests.test_wiener link_analysis
""".split()

#: Thousands of conversions of small graphs, without a call of the backend that matters.
SKIPPED_FILES = ("test_tree_isomorphism", "test_vf2pp")

#: A minute of eccentricities of 500 random graphs, ten of each kind: one of each is run.
SAMPLED = "test_use_bounds_on_off_consistency"

#: Tests that the backend does not pass: the end of the test's name, and why. At most five.
EXPECTED_FAILURES = {
    "TestEdgeSubsetBetweennessCentrality::test_diamond_multi_path": "networkx passes on equal parts to "
    "predecessors to which unequal numbers of paths lead",
    "TestMinimumCycleBasis::test_weighted_diamond": "another of two shortest paths",
    "TestMinimumCycleBasis::test_gh6787_and_edge_attribute_names": "another of two shortest paths",
    "networkx.algorithms.cycles.minimum_cycle_basis": "another of two shortest paths",
    "networkx.algorithms.components.strongly_connected.condensation": "components in another order",
}

calls: Counter[str] = Counter()


def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        calls[name] += 1
        return function(*args, **kwargs)

    return call


def pytest_configure(config: pytest.Config) -> None:
    import strider.networkx

    assert len(EXPECTED_FAILURES) <= 5
    for name, function in strider.networkx.FUNCTIONS.items():
        setattr(strider.networkx.backend, name, counted(name, function))
        calls[name] = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem.startswith(SKIPPED_FILES):
            item.add_marker(pytest.mark.skip(reason="many conversions"))
        if item.name.startswith(SAMPLED) and not item.name.endswith("-1]"):
            item.add_marker(pytest.mark.skip(reason="one graph of each kind is run"))
        for end, reason in EXPECTED_FAILURES.items():
            if item.nodeid.endswith(end):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.exitstatus == 0 and not all(calls.values()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.section("calls of the backend")
    for name, count in sorted(calls.items()):
        terminalreporter.write_line(f"{name:40} {count:>8}" + ("" if count else "  NEVER CALLED"))


def main() -> int:
    if importlib.util.find_spec("networkx") is None:
        print("skipped: networkx is not installed")
        return 77
    options = sys.argv[1:]
    packages = [f"networkx.algorithms.{subject}" for subject in SUBJECTS]
    if "--all" in options:
        options.remove("--all")
        packages = ["networkx.algorithms"]
    path = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {
        "NETWORKX_TEST_BACKEND": "strider",
        "NETWORKX_FALLBACK_TO_NX": "True",
        "PYTHONPATH": os.pathsep.join(path),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "run_networkx_suite", "-p", "no:cacheprovider",
               "--doctest-modules", "-c", os.devnull, "--pyargs", *packages, *options]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, env=environment, cwd=folder).returncode


if __name__ == "__main__":
    raise SystemExit(main())
