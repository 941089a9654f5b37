// Search of an unprepared graph of high diameter: top-down, in the graph's own numbering.
//
//   visited = frontier = the sources
//   for each level, while the frontier is not empty; at the depth asked for, only the entries:
//     each thread, for each u of its chunk of the frontier, in order:
//       write u's entry; append those of its neighbours that are not visited, and mark them
//     frontier = what the threads have appended, one after the other
//   each thread, for its chunk of the vertices: parent and level = both halves of the entry
//
// Invariant: when level L begins, all vertices at distance <= L are marked, and the entries of
// those at distance < L are final. O(n + m) work; no level costs more than its vertices, their
// edges, and one flag a thread.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/host/barrier_free_frontier.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/team.hpp"
#include "graph/reached_edges.hpp"

namespace strider::detail {
namespace {

// Vertices are shared out by whole cache lines of any array.
constexpr std::size_t kLine = 64;

/// As LocalityExpander, of adjacency lists: an offset more to wait for, and a branch on the degree.
class CsrExpander {
 public:
  CsrExpander(const Csr& csr, std::uint8_t* unvisited, std::uint64_t* entries)
      : offsets_(csr.offsets().data()),
        targets_(csr.targets().data()),
        windows_(csr.num_arcs() < kWindow ? kNoArcs.data() : targets_),
        last_window_(csr.num_arcs() < kWindow ? 0 : csr.num_arcs() - kWindow),
        unvisited_(unvisited),
        entries_(entries) {}

  void look_ahead(const std::uint64_t* begin) const {
    for (std::size_t i = 0; i < kRowsAhead; ++i) prefetch_row(begin[i]);
    for (std::size_t i = 0; i < kMarksAhead; ++i) prefetch_marks(begin[i]);
  }

  std::uint64_t* expand(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t* tail,
                        Level level) const {
    // Copies, as the compiler must assume that storing a mark changes any member.
    const CsrExpander self = *this;
    for (const std::uint64_t* next = begin; next < end; ++next) {
      self.prefetch_row(next[kRowsAhead]);
      self.prefetch_marks(next[kMarksAhead]);
      const Vertex u = Discovery::vertex(*next);
      store_relaxed(self.entries_[u], TreeEntry::pack(Discovery::parent(*next), level));
      const EdgeIndex row_end = self.offsets_[u + 1ULL];
      for (EdgeIndex i = self.offsets_[u]; i < row_end; ++i) {
        const Vertex v = self.targets_[i];
        prefetch_to_read(&self.offsets_[v]);
        const std::uint8_t is_new = load_relaxed(self.unvisited_[v]);
        store_relaxed(self.unvisited_[v], std::uint8_t{0});
        *tail = Discovery::make(v, u);
        tail += is_new;
      }
    }
    return tail;
  }

  /// Writes the entries of discoveries that lead no farther.
  void settle(const std::uint64_t* begin, const std::uint64_t* end, Level level) const {
    for (const std::uint64_t* next = begin; next < end; ++next) {
      store_relaxed(entries_[Discovery::vertex(*next)],
                    TreeEntry::pack(Discovery::parent(*next), level));
    }
  }

 private:
  // Found by measuring, with offsets asked for when a vertex is found.
  static constexpr std::size_t kRowsAhead = 48;
  static constexpr std::size_t kMarksAhead = 24;
  static_assert(kRowsAhead <= BarrierFreeFrontier::kPastEnd);
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
    for (std::size_t i = 0; i < kWindow; ++i) prefetch_to_write(&unvisited_[window[i]]);
    prefetch_to_write(&entries_[u]);
  }

