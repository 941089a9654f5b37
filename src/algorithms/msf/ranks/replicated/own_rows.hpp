// The edges of a rank's rows, as a method sees them that knows the fragments of all vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/rank_rows.hpp"
#include "base/branchless.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Edges are written in the input's numbers, which must fit 32 bits; those between two ranks are
/// found by both and kept by one. Preconditions: ranks own blocks of consecutive vertices, in the
/// order of the ranks.
template <class W>
class OwnRows {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;
  using Candidates = std::vector<EdgeBuffer<Candidate<Key>>>;

  OwnRows(Workspace& workspace, std::shared_ptr<const WeightedGraph1d<W>> graph,
          WeightOrder<W> order, int threads)
      : graph_(std::move(graph)),
        order_(order),
        threads_(threads),
        begin_(num_rows() == 0 ? 0
                               : static_cast<Vertex>(graph_->topology.global_of(local_vertex(0)))),
        places_(order_local_ids(graph_->topology)),
        part_starts_(cut_in_parts(rows(), threads)),
        light_(num_parts()) {
    const std::size_t local_ids = graph_->topology.local_ids.size();
    workspace.declare("the numbers of local ids", numbers_, local_ids);
    workspace.when_taken([this] { number_local_ids(); });
    workspace.declare("the trees of local ids", tree_, local_ids);
    workspace.declare("the local ids in the giant tree", settled_, local_ids);
    workspace.declare("the ends of first edges", first_other_, num_rows());
    workspace.declare("the keys of first edges", first_key_, num_rows());
  }

  /// The number of the first own vertex; the others follow.
  [[nodiscard]] Vertex begin() const { return begin_; }
  [[nodiscard]] Vertex num_rows() const { return rows().num_vertices(); }

  /// Finds the first edge of every own vertex, and the light edges; these only where there is a
  /// limit. Throws WeightError where a weight is NaN, MemoryError.
  void scan(const std::optional<EdgeLimit<Key>>& limit) {
    for_parts([&](std::size_t part, Range range) { scan_part(range, limit, light_[part]); });
  }
  /// By own vertex: the other end and the key of its first edge; kNoVertex where it has none.
  [[nodiscard]] std::span<const Vertex> first_other() const { return first_other_.span(); }
  [[nodiscard]] std::span<const Key> first_key() const { return first_key_.span(); }

  // By the fragments of all vertices, kNoVertex for those without edges. Each throws MemoryError.

