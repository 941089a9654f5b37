// Direction-optimizing search (Beamer et al. 2013) over a DegreeLayout.
//
// One parallel region a search. Between the steps of a level the thread that plans adds up what was
// found, expands small frontiers by itself, and decides on the next step for all.
#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/sectioned_queue.hpp"
#include "algorithms/bfs/reached_edges.hpp"
#include "algorithms/bfs/tree_writer.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/team.hpp"
#include "base/timer.hpp"
#include "graph/layout/degree_layout.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlock = BlockMasks::kVertices;

/// Frontiers with fewer edges are expanded by one thread: in the time of the barriers of a step.
constexpr EdgeIndex kAloneEdges = 2048;

/// Blocks that a thread takes at a time going bottom-up: a few microseconds of work.
constexpr std::size_t kProbeBlocks = 32;

/// Costs in probes of a bit: an edge followed top-down (a row fetched from memory, a bit set, a
/// parent written at random), a vertex looked at bottom-up, besides its probes.
constexpr double kCostOfEdge = 8;
constexpr double kCostOfVertex = 2;

/// A frontier known as a bitmap alone is listed, to know its edges, where it has fewer vertices
/// than this share of the unvisited: else it goes on bottom-up.
constexpr std::uint64_t kWorthListing = 16;

/// A frontier, as lists, as a bitmap, or both.
struct Frontier {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;  ///< adjacency entries of them, known where they are listed
  bool listed = false;
  bool mapped = false;
};

class DegreeOrderedSearch final : public BfsEngine {
 public:
  DegreeOrderedSearch(PreparedGraph prepared, const BfsOptions& options)
      : prepared_(std::move(prepared)),
        graph_(prepared_.graph().out()),
        layout_(*prepared_.degree_layout()),
        threads_(options.threads),
        tracing_(options.trace == BfsTrace::kLevels),
        reached_edges_(prepared_.graph(), threads_),
        visited_(2 * layout_.num_blocks()),
        frontier_map_(visited_.size()),
        next_map_(visited_.size()),
        queue_(graph_.num_vertices(), threads_, kAloneEdges),
        workers_(static_cast<std::size_t>(threads_)) {
    for (Worker& worker : workers_) worker.seen = Array<std::uint32_t>(visited_.size());
    next_alone_.reserve(kAloneEdges);
  }

  void search(Vertex source, BfsTree& tree) override {
    source_ = source;
    trace_ = &tree.trace;
    writer_.start(tree, graph_.num_vertices());
    parallel_team(threads_, [&](Member& member) { run(member); });
    EdgeIndex arcs = 0;
    for (const Worker& worker : workers_) arcs += worker.arcs;
    if (count_unreached_) arcs = graph_.num_arcs() - arcs;
    tree.num_reached = static_cast<Vertex>(num_reached_);
    tree.num_levels = level_ + 1;
    tree.num_edges_reached = reached_edges_.count(arcs, {writer_.parents(), graph_.num_vertices()});
    writer_.finish(tree);
  }

 private:
  enum class Step : std::uint8_t { kTopDown, kBottomUp, kList, kWiden, kDone };

  struct alignas(64) Worker {
    Array<std::uint32_t> seen;  ///< visited, or found in this step by this thread
    std::uint64_t found = 0;
    EdgeIndex arcs = 0;
  };

  Worker& worker(const Member& member) {
    return workers_[static_cast<std::size_t>(member.thread())];
  }

  // --- what every thread runs -----------------------------------------------------------------