  const EdgeIndex* offsets_;
  const Vertex* targets_;
  const Vertex* windows_;
  EdgeIndex last_window_;
  std::uint8_t* unvisited_;
  std::uint64_t* entries_;
};

EdgeIndex max_degree(const Csr& csr, int threads) {
  std::vector<EdgeIndex> most(static_cast<std::size_t>(threads), 0);
  parallel_chunks(csr.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int thread) {
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
        unvisited_(graph_.num_vertices()),
        frontier_(threads_, graph_.num_vertices(), max_degree(graph_.out(), threads_)),
        reached_edges_(graph_, threads_) {}

  void search(const BfsQuery& query, BfsTree& tree) override {
    const Vertex n = graph_.num_vertices();
    fit(tree.entries, n);
    first_.clear();
    for (const Vertex source : query.sources) first_.push_back(Discovery::make(source, source));
    frontier_.start(first_, 0, query.depth, trace_ == BfsTrace::kLevels);
    parallel_team(threads_, [&](Member& member) {
      const Range chunk = member.chunk(n, kLine);
      std::fill_n(unvisited_.data() + chunk.begin, chunk.end - chunk.begin, std::uint8_t{1});
      const auto last = std::ranges::lower_bound(query.sources, chunk.end);
      for (auto source = std::ranges::lower_bound(query.sources, chunk.begin); source < last;
           ++source) {
        unvisited_[*source] = 0;
      }
      // Where sources are many, all begin with them at once.
      member.wait();
      const CsrExpander expander(graph_.out(), unvisited_.data(), tree.entries.data());
      member.attempt([&] { (void)frontier_.run(expander, member.thread(), member.threads()); });
    });

    tree.num_levels = frontier_.end_level();
    write_arrays(tree);
    tree.num_edges_reached =
        reached_edges_.count(count_arcs(tree.num_reached), tree.arrays.parents.span());
    if (trace_ == BfsTrace::kLevels) write_trace(query.depth, tree);
  }

 private:
  /// Parents and levels, each in an array of its own, and how many vertices were reached.
  void write_arrays(BfsTree& tree) const {
    const std::size_t n = graph_.num_vertices();
    const bool narrow = tree.num_levels <= LevelView::kNarrowUnreached;
    fit(tree.arrays.parents, n);
    fit(tree.arrays.levels.narrow, narrow ? n : 0);
    fit(tree.arrays.levels.wide, narrow ? 0 : n);
    std::atomic<Vertex> reached = 0;
    parallel_chunks(
        n, threads_,
        [&](std::size_t begin, std::size_t end, int) {
          reached += narrow ? split(begin, end, tree, tree.arrays.levels.narrow.data())
                            : split(begin, end, tree, tree.arrays.levels.wide.data());
        },
        kLine);
    tree.num_reached = reached;
  }

  /// Returns how many vertices of the share were reached.
  template <class StoredLevel>
  Vertex split(std::size_t begin, std::size_t end, BfsTree& tree, StoredLevel* levels) const {
    const std::uint64_t* const entries = tree.entries.data();
    Vertex* const parents = tree.arrays.parents.data();
    Vertex reached = 0;
    for (std::size_t v = begin; v < end; ++v) {
      const bool unvisited = unvisited_[v] != 0;
      const std::uint64_t entry = unvisited ? TreeEntry::kUnreachedEntry : entries[v];
      parents[v] = TreeEntry::parent(entry);
      // Unreached is all ones in either width.
      levels[v] = static_cast<StoredLevel>(TreeEntry::level(entry));
      reached += unvisited ? 0 : 1;
    }
    return reached;
  }

  /// Adjacency entries of the vertices reached.
  [[nodiscard]] EdgeIndex count_arcs(Vertex num_reached) const {
    const Csr& csr = graph_.out();
    if (num_reached == csr.num_vertices()) return csr.num_arcs();
    std::atomic<EdgeIndex> arcs = 0;
    parallel_chunks(csr.num_vertices(), threads_, [&](std::size_t begin, std::size_t end, int) {
      EdgeIndex mine = 0;
      for (std::size_t v = begin; v < end; ++v) {
        if (unvisited_[v] == 0) mine += csr.degree(static_cast<Vertex>(v));
      }
      arcs += mine;
    });
    return arcs;
  }

  void write_trace(Level depth, BfsTree& tree) const {
    tree.trace.resize(tree.num_levels);
    for (Level level = 0; level < tree.num_levels; ++level) {
      tree.trace[level] = {level, 0, 0, BfsDirection::kTopDown, frontier_.level_seconds()[level]};
    }
    tree.count_trace = [graph = graph_, depth](const LevelView& levels, auto& trace) {
      count_by_level(graph, levels, trace);
      for (BfsLevelTrace& level : trace)
        level.arcs_examined = level.level < depth ? level.edges : 0;
    };
  }

  Graph graph_;
  int threads_;
  BfsTrace trace_;
  Array<std::uint8_t> unvisited_;
  std::vector<std::uint64_t> first_;
  BarrierFreeFrontier frontier_;
  ReachedEdges reached_edges_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_high_diameter(Graph graph, const BfsOptions& options) {
  return std::make_unique<HighDiameter>(std::move(graph), options);
}

}  // namespace strider::detail
