// Stands in for devices in a build without them.
#include "algorithms/bc/ranks/device_searches.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void refuse(const comm::Communicator& comm) {
  comm::try_on_all_ranks(comm, [] {
    throw UnavailableError(
        "searches on devices: this build has no device support: build with -DSTRIDER_GPU=ON");
  });
}

}  // namespace

DeviceSearches searches_on_devices(const comm::Communicator& comm, const Device& /*device*/,
                                   const DeviceBetweennessOptions& /*options*/) {
  refuse(comm);
  return {};
}

RankDrawers paths_on_devices(const comm::Communicator& comm, const Device& /*device*/,
                             const DeviceBetweennessOptions& /*options*/, std::uint64_t /*seed*/) {
  refuse(comm);
  return {};
}

}  // namespace strider::detail
