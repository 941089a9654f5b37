"""Bad input: one line on stderr that names the file, exit status 3, no output file."""

import gzip
import lzma
import os
import struct
import unittest

from program import SMALL_MTX, ProgramTest

COORDINATE = "%%MatrixMarket matrix coordinate "


class BadInput(ProgramTest):
    def refuses(self, name, content=None):
        if content is not None:
            self.write(name, content)
        line = self.fails(3, "convert", name, "out.strider")
        self.assertIn(name, line)
        self.assertEqual(self.run_program("info", name).returncode, 3)
        return line

    def refuses_line(self, name, number, content):
        self.assertIn(f"{name}:{number}: ", self.refuses(name, content))

    def test_formats_of_others_have_the_line_that_converts(self):
        self.assertIn("gv2gml a.dot > a.gml", self.refuses("a.dot", "digraph {\n a -> b\n}\n"))
        self.assertIn("python3 -c", self.refuses("a.json", '{"nodes": []}'))

    def test_pajek_vertex_too_large(self):
        self.refuses_line("a.net", 3, "*Vertices 2\n*Arcs\n1 3\n")

    def test_no_file(self):
        self.refuses("absent.el")

    def test_folder(self):
        (self.folder / "folder.mtx").mkdir()
        self.refuses("folder.mtx")

    @unittest.skipIf(os.geteuid() == 0, "the superuser may read everything")
    def test_unreadable_file(self):
        self.write("secret.el", "0 1\n")
        (self.folder / "secret.el").chmod(0)
        self.refuses("secret.el")

    def test_matrix_market_complex(self):
        self.refuses("a.mtx", COORDINATE + "complex general\n2 2 1\n1 2 1.0 0.0\n")

    def test_matrix_market_not_square(self):
        self.refuses("a.mtx", COORDINATE + "pattern general\n2 3 1\n1 2\n")

    def test_matrix_market_header(self):
        self.refuses_line("a.mtx", 1, "%%MatrixMarket tensor coordinate pattern general\n1 1 0\n")

    def test_matrix_market_too_few_entries(self):
        self.refuses("a.mtx", COORDINATE + "pattern general\n3 3 3\n1 2\n2 3\n")

    def test_matrix_market_too_many_entries(self):
        self.refuses("a.mtx", COORDINATE + "pattern general\n3 3 1\n1 2\n2 3\n")

    def test_matrix_market_index_zero(self):
        self.refuses_line("a.mtx", 3, COORDINATE + "pattern general\n3 3 1\n0 2\n")

    def test_matrix_market_index_too_large(self):
        self.refuses_line("a.mtx", 4, COORDINATE + "pattern general\n3 3 2\n1 2\n1 4\n")

    def test_matrix_market_no_number(self):
        self.refuses_line("a.mtx", 3, COORDINATE + "real general\n3 3 1\n1 2 heavy\n")

    def test_edge_list_one_column(self):
        self.refuses_line("a.el", 2, "0 1\n2\n")

    def test_edge_list_weight(self):
        self.refuses_line("a.wel", 2, "0 1 2.5\n1 2 x\n")

    def test_dimacs_without_problem_line(self):
        self.refuses("a.gr", "c roads\na 1 2 3\n")

    def test_dimacs_vertex_out_of_range(self):
        self.refuses_line("a.gr", 2, "p sp 3 1\na 1 9 3\n")

    def test_dimacs_count(self):
        self.refuses("a.gr", "p sp 3 5\na 1 2 3\n")

    def test_metis_count(self):
        self.refuses("a.graph", "3 7\n2\n1 3\n2\n")

    def test_metis_neighbour_out_of_range(self):
        self.refuses_line("a.graph", 2, "3 2\n9\n1 3\n2\n")

    def test_gml(self):
        self.refuses("a.gml", "graph [ node [ id 1 ] edge [ source 1 target 2 ]")

    def test_graphml(self):
        self.refuses("a.graphml", "<graphml><graph edgedefault='directed'><node id='a'></graphml>")

    def test_truncated_gzip(self):
        self.refuses("a.mtx.gz", gzip.compress(SMALL_MTX.encode() * 50)[:-12])

    def test_corrupt_xz(self):
        data = bytearray(lzma.compress(os.urandom(5000).hex().encode()))
        data[len(data) // 2] ^= 0xFF
        self.refuses("a.el.xz", bytes(data))

    def test_corrupt_zstd(self):
        self.refuses("a.el.zst", b"\x28\xb5\x2f\xfd" + b"\xff" * 60)

    def test_binary_noise(self):
        self.refuses("noise.el", bytes(range(256)) * 4)

    def test_graph500_odd_size(self):
        self.refuses("a.graph500", struct.pack("<3Q", 0, 1, 2)[:-3])

    def test_gapbs_truncated(self):
        self.write("small.mtx", SMALL_MTX)
        self.ok("convert", "small.mtx", "a.sg")
        self.refuses("a.sg", (self.folder / "a.sg").read_bytes()[:-6])

    def test_native_truncated(self):
        self.write("small.mtx", SMALL_MTX)
        self.ok("convert", "small.mtx", "a.strider")
        data = (self.folder / "a.strider").read_bytes()
        self.refuses("a.strider", data[: len(data) // 2])

    def test_native_corrupt_header(self):
        self.write("small.mtx", SMALL_MTX)
        self.ok("convert", "small.mtx", "a.strider")
        data = bytearray((self.folder / "a.strider").read_bytes())
        data[20] ^= 0x01
        self.refuses("a.strider", bytes(data))

    def test_native_corrupt_data_is_found_on_request(self):
        self.ok("generate", "grid", "--rows", "30", "--columns", "30", "-o", "a.strider")
        data = bytearray((self.folder / "a.strider").read_bytes())
        data[len(data) // 2] ^= 0x01
        self.write("a.strider", bytes(data))
        self.fails(3, "info", "a.strider", "--validate")

    def test_native_corrupt_layout_is_found_before_the_search(self):
        self.ok("generate", "grid", "--rows", "60", "--columns", "60", "-o", "g.strider")
        for layout in ("degree", "locality"):
            self.ok("convert", "g.strider", "a.strider", "--prepare", layout)
            data = bytearray((self.folder / "a.strider").read_bytes())
            # Past the header, and so few bytes that opening the file still succeeds.
            for place in range(4000, len(data), 61):
                data[place] ^= 0xFF
            self.write("a.strider", bytes(data))
            self.assertIn("a.strider", self.fails(3, "bfs", "a.strider", "--source", "0",
                                                  "--validate", "-o", "r.tsv"))  # fmt: skip
            self.assertIn("a.strider", self.fails(3, "bfs", "a.strider", "--trials", "2",
                                                  "--validate"))  # fmt: skip

    def test_wrong_format_named(self):
        self.write("a.el", "0 1\n")
        self.assertIn("a.el", self.fails(3, "info", "a.el", "--format", "mtx"))

    def test_output_folder_that_is_not_there(self):
        self.write("a.el", "0 1\n")
        self.fails(3, "convert", "a.el", "nowhere/out.strider")
        self.fails(3, "bfs", "a.el", "--source", "0", "-o", "nowhere/r.tsv")

    def test_an_output_that_cannot_be_is_reported_before_the_input_is_read(self):
        (self.folder / "folder.tsv").mkdir()
        for name, why in (("nowhere/r.tsv", "No such file"), ("folder.tsv", "it is a folder")):
            for verb in (["bfs", "absent.el", "--source", "0"], ["bc", "absent.el"]):
                self.assertIn(f"{name}: cannot be written: {why}", self.fails(3, *verb, "-o", name))
        # Where a link leads, whether that is there or not.
        self.write("a.el", "0 1\n")
        for target, status in (("nowhere/r.tsv", 3), ("r.tsv", 0)):
            (self.folder / "link.tsv").symlink_to(target)
            run = self.run_program("bfs", "a.el", "--source", "0", "-o", "link.tsv")
            self.assertEqual(run.returncode, status, run.stderr)
            (self.folder / "link.tsv").unlink()
        self.ok("bfs", "a.el", "--source", "0", "-o", "/dev/null")

    @unittest.skipIf(os.geteuid() == 0, "the superuser may write everywhere")
    def test_an_output_folder_that_is_not_ours(self):
        (self.folder / "locked").mkdir(mode=0o555)
        line = self.fails(3, "bfs", "absent.el", "--source", "0", "-o", "locked/r.tsv")
        self.assertIn("locked/r.tsv: cannot be written: Permission denied", line)

    def test_result_file(self):
        self.write("a.el", "0 1\n")
        self.write("r.tsv", "vertex\tlevel\tparent\n0\t0\t0\n1\tone\t0\n")
        self.assertIn("r.tsv:3: ", self.fails(3, "validate", "bfs", "a.el", "r.tsv"))
        self.fails(3, "validate", "bfs", "a.el", "absent.tsv")

    def test_negative_weights(self):
        self.write("minus.wel", "a b 1\nb c -2\n")
        line = self.fails(3, "sssp", "minus.wel", "--source", "a", "-o", "out.tsv")
        self.assertIn("minus.wel: the edge from b to c has the weight -2", line)
        self.write("r.tsv", "a 0 a\nb 1 a\nc -1 b\n")
        self.assertIn("minus.wel: ", self.fails(3, "validate", "sssp", "minus.wel", "r.tsv"))


if __name__ == "__main__":
    unittest.main()
