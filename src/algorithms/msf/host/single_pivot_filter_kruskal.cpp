// What auto runs: blocks where edges lead to near vertices (block_forest.hpp), else light edges
// first:
//
//   every vertex hooks itself to the other end of its first edge: fragments (a round of Borůvka)
//   join the fragments by light edges, as many as there are vertices, in their order (Kruskal)
//   most vertices are now in one giant tree: only the others look at their heavy edges, and take
//   but the first one into the giant
//   join the trees by these, in their order (Kruskal)
//
// Invariant: after each step the edges taken are edges of the forest: the first by the cut
// property, the others because all edges before them have been looked at or lie within a fragment.
// An edge within the giant tree is the heaviest on a cycle, so its ends need not be asked.
//
// One pass over all weights finds the first edges and the light ones at once. A random graph has a
// giant component from one edge a vertex on (Erdős and Rényi 1960), so that of a dense graph few
// edges are ever sorted or looked up: the idea of filter-Kruskal (Osipov, Sanders and Singler 2009)
// with one pivot, which PBBS has (Blelloch, Fineman, Gibbons and Shun 2012, section 6). Where edges
// are few, all are light. O(m + n log n) work where weights do not depend on the ends, O(m log n)
// at worst.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algorithms/msf/engine.hpp"
#include "algorithms/msf/host/block_forest.hpp"
#include "algorithms/msf/host/class_kruskal.hpp"
#include "algorithms/msf/host/fragments.hpp"
#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/light_limit.hpp"
#include "base/most_frequent.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {
namespace {

template <class W>
class SinglePivotFilterKruskal final : public MsfEngine<W> {
 public:
  using Key = WeightKey<W>;

  SinglePivotFilterKruskal(WeightedGraph<W> graph, const MsfOptions& options)
      : graph_(std::move(graph)),
        order_(options.objective),
        threads_(options.threads),
        num_vertices_(graph_.topology().num_vertices()),
        part_starts_(cut_in_parts(graph_.topology().out(), threads_)),
        blocks_(graph_, order_, threads_),
        fragments_(workspace_, num_vertices_),
        light_(part_starts_.size() - 1),
        candidates_(light_.size()) {
    workspace_.declare("the trees", parents_, num_vertices_);
    workspace_.declare("the vertices settled", settled_, num_vertices_);
  }

  void run(ForestEdges<W>& forest) override {
    forest.clear(0);
    dense_ = choose_limit();
    if (!dense_ && blocks_.is_profitable() && blocks_.run(forest)) return;
    forest.clear(num_vertices_);
    workspace_.take("a spanning forest", HostMemory());
    scan();
    fragments_.hook(forest, threads_);
    if (dense_) {
      span_dense(forest);
    } else {
      span_sparse(forest);
    }
  }

 private:
  static constexpr std::size_t kSample = 1U << 12U;

  void span_dense(ForestEdges<W>& forest) {
    const ConcurrentDisjointSets trees = make_trees(fragments_.count());
    gather_light();
    kruskal_.run(candidates_, trees, forest, threads_);
    const Vertex giant = find_giant(trees);
    gather_outside(giant);
    kruskal_.run(candidates_, trees, forest, threads_);
  }

  void span_sparse(ForestEdges<W>& forest) {
    gather_all();
    kruskal_.run(candidates_, make_trees(fragments_.count()), forest, threads_);
  }

  ConcurrentDisjointSets make_trees(Vertex count) {
    const ConcurrentDisjointSets trees(parents_.span().first(count));
    trees.make_singletons(threads_);
    return trees;
  }

  template <class F>
  void for_parts(F&& body) {
    parallel_for(
        0, light_.size(), threads_,
        [&](std::size_t part) { body(part, part_starts_[part], part_starts_[part + 1]); }, 1);
  }

  /// Sets the limit of light edges by a sample; false where all edges are to be light.
  bool choose_limit() {
    const Csr& csr = graph_.topology().out();
    const auto edges = static_cast<double>(csr.num_arcs()) / 2;
    const double connected = connected_vertices();
    if (!has_heavy_edges(edges, connected)) return false;
    std::vector<Key> sample(std::min<EdgeIndex>(kSample, csr.num_arcs()));
    CounterRng rng(csr.num_arcs(), 0);
    for (Key& key : sample) key = order_.key(graph_.weights()[rng.below(csr.num_arcs())]);
    const auto [key, ends] =
        limit_by_sample(std::span(sample), kLightPerVertex * connected / edges);
    limit_ = {key, static_cast<Vertex>(ends * num_vertices_)};
    return true;
  }

