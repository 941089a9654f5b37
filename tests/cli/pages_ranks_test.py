"""Pages and traces of runs on ranks: rank 0 writes them, with what every rank sent."""

import json
import unittest

from page import Page
from program import SMALL_MTX
from ranks_program import SCHEMES, RanksTest

RANKS = 4


class RankPages(RanksTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)

    def page_on(self, ranks, *arguments):
        self.ok_on(ranks, *arguments, "--quiet", "--report", "p.html")
        return Page(self.folder / "p.html")

    def check_traffic(self, traffic, ranks):
        self.assertEqual([row["rank"] for row in traffic["by_rank"]], list(range(ranks)))
        for key in ("bytes_sent", "messages"):
            self.assertEqual(sum(row[key] for row in traffic["by_rank"]), traffic[key])
        matrix = traffic["bytes_between_ranks"]
        self.assertEqual([len(row) for row in matrix], [ranks] * ranks)
        for rank, row in enumerate(matrix):
            self.assertEqual(row[rank], 0)
            self.assertLessEqual(sum(row), traffic["by_rank"][rank]["bytes_sent"])

    def test_every_scheme(self):
        for scheme in SCHEMES:
            with self.subTest(scheme):
                page = self.page_on(RANKS, "bfs", "small.mtx", "--source", 1, "--partition", scheme,
                                    "--validate")
                self.check_traffic(page.data["traffic"], RANKS)
                self.assertIn("Bytes from rank to rank", page.figures())
                self.assertIn("Vertices by level", page.figures())
                self.assertIn("The result was checked and is right.", page.words)
                self.assertIn(f"mpirun -n {RANKS} strider bfs", page.data["command"])

    def test_other_verbs(self):
        for verb, *more in (["sssp", "--source", 1], ["msf"], ["msf", "--algorithm", "ghs"], ["bc"],
                            ["components"], ["core"], ["pagerank"], ["info"], ["diameter"]):
            with self.subTest(verb):
                page = self.page_on(RANKS, verb, "small.mtx", *more)
                self.check_traffic(page.data["traffic"], RANKS)
                self.assertIn("What ranks sent", page.headings())
        page = self.page_on(RANKS, "graph500", "--scale", 6, "--roots", 4)
        self.check_traffic(page.data["traffic"], RANKS)

    def test_messages_are_counted_for_whom_they_are(self):
        # A grid row by row: only neighbouring blocks have anything to say to each other.
        self.ok("generate", "grid", "--rows", 40, "--columns", 40, "--quiet", "-o", "grid.strider")
        page = self.page_on(RANKS, "bfs", "grid.strider", "--source", 20, "--partition", "1d",
                            "--algorithm", "top-down")
        matrix = page.data["traffic"]["bytes_between_ranks"]
        for sender, row in enumerate(matrix):
            for receiver, sent in enumerate(row):
                if abs(sender - receiver) > 1:
                    self.assertEqual(sent, 0, matrix)
        for rank in range(RANKS - 1):
            self.assertGreater(matrix[rank][rank + 1], 0, matrix)

    def test_nothing_more_is_counted_without_a_page(self):
        traffic = self.json_on(RANKS, "bfs", "small.mtx", "--source", 1)["traffic"]
        self.assertFalse({"by_rank", "bytes_between_ranks"} & set(traffic))

    def test_a_trace_has_a_process_a_rank(self):
        self.ok_on(RANKS, "bfs", "small.mtx", "--source", 1, "--quiet", "--trace", "t.json")
        events = json.loads((self.folder / "t.json").read_text())["traceEvents"]
        names = {event["pid"]: event["args"]["name"] for event in events
                 if event["name"] == "process_name"}  # fmt: skip
        self.assertEqual(names, {rank: f"rank {rank}" for rank in range(RANKS)})
        self.assertEqual({event["pid"] for event in events if event["ph"] == "X"},
                         set(range(RANKS)))

    def test_files_are_not_overwritten(self):
        before = self.files()
        for arguments in (["--report", "small.mtx"], ["--trace", "-"], ["--report", "none/p.html"]):
            run = self.mpirun(2, "bfs", "small.mtx", "--source", 1, *arguments)
            self.assertIn(run.returncode, (2, 3))
            self.assertEqual(self.files(), before)
        self.assertEqual((self.folder / "small.mtx").read_text(), SMALL_MTX)

    def test_emulated_devices(self):
        run = self.mpirun(2, "bfs", "small.mtx", "--source", 1, "--device", "simt", "--quiet",
                          "--report", "p.html")
        if run.returncode == 6:
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("device_name", Page(self.folder / "p.html").data)


if __name__ == "__main__":
    unittest.main()
