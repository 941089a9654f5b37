"""Tables that people have, and files that convert writes: nothing lost, nothing guessed in silence."""

import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from program import SANITIZED, SMALL_MTX, STRIDER, ProgramTest

KARATE_LIKE = """%%MatrixMarket matrix coordinate pattern symmetric
5 5 4
2 1
3 1
3 2
4 3
"""


class Tables(ProgramTest):
    def notes(self, name, *options):
        return self.json("info", name, *options)["notes"]

    def test_a_weight_column_of_any_name(self):
        self.write("roads.csv", 'city1,city2,km\nBern,"Zug, Stadt",120\nBern,Basel,95\n')
        read = self.json("info", "roads.csv")
        self.assertTrue(read["weighted"])
        self.assertEqual(read["vertices"], 3)
        self.assertIn("column 3 ('km') is read as the weight; --weight-column", read["notes"][1])
        self.assertFalse(self.json("info", "roads.csv", "--weight-column", "none")["weighted"])
        rows = self.ok("sssp", "roads.csv", "--source", "Bern", "-o", "-", "--quiet")
        self.assertIn("Zug, Stadt\t120\tBern", rows)
        by_number = ["--weight-column", "3", "--source-column", "city2", "--target-column", "1"]
        turned = self.ok("sssp", "roads.csv", "--source", "Basel", "-o", "-", "--quiet", *by_number)
        self.assertIn("Bern\t95\tBasel", turned)
        self.assertIn(
            "its columns are city1, city2, km",
            self.fails(2, "info", "roads.csv", "--weight-column", "miles"),
        )

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_long_rows_take_no_memory_of_short_ones(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (280 << 20, 280 << 20))

        row = '"{}",{},"' + "x" * (1 << 20) + '"\n'
        options = ["--weight-column", "none", "--threads", "1", "--json"]
        for labels in "01", "ab":
            self.write("long.csv", "".join(row.format(*labels) for _ in range(64)))
            read = self.ok("info", "long.csv", *options, preexec_fn=limit)
            self.assertEqual(json.loads(read)["vertices"], 2)

    def test_headers(self):
        self.write("people.csv", "person1,person2\nAnn,Bob\nBob,Cy\n")
        self.assertEqual(self.json("info", "people.csv")["vertices"], 3)
        self.assertIn("--no-header", self.notes("people.csv")[0])
        self.assertEqual(self.json("info", "people.csv", "--no-header")["vertices"], 5)
        self.write("pairs.txt", "ann bob\nbob cy\n")
        self.assertIn("--header", self.notes("pairs.txt")[0])
        self.assertEqual(self.json("info", "pairs.txt", "--header")["vertices"], 2)
        self.fails(2, "info", "pairs.txt", "--header", "--no-header")

    def test_delimiters_and_lines_above(self):
        self.write("tabs.tsv", "Doe, A\tRoe, B\t2\nRoe, B\tPoe, C\t3\n")
        self.assertEqual(self.json("info", "tabs.tsv")["vertices"], 3)
        self.write("pipes.txt", "a report\n1|2\n2|3\n")
        self.assertEqual(
            self.json("info", "pipes.txt", "--delimiter", "|", "--skip-lines", "1")["edges"], 2
        )
        self.assertIn("--delimiter: the value must be", self.fails(2, "info", "pipes.txt", "--delimiter", "xy"))
        self.write("comma.csv", "0;1;3,5\n")
        self.assertIn("comma.csv:1:", self.fails(3, "info", "comma.csv"))

    def test_options_of_tables_are_refused_elsewhere(self):
        self.write("small.mtx", SMALL_MTX)
        for option in (["--weight-column", "w"], ["--header"], ["--delimiter", "tab"]):
            self.assertIn("applies only to", self.fails(2, "info", "small.mtx", *option))

    def test_vertices_that_no_line_names(self):
        for text, names in (("0 1\n1 2\n10 11\n", 12), ("1 2\n2 3\n11 12\n", 12)):
            self.write("gaps.el", text)
            read = self.json("info", "gaps.el")
            self.assertEqual(read["vertices"], names)
            self.assertEqual(read["isolated"], 7)
            self.assertIn("7 vertices that no line names are isolated", read["notes"][0])
            self.assertEqual(self.json("info", "gaps.el", "--only-listed")["vertices"], 5)

    def test_standard_input(self):
        text = b"0 1\n1 2\n"
        out = subprocess.run(
            [STRIDER, "bfs", "-", "--source", "0", "--json", "--validate"],
            input=text, capture_output=True, check=True, timeout=60,
        ).stdout  # fmt: skip
        self.assertEqual(json.loads(out)["reached"], 3)