  /// An estimate of the number of vertices with edges.
  [[nodiscard]] double connected_vertices() const {
    const Csr& csr = graph_.topology().out();
    const Vertex looked_at = std::min<Vertex>(num_vertices_, kSample);
    Vertex connected = 0;
    for (Vertex i = 0; i < looked_at; ++i) {
      const auto v = static_cast<Vertex>(std::uint64_t{i} * num_vertices_ / looked_at);
      connected += csr.degree(v) > 0 ? 1 : 0;
    }
    return looked_at == 0 ? 0 : static_cast<double>(connected) / looked_at * num_vertices_;
  }

  void scan() {
    const Csr& csr = graph_.topology().out();
    const RowScan<W> scan{.offsets = csr.offsets().data(),
                          .targets = csr.targets().data(),
                          .weights = graph_.weights().data(),
                          .has_self_loops = graph_.topology().num_self_loops() > 0,
                          .order = order_,
                          .wants_light = dense_,
                          .limit = limit_,
                          .first_other = fragments_.first_other(),
                          .first_key = fragments_.first_key()};
    std::vector<KeyRange<Key>> ranges(light_.size());
    for_parts([&](std::size_t part, Vertex begin, Vertex end) {
      light_[part].clear();
      scan_rows(scan, begin, end, light_[part], ranges[part]);
    });
    KeyRange<Key> range;
    for (const auto& of_part : ranges) range.add(of_part.least, of_part.greatest);
    if (std::is_integral_v<W> || range.least > range.greatest) return;  // or no edges
    if (!order_.is_number(range.least) || !order_.is_number(range.greatest)) find_nan();
  }

