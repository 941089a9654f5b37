#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"

namespace strider::detail {
namespace {

struct NamedColumn {
  GlobalVertex vertex;
  Vertex column;
  [[nodiscard]] friend bool operator<(const NamedColumn& a, const NamedColumn& b) {
    return a.vertex < b.vertex;
  }
};

}  // namespace

OrderedNames::OrderedNames(const Graph1d& graph) : names_(graph.columns.size(), kNoVertex) {
  std::size_t count = 0;
  for (const ColumnSection& section : graph.columns.sections()) count += section.size;
  Array<NamedColumn> named(count);
  std::size_t next = 0;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const ColumnSection& section = graph.columns.section(r);
    for (std::uint32_t i = 0; i < section.size; ++i) {
      const std::uint32_t local =
          section.form == ColumnSection::Form::kPlain ? i : section.locals[i];
      named[next++] = {graph.owners.global(r, local_vertex(local)), section.begin + i};
    }
  }
  if (!std::is_sorted(named.begin(), named.end())) std::sort(named.begin(), named.end());
  columns_ = Array<Vertex>(count);
  for (std::size_t i = 0; i < count; ++i) {
    columns_[i] = named[i].column;
    names_[named[i].column] = static_cast<Vertex>(i);
  }
}

std::uint64_t OrderedNames::bytes(const Graph1d& graph) {
  return graph.columns.size() * (2 * sizeof(Vertex) + sizeof(NamedColumn));
}

Vertex OrderedNames::count_below(const Graph1d& graph, GlobalVertex bound) const {
  const auto first = std::partition_point(columns_.begin(), columns_.end(), [&](Vertex c) {
    return graph.global_of(detail::column(c)) < bound;
  });
  return static_cast<Vertex>(first - columns_.begin());
}

}  // namespace strider::detail
