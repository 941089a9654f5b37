"""Wrong use, missing backends, too little memory, Ctrl-C, closed pipes."""

import json
import os
import pty
import resource
import signal
import subprocess
import time
import unittest

from program import SANITIZED, SMALL_MTX, STRIDER, ProgramTest


def take_signals():
    """As from a terminal, even where the tests run in the background with signals ignored."""
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


class Environment(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def test_wrong_use(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        wrong = [
            ["fly"],
            ["bfs"],
            ["bfs", "small.mtx"],
            [*bfs, "--fast"],
            [*bfs, "--algorithm", "fastest"],
            [*bfs, "--format", "pdf"],
            [*bfs, "--directed", "--undirected"],
            [*bfs, "--threads", "-3"],
            [*bfs, "--threads", "many"],
            [*bfs, "--prepare", "well"],
            [*bfs, "--seed", "-1"],
            [*bfs, "--seed", "18446744073709551616"],
            [*bfs, "--tune", "alpha=-1"],
            [*bfs, "-o", "r.pdf"],
            [*bfs, "-o", "-", "--json"],
            [*bfs, "-o", ""],
            [*bfs, "--partition", ""],
            [*bfs, "--grid", ""],
            [*bfs, "--delegate-threshold", ""],
            ["bfs", "small.mtx", "--source", "", "--trials", "2"],
            ["convert", "small.mtx", ""],
            ["convert", "small.mtx", "out.mtx", "--to", ""],
            ["bfs", "small.mtx", "--source", "9"],
            ["bfs", "small.mtx", "--source", "zero"],
            ["bfs", "small.mtx", "--trials", "0"],
            ["convert", "small.mtx", "out.pdf"],
            ["convert", "small.mtx", "out.mtx", "--prepare", "auto"],
            ["generate"],
            ["generate", "cube"],
            ["generate", "kronecker"],
            ["generate", "kronecker", "--scale", "-1"],
            ["generate", "rmat", "--scale", "5", "--a", "2"],
            ["generate", "grid", "--rows", "2", "--columns", "2", "-o", "x.pdf"],
            ["graph500"],
            ["graph500", "--scale", "5", "--roots", "0"],
            ["validate"],
            ["validate", "bfs", "small.mtx"],
            ["info", "small.mtx", "--algorithm", "bag"],
        ]
        for arguments in wrong:
            self.fails(2, *arguments)
        self.assertIn("'fly' is not a verb", self.fails(2, "fly", "small.mtx"))
        self.assertIn("'cube' is not a verb of strider generate", self.fails(2, "generate", "cube"))

    def test_did_you_mean(self):
        self.write("cities.el", "Amsterdam Berlin\nBerlin Copenhagen\n")
        self.write("labels", "Berlin\ncopenhagn\n")
        bfs = ["bfs", "small.mtx", "--source", "1"]
        for word, arguments in (
            ("bfs", ["bsf", "small.mtx"]),
            ("kronecker", ["generate", "kroneker"]),
            ("--version", ["--verion"]),
            ("--threads", [*bfs, "--thread", "2"]),
            ("--algorithm", [*bfs, "--algorthm", "auto"]),
            ("--rows", ["generate", "grid", "--rws", "2"]),
            ("single", ["bc", "small.mtx", "--precision", "sngle"]),
            ("edgelist", [*bfs, "--format", "csv"]),
            ("edgelist", ["convert", "small.mtx", "out", "--to", "csv"]),
            ("--undirected", [*bfs, "--undirectd"]),
            ("--source", ["bfs", "small.mtx", "--sorce=1"]),
            ("top-down", [*bfs, "--algorithm", "topdown"]),
            ("dijkstra", ["sssp", "small.mtx", "--source", "1", "--algorithm", "djikstra"]),
            ("kruskal", ["msf", "small.mtx", "--algorithm", "krusky"]),
            ("hybrid", ["bc", "small.mtx", "--algorithm", "hibrid"]),
            ("dimacs", [*bfs, "--format", "dimac"]),
            ("locality", [*bfs, "--prepare", "localty"]),
            ("delegate", [*bfs, "--partition", "delegates"]),
            ("integer", ["generate", "grid", "--rows", "2", "--columns", "2", "--weights", "Integers"]),
            ("alpha", [*bfs, "--tune", "alhpa=3"]),
            ("Copenhagen", ["bfs", "cities.el", "--source", "copenhagn"]),
            ("Copenhagen", ["sssp", "cities.el", "--source", "Berlin", "--target", "Kopenhagen"]),
        ):
            line = self.fails(2, *arguments)
            self.assertIn(f"; did you mean {word}?", line)
        line = self.fails(3, "bc", "cities.el", "--sources", "labels")
        self.assertIn("labels:2: the graph has no vertex 'copenhagn'; did you mean Copenhagen?", line)
        self.ok("bfs", "cities.el", "--source", "Berlin", "-o", "levels.tsv")
        self.assertIn("did you mean Berlin?", self.fails(
            2, "validate", "bfs", "cities.el", "levels.tsv", "--source", "Berln"))  # fmt: skip
        for arguments in ([*bfs, "--nonsense"], ["bfs", "cities.el", "--source", "Reykjavik"],
                          ["bfs", "small.mtx", "--source", "9"], ["x", "small.mtx"]):  # fmt: skip
            self.assertNotIn("did you mean", self.fails(2, *arguments))
        self.assertIn("its first vertex is 'Amsterdam', its last is 'Copenhagen'",
                      self.fails(2, "bfs", "cities.el", "--source", "Reykjavik"))  # fmt: skip

    def test_what_is_wrong_is_named(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        for words, arguments in (
            ("strider has no option '--verion'; did", ["--verion"]),
            ("bfs has no option '--algorthm'; did", [*bfs, "--algorthm", "auto"]),
            ("bfs has no option '--sorce', '--nonsense'; did", ["bfs", "small.mtx", "--sorce=1", "--nonsense"]),
            ("generate grid has no option '--rws'; did", ["generate", "grid", "--rws", "2"]),
            ("bfs takes no argument 'one'", [*bfs, "one", "two"]),
            ("OUT is required", ["convert", "small.mtx"]),
            ("'.' is a folder", ["."]),
            ("whole number from 0 to 2^64-1, got '-1'", ["info", "small.mtx", "--skip-lines", "-1"]),
            ("whole number from 0 to 2^64-1, got '-1'", [*bfs, "--shuffle", "-1"]),
            ("(--undirected)", ["convert", "one.el", "one.graph"]),
            ("(--undirected)", ["convert", "one.el", "one.graph500"]),
        ):
            self.write("one.el", "0 1\n")
            self.assertIn(words, self.fails(2, *arguments))
        line = self.fails(3, "bc", "small.mtx", "--sources", "none.txt")
        self.assertIn("none.txt: cannot be opened: No such file", line)

    def test_did_you_mean_among_many_long_labels(self):
        long = "x" * 3000
        self.write("long.el", "".join(f"{long}{i} {long}{i + 1}\n" for i in range(2000)))
        begun = time.monotonic()
        self.fails(2, "bfs", "long.el", "--source", long + "none")
        self.assertLess(time.monotonic() - begun, 5)

    def test_threads_of_the_environment(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        cores = len(os.sched_getaffinity(0))
        for given, threads in (({"OMP_NUM_THREADS": "3"}, 3), ({"OMP_NUM_THREADS": " 5 ,2 "}, 5),
                              ({"OMP_NUM_THREADS": "7", "OMP_THREAD_LIMIT": "4"}, 4)):  # fmt: skip
            self.assertEqual(self.json(*bfs, variables=given)["threads"], threads)
            self.assertEqual(self.json(*bfs, "--threads", "2", variables=given)["threads"], 2)
        # OpenMP says that such a value does not count.
        for nonsense in ("many", "0", "-2", "4abc", "4 5", "4,", "4,many", "4,0", ","):
            run = self.run_program(*bfs, "--json", variables={"OMP_NUM_THREADS": nonsense})
            self.assertEqual(json.loads(run.stdout)["threads"], cores)

    def test_what_this_build_does_not_have(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        for device in ("cuda:99", "abacus"):
            self.assertIn(device, self.fails(6, *bfs, "--device", device))
        for device in ("cuda:99", "abacus"):
            self.fails(6, "graph500", "--scale", "5", "--device", device)
            self.fails(6, "graph500", "--scale", "5", "--kernel", "sssp", "--device", device)
        self.fails(6, *bfs, "--partition", "2d")
        self.fails(6, *bfs, "--grid", "2x2")
        self.fails(6, *bfs, "--delegate-threshold", "64")

    def test_many_processes(self):
        bfs = ["bfs", "small.mtx", "--source", "1"]
        # MPI unloads its modules before leaks are looked for, so that theirs have no name.
        given = os.environ.get("ASAN_OPTIONS", "")
        no_leaks = {"ASAN_OPTIONS": f"{given} detect_leaks=0"}
        others = []
        for size, rank in (
            ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
            ("PMI_SIZE", "PMI_RANK"),
            ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
        ):
            self.fails(6, *bfs, variables={**no_leaks, size: "4", rank: "0"})
            others.append(subprocess.Popen(
                [STRIDER, *bfs], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env={**os.environ, **no_leaks, size: "4", rank: "3"},
            ))  # fmt: skip
            self.ok(*bfs, variables={**no_leaks, size: "1", rank: "0"})
        # No launcher ends them after the first process.
        for other in others:
            stdout, stderr = other.communicate(timeout=60)
            self.assertEqual((other.returncode, stdout), (6, ""))
            self.assertRegex(stderr, r"\Astrider: rank 3: .*\n\Z")
        # A batch script has tasks to start, but it is none itself.
        self.ok(*bfs, variables={"SLURM_NTASKS": "4", "SLURM_PROCID": "0"})

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_too_little_memory(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        for arguments in (
            ["generate", "kronecker", "--scale", "24", "-o", "k.strider"],
            ["generate", "uniform", "--vertices", "100000000", "--edges", "4000000000"],
            ["graph500", "--scale", "25"],
        ):
            start = time.monotonic()
            line = self.fails(5, *arguments, "--threads", "1", preexec_fn=limit)
            self.assertIn("memory", line)
            self.assertLess(time.monotonic() - start, 5, "said before it is taken")

    def test_more_vertices_than_one_machine_holds(self):
        self.fails(2, "generate", "grid", "--rows", "70000", "--columns", "70000")

    def interrupted(self, by, *arguments, begin=take_signals):
        process = subprocess.Popen(
            [STRIDER, *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=begin,
        )
        time.sleep(0.5)
        process.send_signal(by)
        _, errors = process.communicate(timeout=30)
        return process.returncode, errors

    def test_interrupt_leaves_no_file(self):
        before = self.files()
        for by, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            status, errors = self.interrupted(
                by, "generate", "uniform", "--scale", "21", "--edge-factor", "16", "-o", "big.mtx"
            )
            self.assertEqual(status, expected, errors)
            self.assertEqual(errors, "strider: interrupted\n")
            self.assertEqual(self.files(), before)

    def test_interrupt_ends_a_long_call_soon(self):
        # As many flows as vertices.
        self.write("cycle.el", "".join(f"{v} {(v + 1) % 60000}\n" for v in range(60000)))
        start = time.monotonic()
        status, errors = self.interrupted(
            signal.SIGINT, "flow", "cycle.el", "--directed", "--connectivity"
        )
        self.assertEqual((status, errors), (130, "strider: interrupted\n"))
        self.assertLess(time.monotonic() - start, 5)

    def test_a_signal_that_was_ignored_stays_so(self):
        def as_nohup():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        status, errors = self.interrupted(
            signal.SIGHUP, "generate", "uniform", "--scale", "18", "-o", "small.strider",
            begin=as_nohup,
        )  # fmt: skip
        self.assertEqual((status, errors), (0, ""))

    def test_reader_that_stops_early(self):
        self.ok("generate", "grid", "--rows", "500", "--columns", "500", "-o", "g.strider")
        process = subprocess.Popen(
            [STRIDER, "bfs", "g.strider", "--source", "0", "--quiet", "-o", "-"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=take_signals,
        )
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), -signal.SIGPIPE)

    def test_standard_output_that_cannot_be_written(self):
        closed = self.run_program(
            "bfs", "small.mtx", "--source", "1", capture_output=False,
            stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1),
        )  # fmt: skip
        self.assertEqual(closed.returncode, 3)
        self.assertRegex(closed.stderr, r"^strider: standard output: .*\n$")
        with open("/dev/full", "w", encoding="utf-8") as full:
            # The last of them prints more than the stream holds back.
            many = ["bfs", "small.mtx", "--trials", "500", "--json"]
            for arguments in (["--help"], ["info", "small.mtx", "--json"], many):
                run = self.run_program(
                    *arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE
                )
                self.assertEqual(run.returncode, 3, arguments)

    def test_standard_error_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for status, arguments in (
                (3, ["info", "missing.mtx"]),
                (2, ["info", "--fast"]),
                (0, ["bfs", "small.mtx", "--source", "1", "-o", "-"]),
            ):
                run = self.run_program(
                    *arguments, capture_output=False, stdout=subprocess.PIPE, stderr=full
                )
                self.assertEqual(run.returncode, status, arguments)
        closed = self.run_program(
            "info", "missing.mtx", capture_output=False, stdout=subprocess.PIPE,
            preexec_fn=lambda: os.close(2),
        )  # fmt: skip
        self.assertEqual(closed.returncode, 3)

    def test_closed_standard_output_does_not_end_up_in_the_result(self):
        self.run_program(
            "bfs", "small.mtx", "--source", "1", "-o", "r.tsv", capture_output=False,
            stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1),
        )  # fmt: skip
        self.assertNotIn("graph", (self.folder / "r.tsv").read_text())

    def test_device_as_output(self):
        self.ok("bfs", "small.mtx", "--source", "1", "-o", "/dev/null")
        self.assertTrue(os.stat("/dev/null").st_mode & 0o020000, "still a device")

    def test_no_progress_where_stderr_is_no_terminal(self):
        self.assertEqual(self.run_program("graph500", "--scale", "8").stderr, "")

    def test_progress_on_a_terminal_is_wiped_at_the_end(self):
        def shown_on_terminal(*options, kind="xterm"):
            terminal, stderr = pty.openpty()
            self.run_program(
                "graph500", "--scale", "8", "--roots", "4", *options, capture_output=False,
                stdout=subprocess.DEVNULL, stderr=stderr, variables={"TERM": kind},
            )  # fmt: skip
            # A line of its own, so that there is something to read where nothing was shown.
            os.write(stderr, b"end")
            os.close(stderr)
            shown = b""
            while not shown.endswith(b"end"):
                shown += os.read(terminal, 1 << 16)
            os.close(terminal)
            return shown

        shown = shown_on_terminal()
        self.assertIn(b"[###", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[Kend"), shown)
        self.assertEqual(shown_on_terminal("--no-progress"), b"end")
        self.assertEqual(shown_on_terminal("--quiet"), b"end")
        self.assertEqual(shown_on_terminal(kind="dumb"), b"end")

    @unittest.skipIf(SANITIZED, "sanitizers take their time to start")
    def test_starts_in_milliseconds(self):
        fastest = 1.0
        for _ in range(20):
            start = time.monotonic()
            self.ok("bfs", "small.mtx", "--source", "1", "--threads", "1")
            fastest = min(fastest, time.monotonic() - start)
        self.assertLess(fastest, 0.05)


if __name__ == "__main__":
    unittest.main()
