"""Pages in a real browser: nothing on its console, the numbers of the JSON, no name that runs."""

import html
import json
import os
import re
import shutil
import subprocess
import unittest

from page import HOSTILE, Page
from program import SMALL_MTX, ProgramTest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
WANTED = os.environ.get("STRIDER_SCREENSHOTS")  # a folder that keeps what the browser drew


class Browser(ProgramTest):
    def setUp(self):
        super().setUp()
        if BROWSER is None:
            print("no browser: apt-get install chromium-headless-shell")
            self.skipTest("no browser")
        self.write("small.mtx", SMALL_MTX)

    def browse(self, name, *options):
        """What the browser prints on its output; its console must stay empty."""
        run = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--enable-logging=stderr", "--v=0", "--virtual-time-budget=2000",
             f"--user-data-dir={self.folder / 'profile'}", *options, (self.folder / name).as_uri()],
            capture_output=True, text=True, check=False, timeout=120, cwd=self.folder)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stderr)
        console = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
        self.assertEqual(console, [])
        return run.stdout

    def draw(self, page, kind, *options, width=1000, height=2400):
        name = f"{kind}.png"
        self.browse(page, f"--screenshot={name}", f"--window-size={width},{height}", *options)
        picture = (self.folder / name).read_bytes()
        self.assertTrue(picture.startswith(b"\x89PNG"))
        # A picture of one colour takes next to nothing.
        self.assertGreater(len(picture), 8_000)
        if WANTED:
            shutil.copy(self.folder / name, WANTED)

    def test_pages_render(self):
        self.ok("bfs", "small.mtx", "--source", 1, "--validate", "--quiet", "--report", "p.html")
        self.draw("p.html", "bfs")
        self.draw("p.html", "bfs-phone", width=390)
        self.draw("p.html", "bfs-dark", "--blink-settings=preferredColorScheme=0")
        self.browse("p.html", "--print-to-pdf=p.pdf")
        self.assertTrue((self.folder / "p.pdf").read_bytes().startswith(b"%PDF"))

    def test_the_browser_shows_the_numbers_of_the_json(self):
        out = self.json("bc", "small.mtx", "--report", "p.html")
        shown = self.browse("p.html", "--dump-dom")
        # The script has run: heads are buttons now, and tables can be copied.
        self.assertIn("copy table", shown)
        self.assertRegex(shown, r"<th[^>]*><button")
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', shown, re.S)
        self.assertEqual(json.loads(data.group(1)), out)
        cells = re.findall(r'<td class="n" data-value="([^"]*)">', shown)
        for row in out["top"]:
            self.assertIn(row["score"], [float(cell) for cell in cells])
        # What the script takes from the title of a mark.
        tips = [html.unescape(tip) for tip in re.findall(r'data-tip="([^"]*)"', shown)]
        top = out["top"][0]
        self.assertIn(f"{top['vertex']}: {top['score']:.10g}", tips)

    def test_names_do_not_run(self):
        quoted = "".join(
            ";".join('"' + cell.replace('"', '""') + '"' for cell in (HOSTILE[0], name)) + "\n"
            for name in HOSTILE[1:]
        )
        self.write("names.csv", "source;target\n" + quoted)
        self.ok("bc", "names.csv", "--undirected", "--quiet", "--report", "p.html")
        shown = self.browse("p.html", "--dump-dom")
        self.assertEqual(shown.count("<script"), 2)
        self.assertEqual({row["vertex"] for row in Page(self.folder / "p.html").table("vertex")},
                         set(HOSTILE))
        self.draw("p.html", "names")

    def test_runs_compared(self):
        run = self.json("bfs", "small.mtx", "--source", 1)
        for name, seconds in (("before", 1.0), ("after", 1.5)):
            self.write(f"{name}.json", json.dumps(run | {"time_s": seconds}))
        self.ok("report", "before.json", "after.json", "-o", "runs.html")
        self.assertIn("+50.0 %  slower", self.browse("runs.html", "--dump-dom"))
        self.draw("runs.html", "compared", height=900)


if __name__ == "__main__":
    unittest.main()
