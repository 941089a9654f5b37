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
#include <array>
#include <limits>
#include <mutex>
#include <type_traits>
#include <vector>

#include "algorithms/sssp/host/arc_filter.hpp"
#include "algorithms/sssp/host/tight_arcs.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
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
  static constexpr std::size_t kChunk = 256;
  /// A row of fewer arcs is read as fast as those of its arcs are found that may be tight.
  static constexpr EdgeIndex kShortRow = ShortRowArcs<float>::kMostArcs;
  static constexpr EdgeIndex kSamples = 4096;
  static constexpr std::size_t kNearPart = 1000;

  /// Edges that may be tight, of one vertex after the other. They wait for their other ends, and
  /// then for the distances of these.
  class Candidates {
   public:
    explicit Candidates(ParentFinder& finder) : finder_(finder) {}
    void add(Vertex v, EdgeIndex arc) {
      prefetch_to_read(finder_.csr_.targets().data() + arc);
      edges_[count_++] = {arc, v, kNoVertex};
      if (count_ == edges_.size()) decide();
    }
    void decide() {
      const std::span<Edge> edges(edges_.data(), count_);
      for (Edge& edge : edges) {
        edge.from = finder_.csr_.targets()[edge.arc];
        prefetch_to_read(finder_.distances_.data() + edge.from);
      }
      for (const Edge& edge : edges) decide(edge);
      count_ = 0;
    }

   private:
    struct Edge {
      EdgeIndex arc;
      Vertex to;
      Vertex from;
    };
    void decide(const Edge& edge) {
      const D distance = finder_.distances_[edge.to];
      const D nearer = finder_.distances_[edge.from];
      const W weight = finder_.weights_[edge.arc];
      if (!(nearer < distance) || !finder_.is_tight(nearer, weight, distance)) return;
      Vertex& parent = finder_.parents_[edge.to];
      const bool is_first = parent == kNoVertex;
      if (is_first || weight < lightest_ || (weight == lightest_ && edge.from < parent)) {
        parent = edge.from;
        lightest_ = weight;
      }
    }

    ParentFinder& finder_;
    std::array<Edge, 128> edges_;
    std::size_t count_ = 0;
    W lightest_ = 0;  // of the vertex decided for last, if it has a parent
  };

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
      look_at_all();
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

  /// An undirected edge stands in the lists of both ends: each vertex looks through its own.
  void look_at_all() {
    find_near();
    parallel_for(
        0, (parents_.size() + kChunk - 1) / kChunk, threads_,
        [&](std::size_t chunk) {
          const std::size_t begin = chunk * kChunk;
          const std::size_t end = std::min(parents_.size(), begin + kChunk);
          look_at(static_cast<Vertex>(begin), static_cast<Vertex>(end));
        },
        1);
  }

  void look_at(Vertex begin, Vertex end) {
    std::array<Vertex, kChunk + kFoundOverrun> found;
    std::fill_n(found.begin(), end - begin, kUndecided);
    if constexpr (std::is_same_v<W, D> && sizeof(D) == sizeof(std::uint32_t)) {
      const ShortRowArcs<D> short_rows{.offsets = csr_.offsets().data(),
                                       .targets = csr_.targets().data(),
                                       .weights = weights_,
                                       .distances = distances_.data(),
                                       .num_vertices = csr_.num_vertices()};
      if (has_short_rows()) short_rows.find(begin, end, found.data());
    }
    Candidates candidates(*this);
    for (Vertex v = begin; v < end; ++v) {
      if (found[v - begin] != kUndecided) {
        if (distances_[v] != D{0}) parents_[v] = found[v - begin];
      } else if (is_reached(v) && distances_[v] != D{0}) {
        look(v, candidates);
      }
    }
    candidates.decide();
  }

  /// No edge is tight that, from the least distance that its other end can have, leads too far.
  void look(Vertex v, Candidates& candidates) {
    const EdgeIndex begin = csr_.offsets()[v];
    const EdgeIndex end = csr_.offsets()[v + 1ULL];
    const D distance = distances_[v];
    if (end - begin < kShortRow) {
      for (EdgeIndex e = begin; e < end; ++e) {
        if (static_cast<D>(weights_[e]) <= distance) candidates.add(v, e);
      }
      return;
    }
    const bool is_near = near_ == D{0} || distance < near_ || is_beside_near_.test(v);
    ArcFilter<W, D> filter(is_near ? D{0} : near_, D{0}, distance);
    filter.for_each(weights_, begin, end, [&](EdgeIndex e) { candidates.add(v, e); });
  }

  [[nodiscard]] bool has_short_rows() const {
    return csr_.num_arcs() < kShortRow * parents_.size();
  }

  /// Sets near_ so that few arcs belong to vertices that are nearer, and finds the vertices that
  /// may have a parent among these.
  void find_near() {
    if (has_short_rows()) return;
    std::vector<D> sample;
    for (EdgeIndex e = 0; e < csr_.num_arcs(); e += csr_.num_arcs() / kSamples + 1) {
      sample.push_back(distances_[csr_.targets()[e]]);
    }
    const auto place = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / kNearPart);
    std::nth_element(sample.begin(), place, sample.end());
    if (*place == kUnreachedDistance<D>) return;
    near_ = *place;
    require_memory(Bitmap::bytes_of(parents_.size()), "the parents");
    is_beside_near_ = Bitmap(parents_.size());
    is_beside_near_.clear(threads_);
    for_all_reached([&](Vertex u) {
      if (!(distances_[u] < near_)) return;
      for_tight_edges(u, [&](EdgeIndex, Vertex v) { is_beside_near_.set_atomic(v); });
    });
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
  D near_ = 0;
  Bitmap is_beside_near_;
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
