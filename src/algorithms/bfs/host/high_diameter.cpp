// Search of an unprepared graph of high diameter: top-down, in the graph's own numbering.
//
//   visited = {source}; frontier = (source)
//   for each level, while the frontier is not empty:
//     each thread, for each u of its share of the frontier, in order:
//       write u's parent and level; append those of its neighbours that are not visited, mark them
//     frontier = what the threads have appended, one after the other
//
// Invariant: when level L begins, all vertices at distance <= L are marked, and parents and levels
// of those at distance < L are final. O(n + m) work; no level costs more than its vertices, their
// edges, and one flag a thread.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/host/stepwise_frontier.hpp"
#include "algorithms/bfs/reached_edges.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/team.hpp"

namespace strider::detail {
namespace {

// Vertices are shared out by whole cache lines of any array.
constexpr std::size_t kUnit = 64;

/// As PatchExpander, of adjacency lists: an offset more to wait for, and a branch on the degree.
class CsrExpander {
 public:
  CsrExpander(const Csr& csr, std::uint8_t* visited, Vertex* parents, Level* levels)
      : offsets_(csr.offsets().data()),
        targets_(csr.targets().data()),
        windows_(csr.num_arcs() < kWindow ? kNoArcs.data() : targets_),
        last_window_(csr.num_arcs() < kWindow ? 0 : csr.num_arcs() - kWindow),
        visited_(visited),
        parents_(parents),
        levels_(levels) {}

  std::uint64_t* expand(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t* tail,
                        Level level) const {
    // Copies, as the compiler must assume that storing a mark changes any member.
    const CsrExpander self = *this;
    const std::uint64_t* const last = end - 1;
    for (const std::uint64_t* next = begin; next < std::min(begin + kRowsAhead, end); ++next) {
      self.prefetch_row(*next);
    }
    for (const std::uint64_t* next = begin; next < std::min(begin + kMarksAhead, end); ++next) {
      self.prefetch_marks(*next);
    }
    for (const std::uint64_t* next = begin; next < end; ++next) {
      self.prefetch_row(*std::min(next + kRowsAhead, last));
      self.prefetch_marks(*std::min(next + kMarksAhead, last));
      const Vertex u = Discovery::vertex(*next);
      store_relaxed(self.parents_[u], Discovery::parent(*next));
      store_relaxed(self.levels_[u], level);
      const EdgeIndex row_end = self.offsets_[u + 1ULL];
      for (EdgeIndex i = self.offsets_[u]; i < row_end; ++i) {
        const Vertex v = self.targets_[i];
        prefetch_to_read(&self.offsets_[v]);
        const std::uint8_t seen = load_relaxed(self.visited_[v]);
        store_relaxed(self.visited_[v], std::uint8_t{1});
        *tail = Discovery::make(v, u);
        tail += seen ^ 1U;
      }
    }
    return tail;
  }

 private:
  // Found by measuring, with offsets asked for when a vertex is found.
  static constexpr std::ptrdiff_t kRowsAhead = 48;
  static constexpr std::ptrdiff_t kMarksAhead = 24;
  // Of a long list the marks of the first neighbours only; of a short one also those of the lists
  // after it, as a loop of its length would cost more by a branch mispredicted.
  static constexpr std::size_t kWindow = 4;
  // Where the graph has not as many arcs.
  static constexpr std::array<Vertex, kWindow> kNoArcs{};

  [[gnu::always_inline]] void prefetch_row(std::uint64_t discovery) const {
    prefetch_to_read(targets_ + offsets_[Discovery::vertex(discovery)]);
  }

  [[gnu::always_inline]] void prefetch_marks(std::uint64_t discovery) const {
    const Vertex u = Discovery::vertex(discovery);
    const Vertex* const window = windows_ + std::min(offsets_[u], last_window_);
    for (std::size_t i = 0; i < kWindow; ++i) prefetch_to_write(&visited_[window[i]]);
    prefetch_to_write(&parents_[u]);
    prefetch_to_write(&levels_[u]);
  }

  const EdgeIndex* offsets_;
  const Vertex* targets_;
  const Vertex* windows_;
  EdgeIndex last_window_;
  std::uint8_t* visited_;
  Vertex* parents_;
  Level* levels_;
};

EdgeIndex max_degree(const Csr& csr, int threads) {
  std::vector<EdgeIndex> most(static_cast<std::size_t>(threads), 0);
  parallel_shares(csr.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    EdgeIndex mine = 0;
    for (std::size_t v = begin; v < end; ++v) {
      mine = std::max(mine, csr.degree(static_cast<Vertex>(v)));
    }
    most[static_cast<std::size_t>(thread)] = mine;
  });
  return *std::max_element(most.begin(), most.end());
}

class HighDiameter final : public BfsEngine {
 public:
  HighDiameter(Graph graph, const BfsOptions& options)
      : graph_(std::move(graph)),
        threads_(options.threads),
        trace_(options.trace),
        visited_(graph_.num_vertices()),
        frontier_(threads_, graph_.num_vertices(), max_degree(graph_.out(), threads_)),
        reached_edges_(graph_, threads_),
        counts_(static_cast<std::size_t>(threads_)) {}

