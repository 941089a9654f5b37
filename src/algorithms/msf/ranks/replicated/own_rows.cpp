#include "algorithms/msf/ranks/replicated/own_rows.hpp"

#include <algorithm>

#include "algorithms/msf/ranks/weighted_rows.hpp"
#include "base/branchless.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

// Rows scanned at a time: what is found in them stays in the cache until it is looked at.
constexpr std::size_t kRows = 1U << 11U;
// How far ahead of its use a number or a row is asked for.
constexpr std::size_t kAhead = 16;

/// The input's numbers of all local ids that stand for vertices.
Array<Vertex> number_local_ids(const Graph1d& graph) {
  Array<Vertex> numbers(graph.local_ids.size(), kNoVertex);
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const IdRange& range = graph.local_ids.range(r);
    const bool is_plain = range.form == IdRange::Form::kPlain;
    for (std::uint32_t i = 0; i < range.size; ++i) {
      const std::uint32_t local = is_plain ? i : range.locals[i];
      numbers[range.begin + i] = static_cast<Vertex>(graph.owners.global(r, local_vertex(local)));
    }
  }
  return numbers;
}

/// Places of the local ids in the order of the input's numbers: those of lower ranks stand behind
/// the own ones.
TargetPlaces order_local_ids(const Graph1d& graph) {
  const int next = graph.rank + 1;
  const bool is_last = next == graph.owners.num_ranks();
  const Vertex lower_end = is_last ? graph.local_ids.size() : graph.local_ids.range(next).begin;
  if (graph.rank == 0) return {};
  return {graph.num_rows(), lower_end};
}

}  // namespace

template <class W>
OwnRows<W>::OwnRows(std::shared_ptr<const WeightedGraph1d<W>> graph, WeightOrder<W> order,
                    int threads)
    : graph_(std::move(graph)),
      order_(order),
      threads_(threads),
      begin_(num_rows() == 0 ? 0
                             : static_cast<Vertex>(graph_->topology.global_of(local_vertex(0)))),
      numbers_(number_local_ids(graph_->topology)),
      places_(order_local_ids(graph_->topology)),
      part_starts_(cut_in_parts(rows(), threads)),
      first_other_(num_rows()),
      first_key_(num_rows()),
      light_(num_parts()),
      settled_(graph_->topology.local_ids.size()),
      tree_(graph_->topology.local_ids.size()) {}

template <class W>
std::uint64_t OwnRows<W>::bytes(const Graph1d& graph) {
  return graph.local_ids.size() * 2 * sizeof(Vertex) + graph.local_ids.size() / 8 +
         graph.num_rows() * (sizeof(Vertex) + sizeof(Key));
}

template <class W>
std::size_t OwnRows<W>::num_light() const {
  std::size_t count = 0;
  for (const auto& part : light_) count += part.size();
  return count;
}

template <class W>
template <class F>
void OwnRows<W>::for_parts(F&& body) const {
  parallel_for(
      0, num_parts(), threads_,
      [&](std::size_t part) {
        body(part, Range{part_starts_[part], part_starts_[part + 1]});
      },
      1);
}

template <class W>
void OwnRows<W>::scan(const std::optional<EdgeLimit<Key>>& limit) {
  for_parts([&](std::size_t part, Range range) {
    light_[part].clear();
    if (limit) {
      scan_part(range, *limit, light_[part]);
    } else {
      KeyRange<Key> keys;
      for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) find_first(u, keys);
      refuse_what_is_no_number(keys);
    }
  });
}

template <class W>
void OwnRows<W>::scan_part(Range range, const EdgeLimit<Key>& limit, EdgeBuffer<Edge>& light) {
  LightEdges<Key> found;
  KeyRange<Key> keys;
  const RowScan<W> scan{.offsets = rows().offsets().data(),
                        .targets = rows().targets().data(),
                        .weights = graph_->weights.data(),
                        .has_self_loops = graph_->topology.num_self_loops > 0,
                        .order = order_,
                        .wants_light = true,
                        .limit = {limit.key, kNoVertex},
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
      const bool is_light = key < limit.key || out->u < limit.end;
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
  refuse_what_is_no_number(keys);
}

template <class W>
void OwnRows<W>::find_first(Vertex u, KeyRange<Key>& keys) {
  const auto neighbors = rows().neighbors(u);
  const auto weights = graph_->weights_of(local_vertex(u));
  Vertex first = kNoVertex;
  Key first_key = static_cast<Key>(~Key{0});
  for (std::size_t i = 0; i < neighbors.size(); ++i) {
    if (neighbors[i] == u) continue;
    const Key key = order_.key(weights[i]);
    keys.add(key, key);
    if (key > first_key) continue;
    const Vertex other = numbers_[neighbors[i]];
    if (key == first_key && other > first) continue;
    first_key = key;
    first = other;
  }
  first_other_[u] = first;
  first_key_[u] = first_key;
}

template <class W>
void OwnRows<W>::refuse_what_is_no_number(const KeyRange<Key>& keys) const {
  if (std::is_integral_v<W> || keys.least > keys.greatest) return;  // or no edges
  if (!order_.is_number(keys.least) || !order_.is_number(keys.greatest)) {
    refuse_nan(*graph_, order_);
  }
}

template <class W>
void OwnRows<W>::gather_light(std::span<const Vertex> fragments, Candidates& found) const {
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

template <class W>
void OwnRows<W>::gather_all(std::span<const Vertex> fragments, Candidates& found) const {
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

template <class W>
void OwnRows<W>::find_trees(std::span<const Vertex> fragments, std::span<const Vertex> trees,
                            Vertex giant) {
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

template <class W>
void OwnRows<W>::gather_outside(std::span<const Vertex> fragments, std::span<const Vertex> trees,
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
      const EdgeIndex ahead = rows().offsets()[outside[std::min(at + kAhead, outside.size() - 1)]];
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

template class OwnRows<float>;
template class OwnRows<double>;
template class OwnRows<std::uint32_t>;

}  // namespace strider::detail
