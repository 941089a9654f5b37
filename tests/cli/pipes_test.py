"""Inputs that can be read only once: the standard input, named pipes, /dev/fd."""

import os
import subprocess
import threading
import unittest

from program import STRIDER, ProgramTest

EDGES = "0 1 3\n1 2 4\n2 3 5\n"


class Pipes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("g.el", EDGES)

    def through(self, name, text):
        """Feeds a named pipe once, from a thread that ends with the test."""
        os.mkfifo(self.folder / name)
        writer = threading.Thread(target=(self.folder / name).write_text, args=(text,), daemon=True)
        writer.start()
        self.addCleanup((self.folder / name).unlink)

    def test_verbs_read_a_named_pipe_once(self):
        for number, arguments in enumerate((
            ["bfs", "GRAPH", "--source", "0", "--validate"],
            ["sssp", "GRAPH", "--source", "0", "--validate"],
            ["msf", "GRAPH", "--validate"],
            ["bc", "GRAPH", "--validate"],
            ["components", "GRAPH", "--validate"],
            ["core", "GRAPH", "--validate"],
            ["diameter", "GRAPH", "--validate"],
            ["bipartite", "GRAPH", "--validate"],
            ["flow", "GRAPH", "--source", "0", "--target", "1", "--validate"],
            ["info", "GRAPH", "--validate"],
            ["convert", "GRAPH", "copy.mtx", "--validate"],
        )):  # fmt: skip
            pipe = f"pipe{number}"
            self.through(pipe, EDGES)
            arguments[1] = pipe
            self.assertEqual(self.json(*arguments, timeout=20)["vertices"], 4, arguments)

    def test_a_file_descriptor(self):
        for name in ("/dev/fd/0", "/dev/stdin", "-"):
            read = self.json("bfs", name, "--source", "0", "--validate", input=EDGES)
            self.assertEqual(read["reached"], 4)

    def test_a_container_must_be_a_file(self):
        self.ok("convert", "g.el", "g.strider", "--quiet")
        data = (self.folder / "g.strider").read_bytes()
        for format_name in ([], ["--format", "native"]):
            run = subprocess.run(
                [STRIDER, "info", "-", *format_name],
                input=data, capture_output=True, check=False, timeout=20,
            )  # fmt: skip
            self.assertEqual(run.returncode, 3)
            self.assertIn("save it to a file first", run.stderr.decode())

    def test_a_result_from_the_standard_input(self):
        for verb, source in (("bfs", ["--source", "0"]), ("sssp", ["--source", "0"]), ("msf", [])):
            options = ["--undirected", "--quiet"]
            result = self.ok(verb, "g.el", *source, *options, "-o", "-")
            check = ["validate", verb, "g.el", "-", "--undirected"]
            self.assertTrue(self.json(*check, input=result)["passed"], verb)
            self.fails(4, *check, "--quiet", input=result.replace("\t0\t", "\t1\t", 1).replace(
                "1\t2\t4", "0\t2\t4"))  # fmt: skip
            both = self.fails(2, "validate", verb, "-", "-", input=result)
            self.assertIn("GRAPH and RESULT are both the standard input", both)

    def test_sources_and_targets_from_the_standard_input(self):
        self.write("labels", "0\n1\n")
        bc = ["bc", "g.el", "--quiet", "-o", "-"]
        of_file = self.ok(*bc, "--sources", "labels")
        for name in ("-", "/dev/stdin"):
            self.assertEqual(self.ok(*bc, "--sources", name, input="0\n1\n"), of_file)
        self.assertEqual(
            self.ok(*bc, "--sources", "labels", "--targets", "-", input="0\n1\n"),
            self.ok(*bc, "--sources", "labels", "--targets", "labels"),
        )
        both = self.fails(2, "bc", "-", "--sources", "-", input=EDGES)
        self.assertIn("GRAPH and --sources are both the standard input", both)
        both = self.fails(2, *bc, "--sources", "-", "--targets", "-", input="0\n")
        self.assertIn("--sources and --targets are both the standard input", both)
        self.assertIn("no vertex '9'", self.fails(3, *bc, "--sources", "-", input="9\n"))

    def test_a_pipe_alone_is_not_touched(self):
        os.mkfifo(self.folder / "pipe")
        for name in ("pipe", "/dev/stdin", "-"):
            line = self.fails(2, name, timeout=20, input="")
            self.assertIn(f"'{name}' is no file and can be read only once: put a verb before", line)

    def test_one_pipe_is_not_two_inputs(self):
        os.mkfifo(self.folder / "pipe")
        for arguments, names in (
            (["validate", "bfs", "pipe", "pipe"], "GRAPH and RESULT"),
            (["bc", "pipe", "--sources", "pipe"], "GRAPH and --sources"),
            (["bc", "g.el", "--sources", "pipe", "--targets", "pipe"], "--sources and --targets"),
        ):
            line = self.fails(2, *arguments, timeout=20)
            self.assertIn(f"{names} are both pipe, which can be read only once", line)


if __name__ == "__main__":
    unittest.main()
