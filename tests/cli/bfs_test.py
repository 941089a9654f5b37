"""strider bfs from several sources, to a depth, and to a target, as docs/cli.md promises it."""

import unittest

from program import SMALL_MTX, ProgramTest


class Bfs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.mtx", SMALL_MTX)
        self.write("path.el", "".join(f"{v} {v + 1}\n" for v in range(10, 20)))
        self.write("ends", "20\n10\n20\n")

    def rows(self, *arguments):
        out = self.ok("bfs", *arguments, "--quiet", "--validate", "-o", "-")
        return {v: (level, parent) for v, level, parent in
                (line.split("\t") for line in out.splitlines()[1:])}

    def devices(self):
        return ("host", "simt") if self.has_devices() else ("host",)

    def has_devices(self):
        run = self.run_program("bfs", "small.mtx", "--source", "1", "--device", "simt")
        return run.returncode == 0

    def test_several_sources(self):
        for device in self.devices():
            rows = self.rows("path.el", "--undirected", "--sources", "ends", "--device", device)
            self.assertEqual(rows["10"], ("0", "10"))
            self.assertEqual(rows["20"], ("0", "20"))
            self.assertEqual(rows["12"], ("2", "11"))
            self.assertEqual(rows["18"], ("2", "19"))
            result = self.json("bfs", "path.el", "--undirected", "--sources", "ends", "--device",
                               device)
            self.assertEqual((result["source"], result["sources"]), (None, 2))
            self.assertEqual((result["reached"], result["levels"]), (11, 6))
            self.assertEqual([level["vertices"] for level in result["frontier"]],
                             [2, 2, 2, 2, 2, 1])
        self.assertIn("from 2 sources: 11 vertices reached in 6 levels",
                      self.ok("bfs", "path.el", "--undirected", "--sources", "ends"))

    def test_each_source_by_itself(self):
        out = self.ok("bfs", "path.el", "--undirected", "--sources", "ends", "--each", "--validate",
                      "--quiet", "-o", "-")
        rows = [line.split("\t") for line in out.splitlines()]
        self.assertEqual(rows[0], ["source", "vertex", "level"])
        self.assertEqual([row[0] for row in rows[1:]], ["20", "10", "20"] * 11)
        levels = {(source, vertex): int(level) for source, vertex, level in rows[1:]}
        self.assertEqual(levels["20", "12"], 8)
        self.assertEqual(levels["10", "12"], 2)
        result = self.json("bfs", "path.el", "--sources", "ends", "--each", "--validate",
                           "--directed")
        self.assertEqual((result["source"], result["sources"], result["reached"], result["levels"],
                          result["passed"]), (None, 3, 13, 11, True))
        self.assertIn("from each of 3 sources: 33 vertices reached in all, in at most 11 levels",
                      self.ok("bfs", "path.el", "--undirected", "--sources", "ends", "--each"))
        self.fails(2, "bfs", "path.el", "--source", "10", "--each")
        self.fails(2, "bfs", "path.el", "--sources", "ends", "--each", "--depth", "3")
        self.fails(2, "bfs", "path.el", "--sources", "ends", "--each", "--algorithm", "bag")
        self.fails(2, "bfs", "path.el", "--sources", "ends", "--each", "-o", "x.ldbc")
        for device in self.devices():
            self.assertEqual(out, self.ok("bfs", "path.el", "--undirected", "--sources", "ends",
                                          "--each", "--validate", "--quiet", "-o", "-", "--device",
                                          device))

    def test_levels_only(self):
        self.ok("generate", "kronecker", "--scale", "8", "-o", "k.strider")
        self.ok("convert", "k.strider", "local.strider", "--prepare", "locality")
        tree = self.ok("bfs", "k.strider", "--source", "3", "--quiet", "-o", "-")
        levels = [line.rpartition("\t")[0] for line in tree.splitlines()]
        for device in self.devices():
            for graph in ("k.strider", "local.strider")[: 1 if device == "simt" else 2]:
                out = self.ok("bfs", graph, "--source", "3", "--levels-only", "--validate",
                              "--quiet", "-o", "-", "--device", device)
                self.assertEqual(out.splitlines(), levels)
        self.ok("bfs", "k.strider", "--source", "3", "-o", "tree.ldbc")
        self.ok("bfs", "k.strider", "--source", "3", "--levels-only", "-o", "levels.ldbc")
        self.assertEqual(*((self.folder / f"{name}.ldbc").read_bytes()
                           for name in ("tree", "levels")))
        rows = self.ok("bfs", "path.el", "--undirected", "--sources", "ends", "--depth", "2",
                       "--levels-only", "--validate", "--quiet", "-o", "-").splitlines()
        self.assertEqual(rows[1:5], ["10\t0", "11\t1", "12\t2", "13\t-1"])
        for other in (["--deterministic"], ["--target", "1"]):
            self.fails(2, "bfs", "small.mtx", "--source", "1", "--levels-only", *other)

    def test_depth(self):
        for device in self.devices():
            rows = self.rows("small.mtx", "--source", "1", "--depth", "2", "--device", device)
            self.assertEqual(rows["4"][0], "2")
            self.assertEqual(rows["5"], ("-1", "-1"))
            result = self.json("bfs", "small.mtx", "--source", "1", "--depth", "0", "--device",
                               device)
            self.assertEqual((result["reached"], result["levels"], result["depth"]), (1, 1, 0))

    def test_target(self):
        for device in self.devices():
            result = self.json("bfs", "small.mtx", "--source", "1", "--target", "6", "--validate",
                               "--device", device)
            self.assertEqual((result["distance"], result["path"]), (3, [1, 3, 4, 6]))
            self.assertLessEqual(result["reached"], result["vertices"])
            self.assertEqual((result["source"], result["target"]), (1, 6))
            self.assertTrue(result["validated"] and result["passed"])
            result = self.json("bfs", "small.mtx", "--source", "1", "--target", "8", "--validate",
                               "--device", device)
            self.assertEqual((result["distance"], result["path"]), (None, None))
            self.assertTrue(result["passed"])
        self.assertIn("3 edges: 1 3 4 6",
                      self.ok("bfs", "small.mtx", "--source", "1", "--target", "6"))
        self.assertIn("none from 1 to 8",
                      self.ok("bfs", "small.mtx", "--source", "1", "--target", "8"))

    def test_what_contradicts_is_refused(self):
        for arguments in (("--source", "1", "--sources", "ends"), ("--target", "2"),
                          ("--source", "1", "--target", "2", "--depth", "3"),
                          ("--source", "1", "--target", "2", "-o", "x.tsv"),
                          ("--source", "1", "--target", "2", "--algorithm", "bag"),
                          ("--source", "1", "--depth", "-1")):
            self.fails(2, "bfs", "small.mtx", *arguments)
        self.write("wrong", "1\n99\n")
        self.assertIn("wrong:2", self.fails(3, "bfs", "small.mtx", "--sources", "wrong"))
        self.write("none", "\n")
        self.fails(3, "bfs", "small.mtx", "--sources", "none")
        self.fails(2, "bfs", "small.mtx", "--source", "1", "--target", "99")


if __name__ == "__main__":
    unittest.main()
