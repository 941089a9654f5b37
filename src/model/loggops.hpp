// How long the steps of a search take on a network, by LogGOPS (Hoefler, Schneider and Lumsdaine
// 2010; after LogGP, Alexandrov et al. 1995): without congestion, and without what ranks compute:
// search_work.hpp.
#pragma once

#include <span>

#include "model/search_steps.hpp"
#include "strider/model.hpp"

namespace strider::model {

/// Of one message of that many bytes, from its send to the end of its receive.
[[nodiscard]] double message_seconds(const Machine& machine, double bytes);

/// Of a step that all of `ranks` ranks take at the same time. Point to point, a rank's processor
/// and its network work side by side, and what takes longer counts. Collectives are trees of short
/// messages; long ones are scattered, and gathered again (Rabenseifner 2004). Steps of all ranks
/// cross nodes, unless one has all ranks.
[[nodiscard]] double step_seconds(const Machine& machine, const Step& step, int ranks);

}  // namespace strider::model
