// Dijkstra's algorithm (1959): the oracle that every other method is held against.
//
//   distance of source = 0, of all others infinite
//   while the heap is not empty:
//     take the vertex u of smallest distance from it
//     for each edge (u, v) of weight w:
//       if distance(u) + w < distance(v): lower distance(v) to it and put v into the heap
//
// Invariant: when u is taken, its distance is final, and so are those of all nearer vertices; for
// no weight is negative. A vertex whose distance falls is put into the heap once more; what is left
// of it there is passed over. O((n + m) log n).
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

template <class W>
class Dijkstra final : public SsspEngine<W> {
 public:
  explicit Dijkstra(SsspContextPtr<W> context)
      : context_(std::move(context)), cutoff_(largest_up_to<D>(context_->options.cutoff)) {}

  void search(Vertex source, SsspTree<W>& tree) override {
    const Csr& out = context_->out();
    const auto target = context_->options.target;
    const std::span<D> distances = distances_in<W, D>(tree);
    std::fill(distances.begin(), distances.end(), kUnreachedDistance<D>);
    distances[source] = 0;
    heap_ = Heap();
    heap_.push({0, source});
    D limit = cutoff_;
    for (std::uint64_t taken = 0; !heap_.empty() && heap_.top().first <= limit; ++taken) {
      if (taken % kTakenTogether == 0) throw_if_stopped();
      const auto [distance, u] = heap_.top();
      heap_.pop();
      if (distance > distances[u]) continue;
      if (u == target) limit = distance;
      const auto neighbors = out.neighbors(u);
      const auto weights = context_->graph.weights(u);
      for (std::size_t e = 0; e < neighbors.size(); ++e) {
        const D through = distance + weights[e];
        if (through > limit || !(through < distances[neighbors[e]])) continue;
        distances[neighbors[e]] = through;
        heap_.push({through, neighbors[e]});
      }
    }
    // What was seen from afar before the target was taken.
    if (limit == cutoff_) return;
    for (D& distance : distances) {
      if (distance > limit) distance = kUnreachedDistance<D>;
    }
  }

 private:
  using D = SsspDistance<W>;
  using Entry = std::pair<D, Vertex>;
  using Heap = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;
  /// Between two looks at the stop flag.
  static constexpr std::uint64_t kTakenTogether = 4096;

  SsspContextPtr<W> context_;
  D cutoff_;
  Heap heap_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_dijkstra(SsspContextPtr<W> context) {
  return std::make_unique<Dijkstra<W>>(std::move(context));
}

template std::unique_ptr<SsspEngine<float>> make_dijkstra(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_dijkstra(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_dijkstra(SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
