// What the benchmark needs of the place where kernel 2 runs, in one process.
#pragma once

#include <cstdint>
#include <functional>

#include "graph500/graph500.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider {

/// A graph that is ready for searching.
struct ReadyBfs {
  BfsSolver solver;
  Layout layout = Layout::kNone;
};

/// In whose memory the tree is complete when a search ends.
enum class TreePlace : std::uint8_t {
  kHost,   ///< once it has been brought into the graph's numbers, which is timed
  kDevice  ///< at once; it is copied from there for counting and validating
};

struct BfsPlace {
  TreePlace tree = TreePlace::kHost;
  /// Timed, as a part of kernel 1.
  std::function<ReadyBfs(const Graph& graph, const Graph500Options& options)> prepare;
};

/// run_graph500 with kernel 2 there. Throws what that does.
[[nodiscard]] Graph500Report run_in_one_process(const Graph500Options& options,
                                                const BfsPlace& place);

}  // namespace strider
