// Validation of a matrix of distances: each row is held against all edges.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "graph/sources.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Rows one after the other.
class RowCheck {
 public:
  explicit RowCheck(const Graph& graph) : graph_(graph), has_predecessor_(graph.num_vertices()) {}

  std::optional<DistanceViolation> check(Vertex source, std::span<const Level> levels) {
    least_.reset();
    std::ranges::fill(has_predecessor_, std::uint8_t{0});
    sequential_for(0, levels.size(), [&](std::size_t i) {
      const auto u = static_cast<Vertex>(i);
      if ((levels[u] == 0) != (u == source)) {
        note(DistanceRule::kSource, u, "only the source is at distance 0");
      }
      if (levels[u] == kUnreached) return;
      for (const Vertex v : graph_.out().neighbors(u)) {
        if (levels[v] > levels[u] + 1) {
          note(DistanceRule::kEdges, v, fmt::format("an edge leads to it from vertex {}", u));
        }
        if (levels[v] == levels[u] + 1) has_predecessor_[v] = 1;
      }
    });
    sequential_for(0, levels.size(), [&](std::size_t i) {
      const auto v = static_cast<Vertex>(i);
      if (levels[v] != 0 && levels[v] != kUnreached && has_predecessor_[v] == 0) {
        note(DistanceRule::kReached, v, "no edge leads to it from a vertex one nearer");
      }
    });
    return std::move(least_);
  }

 private:
  void note(DistanceRule rule, Vertex v, std::string message) {
    if (least_ && least_->vertex <= v) return;
    least_ = {rule, 0, v, std::move(message)};
  }

  const Graph& graph_;
  std::vector<std::uint8_t> has_predecessor_;
  std::optional<DistanceViolation> least_;
};

}  // namespace

DistancesValidation validate_distances(const Graph& graph, std::span<const Vertex> sources,
                                       const DistanceMatrix& claim, int threads) {
  const Vertex n = graph.num_vertices();
  if (claim.num_sources != sources.size() || claim.num_vertices != n ||
      claim.levels.size() != sources.size() * n) {
    throw UsageError(
        fmt::format("validation: the distances are not those of {} sources and {} "
                    "vertices",
                    sources.size(), n));
  }
  detail::require_sources(sources, n);
  threads = std::min(resolve_threads(threads), static_cast<int>(std::max(sources.size(), 1UL)));
  require_memory(static_cast<std::size_t>(threads) * n, "the validation of distances");
  DistancesValidation found;
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  parallel_region(threads, [&](int, int) {
    RowCheck check(graph);
    for (std::size_t row = next++; row < sources.size(); row = next++) {
      std::optional<DistanceViolation> wrong = check.check(sources[row], claim.row(row));
      if (!wrong) continue;
      const std::lock_guard lock(mutex);
      wrong->row = row;
      if (found.passed() || row < found.violations.front().row) found.violations = {*wrong};
    }
  });
  return found;
}

}  // namespace strider
