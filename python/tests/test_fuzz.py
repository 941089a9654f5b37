"""Some cases of the fuzz target, which runs longer by hand."""

from __future__ import annotations

from fuzz_arguments import CALLS, fuzz


def test_random_arguments() -> None:
    ended = fuzz(range(4000))
    for call in CALLS:
        assert ended[f"{call.__name__} done"] > 0, f"no call of {call.__name__} was right"
        assert sum(count for name, count in ended.items() if name.startswith(call.__name__)) > ended[f"{call.__name__} done"]
