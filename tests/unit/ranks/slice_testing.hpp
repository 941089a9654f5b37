// Files read in slices, held against the same files read by one machine.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ranks/input/read_slices.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/gather.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider::slice_testing {

using namespace strider::detail;
using test::SharedFolder;

struct AllEdges {
  std::vector<GlobalEdge> edges;
  std::vector<double> weights;
};

/// Of all ranks, in order, on rank 0.
inline AllEdges gather_edges(const EdgeSource& source) {
  std::vector<GlobalEdge> edges(source.num_edges());
  std::vector<double> weights;
  const EdgeRange all{0, edges.size()};
  const auto read = [&]<class W>(W) {
    std::vector<W> typed(edges.size());
    source.read(all, edges, std::span<W>(typed), 1);
    weights.assign(typed.begin(), typed.end());
  };
  switch (source.weight_type()) {
    case WeightType::kNone:
      source.read(all, edges, 1);
      break;
    case WeightType::kFloat:
      read(float{});
      break;
    case WeightType::kDouble:
      read(double{});
      break;
    case WeightType::kUint32:
      read(std::uint32_t{});
      break;
  }
  return {test::gather(std::span<const GlobalEdge>(edges)),
          test::gather(std::span<const double>(weights))};
}

inline AllEdges edges_of(const EdgeList& list) {
  AllEdges all;
  for (const Edge& edge : list.edges) all.edges.push_back({edge.source, edge.target});
  std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          all.weights.assign(held.begin(), held.end());
        }
      },
      list.weights);
  return all;
}

inline void expect_same_facts(const InputFacts& sliced, const InputFacts& whole) {
  EXPECT_EQ(sliced.format, whole.format);
  EXPECT_EQ(sliced.compression, whole.compression);
  EXPECT_EQ(sliced.directedness, whole.directedness);
  EXPECT_EQ(sliced.directedness_reason, whole.directedness_reason);
  EXPECT_EQ(sliced.weighted, whole.weighted);
  EXPECT_EQ(sliced.labels, whole.labels);
  EXPECT_EQ(sliced.labels_remapped, whole.labels_remapped);
  EXPECT_EQ(sliced.notes, whole.notes);
  EXPECT_EQ(sliced.lines, whole.lines);
}

inline void expect_same_names(const VertexNames& names, const EdgeList& whole) {
  const auto& world = test_world();
  const Vertex n = whole.num_vertices;
  // Each rank asks for some, in no order, some twice.
  std::vector<GlobalVertex> asked;
  for (Vertex v = 0; v < n; v += 1 + static_cast<Vertex>(world.rank())) asked.push_back(n - 1 - v);
  asked.insert(asked.end(), asked.begin(), asked.end());
  if (names.kind() != LabelKind::kText) {
    const Array<std::uint64_t> numbers = names.numbers_of(world, asked);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      ASSERT_EQ(numbers[i], whole.labels.number(static_cast<Vertex>(asked[i])));
    }
  }
  const std::vector<std::string> texts = names.labels_of(world, asked);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    ASSERT_EQ(texts[i], whole.labels.label(static_cast<Vertex>(asked[i])));
  }
  for (Vertex v = 0; v < n; v += 1 + n / 5) {
    EXPECT_EQ(names.find(world, whole.labels.label(v), n), v);
  }
  EXPECT_EQ(names.find(world, "987654321987654321", n), std::nullopt);
  EXPECT_EQ(names.find(world, "unknown", n), std::nullopt);
}

/// Collective.
inline void expect_same(const SlicedFile& sliced, const InputEdges& whole) {
  const auto& world = test_world();
  EXPECT_EQ(sliced.edges->num_vertices(), whole.list.num_vertices);
  EXPECT_EQ(sliced.edges->directedness(), whole.list.directedness);
  EXPECT_EQ(static_cast<std::size_t>(sliced.edges->weight_type()), whole.list.weights.index());
  expect_same_facts(sliced.facts, whole.facts);
  const AllEdges gathered = gather_edges(*sliced.edges);
  if (world.rank() == 0) {
    const AllEdges expected = edges_of(whole.list);
    EXPECT_EQ(gathered.edges, expected.edges);
    EXPECT_EQ(gathered.weights, expected.weights);
  }
  expect_same_names(sliced.names, whole.list);
}

inline void expect_same(const std::string& path, const ReadOptions& options = {}) {
  SCOPED_TRACE(path);
  const InputEdges whole = read_edges(path, options);
  expect_same(read_slices(test_world(), path, options), whole);
}

/// All ways to read a file give what the reader of one machine gives.
inline void expect_same_all_ways(const std::string& path) {
  for (const ReadWeights weights : {ReadWeights::kYes, ReadWeights::kNo}) {
    expect_same(path, {.weights = weights, .threads = 2});
  }
  expect_same(path, {.directedness = Directedness::kDirected});
  expect_same(path, {.directedness = Directedness::kUndirected});
}

/// The same error on all ranks as on one machine, but for the rank's name.
inline void expect_same_error(const std::string& path, const ReadOptions& options = {}) {
  SCOPED_TRACE(path);
  const std::string expected =
      test::message_of<InputError>([&] { (void)read_edges(path, options); });
  EXPECT_NE(expected, "taken");
  const std::string message =
      test::message_of<InputError>([&] { (void)read_slices(test_world(), path, options); });
  EXPECT_TRUE(message.ends_with(expected)) << message << "\nexpected: " << expected;
}

}  // namespace strider::slice_testing
