// Brandes' algorithm for sixteen sources at once: what is read of the graph is read once for all of
// them, and their counts of a vertex stand in one row, added by vectors.
//
//   level[0] = each source, in its search; seen = level[0]
//   for d = 0, 1, ... until nothing is found, one of:
//     out by the level, where it has few edges: for u of level[d], for neighbours v:
//       for the searches of u that have not seen v: v joins level[d + 1], row(v) += row(u)
//     else by those that have not been found: for v that some search has not seen, for neighbours
//     u:
//       for these searches, where u is on level[d]: v joins level[d + 1], row(v) += row(u)
//   for d = deepest, ..., 1: for v of level[d]:
//     coefficients = sum of row(w) over neighbours w, for the searches where w is on level[d + 1]
//     dependencies = coefficients * row(v); row(v) = (weight + dependencies) / row(v)
//
// A level is a mask of searches a vertex: which successors count follows from bits, not by
// distances. Counts are plain doubles: few levels keep them in range, whatever the graph
// (safe_levels). A batch that turns out deeper is searched source by source.
#include "algorithms/bc/host/batched_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/bc/host/batch_kernels.hpp"
#include "algorithms/bc/host/direction_optimizing.hpp"
#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/safe_levels.hpp"
#include "base/count_ones.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "graph/bitmap.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// Vertices that a member takes at once: of an order by degree the first have the longest lists.
constexpr std::size_t kDeal = 512;
/// A level with fewer edges than the graph's divided by this is searched from: rows written are
/// dearer than rows read, but only a few of the graph's are looked at.
constexpr std::uint64_t kSparse = 64;

/// Of floats each level may cost some precision (docs/notes/bc.md).
template <class Value>
constexpr std::size_t kMostLevels =
    std::is_same_v<Value, float> ? kMostFloatLevels : kMostBatchLevels;
/// Counts stay below 2 to this: their reciprocals, too, are in range.
template <class Value>
constexpr double kMostBits = std::is_same_v<Value, float> ? kMostFloatBits : 1000;

