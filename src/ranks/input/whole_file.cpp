// Files that cannot be read in parts: rank 0 reads them as one machine does.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/parallel.hpp"
#include "comm/checked_broadcast.hpp"
#include "ranks/edges/weight_type.hpp"
#include "ranks/input/slices.hpp"

namespace strider::detail {
namespace {

/// What rank 0 tells of a file before it scatters the edges.
struct Heading {
  std::uint64_t num_vertices = 0;
  std::uint64_t first_label = 0;  ///< of dense labels
  std::uint64_t weight_type = 0;
  std::uint64_t ascending_labels = 0;  ///< 1 if the labels are ascending numbers
  std::uint64_t lines = 0;
  double seconds = 0;
  FileFormat format{};
  LabelKind labels{};
  Directedness directedness{};
  std::uint8_t weighted = 0;
  std::uint8_t has_unread_numbers = 0;
};

Heading heading_of(const InputEdges& input) {
  const Labels& labels = input.list.labels;
  Heading heading{.num_vertices = input.list.num_vertices,
                  .weight_type = input.list.weights.index(),
                  .lines = input.facts.lines,
                  .seconds = input.facts.seconds,
                  .format = input.facts.format,
                  .labels = labels.kind(),
                  .directedness = input.list.directedness,
                  .weighted = static_cast<std::uint8_t>(input.facts.weighted),
                  .has_unread_numbers = static_cast<std::uint8_t>(input.facts.has_unread_numbers)};
  if (labels.kind() == LabelKind::kDense) heading.first_label = labels.base();
  if (labels.kind() == LabelKind::kSparse) {
    const std::span<const std::uint64_t> numbers = labels.numbers().span();
    heading.ascending_labels =
        static_cast<std::uint64_t>(std::adjacent_find(numbers.begin(), numbers.end(),
                                                      std::greater_equal<>()) == numbers.end());
  }
  return heading;
}

/// The elements of rank 0, to each rank an equal share of consecutive ones. Others pass none.
template <class T>
Array<T> scatter(const comm::Communicator& comm, std::span<const T> all) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  comm::try_on_all_ranks(comm, [&] {
    for (int r = 0; r < comm.size(); ++r) {
      const Range chunk = static_chunk(all.size(), r, comm.size());
      counts.push_back(chunk.end - chunk.begin);
    }
    came.resize(counts.size());
  });
  return comm::checked_all_to_all(comm, all, counts, std::span(came));
}

Weights scatter(const comm::Communicator& comm, const Weights& all, std::uint64_t type) {
  return with_weight_type(static_cast<WeightType>(type), [&]<class W>(W) -> Weights {
    if constexpr (EdgeWeight<W>) {
      const auto* const held = std::get_if<Array<W>>(&all);
      return scatter(comm, held != nullptr ? held->span() : std::span<const W>());
    } else {
      return {};
    }
  });
}

/// The facts of rank 0, on all ranks.
InputFacts broadcast_facts(const comm::Communicator& comm, const Heading& heading,
                           InputFacts facts) {
  std::vector<std::string> texts;
  if (comm.rank() == 0) {
    texts = std::move(facts.notes);
    texts.insert(texts.end(), {facts.compression, facts.directedness_reason});
  }
  texts = comm::broadcast_texts(comm, texts);
  facts.directedness_reason = std::move(texts.back());
  texts.pop_back();
  facts.compression = std::move(texts.back());
  texts.pop_back();
  facts.notes = std::move(texts);
  facts.format = heading.format;
  facts.directedness = heading.directedness;
  facts.weighted = heading.weighted != 0;
  facts.has_unread_numbers = heading.has_unread_numbers != 0;
  facts.labels = heading.labels;
  facts.labels_remapped = heading.labels != LabelKind::kDense;
  facts.lines = heading.lines;
  facts.seconds = heading.seconds;
  return facts;
}

/// The names that rank 0 knows; others pass any labels.
VertexNames broadcast_names(const comm::Communicator& comm, const Heading& heading,
                            const Labels& labels, int threads) {
  const bool is_first = comm.rank() == 0;
  if (heading.labels == LabelKind::kDense) return Labels::dense(heading.first_label);
  if (heading.labels == LabelKind::kText) {
    SharedArray<char> arena =
        comm::checked_broadcast(comm, is_first ? labels.arena().span() : std::span<const char>());
    return Labels::text(std::move(arena),
                        comm::checked_broadcast(comm, is_first ? labels.text_offsets().span()
                                                               : std::span<const std::uint64_t>()));
  }
  const auto numbers = is_first ? labels.numbers().span() : std::span<const std::uint64_t>();
  if (heading.ascending_labels == 0) return Labels::sparse(comm::checked_broadcast(comm, numbers));
  return VertexNames(std::make_shared<const NumberDictionary>(comm, numbers, threads));
}

}  // namespace

SlicedFile read_whole(const comm::Communicator& comm, const std::string& path,
                      const ReadOptions& options) {
  InputEdges input;
  Heading heading;
  comm::try_on_all_ranks(comm, [&] {
    if (comm.rank() != 0) return;
    input = read_edges(path, options);
    heading = heading_of(input);
  });
  comm.broadcast(std::span<Heading>(&heading, 1), 0);
  SlicedFile result;
  result.facts = broadcast_facts(comm, heading, std::move(input.facts));
  Array<Edge> edges = scatter(comm, std::span<const Edge>(input.list.edges.span()));
  // Freed as soon as they are scattered: rank 0 has its slice beside the whole.
  input.list.edges = {};
  Weights weights = scatter(comm, input.list.weights, heading.weight_type);
  input.list.weights = {};
  result.names =
      broadcast_names(comm, heading, input.list.labels, resolve_threads(options.threads));
  result.edges = std::make_unique<HeldEdges>(heading.num_vertices, heading.directedness,
                                             std::move(edges), std::move(weights));
  return result;
}

}  // namespace strider::detail
