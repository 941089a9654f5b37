// Steps of sixteen searches side by side, a vector lane each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// The searches that have a vertex: a bit each.
using BatchMask = std::uint16_t;
inline constexpr std::size_t kBatch = 16;
/// Masks are looked up by 32-bit offsets in bytes.
inline constexpr Vertex kMostBatchVertices = 1U << 30U;

/// What a step looks at. A vertex has a row of numbers: for each search the count of paths, and on
/// the way back, once the vertex is done with, its coefficient. Value, float or double, is what is
/// stored; sums are of doubles. Rows are kBatch wide, or, for a single search, a single double.
template <class Value, std::size_t kWidth>
struct BatchStep {
  const Csr* csr;
  /// A vertex: the searches that have it on the level that the step comes from. Readable four bytes
  /// past the last.
  const BatchMask* from;
  Value* rows;
};

/// Where dependencies go.
struct BatchSums {
  /// A vertex: the searches that have it on the level to be done.
  const BatchMask* level;
  /// How much each vertex counts as a target; null: 1.
  const double* weights;
  double* sums;
  /// How often each source counts; null: once.
  const double* times;
};

/// The steps, each for the vertices of a list.
template <class Value, std::size_t kWidth>
struct BatchKernels {
  using Step = BatchStep<Value, kWidth>;
  using List = std::span<const Vertex>;

  /// One step out, by vertices that some search has not seen: each looks for neighbours on the
  /// level before, and adds up their counts. `all` are the searches in use. Fills seen and next for
  /// the list; returns how many found anything.
  std::uint64_t (*pull_out)(const Step& step, List list, BatchMask all, BatchMask* seen,
                            BatchMask* next);
  /// The same by the vertices of the level before: the list are those, `found` gets those reached.
  /// `next` is zero everywhere before.
  void (*push_out)(const Step& step, List list, BatchMask* seen, BatchMask* next,
                   std::vector<Vertex>& found);
  /// One step back, of vertices of the level to be done, from their neighbours on the level after.
  void (*pull_back)(const Step& step, List list, const BatchSums& sums);
  /// The same for vertices that have none there.
  void (*close_ends)(const Step& step, List list, const BatchSums& sums);
};

/// By vectors, of the best instruction set that the machine has. There are kernels for rows of
/// kBatch floats or doubles, and of one double.
template <class Value, std::size_t kWidth>
[[nodiscard]] BatchKernels<Value, kWidth> batch_kernels();
/// Whether several threads may work on lists of their own in the same step of these: a step reads
/// numbers of a vertex while its owner writes others, which takes instructions that leave those
/// only.
[[nodiscard]] bool rows_can_be_shared();

/// The same without vectors, bit by bit: what the vectors are tested against.
template <class Value, std::size_t kWidth>
[[nodiscard]] BatchKernels<Value, kWidth> scalar_batch_kernels();

}  // namespace strider::detail
