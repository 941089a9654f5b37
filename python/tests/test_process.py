"""Threads, signals and processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import strider


def run_python(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=timeout
    )


def test_two_threads_search_one_graph() -> None:
    graph = strider.generate("kronecker", scale=14, weights="real")
    expected = [strider.bfs(graph, source).levels for source in range(8)]
    distances = [strider.shortest_paths(graph, source).distances for source in range(8)]
    wrong: list[int] = []

    def search() -> None:
        for source in range(8):
            if not np.array_equal(strider.bfs(graph, source).levels, expected[source]):
                wrong.append(source)
            if not np.array_equal(strider.shortest_paths(graph, source).distances, distances[source]):
                wrong.append(source)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_two_threads_read_one_result() -> None:
    graph = strider.generate("kronecker", scale=14)
    for _ in range(10):
        tree = strider.bfs(graph.prepare(), 1)
        seen: list[np.ndarray] = []
        threads = [threading.Thread(target=lambda: seen.append(tree._tree.parents())) for _ in range(4)]  # noqa: B023
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(np.array_equal(parents, seen[0]) for parents in seen)


def test_other_threads_run_during_a_search() -> None:
    graph = strider.generate("kronecker", scale=13)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.perf_counter()
    strider.betweenness_centrality(graph, k=512)
    seconds = time.perf_counter() - started
    done.set()
    thread.join()
    assert seconds < 0.2 or ticks > 20 * seconds


@pytest.mark.parametrize(
    "call",
    [
        "strider.betweenness_centrality(strider.generate('uniform', num_vertices=60000, num_edges=600000))",
        "strider.estimate_betweenness(strider.generate('kronecker', scale=16), epsilon=0.0005)",
        "[strider.bfs(graph, 1, method='serial') for _ in range(10**9)]",
        "strider.graph500(22, roots=64)",
        "strider.generate('kronecker', scale=22)",
        "strider.read_graph(path)",
    ],
)
def test_interrupt(call: str, tmp_path: object) -> None:
    """Ctrl-C ends a call within half a second; the slack is for a machine with other work."""
    result = run_python(
        f"""
        import os, signal, threading, time
        import strider
        signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore it
        path = {str(tmp_path)!r} + "/list.txt"
        if "path" in {call!r}:
            with open(path, "w") as file:
                file.write("".join(f"{{i}} {{i * 7 % 1000003}}\\n" for i in range(1000000)) * 12)
        graph = strider.generate("kronecker", scale=18) if "graph," in {call!r} else None
        sent = 0.0
        def interrupt():
            global sent
            time.sleep(0.3)
            sent = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted", time.perf_counter() - sent)
        print(strider.bfs(strider.generate("grid", rows=3, columns=3), 0).num_reached)
        """
    )
    lines = result.stdout.split()
    assert lines[:1] == ["interrupted"], result.stdout + result.stderr
    assert float(lines[1]) < 1.5
    assert lines[2] == "9"


def test_a_handler_of_the_user_is_called() -> None:
    result = run_python(
        """
        import os, signal, threading, time
        import strider
        class Asked(Exception): pass
        def handle(number, frame): raise Asked
        signal.signal(signal.SIGINT, handle)
        graph = strider.generate("uniform", num_vertices=60000, num_edges=600000)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            strider.betweenness_centrality(graph)
        except Asked:
            print("asked")
        """
    )
    assert result.stdout.strip() == "asked", result.stderr


def test_an_exception_of_the_callback_ends_the_run() -> None:
    graph = strider.generate("uniform", num_vertices=20000, num_edges=200000)
    calls: list[tuple[int, int, float]] = []

    def progress(done: int, total: int, left: float) -> None:
        calls.append((done, total, left))
        # A call of the library from a callback.
        strider.bfs(graph, 0, threads=1)
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        strider.betweenness_centrality(graph, progress=progress)
    assert len(calls) == 1 and calls[0][1] == 20000


def test_after_a_fork() -> None:
    """A fork copies no threads: an error instead of a wait without end. One thread works."""
    result = run_python(
        """
        import os, sys
        import strider
        graph = strider.generate("kronecker", scale=14)
        strider.bfs(graph, 1, threads=2)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            try:
                strider.bfs(graph, 1, threads=2)
            except strider.UnavailableError as error:
                print("forked" if "forked" in str(error) else error, end=" ")
            print(strider.bfs(graph, 1, threads=1).num_reached > 0, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        """
    )
    assert result.stdout.split() == ["forked", "True"], result.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_before_any_thread() -> None:
    result = run_python(
        """
        import os
        import strider
        graph = strider.Graph.from_edges([0], [1], threads=1)
        child = os.fork()
        if child == 0:
            print(strider.bfs(graph, 0).num_reached, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        """
    )
    assert result.stdout.strip() == "2", result.stderr


def test_ignored_signals_stay_ignored() -> None:
    result = run_python(
        """
        import os, signal, threading
        import strider
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        graph = strider.generate("kronecker", scale=12)
        threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        print(len(strider.betweenness_centrality(graph, k=2000)))
        """
    )
    assert result.stdout.strip() == "4096", result.stderr


def test_import_time() -> None:
    code = "import time, numpy; t = time.perf_counter(); import strider; print(time.perf_counter() - t)"
    seconds = min(float(run_python(code).stdout) for _ in range(5))
    assert seconds < 0.2


def test_nothing_heavy_is_imported() -> None:
    result = run_python(
        """
        import sys
        import strider
        print([name for name in ("scipy", "networkx", "pandas", "matplotlib", "tqdm") if name in sys.modules])
        """
    )
    assert result.stdout.strip() == "[]"
