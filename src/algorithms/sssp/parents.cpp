// Parents from distances. An edge is tight where it closes the distance of its end exactly; a
// parent is the near end of a tight edge.
//
//   descend: every vertex takes, of its tight edges from vertices nearer to the source, the
//   lightest,
//            and of equally light ones that from the smallest vertex
//   spread:  what is left has tight edges from equally far vertices only; those that have a parent
//            give one to their neighbours, round by round, until all have one
//
// Distances fall along the parents of the first kind, rounds along those of the second: so there is
// no cycle, whatever weights are zero.
#include "algorithms/sssp/parents.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kGrain = 256;
/// Rounds of fewer vertices are over before a second thread has come.
constexpr std::size_t kVerticesForThreads = 1U << 12U;

template <class W, class D>
class ParentFinder {
 public:
  ParentFinder(const WeightedGraph<W>& graph, Vertex source, std::span<const D> distances,
               std::span<Vertex> parents, int threads)
      : csr_(graph.topology().out()),
        weights_(graph.weights().data()),
        distances_(distances),
        parents_(parents),
        directed_(graph.topology().is_directed()),
        threads_(threads) {
    descend(source);
    spread(find_orphans());
  }

 private:
  [[nodiscard]] bool is_reached(std::size_t v) const {
    return distances_[v] != kUnreachedDistance<D>;
  }
  [[nodiscard]] bool is_tight(D from, W weight, D to) const {
    return static_cast<D>(from + weight) == to;
  }

