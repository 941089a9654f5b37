// Direction-optimizing search (Beamer et al. 2013) over a DegreeLayout.
//
// One parallel region a search. Between the steps of a level the thread that plans adds up what was
// found, expands small frontiers by itself, and decides on the next step for all.
#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/host/bitmap_top_down.hpp"
#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/bottom_up_list.hpp"
#include "algorithms/bfs/host/frontier_bitmap.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"
#include "algorithms/bfs/host/mapped_sources.hpp"
#include "algorithms/bfs/tree_writer.hpp"
#include "base/parallel.hpp"
#include "base/team.hpp"
#include "base/timer.hpp"
#include "graph/layout/degree_layout.hpp"
#include "graph/reached_edges.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlockVertices = BlockMasks::kVertices;

/// Frontiers with fewer edges are expanded by one thread: in the time of the barriers of a step.
constexpr EdgeIndex kMaxSerialEdges = 8192;

/// Chunks a thread going bottom-up: enough to even out what they cost; more of them did not help.
constexpr std::size_t kProbeChunks = 32;
constexpr std::size_t kLeastProbeBlocks = 16;

/// Costs in probes of a bit: an edge followed top-down (a row fetched from memory, a bit set, a
/// parent written at random), a vertex looked at bottom-up, besides its probes.
constexpr double kCostOfEdge = 8;
constexpr double kCostOfVertex = 2;

/// A frontier known only as a bitmap is listed, to know its edges, where it has fewer vertices
/// than this share of the unvisited: else it continues bottom-up.
constexpr std::uint64_t kListingFactor = 16;

