"""A pytest plugin: scipy's own tests of `scipy.sparse.csgraph` call the functions of strider.csgraph.

The functions are replaced before pytest imports the test modules. The plugin counts their calls, fails
the run if a function was called too seldom, and prints the counts. See run_scipy_suite.py.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

import pytest
import scipy.sparse.csgraph

import strider
import strider.csgraph

# How many calls of each function the tests make at least, be it through another one of them.
LEAST_CALLS = {
    "bellman_ford": 3,
    "breadth_first_order": 15,
    "breadth_first_tree": 15,
    "connected_components": 10,
    "dijkstra": 40,
    "johnson": 3,
    "maximum_flow": 20,
    "minimum_spanning_tree": 10,
    "reconstruct_path": 15,
    "shortest_path": 90,
}

# Modules that tests import functions of scipy from, beside scipy.sparse.csgraph.
OTHER_MODULES = {"minimum_spanning_tree": "scipy.sparse.csgraph._min_spanning_tree"}

# Tests that do not hold for Strider, by the end of their names, and why.
EXCEPTIONS: dict[str, str] = {
    f"test_example_from_clrs_chapter_26_1[{method}]": "another one of several maximum flows"
    for method in ("edmonds_karp", "dinic")
}

calls: Counter[str] = Counter()
not_offered: Counter[str] = Counter()
outcomes: dict[str, Counter[str]] = {}  # by test module; "calls" among them
excepted: set[str] = set()


def counted(name: str, theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Strider's function of that name. What it does not offer is counted and left to `theirs`."""
    ours = getattr(strider.csgraph, name)

    @functools.wraps(ours)
    def call(*arguments: Any, **options: Any) -> Any:
        calls[name] += 1
        try:
            return ours(*arguments, **options)
        except strider.UnavailableError:
            not_offered[name] += 1
            return theirs(*arguments, **options)

    # Functions of Strider that call this one count, too.
    setattr(sys.modules[ours.__module__], name, call)
    return call


def pytest_configure() -> None:
    for name in LEAST_CALLS:
        replacement = counted(name, getattr(scipy.sparse.csgraph, name))
        setattr(scipy.sparse.csgraph, name, replacement)
        if name in OTHER_MODULES:
            setattr(importlib.import_module(OTHER_MODULES[name]), name, replacement)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, reason in EXCEPTIONS.items():
            if item.nodeid.endswith(name):
                excepted.add(name)
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    before = calls.total()
    result = yield
    outcomes.setdefault(item.path.name, Counter())["calls"] += calls.total() - before
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.outcome != "passed":
        module = report.nodeid.split("::")[0].rsplit("/")[-1]
        outcomes.setdefault(module, Counter())[report.outcome] += 1


def problems() -> list[str]:
    """Why the run proves nothing."""
    seldom = [
        f"{name} was called {calls[name]} times, expected at least {least}"
        for name, least in LEAST_CALLS.items()
        if calls[name] < least
    ]
    return seldom + [f"there is no test {name} to except" for name in EXCEPTIONS if name not in excepted]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if problems():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    write = terminalreporter.write_line
    columns = ("passed", "failed", "skipped", "calls")
    write(f"\n{'tests of scipy ' + scipy.__version__:32}" + "".join(f"{name:>9}" for name in columns))
    for module, counts in sorted(outcomes.items()):
        write(f"{module:32}" + "".join(f"{counts[name]:9}" for name in columns))
    handed = strider.csgraph.handed_to_scipy
    write(f"\n{'function':32}{'calls':>9}{'handed':>9}{'not offered':>12}")
    for name in LEAST_CALLS:
        write(f"{name:32}{calls[name]:9}{handed[name]:9}{not_offered[name]:12}")
    write("handed, not offered: calls that scipy's own function answered")
    write("exceptions: " + ("none" if not EXCEPTIONS else ""))
    for name, reason in EXCEPTIONS.items():
        write(f"  {name}: {reason}")
    for problem in problems():
        write(f"FAILED {problem}")