  void descend(Vertex source) {
    parallel_chunks(parents_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(parents_.begin() + static_cast<std::ptrdiff_t>(begin),
                parents_.begin() + static_cast<std::ptrdiff_t>(end), kNoVertex);
    });
    parents_[source] = source;
    if (!directed_) {
      for_all_reached([&](Vertex v) { look(v); });
      return;
    }
    lightest_ = take_array<Array<W>>(parents_.size(), "the parents");
    std::fill(lightest_.begin(), lightest_.end(), std::numeric_limits<W>::max());
    for_all_reached([&](Vertex u) {
      for_tight_edges(u, [&](EdgeIndex e, Vertex v) { lower(lightest_[v], weights_[e]); });
    });
    for_all_reached([&](Vertex u) {
      for_tight_edges(u, [&](EdgeIndex e, Vertex v) {
        if (weights_[e] == lightest_[v]) lower(parents_[v], u);
      });
    });
    lightest_ = Array<W>();
  }

  template <class F>
  void for_all_reached(F&& body) {
    parallel_for(
        0, parents_.size(), threads_,
        [&](std::size_t v) {
          if (is_reached(v)) body(static_cast<Vertex>(v));
        },
        kGrain);
  }

  /// An undirected edge stands in the lists of both ends: v looks through its own.
  void look(Vertex v) {
    if (distances_[v] == D{0}) return;  // no vertex is nearer
    Vertex best = kNoVertex;
    W lightest = std::numeric_limits<W>::max();
    for (EdgeIndex e = csr_.offsets()[v]; e < csr_.offsets()[v + 1ULL]; ++e) {
      const Vertex u = csr_.targets()[e];
      const W weight = weights_[e];
      const bool comes_first = weight < lightest || (weight == lightest && u < best);
      if (comes_first && distances_[u] < distances_[v] &&
          is_tight(distances_[u], weight, distances_[v])) {
        best = u;
        lightest = weight;
      }
    }
    if (best != kNoVertex) parents_[v] = best;
  }

  /// body(arc, v) for the tight edges from u to vertices v farther from the source. A directed edge
  /// stands in the list of its near end only.
  template <class F>
  void for_tight_edges(Vertex u, F&& body) {
    for (EdgeIndex e = csr_.offsets()[u]; e < csr_.offsets()[u + 1ULL]; ++e) {
      const Vertex v = csr_.targets()[e];
      if (is_reached(v) && distances_[u] < distances_[v] &&
          is_tight(distances_[u], weights_[e], distances_[v])) {
        body(e, v);
      }
    }
  }

  /// The reached vertices without a parent.
  std::vector<Vertex> find_orphans() {
    std::vector<Vertex> orphans;
    std::mutex mutex;
    parallel_chunks(parents_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::vector<Vertex> mine;
      for (std::size_t v = begin; v < end; ++v) {
        if (parents_[v] == kNoVertex && is_reached(v)) mine.push_back(static_cast<Vertex>(v));
      }
      const std::lock_guard lock(mutex);
      orphans.insert(orphans.end(), mine.begin(), mine.end());
    });
    return orphans;
  }

  void spread(const std::vector<Vertex>& orphans) {
    if (orphans.empty()) return;
    orphaned_ = Bitmap(parents_.size());
    orphaned_.clear(threads_);
    for (const Vertex v : orphans) orphaned_.set(v);
    // In the first round whoever has a parent gives; then those that were given one.
    std::vector<Vertex> adopted = spread_from(parents_.size(), [&](std::size_t i) {
      const auto u = static_cast<Vertex>(i);
      return is_reached(u) && !orphaned_.test(u) ? u : kNoVertex;
    });
    while (!adopted.empty()) {
      for (const Vertex v : adopted) orphaned_.reset(v);
      adopted = spread_from(adopted.size(), [&](std::size_t i) { return adopted[i]; });
    }
  }

  /// One round: the vertices that were given a parent by giver(0) .. giver(count - 1).
  template <class F>
  std::vector<Vertex> spread_from(std::size_t count, F&& giver) {
    std::vector<Vertex> adopted;
    std::mutex mutex;
    const int threads = count < kVerticesForThreads ? 1 : threads_;
    parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end, int) {
      std::vector<Vertex> mine;
      for (std::size_t i = begin; i < end; ++i) {
        const Vertex u = giver(i);
        if (u != kNoVertex) give(u, mine);
      }
      const std::lock_guard lock(mutex);
      adopted.insert(adopted.end(), mine.begin(), mine.end());
    });
    return adopted;
  }

  void give(Vertex u, std::vector<Vertex>& adopted) {
    for (EdgeIndex e = csr_.offsets()[u]; e < csr_.offsets()[u + 1ULL]; ++e) {
      const Vertex v = csr_.targets()[e];
      if (orphaned_.test(v) && distances_[u] == distances_[v] &&
          is_tight(distances_[u], weights_[e], distances_[v]) && becomes_parent(u, v)) {
        adopted.push_back(v);
      }
    }
  }

  /// The smallest of those that give in the same round stays. True for the first of them.
  bool becomes_parent(Vertex u, Vertex v) {
    Vertex seen = load_relaxed(parents_[v]);
    while (u < seen) {
      if (compare_exchange_relaxed(parents_[v], seen, u)) return seen == kNoVertex;
      seen = load_relaxed(parents_[v]);
    }
    return false;
  }

  const Csr& csr_;
  const W* weights_;
  std::span<const D> distances_;
  std::span<Vertex> parents_;
  bool directed_;
  int threads_;
  Array<W> lightest_;  // of directed graphs: the weight of the edge from the parent
  Bitmap orphaned_;
};

}  // namespace

template <class W, class D>
void derive_parents(const WeightedGraph<W>& graph, Vertex source, std::span<const D> distances,
                    std::span<Vertex> parents, int threads) {
  ParentFinder<W, D>(graph, source, distances, parents, threads);
}

template void derive_parents(const WeightedGraph<float>&, Vertex, std::span<const float>,
                             std::span<Vertex>, int);
template void derive_parents(const WeightedGraph<double>&, Vertex, std::span<const double>,
                             std::span<Vertex>, int);
template void derive_parents(const WeightedGraph<std::uint32_t>&, Vertex,
                             std::span<const std::uint64_t>, std::span<Vertex>, int);
template void derive_parents(const WeightedGraph<std::uint32_t>&, Vertex,
                             std::span<const std::uint32_t>, std::span<Vertex>, int);

}  // namespace strider::detail
