"""Jobs in which a rank does not come, and jobs whose ranks share too few cores."""

import os
import signal
import subprocess
import time
import unittest

from program import STRIDER
from ranks_program import SOON, RanksTest, child_running


class Watchdog(RanksTest):
    def stop_one(self, process):
        """Stops a rank of a job as a debugger does, and returns it."""
        limit = time.monotonic() + SOON
        victim = None
        while victim is None and time.monotonic() < limit:
            time.sleep(0.3)
            victim = child_running(process.pid, STRIDER)
        self.assertIsNotNone(victim)
        time.sleep(1)
        self.assertIsNone(process.poll(), "the job was over before")
        os.kill(victim, signal.SIGSTOP)
        return victim

    def rank_of(self, pid):
        with open(f"/proc/{pid}/environ", "rb") as file:
            variables = dict(entry.split(b"=", 1) for entry in file.read().split(b"\0") if b"=" in entry)
        return int(variables.get(b"OMPI_COMM_WORLD_RANK", variables.get(b"PMI_RANK")))

    def stop_and_wait(self):
        """The rank that was stopped, when, and the job; None if it was stopped inside MPI's shared memory,
        where it may hold a lock: others are then kept in a send, which is no wait."""
        # More searches than a machine does in a minute.
        process = self.start(3, "graph500", "--scale", "16", "--roots", "4000",
                             variables={"STRIDER_WATCHDOG": "3"})  # fmt: skip
        victim = self.stop_one(process)
        stopped = self.rank_of(victim)
        begun = time.monotonic()
        try:
            _, stderr = process.communicate(timeout=SOON)
        except subprocess.TimeoutExpired:
            os.kill(victim, signal.SIGKILL)
            process.communicate()
            return None
        return stopped, begun, process, stderr

    def test_who_waits_says_so_and_the_job_ends(self):
        found = self.stop_and_wait() or self.stop_and_wait()
        self.assertIsNotNone(found)
        stopped, begun, process, stderr = found
        self.assertGreater(time.monotonic() - begun, 2)
        self.assertEqual(process.returncode, 1, stderr)
        lines = [line for line in stderr.splitlines() if line.startswith("strider: ")]
        waiting = {rank for rank in range(3)
                   for line in lines if line.startswith(f"strider: rank {rank} has waited ")}  # fmt: skip
        self.assertEqual(waiting, {0, 1, 2} - {stopped}, stderr)
        self.assertEqual(len(lines), 2, stderr)
        for line in lines:
            self.assertRegex(line, r"^strider: rank \d has waited [3-9] s in [a-z]+$")

    def test_a_job_that_goes_on_is_left_alone(self):
        for seconds in ("20", "1e3"):
            run = self.mpirun(2, "graph500", "--scale", "6", variables={"STRIDER_WATCHDOG": seconds})
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertNotIn("has waited", run.stderr)

    def test_only_seconds_are_taken(self):
        for seconds in ("0", "-3", "soon", "5m", "inf", "nan"):
            run = self.mpirun(2, "info", "none.el", variables={"STRIDER_WATCHDOG": seconds})
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("STRIDER_WATCHDOG must be a number of seconds above 0", run.stderr)


class CrowdedCores(RanksTest):
    def test_more_threads_than_cores_are_reported(self):
        self.write("g.el", "1 2\n2 3\n")
        cores = len(os.sched_getaffinity(0))
        bfs = ("bfs", "g.el", "--undirected", "--source", "1", "--traffic", "--threads")
        crowded = self.mpirun(2, *bfs, str(cores + 1))
        self.assertEqual(crowded.returncode, 0, crowded.stderr)
        lines = [line for line in crowded.stderr.splitlines() if "strider: warning" in line]
        self.assertEqual(len(lines), 1, crowded.stderr)
        self.assertIn("--bind-to", lines[0])
        self.assertRegex(lines[0], rf"from rank 0 on have ({cores + 1}|{2 * cores + 2}) threads for")
        # Without --traffic nothing is said.
        quiet = self.mpirun(2, "bfs", "g.el", "--undirected", "--source", "1", "--threads", "9")
        self.assertEqual(quiet.returncode, 0, quiet.stderr)
        self.assertNotIn("warning", quiet.stderr)

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "needs a core for each rank")
    def test_a_core_for_each_thread_is_enough(self):
        self.write("g.el", "1 2\n2 3\n")
        # Bound by OpenMP, a rank's first thread sees one core only.
        for variables in ({}, {"OMP_PROC_BIND": "close"}):
            run = self.mpirun(2, "bfs", "g.el", "--undirected", "--source", "1", "--traffic",
                              "--threads", "1", wrapper=self.unbound(), variables=variables)  # fmt: skip
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertNotIn("warning", run.stderr)

    def unbound(self):
        """Lets each rank use all cores, whatever the launcher does."""
        last = max(os.sched_getaffinity(0))
        return ["taskset", "-c", f"0-{last}"]


if __name__ == "__main__":
    unittest.main()