/// Where no more than this share of the connected vertices are unvisited, these are listed.
constexpr std::size_t kFewUnvisited = 32;

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
        queue_(graph_.num_vertices(), threads_, kMaxSerialEdges),
        top_down_(graph_, layout_.num_blocks(), threads_, kMaxSerialEdges),
        bottom_up_list_(layout_.num_connected / kFewUnvisited, threads_),
        workers_(static_cast<std::size_t>(threads_)) {}

  void search(const BfsQuery& query, BfsTree& tree) override {
    sources_ = query.sources;
    depth_ = query.depth;
    const bool whole = sources_.size() == 1 && depth_ == kUnreached;
    const Vertex source = sources_.front();
    // Who was reached last time reaches the same vertices.
    same_component_ = whole && component_arcs_ > 0 && graph_.degree(source) > 0 &&
                      test_vertex(visited_.data(), source);
    // Not known until this search has come to its end.
    const EdgeIndex last_arcs = std::exchange(component_arcs_, 0);
    trace_ = &tree.trace;
    writer_.start(tree, graph_.num_vertices());
    parallel_team(threads_, [&](Member& member) { run(member); });
    const EdgeIndex arcs = same_component_ ? last_arcs : arcs_of_all();
    if (whole) component_arcs_ = arcs;
    tree.num_reached = static_cast<Vertex>(num_reached_);
    tree.num_levels = level_ + 1;
    tree.num_edges_reached = reached_edges_.count(arcs, {writer_.parents(), graph_.num_vertices()});
    writer_.finish(tree);
    if (tracing_) tree.count_trace = std::bind_front(count_by_level, prepared_.graph());
  }
  [[nodiscard]] Layout layout() const override { return Layout::kDegree; }

 private:
  enum class Step : std::uint8_t {
    kTopDown,
    kBottomUp,
    kBottomUpList,
    kList,
    kWiden,
    kDone,
    kFailed
  };

  struct alignas(64) Worker {
    Probed probed;  // top-down, what was found only
    EdgeIndex arcs = 0;
  };

  Worker& worker(const Member& member) {
    return workers_[static_cast<std::size_t>(member.thread())];
  }

  // --- what every thread runs -----------------------------------------------------------------

  void run(Member& member) {
    const Range blocks = member.chunk(layout_.num_blocks());
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      store_block(visited_.data(), b, ~layout_.masks[b].connected);
    }
    member.wait();
    if (member.is_first()) begin(member.threads());
    for (;;) {
      if (member.is_first()) {
        Step next = Step::kFailed;
        if (!member.has_failed()) member.attempt([&] { next = plan(); });
        step_ = next;
      }
      member.wait();
      switch (step_) {
        case Step::kTopDown:
          top_down_.expand(member, queue_, visited_.data(), writer_.parents());
          member.wait();
          worker(member).probed.found =
              top_down_.merge(member, blocks, visited_.data(), next_map_.data(), writer_,
                              level_ + 1, queue_.list(member.thread()), list_limit_);
          break;
        case Step::kBottomUp:
          member.attempt([&] { probe(member); });
          break;
        case Step::kBottomUpList:
          worker(member).probed =
              bottom_up_list_.run(member, bottom_up_, blocks, queue_.list(member.thread()));
          break;
        case Step::kList:
          list_map(frontier_map_.data(), blocks, graph_, queue_.list(member.thread()));
          break;
        case Step::kWiden:
          widen(blocks);
          break;
        case Step::kDone:
          finish(member, blocks);
          return;
        case Step::kFailed:
          return;
      }
      member.wait();
    }
  }

  /// Bottom-up: unvisited vertices look for a parent in the frontier.
  void probe(const Member& member) {
    Probed probed;
    const std::size_t blocks = layout_.num_blocks();
    const auto chunks = kProbeChunks * static_cast<std::size_t>(member.threads());
    const std::size_t chunk = std::max(kLeastProbeBlocks, blocks / chunks);
    for (;;) {
      const std::size_t first = next_chunk_.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= blocks) break;
      throw_if_stopped();
      probed += probe_blocks(bottom_up_, first, std::min(first + chunk, blocks));
    }
    worker(member).probed = probed;
  }

  void widen(Range blocks) {
    const std::size_t n = graph_.num_vertices();
    writer_.widen(std::min(n, blocks.begin * kBlockVertices),
                  std::min(n, blocks.end * kBlockVertices));
  }

  /// Marks what was not reached, and counts the adjacency entries of what was: of the smaller set.
  void finish(const Member& member, Range blocks) {
    if (!filled_) fill_unreached(bottom_up_, blocks.begin, blocks.end);
    if (same_component_) return;
    restore_sources(sources_, blocks, bottom_up_);
    EdgeIndex arcs = 0;
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      const std::uint64_t connected = layout_.masks[b].connected;
      const std::uint64_t visited = load_block(visited_.data(), b);
      for_each_vertex(connected & (count_unreached_ ? ~visited : visited), b,
                      [&](Vertex v) { arcs += graph_.degree(v); });
    }
    worker(member).arcs = arcs;
  }

  // --- what the first thread runs while the others wait ---------------------------------------

  void begin(int threads) {
    // There may be fewer threads than asked for: inside another region, there is one.
    queue_.split(graph_.num_vertices(), threads, kBlockVertices);
    for (Worker& worker : workers_) worker = {};
    level_ = 0;
    num_reached_ = sources_.size();
    queue_.clear();
    unvisited_ = layout_.num_connected -
                 list_sources(sources_, graph_, threads, visited_.data(), writer_, queue_);
    frontier_ = {
        .vertices = sources_.size(), .edges = queue_.edges(), .listed = true, .mapped = false};
    step_ = Step::kDone;
    count_unreached_ = false;
    filled_ = false;
    bottom_up_list_.restart();
    timer_.restart();
  }

  /// Adds up the step that ended and returns the next one. May throw.
  Step plan() {
    switch (step_) {
      case Step::kTopDown:
        advance(probed_by_all().found, BfsDirection::kTopDown);
        take_lists(list_limit_);
        break;
      case Step::kBottomUp:
        advance(probed_by_all().found, BfsDirection::kBottomUp);
        break;
      case Step::kBottomUpList:
        advance(probed_by_all().found, BfsDirection::kBottomUp);
        take_lists();
        break;
      case Step::kList:
        take_lists();
        break;
      case Step::kWiden:
        writer_.use_wide();
        break;
      case Step::kDone:
      case Step::kFailed:
        break;
    }
    const Step next = next_step();
    next_chunk_.store(0, std::memory_order_relaxed);
    top_down_.restart();
    if (next == Step::kTopDown) {
      list_limit_ = static_cast<EdgeIndex>(bottom_up_cost(1) / kCostOfEdge);
    } else if (next == Step::kBottomUp || next == Step::kBottomUpList) {
      if (!frontier_.mapped) map_lists(queue_, frontier_map_.span());
      frontier_.mapped = true;
      prepare_bottom_up();
      // Not once levels are wide: the last of them may turn out to be empty, see below.
      bottom_up_.fills_unreached =
          next == Step::kBottomUp && !filled_ && writer_.wide_levels() == nullptr;
      filled_ |= bottom_up_.fills_unreached;
    } else if (next == Step::kDone) {
      prepare_bottom_up();
      // The narrow levels are the result where the step to wide ones came one level too early.
      if (level_ + 1 <= TreeWriter::kFirstWide) bottom_up_.levels.wide = nullptr;
      count_unreached_ = 2 * unvisited_ < layout_.num_connected;
      if (tracing_ && frontier_.vertices > 0) record(BfsDirection::kNone);
    }
    return next;
  }

  Step next_step() {
    for (;;) {
      throw_if_stopped();
      if (frontier_.vertices == 0 || unvisited_ == 0 || level_ == depth_) return Step::kDone;
      if (level_ + 1 == TreeWriter::kFirstWide && writer_.wide_levels() == nullptr) {
        return Step::kWiden;
      }
      if (!frontier_.listed || frontier_.edges > kMaxSerialEdges) break;
      expand_serially();
    }
    if (frontier_.listed) {
      const double top_down = static_cast<double>(frontier_.edges) * kCostOfEdge;
      return top_down < bottom_up_cost(frontier_.edges) ? Step::kTopDown : bottom_up();
    }
    // Listing costs a look at each vertex of the frontier.
    const bool may_pay = frontier_.vertices * kListingFactor < unvisited_;
    return may_pay ? Step::kList : bottom_up();
  }

  [[nodiscard]] Step bottom_up() const {
    return unvisited_ <= bottom_up_list_.most() ? Step::kBottomUpList : Step::kBottomUp;
  }

  /// Where the frontier has a share p of all adjacency entries, a vertex finds one after 1 / p
  /// probes, or comes to the end of its row.
  [[nodiscard]] double bottom_up_cost(EdgeIndex frontier_edges) const {
    const auto arcs = static_cast<double>(graph_.num_arcs());
    const double row = arcs / layout_.num_connected;
    const double probes = std::min(row, arcs / static_cast<double>(frontier_edges));
    return static_cast<double>(unvisited_) * (kCostOfVertex + probes);
  }

  [[nodiscard]] Probed probed_by_all() const {
    Probed sum;
    for (const Worker& worker : workers_) sum += worker.probed;
    return sum;
  }

  /// Adjacency entries of the component that was searched.
  [[nodiscard]] EdgeIndex arcs_of_all() const {
    EdgeIndex arcs = 0;
    for (const Worker& worker : workers_) arcs += worker.arcs;
    return count_unreached_ ? graph_.num_arcs() - arcs : arcs;
  }

  /// Advances to the next level, whose vertices lie in next_map_.
  void advance(std::uint64_t found, BfsDirection direction) {
    if (tracing_) record(direction);
    std::swap(frontier_map_, next_map_);
    frontier_ = {.vertices = found, .edges = 0, .listed = false, .mapped = true};
    num_reached_ += found;
    unvisited_ -= found;
    if (found > 0) ++level_;
  }

  /// The frontier is what all threads have listed, unless that was given up at so many edges.
  void take_lists(EdgeIndex limit = std::numeric_limits<EdgeIndex>::max()) {
    queue_.serial().clear();
    frontier_.edges = queue_.edges();
    frontier_.listed = frontier_.edges <= limit;
  }

  void expand_serially() {
    top_down_.expand_serially(queue_, visited_.data(), writer_, level_ + 1);
    advance(queue_.vertices(), BfsDirection::kTopDown);
    frontier_.edges = queue_.edges();
    frontier_.listed = true;
    frontier_.mapped = false;
  }

  void prepare_bottom_up() {
    bottom_up_ = {.layout = &layout_,
                  .graph = &graph_,
                  .frontier = frontier_map_.data(),
                  .hubs_in_frontier = hubs_in_frontier(layout_, frontier_map_.data()),
                  .fills_unreached = false,
                  .visited = visited_.data(),
                  .next = next_map_.data(),
                  .parents = writer_.parents(),
                  .levels = {writer_.narrow_levels(), writer_.wide_levels()},
                  .level = level_ + 1};
  }

  /// Traces the frontier that was expanded last.
  void record(BfsDirection direction) {
    std::uint64_t examined = 0;
    if (direction == BfsDirection::kTopDown) examined = frontier_.edges;
    if (direction == BfsDirection::kBottomUp) examined = probed_by_all().examined;
    trace_->push_back({level_, 0, 0, direction, timer_.seconds(), examined});
    timer_.restart();
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
  FrontierLists queue_;
  BitmapTopDown top_down_;
  BottomUpList bottom_up_list_;
  std::vector<Worker> workers_;

  // Of the search under way. Written while all but the planning thread wait.
  std::span<const Vertex> sources_;
  Level depth_ = kUnreached;
  Level level_ = 0;  // of the frontier
  Frontier frontier_;
  std::uint64_t num_reached_ = 0;
  std::uint64_t unvisited_ = 0;  // connected vertices without a parent so far
  Step step_ = Step::kDone;
  BottomUpStep bottom_up_{};
  EdgeIndex list_limit_ = 0;  // a frontier with more edges will not be expanded top-down
  bool count_unreached_ = false;
  bool filled_ = false;           // what is not reached is marked so, from a bottom-up step on
  bool same_component_ = false;   // as the last search
  EdgeIndex component_arcs_ = 0;  // of the last search
  std::atomic<std::size_t> next_chunk_ = 0;
  std::vector<BfsLevelTrace>* trace_ = nullptr;
  Timer timer_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_degree_ordered(PreparedGraph graph, const BfsOptions& options) {
  return std::make_unique<DegreeOrderedSearch>(std::move(graph), options);
}

}  // namespace strider::detail