  [[noreturn]] void find_nan() const {
    for (Vertex u = 0;; ++u) {
      const auto weights = graph_.weights(u);
      for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!order_.is_number(order_.key(weights[i]))) {
          refuse_nan(graph_.topology(), u, graph_.topology().out().neighbors(u)[i]);
        }
      }
    }
  }

  /// The light edges between fragments.
  void gather_light() {
    for_parts([&](std::size_t part, Vertex, Vertex) {
      const LightEdges<Key>& light = light_[part];
      auto& found = candidates_[part];
      found.clear();
      Candidate<Key>* out = found.make_room(light.size());
      for (std::size_t i = 0; i < light.size(); ++i) {
        const std::size_t ahead = std::min(i + kAhead, light.size() - 1);
        prefetch_to_read(fragments_.place(light.targets()[ahead]));
        const KeyedEdge<Key> edge = light[i];
        const Vertex a = fragments_.of(edge.u);
        const Vertex b = fragments_.of(edge.v);
        *out = {a, b, edge};
        out += a != b ? 1 : 0;
      }
      found.grow_to(out);
    });
  }

  /// All edges between fragments.
  void gather_all() {
    const Csr& csr = graph_.topology().out();
    for_parts([&](std::size_t part, Vertex begin, Vertex end) {
      auto& found = candidates_[part];
      found.clear();
      for (Vertex u = begin; u < end; ++u) {
        const auto neighbors = csr.neighbors(u);
        const W* const weights = graph_.weights(u).data();
        const Vertex a = fragments_.of(u);
        Candidate<Key>* out = found.make_room(neighbors.size());
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
          const Vertex v = neighbors[i];
          if (v < u) continue;  // in rows that ascend all of these come first: easy to predict
          const Vertex b = fragments_.of(v);
          *out = {a, b, {u, v, order_.key(weights[i])}};
          out += a != b ? 1 : 0;
        }
        found.grow_to(out);
      }
    });
  }

  /// Of the vertices outside the giant tree: the first edge into it, as any later one is the
  /// heaviest on a cycle of this one and light edges; and the edges to other trees, at their
  /// smaller ends.
  void gather_outside(Vertex giant) {
    mark_settled(giant);
    const Csr& csr = graph_.topology().out();
    for_parts([&](std::size_t part, Vertex begin, Vertex end) {
      auto& found = candidates_[part];
      found.clear();
      const std::vector<Vertex> outside = list_outside(begin, end);
      for (std::size_t at = 0; at < outside.size(); ++at) {
        const Vertex u = outside[at];
        prefetch_row(outside[std::min(at + kRowsAhead, outside.size() - 1)]);
        const auto neighbors = csr.neighbors(u);
        const W* const weights = graph_.weights(u).data();
        const Vertex a = parents_[fragments_.of(u)];
        Candidate<Key>* out = found.make_room(neighbors.size());
        KeyedEdge<Key> first{0, kNoVertex, static_cast<Key>(~Key{0})};  // from 0: ordered by v
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
          const KeyedEdge<Key> edge{0, neighbors[i], order_.key(weights[i])};
          if (settled_.test(edge.v)) {
            first = edge < first ? edge : first;
          } else if (u < edge.v) {
            const Vertex b = parents_[fragments_.of(edge.v)];
            *out = {a, b, {u, edge.v, edge.key}};
            out += a != b ? 1 : 0;
          }
        }
        if (first.v != kNoVertex) *out++ = {a, giant, keyed_edge(u, first.v, first.key)};
        found.grow_to(out);
      }
    });
  }

  // How far ahead rows are asked for that lie far apart.
  static constexpr std::size_t kRowsAhead = 8;

  [[nodiscard]] std::vector<Vertex> list_outside(Vertex begin, Vertex end) const {
    std::vector<Vertex> outside;
    for (std::size_t v = begin; v < end; v = (v / Bitmap::kWordBits + 1) * Bitmap::kWordBits) {
      const std::size_t word = v / Bitmap::kWordBits;
      Bitmap::Word bits = ~settled_.word(word) >> v % Bitmap::kWordBits << v % Bitmap::kWordBits;
      const std::size_t past = (word + 1) * Bitmap::kWordBits;
      if (past > end) bits = bits << (past - end) >> (past - end);
      Bitmap::for_each_bit(bits, word, [&](Vertex u) { outside.push_back(u); });
    }
    return outside;
  }

  void prefetch_row(Vertex u) const {
    const EdgeIndex row = graph_.topology().out().offsets()[u];
    prefetch_to_read(graph_.topology().out().targets().data() + row);
    prefetch_to_read(graph_.weights().data() + row);
  }

  /// Marks the vertices that need not look further: in the giant tree, or without edges.
  void mark_settled(Vertex giant) {
    parallel_chunks(settled_.num_words(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t word = begin; word < end; ++word) {
        const auto first = static_cast<Vertex>(word * Bitmap::kWordBits);
        const auto count = std::min<std::size_t>(Bitmap::kWordBits, num_vertices_ - first);
        Bitmap::Word bits = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const auto v = static_cast<Vertex>(first + i);
          const bool isolated = fragments_.is_isolated(v);
          const bool settled = isolated | (parents_[isolated ? 0 : fragments_.of(v)] == giant);
          bits |= Bitmap::Word{settled} << i;
        }
        settled_.set_word(word, bits);
      }
    });
  }

  /// Makes every fragment point to the root of its tree, and returns the root that most of a sample
  /// have.
  Vertex find_giant(const ConcurrentDisjointSets& trees) {
    const Vertex count = fragments_.count();
    parallel_for(0, count, threads_, [&](std::size_t fragment) {
      store_relaxed(parents_[fragment], trees.find(static_cast<Vertex>(fragment)));
    });
    return most_frequent_of_some(count, kNoVertex, [&](std::size_t i) { return parents_[i]; });
  }

  static constexpr std::size_t kAhead = 16;

  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
  int threads_;
  Vertex num_vertices_;
  std::vector<Vertex> part_starts_;
  bool dense_ = false;
  LightLimit<Key> limit_{};
  BlockForest<W> blocks_;
  Workspace workspace_;  // what the first run without blocks takes
  Fragments<Key> fragments_;
  Array<Vertex> parents_;  // by fragment
  Bitmap settled_;
  std::vector<LightEdges<Key>> light_;
  std::vector<EdgeBuffer<Candidate<Key>>> candidates_;
  ClassKruskal<Key> kruskal_;
};

}  // namespace

template <class W>
std::unique_ptr<MsfEngine<W>> make_single_pivot_filter_kruskal(WeightedGraph<W> graph,
                                                               const MsfOptions& options) {
  return std::make_unique<SinglePivotFilterKruskal<W>>(std::move(graph), options);
}
template std::unique_ptr<MsfEngine<float>> make_single_pivot_filter_kruskal(WeightedGraph<float>,
                                                                            const MsfOptions&);
template std::unique_ptr<MsfEngine<double>> make_single_pivot_filter_kruskal(WeightedGraph<double>,
                                                                             const MsfOptions&);
template std::unique_ptr<MsfEngine<std::uint32_t>> make_single_pivot_filter_kruskal(
    WeightedGraph<std::uint32_t>, const MsfOptions&);

}  // namespace strider::detail
