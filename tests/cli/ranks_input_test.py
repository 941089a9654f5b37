"""Files that ranks cannot read in parts: rank 0 reads them for all."""

import gzip
import lzma
import os
import subprocess
import threading
import unittest

from program import SANITIZED, STRIDER
from ranks_program import MPIRUN, SOON, RanksTest

WORDS = "".join(f"w{i * 7 % 31} w{(i * i + 3) % 31}\n" for i in range(90))


class WholeFiles(RanksTest):
    def check_search(self, graph, source, *options, ranks=(1, 2, 3, 4)):
        """Levels, rows and facts are those of one machine."""
        search = ("bfs", graph, "--source", source, *options)
        one = self.json(*search, "-o", "one.tsv")
        for count in ranks:
            with self.subTest(graph=graph, ranks=count):
                many = self.json_on(count, *search, "--validate", "-o", "many.tsv")
                self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
                for key in ("vertices", "edges", "directed", "reached", "source"):
                    self.assertEqual(many[key], one[key])
                self.assertIs(many["passed"], True)

    def pack(self, name, text):
        """A file that is compressed as its suffix says."""
        if name.endswith(".zst"):
            plain = self.write("plain.wel", text)
            self.ok("convert", plain, name, "--directed", "--keep-duplicates", "--quiet")
        else:
            packed = {"gz": gzip, "xz": lzma}[name.rpartition(".")[2]].compress(text.encode())
            self.write(name, packed)

    def test_compressed(self):
        rows = "".join(f"{i * 13 % 97 * 1000} {i * i % 89 * 1000} {i % 7 + 1}\n" for i in range(400))
        for name in ("k.wel.gz", "k.wel.xz", "k.wel.zst"):
            self.pack(name, rows)
            self.check_search(name, 13000, ranks=(2, 3))
        one = self.json("sssp", "k.wel.gz", "--source", 13000, "-o", "one.tsv")
        many = self.json_on(3, "sssp", "k.wel.gz", "--source", 13000, "--validate", "-o", "many.tsv")
        self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
        self.assertEqual(many["reached"], one["reached"])
        self.assertIs(many["passed"], True)

    def test_words(self):
        self.write("words.el", WORDS)
        self.check_search("words.el", "w3", "--undirected")
        self.pack("words.el.gz", WORDS)
        self.check_search("words.el.gz", "w3", "--directed", ranks=(3,))
        self.ok("msf", "words.el", "-o", "one.tsv")
        self.ok_on(3, "msf", "words.el", "--validate", "-o", "many.tsv")
        self.assertEqual((self.folder / "many.tsv").read_text(),
                         (self.folder / "one.tsv").read_text())
        line = self.fails_on(2, 2, "bfs", "words.el", "--source", "w99")
        self.assertIn("no vertex 'w99'", line)

    def test_other_formats(self):
        self.write("quotes.csv", 'from,to,km\n"a, b",c,3\nc,"d ""e""",4\n')
        self.check_search("quotes.csv", "a, b", ranks=(2,))
        self.write("g.gml", "graph [ node [ id 9 ] node [ id 2 ] node [ id 5 ]\n"
                            " edge [ source 2 target 9 ] edge [ source 5 target 2 ] ]\n")  # fmt: skip
        self.check_search("g.gml", "9", ranks=(2, 4))

    def test_pipes(self):
        # Rank 0 has the standard input of the launcher, and reads named pipes.
        self.write("words.el", WORDS)
        one = self.json("bfs", "words.el", "--source", "w3", "-o", "one.tsv")
        run = subprocess.run(
            [*MPIRUN, "-n", "3", STRIDER, "bfs", "-", "--source", "w3", "-o", "many.tsv"],
            cwd=self.folder, input=WORDS, text=True, capture_output=True, timeout=SOON, check=False,
        )  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.columns("many.tsv"), self.columns("one.tsv"))
        os.mkfifo(self.folder / "pipe")
        writer = threading.Thread(target=self.write, args=("pipe", WORDS), daemon=True)
        writer.start()
        many = self.json_on(2, "bfs", "pipe", "--source", "w3", "--validate")
        writer.join(SOON)
        self.assertEqual(many["reached"], one["reached"])

    def test_errors_are_reported_once(self):
        for suffix in ("gz", "xz", "zst"):
            self.write(f"none.el.{suffix}", "")
            self.assertIn("is empty, so it is not a compressed file",
                          self.fails_on(2, 3, "info", f"none.el.{suffix}"))
        self.pack("broken.el.gz", "1 2\n" * 50 + "1\n")
        search = ("--source", "1", "-o", "out.tsv")
        self.assertIn("broken.el.gz:51", self.fails_on(3, 3, "bfs", "broken.el.gz", *search))
        whole = gzip.compress(WORDS.encode())
        self.write("cut.el.gz", whole[: len(whole) // 2])
        self.assertIn("end too early", self.fails_on(3, 3, "bfs", "cut.el.gz", *search))

    @unittest.skipIf(SANITIZED, "a sanitizer's shadow memory needs the address space")
    def test_too_little_memory_is_said_once(self):
        # A text of 2 GiB in a small file.
        self.write("large.el.gz", gzip.compress(b"1 2\n" * (1 << 20)) * 512)
        line = self.fails_on(2, 5, "bfs", "large.el.gz", "--source", "1",
                             wrapper=self.wrap(0, f"ulimit -v {1 << 20}"))  # fmt: skip
        self.assertIn("rank 0: ", line)
        self.assertIn("unpacking large.el.gz", line)


if __name__ == "__main__":
    unittest.main()
