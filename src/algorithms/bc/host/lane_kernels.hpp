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

/// What a step looks at. A vertex has a row of kLanes numbers: in each lane the count of paths, and
/// on the way back, once the vertex is done with, its coefficient.
struct LaneStep {
  const Csr* csr;
  /// A vertex: the lanes in which it is on the level that the step comes from.
  const LaneMask* from;
  double* rows;
};

/// One step out, by the vertices in `list`, each with lanes unseen: each looks for neighbours on
/// the level before, and adds up their counts. `all` are the lanes in use. Fills seen and next for
/// the list; returns how many found anything.
std::uint64_t pull_out(const LaneStep& step, std::span<const Vertex> list, LaneMask all,
                       LaneMask* seen, LaneMask* next);
/// The same by the vertices of the level before: `list` are those, `found` gets those reached.
/// `next` is zero everywhere before.
void push_out(const LaneStep& step, std::span<const Vertex> list, LaneMask* seen, LaneMask* next,
              std::vector<Vertex>& found);

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
void pull_back(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums);
/// The same for vertices that have none there.
void close_ends(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums);

/// The same without vectors, bit by bit: what the vectors are tested against.
std::uint64_t pull_out_scalar(const LaneStep& step, std::span<const Vertex> list, LaneMask all,
                              LaneMask* seen, LaneMask* next);
void push_out_scalar(const LaneStep& step, std::span<const Vertex> list, LaneMask* seen,
                     LaneMask* next, std::vector<Vertex>& found);
void pull_back_scalar(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums);
void close_ends_scalar(const LaneStep& step, std::span<const Vertex> list, const LaneSums& sums);

}  // namespace strider::detail
