#include "algorithms/bc/ranks/partitioned/batch_exchange.hpp"

#include <algorithm>
#include <limits>

#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

constexpr std::uint64_t kFailed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

BatchExchange::BatchExchange(Workspace& workspace, const comm::Communicator& comm,
                             std::uint64_t most_out, std::uint64_t most_in)
    : comm_(comm),
      reported_(2 * static_cast<std::size_t>(comm.size())),
      received_(reported_.size()),
      sizes_(static_cast<std::size_t>(comm.size())),
      messages_(sizes_.size()) {
  workspace.declare("the messages on the way out", out_, most_out);
  workspace.declare("the messages on the way back", in_, most_in);
  workspace.when_taken([this] {
    const std::vector<std::uint64_t> most(sizes_.size(), std::max(out_.size(), in_.size()));
    comm_.reserve_messages(most, most, 1);
  });
}

std::uint64_t BatchExchange::exchange(Way way, std::span<const std::uint64_t> bytes,
                                      std::uint64_t number, comm::Attempts& attempts) {
  for (std::size_t r = 0; r < sizes_.size(); ++r) {
    reported_[2 * r] = attempts.have_failed() ? 0 : bytes[r];
    reported_[2 * r + 1] = attempts.have_failed() ? kFailed : number;
  }
  comm_.exchange_counts(reported_, received_);
  std::uint64_t sum = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  bool failed = false;
  Array<std::byte>& incoming = buffer(way == Way::kOut ? Way::kBack : Way::kOut);
  for (std::size_t r = 0; r < sizes_.size(); ++r) {
    sizes_[r] = received_[2 * r];
    failed |= received_[2 * r + 1] == kFailed;
    sum += received_[2 * r + 1];
    messages_[r] = {incoming.data() + received, sizes_[r]};
    received += sizes_[r];
    sent += bytes[r];
  }
  if (failed) attempts.throw_on_all_ranks(comm_);
  if (sum == 0) return 0;
  comm_.all_to_all<std::byte>(std::span<const std::byte>(buffer(way).data(), sent), bytes,
                              incoming.span().first(received), sizes_);
  return sum;
}

}  // namespace strider::detail
