#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"

namespace strider::detail {
namespace {

struct NamedLocalId {
  GlobalVertex vertex;
  Vertex local_id;
  [[nodiscard]] friend bool operator<(const NamedLocalId& a, const NamedLocalId& b) {
    return a.vertex < b.vertex;
  }
};

}  // namespace

OrderedNames::OrderedNames(const Graph1d& graph) : names_(graph.local_ids.size(), kNoVertex) {
  std::size_t count = 0;
  for (const IdRange& range : graph.local_ids.ranges()) count += range.size;
  Array<NamedLocalId> named(count);
  std::size_t next = 0;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const IdRange& range = graph.local_ids.range(r);
    for (std::uint32_t i = 0; i < range.size; ++i) {
      const std::uint32_t local = range.form == IdRange::Form::kPlain ? i : range.locals[i];
      named[next++] = {graph.owners.global(r, local_vertex(local)), range.begin + i};
    }
  }
  if (!std::is_sorted(named.begin(), named.end())) std::sort(named.begin(), named.end());
  local_ids_ = Array<Vertex>(count);
  for (std::size_t i = 0; i < count; ++i) {
    local_ids_[i] = named[i].local_id;
    names_[named[i].local_id] = static_cast<Vertex>(i);
  }
}

std::uint64_t OrderedNames::bytes(const Graph1d& graph) {
  return graph.local_ids.size() * (2 * sizeof(Vertex) + sizeof(NamedLocalId));
}

Vertex OrderedNames::count_below(const Graph1d& graph, GlobalVertex bound) const {
  const auto first = std::partition_point(local_ids_.begin(), local_ids_.end(), [&](Vertex c) {
    return graph.global_of(detail::local_id(c)) < bound;
  });
  return static_cast<Vertex>(first - local_ids_.begin());
}

}  // namespace strider::detail
