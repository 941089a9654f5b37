// Encodings as the interface and as messages call them.
#pragma once

#include <fmt/format.h>

#include "comm/bandwidth.hpp"
#include "comm/collective_error.hpp"
#include "comm/encoding/wire.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// `options` has an encoding, and the bandwidth for kFastest: it is measured where it is 0. Throws
/// UsageError on all ranks where it is no bandwidth. Collective.
template <class Options>
[[nodiscard]] comm::Encoding encoding_of(const comm::Communicator& comm, const Options& options) {
  comm::try_on_all_ranks(comm, [&] {
    if (!(options.bandwidth >= 0)) {
      throw UsageError(
          fmt::format("bandwidth must be 0 or more bytes a second, got {}", options.bandwidth));
    }
  });
  if (options.encoding != WireEncoding::kFastest) return comm::kind_of(options.encoding);
  const double bandwidth =
      options.bandwidth > 0 ? options.bandwidth : comm::measure_bandwidth(comm);
  constexpr double kNanoseconds = 1e9;
  return comm::Encoding::fastest(kNanoseconds / bandwidth);
}

}  // namespace strider::detail