  /// The light edges between fragments.
  void gather_light(std::span<const Vertex> fragments, Candidates& found) const {
    found.resize(num_parts());
    for_parts([&](std::size_t part, Range) {
      const auto light = light_[part].span();
      Candidate<Key>* out = found[part].restart(light.size());
      for (std::size_t i = 0; i < light.size(); ++i) {
        const Edge& ahead = light[std::min(i + kAhead, light.size() - 1)];
        prefetch_to_read(&fragments[ahead.u]);
        prefetch_to_read(&fragments[ahead.v]);
        const Vertex a = fragments[light[i].u];
        const Vertex b = fragments[light[i].v];
        *out = {a, b, light[i]};
        out += a != b ? 1 : 0;
      }
      found[part].grow_to(out);
    });
  }
  /// All edges between fragments.
  void gather_all(std::span<const Vertex> fragments, Candidates& found) const {
    found.resize(num_parts());
    for_parts([&](std::size_t part, Range range) {
      found[part].clear();
      for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
        const auto neighbors = rows().neighbors(u);
        const W* const weights = graph_->weights_of(local_vertex(u)).data();
        const Vertex a = fragments[begin_ + u];
        Candidate<Key>* out = found[part].make_room(neighbors.size());
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
          const Vertex v = neighbors[i];
          if (v <= u || !is_kept(u, v)) continue;
          const Vertex number = numbers_[v];
          const Vertex b = fragments[number];
          *out = {a, b, keyed_edge(begin_ + u, number, order_.key(weights[i]))};
          out += a != b ? 1 : 0;
        }
        found[part].grow_to(out);
      }
    });
  }
  /// The edges between trees, `trees` by fragment: of those from a vertex outside the giant tree to
  /// it only the first, as any later one is the last on a cycle with it and edges of the tree; none
  /// from vertices of the giant, whose edges the others have.
  void gather_outside(std::span<const Vertex> fragments, std::span<const Vertex> trees,
                      Vertex giant, Candidates& found) {
    find_trees(fragments, trees, giant);
    found.resize(num_parts());
    for_parts([&](std::size_t part, Range range) {
      found[part].clear();
      std::vector<Vertex> outside;
      for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
        if (!settled_.test(u)) outside.push_back(u);
      }
      for (std::size_t at = 0; at < outside.size(); ++at) {
        const EdgeIndex ahead =
            rows().offsets()[outside[std::min(at + kAhead, outside.size() - 1)]];
        prefetch_to_read(rows().targets().data() + ahead);
        prefetch_to_read(graph_->weights.data() + ahead);
        const Vertex u = outside[at];
        const auto neighbors = rows().neighbors(u);
        const W* const weights = graph_->weights_of(local_vertex(u)).data();
        const Vertex a = tree_[u];
        Candidate<Key>* out = found[part].make_room(neighbors.size());
        Vertex first = kNoVertex;
        Key first_key = static_cast<Key>(~Key{0});
        for (std::size_t i = 0; i < neighbors.size(); ++i) {
          const Vertex v = neighbors[i];
          const Key key = order_.key(weights[i]);
          if (settled_.test(v)) {
            if (key > first_key) continue;
            const Vertex number = numbers_[v];
            const bool earlier = key < first_key || number < first;
            first = earlier ? number : first;
            first_key = key;
          } else if (const Vertex b = tree_[v]; b != a && v > u && is_kept(u, v)) {
            *out++ = {a, b, keyed_edge(begin_ + u, numbers_[v], key)};
          }
        }
        if (first != kNoVertex) *out++ = {a, giant, keyed_edge(begin_ + u, first, first_key)};
        found[part].grow_to(out);
      }
    });
  }

 private:
  // Rows scanned at a time: what is found in them stays in the cache until it is looked at.
  static constexpr std::size_t kRows = 1U << 11U;
  // How far ahead of its use a number or a row is asked for.
  static constexpr std::size_t kAhead = 16;

  [[nodiscard]] const Csr& rows() const { return graph_->topology.rows; }
  [[nodiscard]] std::size_t num_parts() const { return part_starts_.size() - 1; }
  template <class F>
  void for_parts(F&& body) const {
    parallel_for(
        0, num_parts(), threads_,
        [&](std::size_t part) {
          body(part, Range{part_starts_[part], part_starts_[part + 1]});
        },
        1);
  }

  /// The input's numbers of all local ids that stand for vertices.
  void number_local_ids() {
    const Graph1d& graph = graph_->topology;
    std::fill(numbers_.begin(), numbers_.end(), kNoVertex);
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const IdRange& range = graph.local_ids.range(r);
      const bool is_plain = range.form == IdRange::Form::kPlain;
      for (std::uint32_t i = 0; i < range.size; ++i) {
        const std::uint32_t local = is_plain ? i : range.locals[i];
        numbers_[range.begin + i] =
            static_cast<Vertex>(graph.owners.global(r, local_vertex(local)));
      }
    }
  }

  /// Places of the local ids in the order of the input's numbers: those of lower ranks stand behind
  /// the own ones.
  [[nodiscard]] static TargetPlaces order_local_ids(const Graph1d& graph) {
    const int next = graph.rank + 1;
    const bool is_last = next == graph.owners.num_ranks();
    const Vertex lower_end = is_last ? graph.local_ids.size() : graph.local_ids.range(next).begin;
    if (graph.rank == 0) return {};
    return {graph.num_rows(), lower_end};
  }

  void scan_part(Range range, const std::optional<EdgeLimit<Key>>& limit, EdgeBuffer<Edge>& light) {
    light.clear();
    LightEdges<Key> found;
    KeyRange<Key> keys;
    const RowScan<W> scan{.offsets = rows().offsets().data(),
                          .targets = rows().targets().data(),
                          .weights = graph_->weights.data(),
                          .has_self_loops = graph_->topology.num_self_loops > 0,
                          .order = order_,
                          .wants_light = limit.has_value(),
                          .limit = {limit ? limit->key : Key{0}, kNoVertex},
                          .places = places_,
                          .first_other = first_other_.data(),
                          .first_key = first_key_.data()};
    for (std::size_t first = range.begin; first < range.end; first += kRows) {
      const std::size_t last = std::min(first + kRows, range.end);
      found.clear();
      scan_rows(scan, static_cast<Vertex>(first), static_cast<Vertex>(last), found, keys);
      Edge* out = light.make_room(found.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        prefetch_to_read(&numbers_[found.targets()[std::min(i + kAhead, found.size() - 1)]]);
        const auto [u, v, key] = found[i];
        *out = keyed_edge(begin_ + u, numbers_[v], key);
        const bool is_light = key < limit->key || out->u < limit->end;
        out += both(is_light, is_kept(u, v)) ? 1 : 0;
      }
      light.grow_to(out);
      for (auto u = static_cast<Vertex>(first); u < last; ++u) {
        const Vertex ahead = first_other_[std::min<std::size_t>(u + kAhead, last - 1)];
        prefetch_to_read(numbers_.data() + (ahead == kNoVertex ? 0 : places_.target(ahead)));
        if (first_other_[u] != kNoVertex) {
          first_other_[u] = numbers_[places_.target(first_other_[u])];
        }
      }
    }
    refuse_nan_in(keys, *graph_, order_);
  }
  /// Whether this rank keeps the edge from an own vertex to a local id: always within the rank; of
  /// those between two, each keeps one half, by a hash of the ends.
  [[nodiscard]] bool is_kept(Vertex u, Vertex local_id) const {
    const Vertex here = begin_ + u;
    const Vertex there = numbers_[local_id];
    const bool low_keeps = lower_keeps(std::min(here, there), std::max(here, there));
    const bool is_inner = local_id < num_rows();
    return is_inner | (low_keeps == (here < there));
  }

  void find_trees(std::span<const Vertex> fragments, std::span<const Vertex> trees, Vertex giant) {
    const std::size_t local_ids = numbers_.size();
    parallel_chunks(settled_.num_words(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t word = begin; word < end; ++word) {
        const std::size_t first = word * Bitmap::kWordBits;
        const std::size_t count = std::min(Bitmap::kWordBits, local_ids - first);
        Bitmap::Word bits = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const Vertex number = numbers_[first + i];
          const Vertex fragment = number == kNoVertex ? kNoVertex : fragments[number];
          const Vertex tree = fragment == kNoVertex ? giant : trees[fragment];
          tree_[first + i] = tree;
          bits |= Bitmap::Word{tree == giant} << i;
        }
        settled_.set_word(word, bits);
      }
    });
  }

  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  Vertex begin_;
  Array<Vertex> numbers_;  // the input's, by local id
  TargetPlaces places_;    // of the local ids, in the order of their numbers
  std::vector<Vertex> part_starts_;
  Array<Vertex> first_other_;
  Array<Key> first_key_;
  std::vector<EdgeBuffer<Edge>> light_;  // by part
  Bitmap settled_;                       // by local id: in the giant tree, or without edges
  Array<Vertex> tree_;                   // by local id
};

}  // namespace strider::detail
