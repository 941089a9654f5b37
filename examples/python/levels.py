"""How far are all others from one person, and who stands between them? Numbers and a picture.

    python examples/python/levels.py [PICTURE.png]

Needs matplotlib. Without an argument the picture goes into a new temporary folder.
"""

# %%
import pathlib
import sys
import tempfile

import numpy as np
from matplotlib import pyplot

import strider

pyplot.switch_backend("Agg")  # draws into files, and needs no screen

DATA = pathlib.Path(__file__).parents[1] / "data"

# %% [markdown]
# Developers who follow each other on GitHub. What was read, and what was decided about it:

# %%
graph = strider.read_graph(DATA / "github-social.txt.xz")
print(graph)
print(strider.info(graph))

# %% [markdown]
# Whom does one reach from developer 0, in how many steps? The trace says how the search got there.

# %%
tree = strider.bfs(graph, 0, trace=True)
counts = np.bincount(tree.levels[tree.levels >= 0])
for level, count in enumerate(counts):
    print(f"{count:7,} developers at distance {level}")
farthest = int(tree.levels.argmax())
print("the way to the farthest:", tree.path_to(farthest).tolist())
assert strider.validate.bfs(graph, tree).passed

# %% [markdown]
# Who stands between the others? An estimate within 0.01 of the exact scores, with probability 0.9:

# %%
estimate = strider.estimate_betweenness(graph, epsilon=0.01)
print(estimate)
top = np.argsort(estimate.scores)[::-1][:5]
for vertex in top:
    print(f"developer {vertex}: {estimate.scores[vertex]:.3f}, followed by {len(graph.neighbors(vertex))}")

# %% [markdown]
# The picture. Two levels have most of the edges: the search expands them bottom-up, from the developers
# that it has not reached yet. Only those with thousands of neighbours stand between many others.

# %%
figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
left.bar(range(len(counts)), counts)
left.set(yscale="log", xlabel="distance from developer 0", ylabel="developers")
for direction in ("top-down", "bottom-up"):
    steps = [step for step in tree.trace if step["direction"] == direction]
    middle.bar([step["level"] for step in steps], [step["edges"] for step in steps], label=direction)
middle.set(yscale="log", xlabel="level", ylabel="edges of the frontier")
middle.legend()
right.scatter(np.diff(graph.indptr), estimate.scores, s=4)
right.set(xscale="log", xlabel="neighbours", ylabel="betweenness")

# %%
picture = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else f"{tempfile.mkdtemp()}/levels.png")
figure.savefig(picture, dpi=100)
height, width = pyplot.imread(picture).shape[:2]
print(f"a picture of {width} x {height} pixels and {picture.stat().st_size:,} bytes: {picture}")
