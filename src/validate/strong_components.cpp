// Validation of strong components, by their definition: labels are least vertices, every component
// is strongly connected, and no cycle leads through several of them.
#include "strider/strong_components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "base/atomics.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "graph/edge_map.hpp"
#include "graph/frontier_queue.hpp"
#include "strider/error.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"
#include "validate/strong_findings.hpp"

namespace strider {
namespace {

using namespace detail;

constexpr const char* kStrongValidation = "the validation of strong components";

/// The smallest vertex that breaks a rule, and how many do.
struct BrokenRule {
  std::uint64_t count = 0;
  Vertex vertex = kNoVertex;

  void merge(const BrokenRule& other) {
    count += other.count;
    vertex = std::min(vertex, other.vertex);
  }
};

/// Takes in every vertex that an arc leads to, once.
struct ReachOnce {
  Bitmap& reached;

  [[nodiscard]] bool cond(Vertex v) const { return !reached.test_atomic(v); }
  [[nodiscard]] bool update_atomic(Vertex /*u*/, Vertex v) const { return reached.claim_atomic(v); }
};
/// Takes in every vertex with the last of the arcs that lead to it.
struct CountDown {
  std::span<EdgeIndex> arcs_in;

  [[nodiscard]] static constexpr bool cond(Vertex) { return true; }
  [[nodiscard]] bool update_atomic(Vertex /*u*/, Vertex v) const {
    return fetch_add_relaxed(arcs_in[v], ~EdgeIndex{0}) == 1;
  }
};

template <class Edges>
class StrongCheck {
 public:
  StrongCheck(const Edges& edges, std::span<const Vertex> labels, int threads)
      : edges_(edges), labels_(labels), threads_(threads) {}

  [[nodiscard]] StrongComponentsValidation run() {
    check(StrongRule::kLeastVertex, [&](Vertex v) {
      const Vertex label = labels_[v];
      return label <= v && labels_[label] == label;
    });
    if (!validation_.passed()) return std::move(validation_);  // what labels name is unknown
    for (Vertex v = 0; v < labels_.size(); ++v) validation_.num_components += labels_[v] == v;
    reach_all(StrongRule::kReached, [&](Vertex u, Vertex v, const auto& arc) {
      if (labels_[u] == labels_[v]) arc(u, v);
    });
    reach_all(StrongRule::kLeadsBack, [&](Vertex u, Vertex v, const auto& arc) {
      if (labels_[u] == labels_[v]) arc(v, u);
    });
    sort_components();
    return std::move(validation_);
  }

 private:
  /// Adds a violation where is_right(v) does not hold of all vertices.
  template <class IsRight>
  void check(StrongRule rule, const IsRight& is_right) {
    const auto look = [&](Vertex v, BrokenRule& mine) {
      if (!is_right(v)) mine.merge({1, v});
    };
    const auto broken = find_in_vertices<BrokenRule>(labels_.size(), threads_, look);
    if (broken.count == 0) return;
    const Vertex v = broken.vertex;
    validation_.violations.push_back(
        {rule, v, describe_violation(rule, v, labels_[v], broken.count)});
  }
  /// Every vertex must be reached from its label by the arcs that `arcs` chooses.
  template <class Arcs>
  void reach_all(StrongRule rule, const Arcs& arcs) {
    Bitmap reached = take_array<Bitmap>(labels_.size(), kStrongValidation);
    reached.clear(threads_);
    const auto is_first = [&](Vertex v) { return labels_[v] == v; };
    for (Vertex v = 0; v < labels_.size(); ++v) {
      if (is_first(v)) reached.set(v);
    }
    follow(rows_of(arcs), is_first, ReachOnce{reached});
    check(rule, [&](Vertex v) { return reached.test(v); });
  }
  /// Components are taken away when all that lead to them are: those of a cycle never.
  void sort_components() {
    const auto arcs = [&](Vertex u, Vertex v, const auto& arc) {
      if (labels_[u] != labels_[v]) arc(labels_[u], labels_[v]);
    };
    const Csr rows = rows_of(arcs);
    auto arcs_in = take_array<Array<EdgeIndex>>(labels_.size(), kStrongValidation);
    std::ranges::fill(arcs_in, EdgeIndex{0});
    for_each_arc(arcs,
                 [&](Vertex /*u*/, Vertex v) { fetch_add_relaxed(arcs_in[v], EdgeIndex{1}); });
    Bitmap first = take_array<Bitmap>(labels_.size(), kStrongValidation);
    first.clear(threads_);
    for (Vertex v = 0; v < labels_.size(); ++v) {
      if (arcs_in[v] == 0) first.set(v);
    }
    follow(
        rows, [&](Vertex v) { return first.test(v); }, CountDown{arcs_in.span()});
    check(StrongRule::kAcyclic, [&](Vertex v) { return arcs_in[v] == 0; });
  }

