"""tools/check_device_code finds the call that nvcc leaves in an object, and no other."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_device_code"
ENDS = '#include <stdlib.h>\nvoid ahead(int x) { exit(x); }\n'
RETURNS = "int next(void); int ahead(void) { return next(); }\n"


def check(sources):
    """The tool's exit status and output for a library of objects of these names and texts."""
    with tempfile.TemporaryDirectory() as holder:
        folder = pathlib.Path(holder)
        for name, text in sources.items():
            (folder / "code.c").write_text(text)
            subprocess.run(["cc", "-c", "code.c", "-o", name], cwd=folder, check=True)
        subprocess.run(["ar", "rc", "lib.a", *sources], cwd=folder, check=True)
        run = subprocess.run([sys.executable, TOOL, folder / "lib.a"],
                             capture_output=True, text=True, check=False)  # fmt: skip
        return run.returncode, run.stdout


class CheckDeviceCode(unittest.TestCase):
    def test_an_object_of_nvcc_that_ends_the_program_is_found(self):
        status, output = check({"paths.cpp.cu.o": ENDS, "search.cpp.cu.o": RETURNS})
        self.assertEqual(status, 1)
        self.assertEqual(output, "paths.cpp.cu.o: the host calls a function that is for devices only\n")

    def test_others_may_end_it(self):
        self.assertEqual(check({"main.cpp.o": ENDS, "search.cpp.cu.o": RETURNS}), (0, ""))

    def test_libraries_without_objects_of_nvcc_are_no_answer(self):
        status, _ = check({"main.cpp.o": ENDS})
        self.assertEqual(status, 1)


if __name__ == "__main__":
    unittest.main()
