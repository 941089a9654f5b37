// Validation of an edge connectivity k: a cut of k edges, and that there is none of fewer.
//
//   order the vertices: those that the first one reaches, as a breadth-first search does
//   for each vertex v: find k paths from v to vertices before it that share no edge
//   if the graph is directed: find k paths from vertices before v to it as well
//
// If a cut had fewer than k edges, the first vertex v of the order that is not on the side of the
// first one would be cut off from all before it by fewer than k edges (Menger 1927). Paths are
// found one after another, each by a breadth-first search from v (Edmonds and Karp 1972).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/flow.hpp"
#include "validate/findings.hpp"
#include "validate/path_search.hpp"

namespace strider {
namespace {

using detail::PathSearch;
using detail::Way;

/// Vertices that a thread takes at once.
constexpr std::size_t kTogether = 64;

struct SideFindings {
  std::uint64_t cut_size = 0;
  std::array<Vertex, 2> on_side{};
  Vertex wrong = kNoVertex;  ///< the smallest on no side
  void merge(const SideFindings& other) {
    cut_size += other.cut_size;
    for (const std::size_t side : {0U, 1U}) on_side[side] += other.on_side[side];
    wrong = std::min(wrong, other.wrong);
  }
};

SideFindings look_at_sides(const Graph& graph, std::span<const std::uint8_t> sides, int threads) {
  return detail::find_in_vertices<SideFindings>(graph.num_vertices(), threads,
                                                [&](Vertex u, SideFindings& mine) {
                                                  if (sides[u] > 1) {
                                                    mine.wrong = std::min(mine.wrong, u);
                                                    return;
                                                  }
                                                  ++mine.on_side[sides[u]];
                                                  if (sides[u] == 1) return;
                                                  for (const Vertex v : graph.out().neighbors(u))
                                                    mine.cut_size += sides[v] == 1 ? 1 : 0;
                                                });
}

/// Vertices with fewer paths than there should be.
struct CutOff {
  Vertex vertex = kNoVertex;  ///< the smallest
  std::uint64_t paths = 0;    ///< that lead there, or from there

  void merge(const CutOff& other) {
    if (other.vertex < vertex) *this = other;
  }
};

/// Looks for paths at all vertices.
class ConnectivityProof {
 public:
  ConnectivityProof(const Graph& graph, std::uint64_t paths, std::uint64_t most_looks, int threads)
      : graph_(graph), paths_(paths), most_looks_(most_looks), arcs_(workspace_, graph) {
    for (int thread = 0; thread < threads; ++thread) searches_.emplace_back(workspace_, arcs_);
    workspace_.take("the validation of an edge connectivity", detail::HostMemory());
  }

  CutOff find() {
    CutOff all;
    std::mutex mutex;
    parallel_region(static_cast<int>(searches_.size()), [&](int thread, int) {
      CutOff mine;
      look_at_vertices(searches_[static_cast<std::size_t>(thread)], mine);
      const std::lock_guard lock(mutex);
      all.merge(mine);
    });
    return all;
  }
  /// Whether find() has looked at all vertices.
  [[nodiscard]] bool is_complete() const { return looks_ <= most_looks_; }

 private:
  // Relaxed: vertices are claimed by their number only, and looks are counted.
  void look_at_vertices(PathSearch& search, CutOff& found) {
    for (;;) {
      const std::size_t begin = next_.fetch_add(kTogether, std::memory_order_relaxed);
      const std::size_t end = std::min(begin + kTogether, std::size_t{graph_.num_vertices()});
      if (begin >= end) return;
      throw_if_stopped();
      for (auto v = static_cast<Vertex>(std::max(begin, std::size_t{1})); v < end; ++v) {
        look(search, v, Way::kFrom, found);
        if (graph_.is_directed()) look(search, v, Way::kTo, found);
      }
    }
  }
  void look(PathSearch& search, Vertex v, Way way, CutOff& found) {
    const std::uint64_t before = looks_.load(std::memory_order_relaxed);
    if (before > most_looks_) return;
    const auto [paths, looks] = search.find(v, way, paths_, most_looks_ - before);
    looks_.fetch_add(looks, std::memory_order_relaxed);
    if (paths < paths_ && looks <= most_looks_ - before) found.merge({v, paths});
  }

  const Graph& graph_;
  std::uint64_t paths_;
  std::uint64_t most_looks_;
  detail::Workspace workspace_;
  detail::OrderedArcs arcs_;
  std::deque<PathSearch> searches_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> looks_{0};
};

}  // namespace

ConnectivityValidation validate_edge_connectivity(const Graph& graph, const EdgeConnectivity& found,
                                                  const ConnectivityValidationOptions& options) {
  const Vertex n = graph.num_vertices();
  if (found.sides.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} sides for a graph of {} vertices", found.sides.size(), n));
  }
  const int threads = resolve_threads(options.threads);
  ConnectivityValidation validation;
  const auto add = [&](ConnectivityRule rule, Vertex v, std::string message) {
    validation.violations.push_back({rule, v, std::move(message)});
  };
  const SideFindings sides = look_at_sides(graph, found.sides.span(), threads);
  validation.cut_size = sides.cut_size;
  if (sides.wrong != kNoVertex) {
    add(ConnectivityRule::kSides, sides.wrong,
        fmt::format("the vertex is on side {}", found.sides[sides.wrong]));
  } else if (n >= 2 && (sides.on_side[0] == 0 || sides.on_side[1] == 0)) {
    add(ConnectivityRule::kSides, 0, "all vertices are on one side");
  }
  if (sides.cut_size != found.value) {
    add(ConnectivityRule::kCut, 0,
        fmt::format("{} edges lead from side 0 to side 1, not {}", sides.cut_size, found.value));
  }
  if (!validation.passed()) return validation;
  if (found.value == 0) {
    validation.is_proof = true;
    return validation;
  }
  ConnectivityProof proof(graph, found.value, options.most_looks, threads);
  const CutOff cut_off = proof.find();
  if (cut_off.vertex != kNoVertex) {
    add(ConnectivityRule::kLeast, cut_off.vertex,
        fmt::format("{} edges cut the vertex off from others, less than {}", cut_off.paths,
                    found.value));
  }
  validation.is_proof = proof.is_complete() && validation.passed();
  return validation;
}

}  // namespace strider
