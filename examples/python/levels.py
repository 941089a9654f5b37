"""How far are all others from one person? Levels of a social network, by hand and as a picture.

    python examples/python/levels.py [PICTURE.png]

Needs matplotlib for the picture.
"""

# %%
import pathlib
import sys

import numpy as np

import strider

DATA = pathlib.Path(__file__).parents[1] / "data"

# %% [markdown]
# Developers who follow each other on GitHub. What was read, and what was decided about it:

# %%
graph = strider.read_graph(DATA / "github-social.txt.xz")
print(graph)
print(strider.info(graph))

# %% [markdown]
# Whom does one reach from developer 0, in how many steps?

# %%
tree = strider.bfs(graph, 0)
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
# Both as a picture:

# %%
if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    left.bar(range(len(counts)), counts)
    left.set(yscale="log", xlabel="distance from developer 0", ylabel="developers")
    right.scatter(np.diff(graph.indptr), estimate.scores, s=4)
    right.set(xscale="log", xlabel="neighbours", ylabel="betweenness")
    figure.savefig(sys.argv[1], dpi=120)
