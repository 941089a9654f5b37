// How many messages the vertices of a graph send in GHS (algorithms/msf/ranks/ghs), from the number
// of its edges: nothing is sent.
//
// An edge outside the forest is looked at once by two messages: a Test and a Reject, or a Test from
// either end. One that leads out of a fragment when it is looked at costs a Test and an Accept, and
// may be looked at again on the next level. On every level a fragment's tree carries an Initiate
// outwards and a Report back. How often an edge leads out, and how many edges two fragments choose
// both, depend on the graph: these shares were counted on R-MAT graphs of edge factor 16.
#pragma once

#include <array>

#include "model/degree_law.hpp"

namespace strider::model {

/// In the order of the types in algorithms/msf/ranks/ghs/message.hpp.
enum GhsMessage : std::size_t {
  kConnect,
  kInitiate,
  kTest,
  kAccept,
  kReject,
  kReport,
  kChangeCore,
  kGhsMessages
};
using GhsMessageCounts = std::array<double, kGhsMessages>;

/// Of all vertices. `forest`: edges of it; `levels`: the highest level of a fragment.
[[nodiscard]] GhsMessageCounts ghs_messages(double edges, double forest, double levels);

/// The highest level in an R-MAT graph of that scale, as counted at 14 to 20.
[[nodiscard]] double ghs_levels(int scale);

/// Bytes of a message to another rank: algorithms/msf/ranks/ghs/wire_format.hpp, which this room
/// may not see.
[[nodiscard]] double ghs_bytes(GhsMessage type, int ranks);

}  // namespace strider::model
