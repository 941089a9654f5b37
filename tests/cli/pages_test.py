"""strider --report, --trace and strider report, as docs/reports.md promises them."""

import json
import re
import unittest

from page import HOSTILE, Page
from program import SMALL_MTX, ProgramTest

class Pages(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("net.max", "p max 4 4\nn 1 s\nn 4 t\na 1 2 3\na 1 3 2\na 2 4 2\na 3 4 4\n")

    def page(self, *arguments, name="page.html", **options):
        self.ok(*arguments, "--quiet", "--report", name, **options)
        return Page(self.folder / name)

    def test_every_verb_that_runs_on_a_graph_has_a_page(self):
        verbs = {
            "bfs": ["--source", 1], "sssp": ["--source", 1], "msf": [], "bc": [],
            "components": [], "core": [], "diameter": [], "bipartite": [], "closeness": [],
            "pagerank": [], "cdlp": [], "lcc": [], "cluster": ["--count", 2], "info": [],
        }  # fmt: skip
        for verb, more in verbs.items():
            with self.subTest(verb):
                page = self.page(verb, "small.mtx", *more)
                self.assertEqual(page.data["verb"], verb)
                self.assertIn("The graph", page.headings())
                self.assertIn("Vertices by degree", page.figures())
                self.assertIn("In words", page.headings())
                self.assertIn(f"strider {verb} small.mtx", page.data["command"])
        self.assertEqual(self.page("flow", "net.max").data["flow"], 4)
        page = self.page("graph500", "--scale", 6, "--roots", 4)
        self.assertEqual(len(page.table("kernel", "source", "reached")), 4)
        for more in (["--target", 3], ["--sources", self.write("s", "1\n2\n"), "--each"]):
            source = [] if "--each" in more else ["--source", 1]
            self.assertEqual(self.page("bfs", "small.mtx", *source, *more).data["verb"], "bfs")

    def test_a_page_has_the_numbers_of_the_json(self):
        out = self.json("bfs", "small.mtx", "--source", 1, "--validate", "--report", "p.html")
        page = Page(self.folder / "p.html")
        self.assertEqual(page.data, out)
        levels = page.table("level", "vertices", "edges")
        self.assertEqual([int(row["vertices"]) for row in levels],
                         [level["vertices"] for level in out["frontier"]])
        self.assertEqual([float(row["time"]) for row in levels],
                         [level["time_s"] for level in out["frontier"]])
        self.assertIn("The result was checked and is right.", page.words)
        # Of eight vertices two are apart.
        (degrees, by_level) = page.data["distributions"]
        self.assertEqual(sum(bin["count"] for bin in degrees["bins"]), 8)
        self.assertEqual([bin["count"] for bin in by_level["bins"]], [1, 2, 1, 2])
        drawing = page.data["drawing"]
        self.assertEqual(len(drawing["edges"]), 8)
        self.assertEqual(sum(edge[2] for edge in drawing["edges"]), 5)
        unreached = [vertex["label"] for vertex in drawing["vertices"] if vertex["value"] is None]
        self.assertEqual(unreached, [7, 8])

    def test_the_forest_and_the_scores_are_shown(self):
        page = self.page("msf", "small.mtx")
        self.assertEqual(sum(edge[2] for edge in page.data["drawing"]["edges"]),
                         page.data["forest_edges"])
        page = self.page("bc", "small.mtx")
        self.assertEqual([(row["vertex"], float(row["score"])) for row in page.table("vertex", "score")],
                         [(str(row["vertex"]), row["score"]) for row in page.data["top"]])
        sizes = self.page("components", "small.mtx").data["distributions"][1]
        self.assertEqual((sizes["name"], sizes["counts"]), ("size", "components"))
        self.assertEqual(sum(bin["count"] for bin in sizes["bins"]), 2)
        sizes = self.page("cdlp", "small.mtx").data["distributions"][1]
        self.assertEqual((sizes["name"], sizes["counts"]), ("size", "communities"))

    def test_labels_are_no_quantities(self):
        self.write("far.el", "1144 2000\n2000 31415\n31415 1144\n31415 5000\n")
        page = self.page("bc", "far.el", "--undirected")
        self.assertIn("<td class=\"n\" data-value=\"31415\">31415</td>", page.text)
        for verb, more in (("bc", []), ("bfs", ["--source", 31415]), ("diameter", [])):
            with self.subTest(verb):
                text = self.page(verb, "far.el", "--undirected", *more).text
                self.assertNotIn("31,415", text)

    def test_of_parallel_edges_one_is_marked(self):
        self.write("twice.el", "1 2\n1 2\n2 2\n2 3\n2 3\n")
        for verb, more in (("bfs", ["--source", 1]), ("sssp", ["--source", 1]), ("msf", [])):
            with self.subTest(verb):
                page = self.page(verb, "twice.el", "--undirected", "--keep-duplicates",
                                 "--keep-self-loops", *more)
                edges = page.data["drawing"]["edges"]
                self.assertEqual(len(edges), 5)
                self.assertEqual(sorted(edge[:2] for edge in edges if edge[2]), [[0, 1], [1, 2]])

    def test_a_page_loads_and_runs_nothing_else(self):
        page = self.page("bfs", "small.mtx", "--source", 1)
        self.assertTrue(page.policy().startswith("default-src 'none'; "))
        allowed = re.findall(r"(style|script)-src '([^']*)'", page.policy())
        # Where they differ, this is what kStyleHash and kScriptHash in cli/page must be.
        self.assertEqual([hash for _, hash in allowed], page.hashes())
        self.assertNotRegex(page.text, r"https?:|//www|url\((?!#arrow\))|@import|\bon\w+=")
        for element in page.root.iter():
            self.assertEqual(set(element.keys()) & {"src", "href", "style", "srcset"}, set())

    def test_names_are_shown_and_not_run(self):
        quoted = "".join(
            ";".join('"' + cell.replace('"', '""') + '"' for cell in (HOSTILE[0], name)) + "\n"
            for name in HOSTILE[1:]
        )
        self.write("names.csv", "source;target\n" + quoted)
        page = self.page("bc", "names.csv", "--undirected")
        self.assertEqual({row["vertex"] for row in page.table("vertex", "score")}, set(HOSTILE))
        self.assertEqual({vertex["label"] for vertex in page.data["drawing"]["vertices"]},
                         set(HOSTILE))
        self.assertEqual(page.text.count("<script"), 2)
        self.assertNotIn("<!--", page.text)

    def test_bytes_that_are_no_text_do_not_break_a_page(self):
        self.write("odd.el", b"a\xff b\x01\nb\x01 c\xef\xbf\xbf\n")
        page = self.page("bc", "odd.el", "--undirected")
        self.assertEqual(len(page.table("vertex", "score")), 3)

    def test_pictures_can_be_read_without_seeing_them(self):
        page = self.page("bfs", "small.mtx", "--source", 1, "--trials", 3)
        for picture in page.root.iter("svg"):
            if picture.get("aria-hidden"):
                continue
            self.assertEqual(picture.get("role"), "img")
            self.assertTrue(picture.get("aria-label"))
            self.assertTrue(picture.find("title").text and picture.find("desc").text)
        self.assertEqual(page.root.get("lang"), "en")

    def test_text_stands_out_in_light_and_dark(self):
        style = self.page("bfs", "small.mtx", "--source", 1).root.find("head/style").text

        def luminance(colour):
            parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
            red, green, blue = (
                part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
            )
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue

        schemes = [dict(re.findall(r"--(\w+): (#\w{6})", block))
                   for block in re.findall(r":root \{(.*?)\}", style, re.S)]
        schemes = [scheme for scheme in schemes if "paper" in scheme]
        self.assertEqual(len(schemes), 2)
        for scheme in schemes:
            # WCAG 2: 4.5 of text, 3 of marks.
            for name, least in (("ink", 4.5), ("soft", 4.5), ("bad", 4.5), ("good", 4.5),
                                *((f"c{i}", 3) for i in range(6))):
                low, high = sorted((luminance(scheme[name]), luminance(scheme["paper"])))
                self.assertGreaterEqual((high + 0.05) / (low + 0.05), least, name)

    def test_large_graphs_have_small_pages(self):
        self.ok("generate", "kronecker", "--scale", 12, "--quiet", "-o", "k.strider")
        page = self.page("bfs", "k.strider", "--source", 1)
        self.assertNotIn("drawing", page.data)
        self.assertLess(len(page.text), 200_000)
        # A path has as many levels as vertices: neighbours share a column.
        n = 20_000
        self.write("path.el", "".join(f"{v} {v + 1}\n" for v in range(n)))
        page = self.page("bfs", "path.el", "--source", 0)
        self.assertLess(len(page.text), 3_000_000)
        chart = next(page.root.iter("figure"))
        marks = sum(mark.get("class", "").startswith("mark") for mark in chart.iter("rect"))
        self.assertLessEqual(marks, 130)

    def test_empty_graphs_have_pages(self):
        self.write("empty.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
        self.write("one.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n")
        for verb in ("components", "core", "info", "msf", "bc", "pagerank"):
            for graph in ("empty.mtx", "one.mtx"):
                with self.subTest(verb=verb, graph=graph):
                    self.page(verb, graph)

    def test_files_are_not_overwritten(self):
        for option in ("--report", "--trace"):
            line = self.fails(2, "bfs", "small.mtx", "--source", 1, option, "small.mtx")
            self.assertIn("would be overwritten", line)
            line = self.fails(2, "bfs", "small.mtx", "--source", 1, "-o", "a.tsv", option, "./a.tsv")
            self.assertIn("would be overwritten", line)
            line = self.fails(2, "bfs", "small.mtx", "--source", 1, option, "-")
            self.assertIn(f"{option} needs the name of a file", line)
            line = self.fails(3, "bfs", "small.mtx", "--source", 1, option, "none/a.html")
            self.assertIn("none/a.html", line)
        self.assertIn("would be overwritten",
                      self.fails(2, "bfs", "small.mtx", "--source", 1, "--report", "a", "--trace", "a"))
        self.assertEqual((self.folder / "small.mtx").read_text(), SMALL_MTX)

    def test_a_run_that_fails_leaves_no_page(self):
        self.fails(2, "bfs", "small.mtx", "--source", 99, "--report", "p.html", "--trace", "t.json")

    def test_an_emulated_device_has_pages(self):
        run = self.run_program("bfs", "small.mtx", "--source", 1, "--device", "simt", "--quiet",
                               "--report", "p.html", "--trace", "t.json")
        if run.returncode == 6:
            self.skipTest(run.stderr)
        page = Page(self.folder / "p.html")
        self.assertIn("Vertices by level", page.figures())
        self.assertIn("on a device", page.words)
        self.assertIn("device_name", page.data)

    def test_json_names_version_command_and_machine(self):
        out = self.json("core", "small.mtx")
        self.assertEqual(set(out["machine"]),
                         {"cpu", "cores", "memory_bytes", "peak_memory_bytes", "launcher"})
        self.assertEqual(out["command"], "strider core small.mtx --json")
        self.assertNotIn("distributions", out)


class Traces(ProgramTest):
    def test_stages_and_levels_follow_one_another(self):
        self.write("small.mtx", SMALL_MTX)
        self.ok("bfs", "small.mtx", "--source", 1, "--quiet", "--trace", "t.json")
        trace = json.loads((self.folder / "t.json").read_text())
        events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
        names = {(event["pid"], event["tid"]): event["args"]["name"]
                 for event in trace["traceEvents"] if event["name"] == "thread_name"}
        by_line = {}
        for event in events:
            self.assertEqual(set(event), {"ph", "name", "pid", "tid", "ts", "dur", "args"})
            by_line.setdefault(names[event["pid"], event["tid"]], []).append(event)
        for line in by_line.values():
            for before, after in zip(line, line[1:]):
                self.assertGreaterEqual(after["ts"], before["ts"] + before["dur"] - 1e-3)
        self.assertEqual([event["name"] for event in by_line["levels"]],
                         [f"level {level}" for level in range(4)])
        self.assertLessEqual({"load", "build", "search"},
                             {event["name"] for event in by_line["stages"]})


class Comparisons(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        run = self.json("bfs", "small.mtx", "--source", 1)
        for name, seconds, graph in (("a", 1.0, "x/g.mtx"), ("b", 1.2, "g.mtx"), ("c", 1.04, "g.mtx"),
                                     ("d", 9.0, "other.mtx")):
            self.write(f"{name}.json", json.dumps(run | {"time_s": seconds, "graph": graph}))

    def test_what_got_slower_is_marked(self):
        out = self.ok("report", "a.json", "b.json", "c.json", "d.json")
        lines = out.splitlines()
        self.assertEqual(lines[0], "bfs of g.mtx: 8 vertices, 8 edges, source 1")
        self.assertRegex(lines[3], r"^b\.json .* \+20\.0 %  slower ")
        self.assertRegex(lines[4], r"^c\.json .* \+4\.0 % ")
        self.assertNotIn("slower", lines[4])
        self.assertIn("bfs of other.mtx: 8 vertices, 8 edges, source 1", lines)
        self.assertEqual(out.count("slower"), 1)
        self.assertEqual(self.ok("report", "a.json", "b.json", "--slower", 25).count("slower"), 0)
        self.assertEqual(self.ok("report", "a.json", "c.json", "--slower", 1).count("slower"), 1)

    def test_a_page(self):
        self.assertEqual(self.ok("report", "a.json", "b.json", "c.json", "-o", "runs.html"), "")
        page = Page(self.folder / "runs.html")
        rows = page.table("run", "time", "change")
        self.assertEqual([row["run"] for row in rows], ["a.json", "b.json", "c.json"])
        self.assertEqual([float(row["time"]) for row in rows], [1.0, 1.2, 1.04])
        self.assertEqual(["slower" in row["change"] for row in rows], [False, True, False])
        self.assertEqual([run["file"] for run in page.data], ["a.json", "b.json", "c.json"])
        self.assertTrue(self.ok("report", "a.json", "-o", "-").startswith("<!DOCTYPE html>"))

    def test_runs_that_asked_different_things_are_not_compared(self):
        for roots in (2, 4):
            run = self.json("graph500", "--scale", 6, "--roots", roots)
            self.write(f"{roots}.json", json.dumps(run))
        out = self.ok("report", "2.json", "4.json")
        self.assertRegex(out, r"graph500 of .*, 2 searches\n")
        self.assertRegex(out, r"graph500 of .*, 4 searches\n")
        self.assertNotRegex(out, r"[+-]\d+\.\d %")
        other = json.loads((self.folder / "a.json").read_text()) | {"source": 3}
        self.write("other.json", json.dumps(other))
        self.assertNotRegex(self.ok("report", "a.json", "other.json"), r"[+-]\d+\.\d %")

    def test_json_that_cannot_be_read(self):
        start = '{"verb": "bfs", "time_s": 1, '
        for key in ("x", "graph"):
            self.write("deep.json", f'{start}"{key}": ' + "[" * 200_000 + "]" * 200_000 + "}")
            self.assertIn("deep.json: it is nested more than 64 deep",
                          self.fails(3, "report", "deep.json"))
        self.write("large.json", '{"verb": "bfs", "time_s": 1e999}')
        self.assertIn("large.json: a number in it is too large",
                      self.fails(3, "report", "large.json"))
        (self.folder / "folder").mkdir()
        self.assertIn("folder: cannot be read", self.fails(3, "report", "folder"))

    def test_what_is_no_run(self):
        self.write("bad.json", '{\n  "verb": "bfs",\n  "time_s": }\n')
        self.assertIn("bad.json:3: this is not JSON, at character 13",
                      self.fails(3, "report", "a.json", "bad.json", "-o", "x.html"))
        self.write("list.json", "[1, 2]")
        self.assertIn("list.json:1: this is not the JSON of a run",
                      self.fails(3, "report", "list.json"))
        self.write("empty.json", "")
        self.fails(3, "report", "empty.json")
        self.fails(3, "report", "none.json")
        self.fails(2, "report")
        self.fails(2, "report", "a.json", "-o", "a.json")
        self.fails(2, "report", "a.json", "--slower", "-1")


if __name__ == "__main__":
    unittest.main()