template <class Value, std::size_t kWidth>
class BatchedSearch final : public BcEngine {
 public:
  BatchedSearch(Workspace& workspace, const BcProblem& problem, int threads)
      : problem_(problem),
        threads_(threads),
        out_(problem.graph.out()),
        in_(problem.graph.in()),
        levels_(safe_levels(problem.graph.num_arcs(), kMostLevels<Value>, kMostBits<Value>) + 1) {
    const std::size_t n = num_vertices();
    for (BatchLevel& level : levels_) workspace.declare("the levels", level.masks, n);
    workspace.declare("the path counts", rows_, n * kWidth);
    workspace.declare("the searches that have seen a vertex", seen_, n);
    workspace.count("the vertices before a level", n / 8 + sizeof(Bitmap::Word));
    workspace.when_taken([this] { before_ = Bitmap(num_vertices()); });
    // It is there from the first batch that needs it on.
    Workspace deeper;
    static_cast<void>(make_for_deeper(deeper));
    workspace.count("searches of more levels", deeper.host_bytes());
  }

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    while (!sources.empty()) {
      const auto batch = sources.first(std::min(sources.size(), kWidth));
      sources = sources.subspan(batch.size());
      if (search(batch, sums)) {
        arcs += reached_arcs_;
      } else {
        if (!for_deeper_) take_for_deeper();
        arcs += for_deeper_->accumulate(batch, sums);
      }
    }
    return arcs;
  }

 private:
  struct BatchLevel {
    Array<BatchMask> masks;
    /// The vertices of the level and their arcs, where they were few and are listed.
    std::vector<Vertex> list;
    EdgeIndex arcs = 0;
    bool is_listed = false;
  };

  /// One thread of a search, and the loops it has taken part in.
  struct Worker {
    Member& member;
    unsigned loops = 0;
  };

  /// What a search has reached in all.
  struct Reached {
    std::uint64_t arcs = 0;
    std::array<double, kBatch> weights{};  // whole numbers: their order does not matter
    Reached& operator+=(const Reached& other) {
      arcs += other.arcs;
      for (std::size_t i = 0; i < kBatch; ++i) weights[i] += other.weights[i];
      return *this;
    }
  };

  [[nodiscard]] std::size_t num_vertices() const { return problem_.graph.num_vertices(); }
  static Vertex vertex(std::size_t v) { return static_cast<Vertex>(v); }

  [[nodiscard]] std::unique_ptr<BcEngine> make_for_deeper(Workspace& workspace) const {
    if constexpr (std::is_same_v<Value, float>) {
      return std::make_unique<BatchedSearch<double, kWidth>>(workspace, problem_, threads_);
    } else {
      return std::make_unique<LevelByLevel<DirectionOptimizing>>(workspace, problem_, threads_);
    }
  }
  void take_for_deeper() {
    Workspace workspace;
    auto deeper = make_for_deeper(workspace);
    workspace.take();
    for_deeper_ = std::move(deeper);
  }

  /// False, with nothing added, where there are more levels than a batch is good for.
  bool search(std::span<const Vertex> sources, std::span<double> sums) {
    bool fits = false;
    parallel_team(threads_, [&](Member& member) {
      Worker worker{member};
      clear(worker);
      if (member.is_first()) begin(sources, member.threads());
      member.wait();
      const auto all = static_cast<BatchMask>((1U << sources.size()) - 1);
      const bool is_out = walk_out(worker, all);
      if (is_out) {
        accumulate(worker, sums);
        close_sources(worker, sources, sums);
      }
      if (member.is_first()) fits = is_out;
    });
    return fits;
  }

  void clear(Worker& worker) {
    const Range chunk = worker.member.chunk(num_vertices());
    std::fill(seen_.begin() + chunk.begin, seen_.begin() + chunk.end, BatchMask{0});
    clear(levels_[0].masks, chunk);
    worker.member.wait();
  }
  static void clear(Array<BatchMask>& masks, Range chunk) {
    std::fill(masks.begin() + chunk.begin, masks.begin() + chunk.end, BatchMask{0});
  }

  void begin(std::span<const Vertex> sources, int members) {
    found_ = std::make_unique<TeamSum<std::uint64_t>>(members);
    reached_ = std::make_unique<TeamSum<Reached>>(members);
    dealer_.restart();
    BatchLevel& first = levels_[0];
    first.list.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const Vertex source = sources[i];
      times_[i] = problem_.source_weight(source);
      if (first.masks[source] == 0) first.list.push_back(source);
      const auto bit = static_cast<BatchMask>(1U << i);
      first.masks[source] = static_cast<BatchMask>(first.masks[source] | bit);
      seen_[source] = first.masks[source];
      rows_[source * kWidth + i] = 1;
    }
    set_listed(first);
  }

  void set_listed(BatchLevel& level) const {
    level.arcs = 0;
    for (const Vertex v : level.list) level.arcs += out_.degree(v);
    level.is_listed = true;
  }

  /// False where there are too many levels.
  bool walk_out(Worker& worker, BatchMask all) {
    for (std::size_t depth = 0; depth + 1 < levels_.size(); ++depth) {
      const BatchLevel& own = levels_[depth];
      BatchLevel& next = levels_[depth + 1];
      const bool pushes = own.is_listed && own.arcs <= problem_.graph.num_arcs() / kSparse;
      const std::uint64_t found = pushes ? push(worker, own, next) : pull(worker, own, next, all);
      if (worker.member.must_stop()) return false;
      if (worker.member.is_first()) {
        depth_ = depth;
        if (!pushes) worker.member.attempt([&] { list_where_few(next, found); });
      }
      worker.member.wait();
      if (found == 0) return true;
    }
    return false;
  }

  /// By one member: rows of what is reached may be any thread's.
  std::uint64_t push(Worker& worker, const BatchLevel& own, BatchLevel& next) {
    clear(next.masks, worker.member.chunk(num_vertices()));
    worker.member.wait();
    if (worker.member.is_first()) {
      worker.member.attempt([&] {
        next.list.clear();
        kernels_.push_out({&out_, own.masks.data(), rows_.data()}, own.list, seen_.data(),
                          next.masks.data(), next.list);
        set_listed(next);
      });
    }
    return found_->wait(worker.member, worker.member.is_first() ? next.list.size() : 0);
  }

  std::uint64_t pull(Worker& worker, const BatchLevel& own, BatchLevel& next, BatchMask all) {
    const BatchStep<Value, kWidth> step{&in_, own.masks.data(), rows_.data()};
    std::uint64_t found = 0;
    deal_wanted(
        worker,
        [&](Vertex v) {
          next.masks[v] = 0;
          return seen_[v] != all && in_.degree(v) > 0;
        },
        [&](std::span<const Vertex> some) {
          found += kernels_.pull_out(step, some, all, seen_.data(), next.masks.data());
        });
    return found_->wait(worker.member, found);
  }

  void list_where_few(BatchLevel& level, std::uint64_t members) const {
    level.is_listed = false;
    if (members >= num_vertices() / kSparse) return;
    level.list.clear();
    for (std::size_t v = 0; v < num_vertices(); ++v) {
      if (level.masks[v] != 0) level.list.push_back(vertex(v));
    }
    set_listed(level);
  }

  void accumulate(Worker& worker, std::span<double> sums) {
    const double* const weights =
        problem_.target_weights.empty() ? nullptr : problem_.target_weights.data();
    const double* const times = problem_.source_weights.empty() ? nullptr : times_.data();
    for (std::size_t depth = depth_; depth >= 1; --depth) {
      const BatchLevel& own = levels_[depth];
      const BatchLevel& after = levels_[depth + 1];
      const BatchStep<Value, kWidth> step{&out_, after.masks.data(), rows_.data()};
      const BatchSums target{own.masks.data(), weights, sums.data(), times};
      const auto pull = [&](std::span<const Vertex> some) {
        kernels_.pull_back(step, some, target);
      };
      const auto close = [&](std::span<const Vertex> some) {
        kernels_.close_ends(step, some, target);
      };
      if (own.is_listed) {
        deal_list(worker, own.list, pull);
      } else if (depth == depth_) {
        deal_wanted(
            worker, [&](Vertex v) { return own.masks[v] != 0; }, close);
      } else if (after.is_listed) {
        // Only vertices before that short level need look at their lists.
        mark_before(worker, after, own);
        deal_wanted(
            worker, [&](Vertex v) { return own.masks[v] != 0 && before_.test(v); }, pull);
        worker.member.wait();
        deal_wanted(
            worker, [&](Vertex v) { return own.masks[v] != 0 && !before_.test(v); }, close);
      } else {
        deal_wanted(
            worker, [&](Vertex v) { return own.masks[v] != 0; }, pull);
      }
      worker.member.wait();
      if (worker.member.must_stop()) return;
    }
  }

  void mark_before(Worker& worker, const BatchLevel& after, const BatchLevel& own) {
    const Range words = worker.member.chunk(before_.num_words());
    before_.clear_words(words.begin, words.end);
    worker.member.wait();
    deal_list(worker, after.list, [&](std::span<const Vertex> some) {
      for (const Vertex w : some) {
        for (const Vertex v : in_.neighbors(w)) {
          if ((own.masks[v] & after.masks[w]) != 0) before_.set_atomic(v);
        }
      }
    });
    worker.member.wait();
  }

  /// body(some) for the vertices that are `wanted`, shared out among the members.
  template <class Wanted, class F>
  void deal_wanted(Worker& worker, const Wanted& wanted, F&& body) {
    std::array<Vertex, kDeal> chosen;
    worker.member.attempt([&] {
      while (const auto range = dealer_.deal(worker.loops, num_vertices(), kDeal)) {
        throw_if_stopped();
        std::size_t size = 0;
        for (std::size_t v = range->begin; v < range->end; ++v) {
          chosen[size] = vertex(v);
          size += wanted(vertex(v)) ? 1 : 0;
        }
        body(std::span<const Vertex>(chosen.data(), size));
      }
    });
    ++worker.loops;
  }
  template <class F>
  void deal_list(Worker& worker, std::span<const Vertex> list, F&& body) {
    worker.member.attempt([&] {
      while (const auto range = dealer_.deal(worker.loops, list.size(), kDeal / 8)) {
        throw_if_stopped();
        body(list.subspan(range->begin, range->end - range->begin));
      }
    });
    ++worker.loops;
  }

  /// Endpoints, and the arcs of the vertices reached.
  void close_sources(Worker& worker, std::span<const Vertex> sources, std::span<double> sums) {
    const bool counts_endpoints = problem_.counts_endpoints();
    const Range chunk = worker.member.chunk(num_vertices());
    Reached mine;
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      const auto searches = count_ones(seen_[v]);
      mine.arcs += searches * out_.degree(vertex(v));
      if (!counts_endpoints) continue;
      const double weight = problem_.target_weights.empty() ? 1 : problem_.target_weights[v];
      const auto others = static_cast<BatchMask>(seen_[v] & ~levels_[0].masks[v]);
      sums[v] += weight * count_ones(others);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if ((others >> i & 1U) != 0) mine.weights[i] += weight;
      }
    }
    const Reached reached = reached_->wait(worker.member, mine);
    if (!worker.member.is_first()) return;
    reached_arcs_ = reached.arcs;
    if (!counts_endpoints) return;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      sums[sources[i]] += reached.weights[i];
    }
  }

  const BcProblem& problem_;
  int threads_;
  BatchKernels<Value, kWidth> kernels_ = batch_kernels<Value, kWidth>();
  const Csr& out_;
  const Csr& in_;
  std::vector<BatchLevel> levels_;
  std::size_t depth_ = 0;
  alignas(64) std::array<double, kBatch> times_{};  // how often each source counts
  Array<Value> rows_;
  Array<BatchMask> seen_;
  Bitmap before_;
  ChunkDealer dealer_;
  std::unique_ptr<TeamSum<std::uint64_t>> found_;
  std::unique_ptr<TeamSum<Reached>> reached_;
  std::uint64_t reached_arcs_ = 0;
  std::unique_ptr<BcEngine> for_deeper_;
};

}  // namespace

bool suits_batches(const BcProblem& problem) {
  // Every level looks at every vertex, which does not pay off for shorter adjacency lists.
  constexpr EdgeIndex kArcsAVertex = 3;
  const Graph& graph = problem.graph;
  if (graph.num_arcs() < kArcsAVertex * graph.num_vertices()) return false;
  if (problem.lengths || problem.of == BetweennessOf::kEdges || graph.num_arcs() == 0 ||
      graph.num_vertices() >= kMostBatchVertices) {
    return false;
  }
  return !has_high_diameter(graph);
}

std::unique_ptr<BcEngine> make_batched_search(Workspace& workspace, const BcProblem& problem,
                                              BatchRows rows, int threads) {
  switch (rows) {
    case BatchRows::kLone:
      return std::make_unique<BatchedSearch<double, 1>>(workspace, problem, threads);
    case BatchRows::kDoubles:
      return std::make_unique<BatchedSearch<double, kBatch>>(workspace, problem, threads);
    case BatchRows::kFloats:
      return std::make_unique<BatchedSearch<float, kBatch>>(workspace, problem, threads);
  }
  return nullptr;
}

}  // namespace strider::detail
