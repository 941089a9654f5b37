"""Pages and traces of runs on ranks."""

import json
import unittest

from page import Page
from ranks_program import RanksTest
from program import SMALL_MTX


class RankPages(RanksTest):
    pass


if __name__ == "__main__":
    unittest.main()
