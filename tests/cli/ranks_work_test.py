"""What JSON says of the work of ranks, and of several searches."""

import math
import statistics
import unittest

from ranks_program import SCHEMES, RanksTest

SPREADS = ("network_s", "computing_s", "expansion_s", "update_s", "arcs_examined")


class RanksWork(RanksTest):
    def setUp(self):
        super().setUp()
        self.ok("generate", "kronecker", "--scale", "8", "-o", "graph.strider")

    def check_spread(self, spread, ranks):
        self.assertEqual(set(spread), {"sum", "max", "median"})
        self.assertLessEqual(spread["median"], spread["max"])
        self.assertLessEqual(spread["max"], spread["sum"])
        self.assertLessEqual(spread["sum"], ranks * spread["max"] * 1.000001)

    def test_times_and_arcs(self):
        for scheme in SCHEMES:
            for ranks in (1, 3):
                result = self.json_on(ranks, "bfs", "graph.strider", "--trials", "1", "--partition", scheme)
                traffic = result["traffic"]
                self.assertGreaterEqual(result["partition"]["balance"], 1)
                self.assertEqual(len(traffic["by_level"]), result["levels"])
                for entry in (traffic, *traffic["by_level"]):
                    for key in SPREADS:
                        self.check_spread(entry[key], ranks)
                for entry in (traffic, *traffic["by_level"]):
                    for phase in entry["by_phase"].values():
                        self.check_spread(phase["network_s"], ranks)
                        self.check_spread(phase["computing_s"], ranks)
                    self.assertEqual(sum(phase["bytes_sent"] for phase in entry["by_phase"].values()), entry["bytes_sent"])
                    self.assertLess(abs(sum(phase["computing_s"]["sum"] for phase in entry["by_phase"].values())
                                        - entry["computing_s"]["sum"]), 0.01 * entry["computing_s"]["sum"] + 1e-4)
                self.assertEqual(traffic["arcs_examined"]["sum"],
                                 sum(level["arcs_examined"]["sum"] for level in traffic["by_level"]))
                self.assertTrue(all(step["most_s"] >= 0 for step in traffic["steps"]))
        # Where a method does not count arcs, nothing claims to.
        self.assertNotIn("arcs_examined", self.json_on(2, "sssp", "graph.strider", "--trials", "1")["traffic"])

    def check_statistics(self, of, searches):
        rates = [search["rate"] for search in searches if search["reached"] > 1]
        self.assertEqual(of["searches"], len(rates))
        teps = of["teps"]
        self.assertAlmostEqual(teps["harmonic_mean"] / statistics.harmonic_mean(rates), 1, 6)
        self.assertAlmostEqual(math.log(teps["geometric_mean"]), statistics.fmean(map(math.log, rates)), 6)
        for quartiles in (teps, of["time_s"]):
            names = ("min", "first_quartile", "median", "third_quartile", "max")
            self.assertEqual([quartiles[name] for name in names], sorted(quartiles[name] for name in names))

    def test_statistics(self):
        for verb in ("bfs", "sssp"):
            result = self.json_on(2, verb, "graph.strider", "--trials", "5")
            self.check_statistics(result["statistics"],
                                  [{**trial, "rate": trial["teps"]} for trial in result["trials"]])
        result = self.json("graph500", "--scale", "8", "--roots", "6")
        self.check_statistics(result["statistics"]["bfs"], [{**search, "rate": search["edges"] / search["time_s"]}
                                                            for search in result["searches"]])
        self.assertIsNone(result["statistics"]["sssp"])

    def test_one_machine(self):
        result = self.json("bfs", "graph.strider", "--trials", "1", "--algorithm", "top-down")
        for level in result["frontier"]:
            self.assertEqual(level["arcs_examined"], 0 if level["direction"] == "none" else level["edges"])
        both = self.json("bfs", "graph.strider", "--trials", "1", "--algorithm", "direction-optimizing")
        self.assertLess(sum(level["arcs_examined"] for level in both["frontier"]),
                        sum(level["arcs_examined"] for level in result["frontier"]))

    def test_messages_by_size(self):
        for ranks in (2, 3):
            result = self.json_on(ranks, "model", "network")
            self.assertEqual((result["verb"], result["ranks"]), ("model", ranks))
            self.assertIn("strider model network", result["command"])
            self.assertLessEqual({"version", "machine"}, set(result))
            self.assertRegex(result.get("commit", "0" * 12), r"^[0-9a-f]{12,}(-dirty)?$")
            messages = result["messages"]
            self.assertEqual([message["bytes"] for message in messages], [1 << power for power in range(17, 25)])
            for message in messages:
                self.assertAlmostEqual(message["bytes_per_s"] * message["time_s"] / message["bytes"], 1, 6)
        self.assertRegex(self.ok_on(2, "model", "network"), r"16,777,216 +\S+ \S+ +[0-9.]+\n")
        self.assertIn("mpirun -n 2 strider model network", self.fails(2, "model", "network"))


if __name__ == "__main__":
    unittest.main()
