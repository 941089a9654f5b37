// Messages whose sizes only their senders know, in room that is there beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Between all ranks, by turns in either direction: what goes out one way comes back the other.
class BatchExchange {
 public:
  enum class Way : std::uint8_t { kOut, kBack };

  /// Room for messages of that many bytes together, from this rank and to it on the way out.
  BatchExchange(Workspace& workspace, const comm::Communicator& comm, std::uint64_t most_out,
                std::uint64_t most_in);

  /// Where messages of the next exchange are written, one rank's after the other.
  [[nodiscard]] std::byte* room(Way way) { return buffer(way).data(); }
  /// bytes[r] of them go to rank r. Every rank brings a number: returns their sum, and sends
  /// nothing where that is 0. Throws on all ranks what an attempt of any threw. One all-to-all of
  /// sizes, one of messages. Collective.
  [[nodiscard]] std::uint64_t exchange(Way way, std::span<const std::uint64_t> bytes,
                                       std::uint64_t number, comm::Attempts& attempts);
  /// What came, by rank, one behind the other, until the next exchange is written.
  [[nodiscard]] std::span<const std::span<const std::byte>> messages() const { return messages_; }

 private:
  [[nodiscard]] Array<std::byte>& buffer(Way way) { return way == Way::kOut ? out_ : in_; }

  const comm::Communicator& comm_;
  Array<std::byte> out_;
  Array<std::byte> in_;
  std::vector<std::uint64_t> reported_;
  std::vector<std::uint64_t> received_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::span<const std::byte>> messages_;
};

}  // namespace strider::detail
