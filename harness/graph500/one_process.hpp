// What the benchmark needs of the place where its searches run, in one process.
#pragma once

#include <cstdint>
#include <functional>

#include "graph500/graph500.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"
#include "strider/prepare.hpp"
#include "strider/sssp.hpp"

namespace strider {

/// A graph that is ready for searching.
struct ReadyBfs {
  BfsSolver solver;
  Layout layout = Layout::kNone;
};

/// In whose memory a tree is complete when a search ends.
enum class TreePlace : std::uint8_t {
  kHost,   ///< once it has been brought into the graph's numbers, which is timed
  kDevice  ///< at once; it is copied from there for counting and validating
};

struct Graph500Place {
  TreePlace tree = TreePlace::kHost;
  // Timed, as parts of kernel 1. Of kernel 2 and of kernel 3.
  std::function<ReadyBfs(const Graph& graph, const Graph500Options& options)> prepare_bfs;
  std::function<SsspSolver<float>(const WeightedGraph<float>& graph,
                                  const Graph500Options& options)>
      prepare_sssp;
};

/// run_graph500 there. Throws what that does.
[[nodiscard]] Graph500Report run_in_one_process(const Graph500Options& options,
                                                const Graph500Place& place);

}  // namespace strider
