#include "io/unfold.hpp"

#include <algorithm>
#include <optional>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"

namespace strider {
namespace {

constexpr const char* kPurpose = "the edges of an adjacency";

class Unfolding {
 public:
  Unfolding(const Graph& graph, Directedness as, int threads)
      : csr_(graph.out()),
        once_(!graph.is_directed() && as == Directedness::kUndirected),
        threads_(threads),
        begins_(
            detail::take_array<Array<EdgeIndex>>(csr_.num_vertices() + std::size_t{1}, kPurpose)) {
    parallel_for(0, csr_.num_vertices(), threads_, [&](std::size_t v) {
      const auto row = csr_.neighbors(static_cast<Vertex>(v));
      begins_[v] = once_ ? static_cast<EdgeIndex>(std::count_if(row.begin(), row.end(),
                                                                [v](Vertex u) { return u >= v; }))
                         : row.size();
    });
    begins_[csr_.num_vertices()] = 0;
    num_edges_ = exclusive_scan(begins_.span(), threads_);
  }

  [[nodiscard]] EdgeIndex num_edges() const { return num_edges_; }

  /// emit(edge, source, arc) for each edge: its place in the list, and in the adjacency.
  template <class Emit>
  void for_each(Emit&& emit) const {
    parallel_for(0, csr_.num_vertices(), threads_, [&](std::size_t v) {
      EdgeIndex edge = begins_[v];
      for (EdgeIndex arc = csr_.offsets()[v]; arc < csr_.offsets()[v + 1]; ++arc) {
        if (!once_ || csr_.targets()[arc] >= v) emit(edge++, static_cast<Vertex>(v), arc);
      }
    });
  }

 private:
  const Csr& csr_;
  bool once_;
  int threads_;
  Array<EdgeIndex> begins_;  // where a vertex's edges start in the list
  EdgeIndex num_edges_ = 0;
};

template <class W>
std::optional<std::span<const W>> weights_of(const AnyGraph& graph) {
  const auto* weighted = std::get_if<WeightedGraph<W>>(&graph);
  if (weighted == nullptr) return std::nullopt;
  return weighted->weights().span();
}

template <class W>
void unfold_weights(const AnyGraph& graph, const Unfolding& unfolding, EdgeList& list) {
  const auto weights = weights_of<W>(graph);
  if (!weights) return;
  auto unfolded = detail::take_array<Array<W>>(unfolding.num_edges(), kPurpose);
  unfolding.for_each(
      [&](EdgeIndex edge, Vertex, EdgeIndex arc) { unfolded[edge] = (*weights)[arc]; });
  list.weights = std::move(unfolded);
}

}  // namespace

EdgeList unfold(const AnyGraph& graph, Directedness as, int threads) {
  const Graph& structure = topology(graph);
  const Unfolding unfolding(structure, as, threads);
  EdgeList list;
  list.num_vertices = structure.num_vertices();
  list.directedness = as;
  list.labels = structure.labels();
  list.edges = detail::take_array<Array<Edge>>(unfolding.num_edges(), kPurpose);
  const Vertex* targets = structure.out().targets().data();
  unfolding.for_each([&](EdgeIndex edge, Vertex source, EdgeIndex arc) {
    list.edges[edge] = {source, targets[arc]};
  });
  unfold_weights<float>(graph, unfolding, list);
  unfold_weights<double>(graph, unfolding, list);
  unfold_weights<std::uint32_t>(graph, unfolding, list);
  return list;
}

}  // namespace strider
