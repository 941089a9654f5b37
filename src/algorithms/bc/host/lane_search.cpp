// Brandes' algorithm for sixteen sources at once: what is read of the graph is read once for all of
// them, and their counts of a vertex stand in one row, added by vectors.
//
//   level[0] = each source, in its lane; seen = level[0]
//   for d = 0, 1, ... until nothing is found, one of:
//     out by the level, where it has few edges: for u of level[d], for neighbours v:
//       in the lanes of u that v has not seen: v joins level[d + 1], row(v) += row(u)
//     else by those that have not been found: for v with unseen lanes, for neighbours u:
//       in these lanes, where u is on level[d]: v joins level[d + 1], row(v) += row(u)
//   for d = deepest, ..., 1: for v of level[d]:
//     coefficients = sum of row(w) over neighbours w, in the lanes where w is on level[d + 1]
//     dependencies = coefficients * row(v); row(v) = (weight + dependencies) / row(v)
//
// A level is a mask of lanes a vertex: which successors count is told by bits, not by distances.
// Counts are plain doubles: few levels keep them in range, whatever the graph (safe_levels). A
// batch that turns out deeper is left to the search of one source at a time.
#include "algorithms/bc/host/lane_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "algorithms/bc/host/lane_kernels.hpp"
#include "algorithms/bc/host/packed_search.hpp"
#include "graph/bitmap.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// More are not worth their memory: levels are small then, and lanes mostly empty.
constexpr std::size_t kMostLevels = 48;
/// Vertices handed to a kernel at once.
constexpr std::size_t kChunk = 1024;
/// A level with fewer edges than the graph's divided by this is searched from: rows written are
/// dearer than rows read, but only a few of the graph's are looked at.
constexpr std::uint64_t kSparse = 64;

/// Levels within which counts stay below 2^1000. Every path takes one edge between each level and
/// the next, and is known by every second one of them; so with D levels there are at most
/// (m / (D / 2))^(D / 2) paths.
std::size_t safe_levels(EdgeIndex num_arcs) {
  const double arcs = std::max(4.0, static_cast<double>(num_arcs));
  std::size_t levels = kMostLevels;
  while (levels > 2) {
    const double half = std::ceil(static_cast<double>(levels) / 2);
    if (half * std::log2(arcs / half) <= 1000) break;
    --levels;
  }
  return levels;
}

