#include "ranks/input/vertex_names.hpp"

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "comm/collective_error.hpp"
#include "io/results/table.hpp"
#include "partition/ids.hpp"

namespace strider::detail {
Array<std::uint64_t> VertexNames::numbers_of(const comm::Communicator& comm,
                                             std::span<const GlobalVertex> vertices) const {
  if (numbers_) return numbers_->numbers_of(comm, vertices);
  return comm::try_on_all_ranks(comm, [&] {
    const NumberLabels labels(labels_);
    Array<std::uint64_t> numbers(vertices.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = labels[vertices[i]];
    }
    return numbers;
  });
}

std::vector<std::string> VertexNames::labels_of(const comm::Communicator& comm,
                                                std::span<const GlobalVertex> vertices) const {
  std::vector<std::string> labels(vertices.size());
  if (!numbers_) {
    const NumberLabels numbers(labels_);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i] = numbers.are_text() ? labels_.label(static_cast<Vertex>(vertices[i]))
                                     : std::to_string(numbers[vertices[i]]);
    }
    return labels;
  }
  const Array<std::uint64_t> numbers = numbers_of(comm, vertices);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = std::to_string(numbers[i]);
  return labels;
}

std::optional<GlobalVertex> VertexNames::find_here(std::string_view label,
                                                   std::uint64_t num_vertices) const {
  if (labels_.kind() != LabelKind::kDense) {
    return labels_.find(label, static_cast<Vertex>(num_vertices));
  }
  const std::optional<std::uint64_t> number = parse_number(label);
  if (!number || *number < labels_.base() || *number - labels_.base() >= num_vertices) {
    return std::nullopt;
  }
  return *number - labels_.base();
}

std::optional<GlobalVertex> VertexNames::find(const comm::Communicator& comm,
                                              std::string_view label,
                                              std::uint64_t num_vertices) const {
  const std::optional<std::uint64_t> number = parse_number(label);
  if (numbers_) {
    const std::uint64_t asked = number.value_or(0);
    const GlobalVertex vertex = numbers_->vertices_of(comm, {&asked, 1})[0];
    if (!number || vertex == kNoGlobalVertex) return std::nullopt;
    return vertex;
  }
  if (labels_.kind() == LabelKind::kDense) return find_here(label, num_vertices);
  // An index of all labels would be as large on every rank: each looks through its share instead.
  const Range chunk = static_chunk(num_vertices, comm.rank(), comm.size());
  GlobalVertex found = kNoGlobalVertex;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t v = chunk.begin; v < chunk.end && found == kNoGlobalVertex; ++v) {
      if (labels_.label(static_cast<Vertex>(v)) == label) found = v;
    }
  });
  found = comm.all_reduce(found, comm::Reduction::kMin);
  if (found == kNoGlobalVertex) return std::nullopt;
  return found;
}

}  // namespace strider::detail
