"""Pages and traces of runs on ranks: rank 0 writes them, with what every rank sent."""

import json
import os
import unittest

from page import Page
from program import SMALL_MTX
from ranks_program import SCHEMES, RanksTest

RANKS = 4
# No two paths from vertex 1 are equally long: ranks find the parents of one process.
PATHS = "1 2 1\n1 3 4\n2 3 2\n3 4 2\n2 4 5\n4 5 1\n4 5 3\n7 8 1\n7 7 1\n"


def rounded(data):
    """Without the last digits, which depend on the order of sums."""
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list):
        return [rounded(value) for value in data]
    return float(f"{data:.9g}") if isinstance(data, float) else data


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
        for row in traffic["by_rank"]:
            phases = row["by_phase"].values()
            self.assertAlmostEqual(sum(phase["network_s"] for phase in phases), row["time_s"])
            for phase in phases:
                self.assertAlmostEqual(sum(phase["network_by_level_s"]), phase["network_s"])
        self.assertAlmostEqual(sum(row["computing_s"] for row in traffic["by_rank"]),
                               traffic["computing_s"]["sum"])  # fmt: skip
        matrix = traffic["bytes_between_ranks"]
        self.assertEqual([len(row) for row in matrix], [ranks] * ranks)
        for rank, row in enumerate(matrix):
            self.assertEqual(row[rank], 0)
            self.assertLessEqual(sum(row), traffic["by_rank"][rank]["bytes_sent"])

    def check_picture(self, ranks, *arguments, on_ranks=()):
        """It is the one of one process."""
        self.ok(*arguments, "--quiet", "--report", "one.html")
        one = Page(self.folder / "one.html").data
        many = self.page_on(ranks, *arguments, *on_ranks).data
        for key in ("distributions", "drawing"):
            self.assertEqual(rounded(many.get(key)), rounded(one.get(key)))
        return one

    def test_pictures_of_every_scheme(self):
        self.write("paths.wel", PATHS)
        for scheme in SCHEMES:
            with self.subTest(scheme):
                on_ranks = ("--partition", scheme)
                self.check_picture(RANKS, "bfs", "small.mtx", "--source", 1, "--deterministic",
                                   on_ranks=on_ranks)
                self.check_picture(RANKS, "sssp", "paths.wel", "--source", 1, "--undirected",
                                   on_ranks=on_ranks)
                self.check_picture(RANKS, "sssp", "paths.wel", "--source", 1, "--directed",
                                   on_ranks=on_ranks)
        page = self.check_picture(RANKS, "sssp", "paths.wel", "--source", 1, "--undirected",
                                  "--keep-duplicates", "--keep-self-loops",
                                  on_ranks=("--partition", "1d"))
        self.assertEqual(len(page["drawing"]["edges"]), 9)
        for more in (["--levels-only"], ["--target", 3]):
            self.check_picture(RANKS, "bfs", "small.mtx", "--source", 1, *more)
        self.write("sources", "1\n7\n")
        self.check_picture(RANKS, "bfs", "small.mtx", "--sources", "sources", "--each")

    def test_pictures_of_other_verbs(self):
        self.write("words.csv", "source,target\na,b\nb,c\nc,a\nc,d\nd,e\nx,y\n")
        # Most ranks own no vertex.
        self.write("one.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n")
        self.ok("generate", "kronecker", "--scale", 10, "--quiet", "-o", "large.strider")
        for verb in ("msf", "components", "core", "cdlp", "lcc", "bipartite", "closeness", "pagerank",
                     "bc", "info", "diameter"):
            for graph in ("words.csv", "one.mtx", "large.strider"):
                if (verb, graph) == ("pagerank", "large.strider"):
                    continue  # a last digit may change a bin
                with self.subTest(verb=verb, graph=graph):
                    undirected = ["--undirected"] if graph == "words.csv" else []
                    page = self.check_picture(RANKS, verb, graph, *undirected)
                    self.assertEqual("drawing" in page, graph != "large.strider")
        self.check_picture(2, "cluster", "words.csv", "--undirected", "--count", 3)

    def test_every_scheme(self):
        for scheme in SCHEMES:
            with self.subTest(scheme):
                page = self.page_on(RANKS, "bfs", "small.mtx", "--source", 1, "--partition", scheme,
                                    "--validate")
                self.check_traffic(page.data["traffic"], RANKS)
                self.assertIn("Bytes from rank to rank", page.figures())
                self.assertIn("Time by rank", page.figures())
                self.assertIn("Vertices by level", page.figures())
                self.assertIn("The result was checked and is right.", page.words)
                crowded = "--oversubscribe " if RANKS > len(os.sched_getaffinity(0)) else ""
                self.assertIn(f"mpirun {crowded}-n {RANKS} strider bfs", page.data["command"])

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
        run = self.json_on(RANKS, "bfs", "small.mtx", "--source", 1)
        self.assertFalse({"by_rank", "bytes_between_ranks"} & set(run["traffic"]))
        self.assertFalse({"distributions", "drawing"} & set(run))

    def test_a_trace_has_a_process_a_rank(self):
        self.ok_on(RANKS, "bfs", "small.mtx", "--source", 1, "--quiet", "--trace", "t.json")
        events = json.loads((self.folder / "t.json").read_text())["traceEvents"]
        names = {event["pid"]: event["args"]["name"] for event in events
                 if event["name"] == "process_name"}  # fmt: skip
        self.assertEqual(names, {rank: f"rank {rank}" for rank in range(RANKS)})
        self.assertEqual({event["pid"] for event in events if event["ph"] == "X"},
                         set(range(RANKS)))

    def test_a_trace_has_the_queues_of_devices(self):
        self.ok("generate", "kronecker", "--scale", 8, "--quiet", "-o", "k.strider")
        search = ["bfs", "k.strider", "--source", 1, "--device", "simt", "--partition", "delegate",
                  "--delegate-threshold", 16,
                  "--report", "p.html", "--trace", "t.json"]  # fmt: skip
        run = self.mpirun(2, *search, "--quiet")
        if run.returncode == 6:
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)
        queues = {"delegates": ("previsit", "dd", "nd", "mask"),
                  "normal vertices": ("arrivals", "previsit", "dn", "nn", "send")}  # fmt: skip
        works = {work for queue in queues.values() for work in queue}
        page = Page(self.folder / "p.html").data
        levels = [entry["level"] for entry in page["frontier"]]
        for rank in range(2):
            for queue, own_works in queues.items():
                visits = [visit for visit in page["device_visits"]
                          if visit["rank"] == rank and visit["queue"] == queue]  # fmt: skip
                # One after the other, of every level, and nothing of the other queue.
                self.assertEqual({visit["visit"] for visit in visits}, set(own_works))
                self.assertLessEqual(set(levels), {visit["level"] for visit in visits})
                end = 0
                for visit in visits:
                    self.assertGreaterEqual(visit["begin_s"], end - 1e-9)
                    self.assertGreaterEqual(visit["time_s"], 0)
                    end = visit["begin_s"] + visit["time_s"]
        events = json.loads((self.folder / "t.json").read_text())["traceEvents"]
        shown = [event for event in events if event["ph"] == "X" and event["name"] in works]
        self.assertEqual(len(shown), len(page["device_visits"]))
        names = [event["args"]["name"] for event in events if event["name"] == "thread_name"]
        for line in ("device: delegates", "device: normal vertices"):
            self.assertEqual(names.count(line), 2)

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
        page = Page(self.folder / "p.html").data
        self.assertIn("device_name", page)
        self.assertEqual([bin["count"] for bin in page["distributions"][1]["bins"]], [1, 2, 1, 2])
        self.assertEqual(sum(edge[2] for edge in page["drawing"]["edges"]), 5)


if __name__ == "__main__":
    unittest.main()