class LaneSearch final : public BcEngine {
 public:
  explicit LaneSearch(const BcProblem& problem)
      : problem_(problem),
        out_(problem.graph.out()),
        in_(problem.graph.in()),
        most_levels_(safe_levels(problem.graph.num_arcs())),
        rows_(num_vertices() * kLanes),
        seen_(num_vertices()),
        after_(num_vertices()) {}

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    while (!sources.empty()) {
      const auto lanes = sources.first(std::min(sources.size(), kLanes));
      sources = sources.subspan(lanes.size());
      for (std::size_t i = 0; i < lanes.size(); ++i) times_[i] = problem_.source_weight(lanes[i]);
      if (walk_out(lanes)) {
        walk_back(sums);
        arcs += close_sources(lanes, sums);
      } else {
        if (!one_by_one_) one_by_one_ = make_packed_search(problem_);
        arcs += one_by_one_->accumulate(lanes, sums);
      }
    }
    return arcs;
  }

 private:
  struct LaneLevel {
    Array<LaneMask> masks;
    /// The vertices of the level, where they were few and are listed.
    std::vector<Vertex> list;
    bool is_listed = false;
    std::uint64_t vertices = 0;
  };

  [[nodiscard]] std::size_t num_vertices() const { return problem_.graph.num_vertices(); }

  LaneLevel& level(std::size_t depth) {
    while (levels_.size() <= depth) {
      levels_.emplace_back();
      levels_.back().masks = Array<LaneMask>(num_vertices());
    }
    return levels_[depth];
  }

  /// False where there are more levels than lanes are good for.
  bool walk_out(std::span<const Vertex> sources) {
    std::fill(seen_.begin(), seen_.end(), LaneMask{0});
    LaneLevel& first = level(0);
    std::fill(first.masks.begin(), first.masks.end(), LaneMask{0});
    first.list.clear();
    for (std::size_t lane = 0; lane < sources.size(); ++lane) {
      const Vertex source = sources[lane];
      if (first.masks[source] == 0) first.list.push_back(source);
      const auto bit = static_cast<LaneMask>(1U << lane);
      first.masks[source] = static_cast<LaneMask>(first.masks[source] | bit);
      seen_[source] = first.masks[source];
      rows_[source * kLanes + lane] = 1;
    }
    first.is_listed = true;
    first.vertices = first.list.size();
    const auto all = static_cast<LaneMask>((1U << sources.size()) - 1);
    for (depth_ = 0; level(depth_).vertices > 0; ++depth_) {
      if (depth_ + 1 > most_levels_) return false;
      expand(all);
    }
    --depth_;  // the last level is empty
    return true;
  }

  void expand(LaneMask all) {
    LaneLevel& next = level(depth_ + 1);  // first: it may move the levels
    LaneLevel& own = level(depth_);
    next.list.clear();
    if (own.is_listed && edges_of(own.list) <= problem_.graph.num_arcs() / kSparse) {
      std::fill(next.masks.begin(), next.masks.end(), LaneMask{0});
      push_out({&out_, own.masks.data(), rows_.data()}, own.list, seen_.data(), next.masks.data(),
               next.list);
      next.is_listed = true;
      next.vertices = next.list.size();
      return;
    }
    const LaneStep step{&in_, own.masks.data(), rows_.data()};
    next.vertices = 0;
    for_chunks(
        [&](std::size_t v) {
          next.masks[v] = 0;
          return seen_[v] != all && in_.degree(static_cast<Vertex>(v)) > 0;
        },
        [&](std::span<const Vertex> chunk) {
          next.vertices += pull_out(step, chunk, all, seen_.data(), next.masks.data());
        });
    next.is_listed = next.vertices < num_vertices() / kSparse;
    if (next.is_listed) list_members(next);
  }

  [[nodiscard]] EdgeIndex edges_of(std::span<const Vertex> list) const {
    EdgeIndex edges = 0;
    for (const Vertex v : list) edges += out_.degree(v);
    return edges;
  }

  void list_members(LaneLevel& of) const {
    for (std::size_t v = 0; v < num_vertices(); ++v) {
      if (of.masks[v] != 0) of.list.push_back(static_cast<Vertex>(v));
    }
  }

  /// body(list) for the vertices that are `wanted`, ascending, some at a time.
  template <class Wanted, class F>
  void for_chunks(const Wanted& wanted, F&& body) {
    Vertex chunk[kChunk];
    std::size_t size = 0;
    for (std::size_t v = 0; v < num_vertices(); ++v) {
      chunk[size] = static_cast<Vertex>(v);
      size += wanted(v) ? 1 : 0;
      if (size == kChunk) {
        body(std::span<const Vertex>(chunk, size));
        size = 0;
      }
    }
    if (size > 0) body(std::span<const Vertex>(chunk, size));
  }

  void walk_back(std::span<double> sums) {
    const double* const weights =
        problem_.target_weights.empty() ? nullptr : problem_.target_weights.data();
    const double* const times = problem_.source_weights.empty() ? nullptr : times_;
    for (std::size_t d = depth_; d >= 1; --d) {
      const LaneLevel& own = levels_[d];
      const LaneLevel& after = levels_[d + 1];
      const LaneStep step{&out_, after.masks.data(), rows_.data()};
      const LaneSums target{own.masks.data(), weights, sums.data(), times};
      if (own.is_listed) {
        pull_back(step, own.list, target);
      } else if (d == depth_) {
        for_chunks([&](std::size_t v) { return own.masks[v] != 0; },
                   [&](std::span<const Vertex> chunk) { close_ends(step, chunk, target); });
      } else if (after.is_listed) {
        mark_before(after, own);
        for_chunks([&](std::size_t v) { return own.masks[v] != 0 && after_.test(vertex(v)); },
                   [&](std::span<const Vertex> chunk) { pull_back(step, chunk, target); });
        for_chunks([&](std::size_t v) { return own.masks[v] != 0 && !after_.test(vertex(v)); },
                   [&](std::span<const Vertex> chunk) { close_ends(step, chunk, target); });
      } else {
        for_chunks([&](std::size_t v) { return own.masks[v] != 0; },
                   [&](std::span<const Vertex> chunk) { pull_back(step, chunk, target); });
      }
    }
  }

  static Vertex vertex(std::size_t v) { return static_cast<Vertex>(v); }

  /// Marks the vertices of a level from which a short level after it is come to: the others need
  /// not look at their lists for it.
  void mark_before(const LaneLevel& after, const LaneLevel& own) {
    after_.clear();
    for (const Vertex w : after.list) {
      for (const Vertex v : in_.neighbors(w)) {
        if ((own.masks[v] & after.masks[w]) != 0) after_.set(v);
      }
    }
  }

  /// Endpoints, and the arcs of the vertices reached, of each lane.
  std::uint64_t close_sources(std::span<const Vertex> sources, std::span<double> sums) {
    std::uint64_t arcs = 0;
    double reached[kLanes] = {};
    for (std::size_t v = 0; v < num_vertices(); ++v) {
      const auto lanes = static_cast<std::uint64_t>(std::popcount(seen_[v]));
      arcs += lanes * out_.degree(vertex(v));
      if (!problem_.counts_endpoints()) continue;
      const double weight = problem_.target_weights.empty() ? 1 : problem_.target_weights[v];
      const auto others = static_cast<LaneMask>(seen_[v] & ~levels_[0].masks[v]);
      sums[v] += weight * std::popcount(others);
      for (std::size_t lane = 0; lane < sources.size(); ++lane) {
        if ((others >> lane & 1U) != 0) reached[lane] += weight;
      }
    }
    if (problem_.counts_endpoints()) {
      for (std::size_t lane = 0; lane < sources.size(); ++lane)
        sums[sources[lane]] += reached[lane];
    }
    return arcs;
  }

  const BcProblem& problem_;
  const Csr& out_;
  const Csr& in_;
  std::size_t most_levels_;
  alignas(64) double times_[kLanes] = {};  // how often each lane's source counts
  Array<double> rows_;
  Array<LaneMask> seen_;
  Bitmap after_;
  std::vector<LaneLevel> levels_;
  std::size_t depth_ = 0;
  std::unique_ptr<BcEngine> one_by_one_;
};

}  // namespace

bool suits_lanes(const BcProblem& problem) {
  const Graph& graph = problem.graph;
  if (problem.lengths || problem.of == BetweennessOf::kEdges || graph.num_arcs() == 0 ||
      !problem.mutual_target_weights.empty()) {
    return false;
  }
  return !has_high_diameter(graph);
}

std::uint64_t lane_search_bytes(const BcProblem& problem) {
  const std::uint64_t row = kLanes * sizeof(double);
  const std::uint64_t masks = (safe_levels(problem.graph.num_arcs()) + 3) * sizeof(LaneMask);
  return problem.graph.num_vertices() * (row + masks) + packed_search_bytes(problem);
}

std::unique_ptr<BcEngine> make_lane_search(const BcProblem& problem) {
  return std::make_unique<LaneSearch>(problem);
}

}  // namespace strider::detail
