// Steps of sixteen searches side by side, a lane each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// The lanes of a vertex: a bit a search.
using LaneMask = std::uint16_t;
inline constexpr std::size_t kLanes = 16;
/// Lanes are looked up by 32-bit offsets in bytes.
inline constexpr Vertex kMostLaneVertices = 1U << 30U;

/// What a step looks at. A vertex has a row of kLanes numbers: in each lane the count of paths, and
/// on the way back, once the vertex is done with, its coefficient. Value, float or double, is what
/// is stored; sums are of doubles.
template <class Value>
struct LaneStep {
  const Csr* csr;
  /// A vertex: the lanes in which it is on the level that the step comes from. Readable four bytes
  /// past the last.
  const LaneMask* from;
  Value* rows;
};

/// Whether several threads may work on lists of their own in the same step: a step reads lanes of a
/// vertex while its owner writes others, which takes instructions that leave those alone.
[[nodiscard]] bool lanes_can_be_shared();

/// One step out, by the vertices in `list`, each with lanes unseen: each looks for neighbours on
/// the level before, and adds up their counts. `all` are the lanes in use. Fills seen and next for
/// the list; returns how many found anything.
template <class Value>
std::uint64_t pull_out(const LaneStep<Value>& step, std::span<const Vertex> list, LaneMask all,
                       LaneMask* seen, LaneMask* next);
/// The same by the vertices of the level before: `list` are those, `found` gets those reached.
/// `next` is zero everywhere before.
template <class Value>
void push_out(const LaneStep<Value>& step, std::span<const Vertex> list, LaneMask* seen,
              LaneMask* next, std::vector<Vertex>& found);

/// Where dependencies go.
struct LaneSums {
  /// A vertex: the lanes in which it is on the level to be done.
  const LaneMask* level;
  /// How much each vertex counts as a target; null: 1.
  const double* weights;
  double* sums;
  /// How often each lane counts; null: once.
  const double* times;
};
/// One step back for the vertices of `list`, from their neighbours on the level after.
template <class Value>
void pull_back(const LaneStep<Value>& step, std::span<const Vertex> list, const LaneSums& sums);
/// The same for vertices that have none there.
template <class Value>
void close_ends(const LaneStep<Value>& step, std::span<const Vertex> list, const LaneSums& sums);

/// The same without vectors, bit by bit: what the vectors are tested against.
template <class Value>
std::uint64_t pull_out_scalar(const LaneStep<Value>& step, std::span<const Vertex> list,
                              LaneMask all, LaneMask* seen, LaneMask* next);
template <class Value>
void push_out_scalar(const LaneStep<Value>& step, std::span<const Vertex> list, LaneMask* seen,
                     LaneMask* next, std::vector<Vertex>& found);
template <class Value>
void pull_back_scalar(const LaneStep<Value>& step, std::span<const Vertex> list,
                      const LaneSums& sums);
template <class Value>
void close_ends_scalar(const LaneStep<Value>& step, std::span<const Vertex> list,
                       const LaneSums& sums);

}  // namespace strider::detail
