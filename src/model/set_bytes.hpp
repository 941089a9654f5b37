// How long the messages of random sets are (comm/encoding).
#pragma once

#include "comm/encoding/encoding.hpp"

namespace strider::model {

/// Expected bytes of the encoded set of which each of `universe` ids is a member with probability
/// `density`, independently; of kFastest as of kAuto, which is no longer. O(1).
[[nodiscard]] double set_bytes(double universe, double density,
                               comm::Encoding encoding = comm::Encoding::kAuto);

/// The probability that the set has a member.
[[nodiscard]] double probability_nonempty(double universe, double density);

}  // namespace strider::model
