// Prim's method (Prim, Shortest connection networks and some generalizations, 1957).
//
//   for each vertex that is in no tree yet:
//     it starts a tree
//     while an edge leaves the tree: the first such edge, and the vertex at its end, join the tree
//
// The first edge to each vertex outside waits in a heap of four children a node, indexed by vertex,
// so that a better edge replaces a worse one in place. Sequential: each step needs the one before.
// O((n + m) log n) work; no copy of the edges, so the least memory of all methods.
#include <utility>

#include "algorithms/msf/engine.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"

namespace strider::detail {
namespace {

/// Vertices outside the tree with an edge to it, the vertex of the first edge on top.
template <class Key>
class EdgeHeap {
 public:
  using Edge = KeyedEdge<Key>;

  /// Of n vertices. clear() comes first.
  EdgeHeap(Workspace& workspace, Vertex n) {
    workspace.declare("the first edges", edges_, n);
    workspace.declare("the places in the heap", places_, n);
    workspace.declare("the heap", heap_, n);
  }

  /// After it, no vertex is in the heap, and none has been.
  void clear() {
    std::fill(places_.begin(), places_.end(), kNever);
    size_ = 0;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Whether v is in the heap or has left it.
  [[nodiscard]] bool knows(Vertex v) const { return places_[v] != kNever; }
  /// v leaves the heap, or never enters it.
  void close(Vertex v) { places_[v] = kClosed; }

  /// Makes the edge a candidate of v.
  void add_candidate(Vertex v, const Edge& edge) {
    if (places_[v] == kClosed) return;
    if (places_[v] == kNever) {
      places_[v] = size_++;
    } else if (!(edge < edges_[v])) {
      return;
    }
    edges_[v] = edge;
    rise(v, places_[v]);
  }

  /// Takes the vertex of the first edge out and closes it. Precondition: !empty().
  std::pair<Vertex, Edge> take() {
    const Vertex top = heap_[0];
    close(top);
    if (--size_ > 0) sink(heap_[size_], 0);
    return {top, edges_[top]};
  }

 private:
  static constexpr Vertex kNever = kNoVertex;
  static constexpr Vertex kClosed = kNoVertex - 1;
  // A node's children share a cache line, and the heap is half as deep as with two.
  static constexpr std::size_t kArity = 4;

  void put(Vertex v, std::size_t place) {
    heap_[place] = v;
    places_[v] = static_cast<Vertex>(place);
  }

  void rise(Vertex v, std::size_t place) {
    while (place > 0) {
      const std::size_t above = (place - 1) / kArity;
      if (!(edges_[v] < edges_[heap_[above]])) break;
      put(heap_[above], place);
      place = above;
    }
    put(v, place);
  }

  void sink(Vertex v, std::size_t place) {
    for (;;) {
      const std::size_t first = kArity * place + 1;
      if (first >= size_) break;
      std::size_t least = first;
      for (std::size_t i = first + 1; i < std::min<std::size_t>(first + kArity, size_); ++i) {
        if (edges_[heap_[i]] < edges_[heap_[least]]) least = i;
      }
      if (!(edges_[heap_[least]] < edges_[v])) break;
      put(heap_[least], place);
      place = least;
    }
    put(v, place);
  }

  Array<Edge> edges_;  // by vertex: the first one to it
  Array<Vertex> places_;
  Array<Vertex> heap_;
  Vertex size_ = 0;
};

template <class W>
class Prim final : public MsfEngine<W> {
 public:
  using Key = WeightKey<W>;

  Prim(WeightedGraph<W> graph, const MsfOptions& options)
      : graph_(std::move(graph)),
        order_(options.objective),
        heap_(workspace_, graph_.topology().num_vertices()) {
    workspace_.take("the heap of Prim's method", HostMemory());
  }

  void run(ForestEdges<W>& forest) override {
    const Vertex n = graph_.topology().num_vertices();
    forest.clear(n);
    heap_.clear();
    for (Vertex root = 0; root < n; ++root) {
      if (heap_.knows(root)) continue;
      heap_.close(root);
      add_candidates(root);
      while (!heap_.empty()) {
        if (forest.count % kEdgesTogether == 0) throw_if_stopped();
        const auto [v, edge] = heap_.take();
        forest.append(edge);
        add_candidates(v);
      }
    }
  }

 private:
  /// Between two looks at the stop flag.
  static constexpr std::size_t kEdgesTogether = 4096;

  void add_candidates(Vertex u) {
    const auto neighbors = graph_.topology().out().neighbors(u);
    const auto weights = graph_.weights(u);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const Key key = order_.key(weights[i]);
      if (!order_.is_number(key)) refuse_nan(graph_.topology(), u, neighbors[i]);
      heap_.add_candidate(neighbors[i], keyed_edge(u, neighbors[i], key));
    }
  }

  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
  Workspace workspace_;
  EdgeHeap<Key> heap_;
};

}  // namespace

template <class W>
std::unique_ptr<MsfEngine<W>> make_prim(WeightedGraph<W> graph, const MsfOptions& options) {
  return std::make_unique<Prim<W>>(std::move(graph), options);
}
template std::unique_ptr<MsfEngine<float>> make_prim(WeightedGraph<float>, const MsfOptions&);
template std::unique_ptr<MsfEngine<double>> make_prim(WeightedGraph<double>, const MsfOptions&);
template std::unique_ptr<MsfEngine<std::uint32_t>> make_prim(WeightedGraph<std::uint32_t>,
                                                             const MsfOptions&);

}  // namespace strider::detail
