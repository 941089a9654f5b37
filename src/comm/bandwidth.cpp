#include "comm/bandwidth.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/timer.hpp"
#include "comm/collective_error.hpp"

namespace strider::comm {

double measure_message(const Communicator& comm, std::uint64_t bytes) {
  constexpr int kMessages = 4;
  const int size = comm.size();
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
  Array<std::byte> out;
  Array<std::byte> in;
  try_on_all_ranks(comm, [&] {
    sent.assign(static_cast<std::size_t>(size), 0);
    received = sent;
    sent[static_cast<std::size_t>((comm.rank() + size / 2) % size)] = bytes;
    received[static_cast<std::size_t>((comm.rank() + size - size / 2) % size)] = bytes;
    out = Array<std::byte>(bytes, std::byte{0});
    in = Array<std::byte>(bytes, std::byte{0});
    comm.reserve_messages(sent, received, 1);
  });
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < kMessages; ++i) {
    comm.barrier();
    const Timer timer;
    comm.all_to_all(std::span<const std::byte>(out.span()), sent, in.span(), received);
    best = std::min(best, timer.seconds());
  }
  return comm.all_reduce(best, Reduction::kMax);
}

double measure_bandwidth(const Communicator& comm) {
  constexpr std::size_t kBytes = 1U << 20U;
  if (comm.size() == 1) return std::numeric_limits<double>::infinity();
  return static_cast<double>(kBytes) / measure_message(comm, kBytes);
}

}  // namespace strider::comm
