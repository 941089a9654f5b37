#include "strider/network.hpp"

#include "comm/bandwidth.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "strider/error.hpp"

namespace strider {

std::vector<MessageRate> measure_messages(const Cluster& cluster,
                                          std::span<const std::uint64_t> sizes) {
  const comm::Communicator& comm = cluster.state()->comm();
  std::vector<MessageRate> rates;
  comm::try_on_all_ranks(comm, [&] {
    if (comm.size() == 1) throw UsageError("messages travel between two ranks or more");
    for (const std::uint64_t bytes : sizes) {
      if (bytes == 0) throw UsageError("a message has 1 byte or more");
    }
    rates.reserve(sizes.size());
  });
  for (const std::uint64_t bytes : sizes) {
    const double seconds = comm::measure_message(comm, bytes);
    rates.push_back({bytes, seconds, static_cast<double>(bytes) / seconds});
  }
  return rates;
}

}  // namespace strider