class Converted(ProgramTest):
    def test_the_graph_comes_back(self):
        self.write("g.mtx", KARATE_LIKE)
        scores = self.ok("bc", "g.mtx", "-o", "-", "--quiet")
        for name in ("a.csv", "a.el", "a.wel", "a.tsv", "a.txt", "a.gr", "a.graph", "a.csv.gz",
                     "a.el.zst", "a.mtx.xz", "a.strider"):  # fmt: skip
            self.assertIn("valid ", self.ok("convert", "g.mtx", name, "--validate"))
            self.assertEqual(self.ok("bc", name, "-o", "-", "--quiet"), scores, name)
            self.assertEqual(self.json("info", name)["vertices"], 5, name)
        self.assertEqual(sorted(self.files()), sorted(
            ["g.mtx", "a.csv", "a.el", "a.wel", "a.tsv", "a.txt", "a.gr", "a.graph", "a.csv.gz",
             "a.el.zst", "a.mtx.xz", "a.strider"]))  # fmt: skip

    def test_generated_lists_stay_undirected(self):
        for name in ("g.el", "g.csv", "g.tsv", "g.wel"):
            self.ok("generate", "grid", "--rows", "3", "--columns", "4", "-o", name, "--quiet")
            read = self.json("info", name)
            self.assertFalse(read["directed"])
            self.assertEqual((read["vertices"], read["edges"]), (12, 17))
        self.assertIn("nothing: -o FILE", self.ok("generate", "grid", "--rows", "2"))

    def test_labels_that_a_format_drops(self):
        self.write("words.txt", "b a\na c\n")
        text = self.ok("convert", "words.txt", "w.mtx", "--validate")
        self.assertIn("their labels are in w.mtx.labels.csv", text)
        self.assertEqual(
            (self.folder / "w.mtx.labels.csv").read_text(), "vertex,label\n1,b\n2,a\n3,c\n"
        )

    def test_what_is_lost_is_a_warning_or_status_4(self):
        self.write("g.gml", 'graph [ node [ id 0 label "x" ] node [ id 1 label "y" ] '
                            'node [ id 2 label "z" ] edge [ source 0 target 1 ] ]')  # fmt: skip
        run = self.run_program("convert", "g.gml", "lost.el", "--quiet")
        self.assertEqual(run.returncode, 0)
        self.assertIn("strider: warning: edgelist files list only edges", run.stderr)
        self.assertIn(
            "has 2 vertices and 1 edges, but should have 3 and 1",
            self.fails(4, "convert", "g.gml", "strict.el", "--validate"),
        )
        self.assertFalse((self.folder / "strict.el").exists())

    def test_isolated_vertices_with_names(self):
        self.write("words.gml", 'graph [ node [ id 0 label "x" ] node [ id 1 label "y" ] '
                                'node [ id 2 label "z" ] edge [ source 0 target 1 ] ]')  # fmt: skip
        cause = "isolated vertices with names are lost: write .strider or .mtx"
        run = self.run_program("convert", "words.gml", "w.csv", "--quiet")
        self.assertIn(cause, run.stderr)
        self.assertIn("# Nodes: 2 Edges: 1\n", (self.folder / "w.csv").read_text())
        self.assertEqual(self.json("info", "w.csv")["vertices"], 2)
        self.assertIn(cause, self.fails(4, "convert", "words.gml", "v.csv", "--validate"))
        for name in ("v.strider", "v.mtx"):
            self.ok("convert", "words.gml", name, "--validate")

    def test_a_label_map_replaces_only_another(self):
        text = "vertex,label\n1,2\n2,3\n"
        self.write("g.mtx.labels.csv", text)
        self.write("words.txt", "b a\na c\n")
        self.write("numbers.mtx", KARATE_LIKE)
        (self.folder / "linked.mtx.labels.csv").symlink_to("words.txt")
        self.write("notes.mtx.labels.csv", "my notes\n")
        os.mkfifo(self.folder / "pipe.mtx.labels.csv")
        for options in ([], ["--validate"]):
            for graph, out in (("g.mtx.labels.csv", "g.mtx"), ("words.txt", "linked.mtx"),
                               ("words.txt", "notes.mtx"), ("words.txt", "pipe.mtx")):
                line = self.fails(2, "convert", graph, out, *options)
                self.assertIn(f"{out}.labels.csv", line)
            self.assertEqual((self.folder / "g.mtx.labels.csv").read_text(), text)
            # One of an earlier graph would say wrong names of the new one.
            self.ok("convert", "words.txt", "n.mtx", "--quiet", *options)
            self.assertIn("n.mtx.labels.csv", self.files())
            self.assertIn("n.mtx.labels.csv of an earlier graph is removed",
                          self.ok("convert", "numbers.mtx", "n.mtx", *options))
            self.assertNotIn("n.mtx.labels.csv", self.files())
            self.ok("convert", "numbers.mtx", "notes.mtx", "--quiet", *options)
            self.assertIn("notes.mtx.labels.csv", self.files())

    def test_no_label_map_beside_what_is_no_file(self):
        self.write("words.txt", "b a\na c\n")
        for name in ("/dev/fd/1", "/dev/null"):
            run = self.run_program("convert", "words.txt", name, "--to", "mtx", "--quiet")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(run.stderr,
                             "strider: warning: mtx files do not hold labels: they are lost\n")
        with open(self.folder / "out.mtx", "wb") as target:
            run = self.run_program("convert", "words.txt", f"/dev/fd/{target.fileno()}", "--to",
                                   "mtx", "--quiet", pass_fds=(target.fileno(),))  # fmt: skip
            self.assertEqual(run.returncode, 0, run.stderr)

    @unittest.skipUnless(os.access("/dev/shm", os.W_OK), "no second file system")
    def test_a_checked_file_may_lie_in_another_file_system(self):
        if os.stat("/dev/shm").st_dev == os.stat(self.folder).st_dev:
            self.skipTest("no second file system")
        holder = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.addCleanup(holder.cleanup)
        (self.folder / "link.mtx").symlink_to(f"{holder.name}/real.mtx")
        self.write("words.txt", "b a\na c\n")
        self.ok("convert", "words.txt", "link.mtx", "--validate", "--quiet")
        self.assertEqual(os.listdir(holder.name), ["real.mtx"])
        self.assertEqual(self.files(), ["link.mtx", "link.mtx.labels.csv", "words.txt"])

    def test_formats_that_are_not_written(self):
        self.write("g.mtx", KARATE_LIKE)
        self.assertIn("--to must be one of", self.fails(2, "convert", "missing", "x", "--to", "gml"))
        self.assertIn("is written", self.fails(2, "convert", "missing", "x.graphml"))

    def test_a_refused_graph_leaves_the_labels_of_another(self):
        self.write("words.txt", "b a 1\na c 2\n")
        self.ok("convert", "words.txt", "w.gr", "--quiet")
        labels = (self.folder / "w.gr.labels.csv").read_text()
        self.write("real.txt", "x y 0.5\n")
        self.fails(2, "convert", "real.txt", "w.gr")
        self.assertEqual((self.folder / "w.gr.labels.csv").read_text(), labels)

    def test_only_files_are_validated(self):
        self.write("g.mtx", KARATE_LIKE)
        os.mkfifo(self.folder / "pipe.el")
        self.assertIn("cannot read", self.fails(2, "convert", "g.mtx", "pipe.el", "--validate"))
        self.write("old.graph500.weights", "")
        self.assertIn(
            "would be taken for the weights",
            self.fails(2, "convert", "g.mtx", "old.graph500", "--validate"),
        )

    def interrupt_validation(self, *, again):
        """The status of a conversion that a signal, or one after the other, ends while it writes."""
        before = self.files()
        run = subprocess.Popen(
            [STRIDER, "convert", "k.strider", "k.mtx", "--validate"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while run.poll() is None and not any(
            name.startswith(".strider-") for name in os.listdir(self.folder)
        ):
            time.sleep(0.002)
        run.send_signal(signal.SIGINT)
        while again and run.poll() is None:
            time.sleep(0.002)
            run.send_signal(signal.SIGINT)
        self.assertIn(run.wait(timeout=60), (0, 130))
        if run.returncode == 130:
            self.assertEqual(self.files(), before)

    @unittest.skipIf(SANITIZED, "a sanitizer makes it slow")
    def test_an_interrupt_leaves_nothing(self):
        self.ok("generate", "kronecker", "--scale", "16", "-o", "k.strider", "--quiet")
        self.interrupt_validation(again=False)
        self.interrupt_validation(again=True)

    def test_a_checked_file_replaces_another_as_an_unchecked_one_does(self):
        self.write("words.txt", "b a\na c\n")
        (self.folder / "there").mkdir()
        for options in ([], ["--validate"]):
            for name in ("real.mtx", "there/other.mtx"):
                (self.folder / name).unlink(missing_ok=True)
            old = self.folder / "real.mtx"
            old.write_text("old")
            old.chmod(0o640)
            if os.geteuid() == 0:
                os.chown(old, 65534, 65534)
            owner = old.stat().st_uid
            for link, target in (("link.mtx", "real.mtx"), ("dangling.mtx", "there/other.mtx")):
                path = self.folder / link
                if not path.is_symlink():
                    path.symlink_to(target)
                self.ok("convert", "words.txt", link, "--quiet", *options)
                self.assertTrue(path.is_symlink(), (link, options))
                self.assertIn("%%MatrixMarket", (self.folder / target).read_text())
                # Readers look for what belongs to a file beside the name that they were given.
                (self.folder / f"{link}.labels.csv").unlink()
            self.assertEqual(
                (old.stat().st_mode & 0o777, old.stat().st_uid), (0o640, owner), options
            )
            self.assertEqual(os.listdir(self.folder / "there"), ["other.mtx"])
        (self.folder / "circle.mtx").symlink_to("circle.mtx")
        self.fails(3, "convert", "words.txt", "circle.mtx", "--validate")

    def test_weights_beside_a_checked_file(self):
        self.write("g.wel", "0 1 4\n1 2 5\n")
        self.ok("convert", "g.wel", "g.graph500", "--undirected", "--validate", "--quiet")
        self.assertTrue(self.json("info", "g.graph500")["weighted"])
        self.write("real.wel", "0 1 0.1\n1 2 5\n")
        self.fails(2, "convert", "real.wel", "other.graph500", "--undirected", "--validate")


if __name__ == "__main__":
    unittest.main()