  void search(Vertex source, BfsTree& tree) override {
    const Vertex n = graph_.num_vertices();
    start_tree(tree);
    frontier_.start(Discovery::make(source, source), 0, trace_ == BfsTrace::kLevels);

    counts_.assign(static_cast<std::size_t>(threads_), {});
    parallel_team(threads_, [&](Member& member) {
      const Range share = member.share(n, kUnit);
      std::fill_n(visited_.data() + share.begin, share.end - share.begin, std::uint8_t{0});
      member.wait();
      if (member.is_first()) visited_[source] = 1;
      const CsrExpander expander(graph_.out(), visited_.data(), parents_, levels_);
      bool searched = false;
      member.attempt(
          [&] { searched = frontier_.run(expander, member.thread(), member.threads()); });
      if (searched) finish_share(share, member.thread());
    });

    tree.num_levels = frontier_.end_level();
    EdgeIndex arcs = 0;
    tree.num_reached = 0;
    for (const Count& count : counts_) {
      tree.num_reached += count.vertices;
      arcs += count.arcs;
    }
    tree.num_edges_reached = reached_edges_.count(arcs, tree.arrays.parents.span());
    if (trace_ == BfsTrace::kLevels) write_trace(tree);
    store_levels(tree);
  }

 private:
  struct alignas(64) Count {
    Vertex vertices = 0;
    EdgeIndex arcs = 0;
  };

  void start_tree(BfsTree& tree) {
    const std::size_t n = graph_.num_vertices();
    if (tree.arrays.parents.size() != n) tree.arrays.parents = Array<Vertex>(n);
    // How wide the levels have to be is known in the end.
    if (tree.internal.levels.wide.size() != n) tree.internal.levels.wide = Array<Level>(n);
    parents_ = tree.arrays.parents.data();
    levels_ = tree.internal.levels.wide.data();
  }

  /// Counts what was reached, and marks the rest as unreached.
  void finish_share(Range share, int thread) {
    Count count;
    for (std::size_t v = share.begin; v < share.end; ++v) {
      if (visited_[v] != 0) {
        ++count.vertices;
        count.arcs += graph_.out().degree(static_cast<Vertex>(v));
      } else {
        parents_[v] = kNoVertex;
        levels_[v] = kUnreached;
      }
    }
    counts_[static_cast<std::size_t>(thread)] = count;
  }

  void write_trace(BfsTree& tree) const {
    tree.trace.resize(tree.num_levels);
    for (Level level = 0; level < tree.num_levels; ++level) {
      tree.trace[level] = {level, 0, 0, BfsDirection::kTopDown, frontier_.level_seconds()[level]};
    }
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (levels_[v] == kUnreached) continue;
      ++tree.trace[levels_[v]].vertices;
      tree.trace[levels_[v]].edges += graph_.out().degree(v);
    }
  }

  void store_levels(BfsTree& tree) const {
    LevelArray& levels = tree.arrays.levels;
    if (tree.num_levels > LevelView::kNarrowUnreached) {
      levels.narrow = {};
      std::swap(levels.wide, tree.internal.levels.wide);
      return;
    }
    levels.wide = {};
    const std::size_t n = graph_.num_vertices();
    if (levels.narrow.size() != n) levels.narrow = Array<std::uint8_t>(n);
    parallel_shares(
        n, threads_,
        [&](std::size_t begin, std::size_t end, int) {
          for (std::size_t v = begin; v < end; ++v) {
            // Unreached is all ones in either width.
            levels.narrow[v] = static_cast<std::uint8_t>(levels_[v]);
          }
        },
        kUnit);
  }

  Graph graph_;
  int threads_;
  BfsTrace trace_;
  Array<std::uint8_t> visited_;
  StepwiseFrontier frontier_;
  ReachedEdges reached_edges_;
  std::vector<Count> counts_;
  Vertex* parents_ = nullptr;
  Level* levels_ = nullptr;
};

}  // namespace

std::unique_ptr<BfsEngine> make_high_diameter(Graph graph, const BfsOptions& options) {
  return std::make_unique<HighDiameter>(std::move(graph), options);
}

}  // namespace strider::detail