  /// body(u, v) for the arcs that `arcs` makes of edges, by all threads.
  template <class Arcs, class F>
  void for_each_arc(const Arcs& arcs, const F& body) const {
    const bool both_ways = edges_.directedness() == Directedness::kUndirected;
    find_in_edges<BrokenRule>(edges_, threads_,
                              [&](std::size_t begin, std::size_t end, BrokenRule&) {
                                edges_.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
                                  arcs(u, v, body);
                                  if (both_ways) arcs(v, u, body);
                                });
                              });
  }
  template <class Arcs>
  [[nodiscard]] Csr rows_of(const Arcs& arcs) const {
    const std::size_t n = labels_.size();
    auto offsets = take_array<Array<EdgeIndex>>(n + 1, kStrongValidation);
    std::ranges::fill(offsets, EdgeIndex{0});
    for_each_arc(arcs, [&](Vertex u, Vertex) { fetch_add_relaxed(offsets[u], EdgeIndex{1}); });
    const EdgeIndex size = exclusive_scan(offsets.span(), threads_);
    auto targets = take_array<Array<Vertex>>(size, kStrongValidation);
    for_each_arc(arcs, [&](Vertex u, Vertex v) {
      targets[fetch_add_relaxed(offsets[u], EdgeIndex{1})] = v;
    });
    // Offsets have moved on by one row.
    std::move_backward(offsets.begin(), offsets.end() - 1, offsets.end());
    offsets[0] = 0;
    return Csr(std::move(offsets), std::move(targets));
  }
  /// From all vertices that is_first holds of.
  template <class IsFirst, class F>
  void follow(const Csr& rows, const IsFirst& is_first, const F& functor) const {
    require_memory(labels_.size() * sizeof(Vertex), kStrongValidation);
    FrontierQueue queue(labels_.size());
    for (Vertex v = 0; v < labels_.size(); ++v) {
      if (is_first(v)) queue.append({&v, 1});
    }
    parallel_workers(threads_, [&](Worker& worker) {
      std::size_t begin = 0;
      for (std::size_t end = queue.size(); begin < end && !worker.member().must_stop();) {
        worker.wait();
        push(worker, rows, queue.window(begin, end), functor, queue);
        worker.wait();
        begin = std::exchange(end, queue.size());
      }
    });
  }

  const Edges& edges_;
  std::span<const Vertex> labels_;
  int threads_;
  StrongComponentsValidation validation_;
};

template <class Edges>
StrongComponentsValidation check_strong(const Edges& edges, std::span<const Vertex> labels,
                                        int threads) {
  const Vertex n = edges.num_vertices();
  if (labels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
  }
  return StrongCheck(edges, labels, resolve_threads(threads)).run();
}

}  // namespace

StrongComponentsValidation validate_strong_components(const EdgeList& edges,
                                                      std::span<const Vertex> labels, int threads) {
  return check_strong(ListEdges<Unweighted>(edges), labels, threads);
}
StrongComponentsValidation validate_strong_components(const Graph& graph,
                                                      std::span<const Vertex> labels, int threads) {
  return check_strong(GraphEdges<Unweighted>(graph), labels, threads);
}

}  // namespace strider