  void run(Member& member) {
    const Range blocks = member.share(layout_.num_blocks());
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      store_block(visited_.data(), b, ~layout_.masks[b].connected);
    }
    member.wait();
    if (member.is_first()) begin(member.threads());
    for (;;) {
      if (member.is_first()) plan();
      member.wait();
      switch (step_) {
        case Step::kTopDown:
          expand(member);
          member.wait();
          merge(member, blocks);
          break;
        case Step::kBottomUp:
          probe(member);
          break;
        case Step::kList:
          list(member, blocks);
          break;
        case Step::kWiden:
          widen(blocks);
          break;
        case Step::kDone:
          finish(member, blocks);
          return;
      }
      member.wait();
    }
  }

  /// Top-down: follows the frontier's edges. What a thread finds it marks in a bitmap of its own,
  /// so no two write the same word; a vertex found by several gets either's parent.
  void expand(const Member& member) {
    std::uint32_t* seen = worker(member).seen.data();
    std::copy(visited_.begin(), visited_.end(), seen);
    for (const auto& section : queue_.sections()) {
      for (const Vertex u : section.long_rows()) {
        const auto row = graph_.neighbors(u);
        const Range part = member.share(row.size(), 16);
        mark(u, row.subspan(part.begin, part.end - part.begin), seen);
      }
    }
    for (;;) {
      const auto chunk = queue_.chunk(next_chunk_.fetch_add(1, std::memory_order_relaxed));
      if (chunk.empty()) return;
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        if (i + kRowsAhead < chunk.size()) prefetch_row(chunk[i + kRowsAhead]);
        mark(chunk[i], graph_.neighbors(chunk[i]), seen);
      }
    }
  }

  /// Rows lie anywhere in memory: each costs a miss that waits for nothing else.
  static constexpr std::size_t kRowsAhead = 8;
  void prefetch_row(Vertex u) const {
    const Vertex* row = graph_.targets().data() + graph_.offsets()[u];
    __builtin_prefetch(row);
    __builtin_prefetch(row + 16);
  }

  void mark(Vertex u, std::span<const Vertex> row, std::uint32_t* seen) {
    Vertex* parents = writer_.parents();
    for (const Vertex v : row) {
      std::uint32_t& word = seen[v >> 5U];
      const std::uint32_t bit = 1U << (v & 31U);
      if ((word & bit) != 0) continue;
      word |= bit;
      // Another thread may write its own parent of v at the same time; either will do.
      store_relaxed(parents[v], u);
    }
  }

  /// Joins what the threads have seen: the next frontier, as a bitmap and, while they promise to be
  /// expanded top-down, as lists.
  void merge(const Member& member, Range blocks) {
    auto& section = queue_.section(member.thread());
    std::uint64_t found = 0;
    section.clear();
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      std::uint64_t seen = 0;
      for (int t = 0; t < member.threads(); ++t) {
        seen |= load_block(workers_[static_cast<std::size_t>(t)].seen.data(), b);
      }
      const std::uint64_t visited = load_block(visited_.data(), b);
      const std::uint64_t fresh = seen & ~visited;
      store_block(next_map_.data(), b, fresh);
      if (fresh == 0) continue;
      store_block(visited_.data(), b, seen);
      found += static_cast<unsigned>(std::popcount(fresh));
      for (std::uint64_t rest = fresh; rest != 0; rest &= rest - 1) {
        const auto v =
            static_cast<Vertex>(b * kBlock + static_cast<unsigned>(std::countr_zero(rest)));
        writer_.set_level(v, level_ + 1);
        if (section.edges() <= list_limit_) section.push(v, graph_.degree(v));
      }
    }
    worker(member).found = found;
  }

  /// Bottom-up: unvisited vertices look for a parent in the frontier.
  void probe(const Member& member) {
    std::uint64_t found = 0;
    for (;;) {
      const std::size_t first = next_chunk_.fetch_add(1, std::memory_order_relaxed) * kProbeBlocks;
      if (first >= layout_.num_blocks()) break;
      const std::size_t last = std::min(first + kProbeBlocks, layout_.num_blocks());
      found += probe_blocks(bottom_up_, first, last);
    }
    worker(member).found = found;
  }

  /// Lists the vertices of the frontier's bitmap.
  void list(const Member& member, Range blocks) {
    auto& section = queue_.section(member.thread());
    section.clear();
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      for (std::uint64_t rest = load_block(frontier_map_.data(), b); rest != 0; rest &= rest - 1) {
        const auto v =
            static_cast<Vertex>(b * kBlock + static_cast<unsigned>(std::countr_zero(rest)));
        section.push(v, graph_.degree(v));
      }
    }
  }

  void widen(Range blocks) {
    const std::size_t n = graph_.num_vertices();
    writer_.widen(std::min(n, blocks.begin * kBlock), std::min(n, blocks.end * kBlock));
  }

  /// Marks what was not reached, and counts the adjacency entries of what was: of the smaller set.
  void finish(const Member& member, Range blocks) {
    fill_unreached(bottom_up_, blocks.begin, blocks.end);
    if (graph_.degree(source_) == 0) {
      // An isolated source counts as visited from the start, and as not connected at the end.
      const std::size_t block = source_ / kBlock;
      if (block >= blocks.begin && block < blocks.end) writer_.set(source_, source_, 0);
      return;
    }
    EdgeIndex arcs = 0;
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      const std::uint64_t connected = layout_.masks[b].connected;
      const std::uint64_t visited = load_block(visited_.data(), b);
      std::uint64_t rest = connected & (count_unreached_ ? ~visited : visited);
      for (; rest != 0; rest &= rest - 1) {
        arcs += graph_.degree(
            static_cast<Vertex>(b * kBlock + static_cast<unsigned>(std::countr_zero(rest))));
      }
    }
    worker(member).arcs = arcs;
  }

  // --- what the first thread runs while the others wait ---------------------------------------

  void begin(int threads) {
    // There may be fewer threads than asked for: inside another region, there is one.
    queue_.split(graph_.num_vertices(), threads, kBlock);
    for (Worker& worker : workers_) worker.found = worker.arcs = 0;
    const EdgeIndex degree = graph_.degree(source_);
    level_ = 0;
    num_reached_ = 1;
    unvisited_ = layout_.num_connected - (degree > 0 ? 1 : 0);
    writer_.set(source_, source_, 0);
    visited_[source_ >> 5U] |= 1U << (source_ & 31U);
    queue_.clear();
    queue_.alone().push(source_, degree);
    frontier_ = {.vertices = 1, .edges = degree, .listed = true, .mapped = false};
    step_ = Step::kDone;
    count_unreached_ = false;
    timer_.restart();
  }

  /// Adds up the step that ended and chooses the next one.
  void plan() {
    switch (step_) {
      case Step::kTopDown:
        advance(found_by_all(), BfsDirection::kTopDown);
        queue_.alone().clear();
        frontier_.edges = queue_.edges();
        frontier_.listed = frontier_.edges <= list_limit_;
        break;
      case Step::kBottomUp:
        advance(found_by_all(), BfsDirection::kBottomUp);
        break;
      case Step::kList:
        queue_.alone().clear();
        frontier_.edges = queue_.edges();
        frontier_.listed = true;
        break;
      case Step::kWiden:
        writer_.use_wide();
        break;
      case Step::kDone:
        break;
    }
    step_ = next_step();
    next_chunk_.store(0, std::memory_order_relaxed);
    if (step_ == Step::kTopDown) {
      list_limit_ = static_cast<EdgeIndex>(bottom_up_cost(1) / kCostOfEdge);
    } else if (step_ == Step::kBottomUp) {
      if (!frontier_.mapped) map_frontier();
      prepare_bottom_up();
    } else if (step_ == Step::kDone) {
      prepare_bottom_up();
      count_unreached_ = 2 * unvisited_ < layout_.num_connected;
      if (tracing_ && frontier_.vertices > 0) record(BfsDirection::kBottomUp);
    }
  }

  Step next_step() {
    for (;;) {
      if (frontier_.vertices == 0 || unvisited_ == 0) return Step::kDone;
      if (level_ + 1 == TreeWriter::kFirstWide && writer_.wide_levels() == nullptr) {
        return Step::kWiden;
      }
      if (!frontier_.listed || frontier_.edges > kAloneEdges) break;
      expand_alone();
    }
    if (frontier_.listed) {
      const double top_down = static_cast<double>(frontier_.edges) * kCostOfEdge;
      return top_down < bottom_up_cost(frontier_.edges) ? Step::kTopDown : Step::kBottomUp;
    }
    // Listing costs a look at each vertex of the frontier.
    const bool may_pay = frontier_.vertices * kWorthListing < unvisited_;
    return may_pay ? Step::kList : Step::kBottomUp;
  }

  /// Where the frontier has a share p of all adjacency entries, a vertex meets one after 1 / p
  /// probes, or comes to the end of its row.
  [[nodiscard]] double bottom_up_cost(EdgeIndex frontier_edges) const {
    const auto arcs = static_cast<double>(graph_.num_arcs());
    const double row = arcs / layout_.num_connected;
    const double probes = std::min(row, arcs / static_cast<double>(frontier_edges));
    return static_cast<double>(unvisited_) * (kCostOfVertex + probes);
  }

  [[nodiscard]] std::uint64_t found_by_all() const {
    std::uint64_t sum = 0;
    for (const Worker& worker : workers_) sum += worker.found;
    return sum;
  }

  /// Goes on to the next level, whose vertices lie in next_map_.
  void advance(std::uint64_t found, BfsDirection direction) {
    if (tracing_) record(direction);
    std::swap(frontier_map_, next_map_);
    frontier_ = {.vertices = found, .edges = 0, .listed = false, .mapped = true};
    num_reached_ += found;
    unvisited_ -= found;
    if (found > 0) ++level_;
  }

  void expand_alone() {
    next_alone_.clear();
    Vertex* parents = writer_.parents();
    const auto expand = [&](std::span<const Vertex> rows) {
      for (const Vertex u : rows) {
        for (const Vertex v : graph_.neighbors(u)) {
          std::uint32_t& word = visited_[v >> 5U];
          const std::uint32_t bit = 1U << (v & 31U);
          if ((word & bit) != 0) continue;
          word |= bit;
          parents[v] = u;
          writer_.set_level(v, level_ + 1);
          next_alone_.push_back(v);
        }
      }
    };
    for (const auto& section : queue_.sections()) {
      expand(section.short_rows());
      expand(section.long_rows());
    }
    advance(next_alone_.size(), BfsDirection::kTopDown);
    queue_.clear();
    for (const Vertex v : next_alone_) queue_.alone().push(v, graph_.degree(v));
    frontier_.edges = queue_.edges();
    frontier_.listed = true;
    frontier_.mapped = false;
  }

  /// Puts a frontier that one thread has listed into the bitmap.
  void map_frontier() {
    std::fill(frontier_map_.begin(), frontier_map_.end(), 0);
    const auto mark_all = [&](std::span<const Vertex> rows) {
      for (const Vertex v : rows) frontier_map_[v >> 5U] |= 1U << (v & 31U);
    };
    for (const auto& section : queue_.sections()) {
      mark_all(section.short_rows());
      mark_all(section.long_rows());
    }
    frontier_.mapped = true;
  }

  void prepare_bottom_up() {
    std::uint32_t hubs = 0;
    for (std::size_t h = 0; h < layout_.hubs.size(); ++h) {
      if (test_vertex(frontier_map_.data(), layout_.hubs[h])) hubs |= 1U << h;
    }
    bottom_up_ = {.layout = &layout_,
                  .graph = &graph_,
                  .frontier = frontier_map_.data(),
                  .hubs_in_frontier = hubs,
                  .visited = visited_.data(),
                  .next = next_map_.data(),
                  .parents = writer_.parents(),
                  .levels = {writer_.narrow_levels(), writer_.wide_levels()},
                  .level = level_ + 1};
  }

  /// Traces the frontier that was expanded last.
  void record(BfsDirection direction) {
    const double seconds = timer_.seconds();
    EdgeIndex edges = frontier_.edges;
    if (!frontier_.listed) edges = count_edges_of_map();
    trace_->push_back({level_, frontier_.vertices, edges, direction, seconds});
    timer_.restart();
  }

  [[nodiscard]] EdgeIndex count_edges_of_map() const {
    EdgeIndex edges = 0;
    for (std::size_t b = 0; b < layout_.num_blocks(); ++b) {
      for (std::uint64_t rest = load_block(frontier_map_.data(), b); rest != 0; rest &= rest - 1) {
        edges += graph_.degree(
            static_cast<Vertex>(b * kBlock + static_cast<unsigned>(std::countr_zero(rest))));
      }
    }
    return edges;
  }

  PreparedGraph prepared_;
  const Csr& graph_;
  const DegreeLayout& layout_;
  int threads_;
  bool tracing_;
  ReachedEdges reached_edges_;
  TreeWriter writer_;
  Array<std::uint32_t> visited_;  // isolated vertices and places past the last count as visited
  Array<std::uint32_t> frontier_map_;
  Array<std::uint32_t> next_map_;
  SectionedQueue queue_;
  std::vector<Worker> workers_;
  std::vector<Vertex> next_alone_;

  // Of the search under way. Written while all but the planning thread wait.
  Vertex source_ = kNoVertex;
  Level level_ = 0;  // of the frontier
  Frontier frontier_;
  std::uint64_t num_reached_ = 0;
  std::uint64_t unvisited_ = 0;  // connected vertices without a parent so far
  Step step_ = Step::kDone;
  BottomUpStep bottom_up_{};
  EdgeIndex list_limit_ = 0;  // a frontier with more edges will not be expanded top-down
  bool count_unreached_ = false;
  std::atomic<std::size_t> next_chunk_ = 0;
  std::vector<BfsLevelTrace>* trace_ = nullptr;
  Timer timer_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_degree_ordered(PreparedGraph graph, const BfsOptions& options) {
  return std::make_unique<DegreeOrderedSearch>(std::move(graph), options);
}

}  // namespace strider::detail
