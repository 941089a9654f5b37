// All-to-all messages that leave a node together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/node_grid.hpp"

namespace strider::comm {

/// Whether two levels take less time for what each rank sends in an exchange: they save messages,
/// and send most bytes once more within the node. A message takes about 0.7 us beside its bytes
/// (twice the overhead of src/model/machines.cpp), in which a rank copies some 4 KiB.
[[nodiscard]] constexpr bool two_levels_pay(std::uint64_t bytes, std::uint64_t num_nodes,
                                            std::uint64_t ranks_per_node) {
  constexpr std::uint64_t kBytesOfMessage = 4096;
  if (num_nodes == 0 || ranks_per_node == 0) return false;
  // N R - 1 less N + R - 2.
  const std::uint64_t saved = (num_nodes - 1) * (ranks_per_node - 1);
  return bytes < saved * kBytesOfMessage;
}

/// Sends a message from each rank to each other one in two steps: what a node has for the ranks of
/// number j on all nodes is gathered at its own rank of number j, which sends one message to each
/// other node (the local all-to-all of Pan, Pearce and Owens 2018, and the grid of Sanders and
/// Schimek 2023). Of N nodes of R ranks a rank sends N + R - 2 messages instead of N R - 1, and
/// most bytes twice, once of them within the node. Where there is one node, or ranks are not shared
/// out evenly, messages go directly.
class TwoLevelExchange {
 public:
  /// Nodes are those of NodeGrid. `comm` outlives this. Collective. Throws MemoryError on all
  /// ranks.
  explicit TwoLevelExchange(const Communicator& comm, int ranks_per_node = 0);
  TwoLevelExchange(TwoLevelExchange&&) noexcept;
  ~TwoLevelExchange();

  [[nodiscard]] const Communicator& comm() const { return comm_; }
  [[nodiscard]] bool has_two_levels() const { return node_.has_value(); }

  /// As checked_all_to_all (collective_error.hpp): throws MemoryError on all ranks, and asks for no
  /// memory before all ranks have checked it. Memory: what comes, and where there are two levels
  /// about three times what is sent. Collective.
  [[nodiscard]] Array<std::byte> all_to_all(std::span<const std::byte> bytes,
                                            std::span<const std::uint64_t> counts,
                                            std::span<std::uint64_t> received_counts) const;

  // The same in steps, of which one asks for memory. Precondition: has_two_levels().

  /// Where bytes lie on their way.
  struct Transit {
    Array<std::byte> outgoing;
    Array<std::byte> incoming;
  };
  /// Every rank learns what it will get, and passes on, in the next exchange. Collective.
  void exchange_counts(std::span<const std::uint64_t> counts,
                       std::span<std::uint64_t> received_counts) const;
  /// Bytes of other ranks of the node, and its own, that this rank sends on to other nodes.
  [[nodiscard]] std::uint64_t passed_on_bytes() const;
  /// For the next exchange. Each of its arrays takes no more than what this rank sends, gets or
  /// passes on, whichever is most. Throws MemoryError on this rank only. Precondition:
  /// exchange_counts.
  [[nodiscard]] Transit make_transit() const;
  /// Bytes for rank r begin at bytes[starts[r]], or, without starts, lie one rank after the other;
  /// those that come do. Precondition: exchange_counts with the same counts. Collective.
  void all_to_all(std::span<const std::byte> bytes, std::span<const std::uint64_t> starts,
                  std::span<const std::uint64_t> counts, Transit& transit,
                  std::span<std::byte> received,
                  std::span<const std::uint64_t> received_counts) const;

 private:
  struct Sizes;

  const Communicator& comm_;
  NodeGrid grid_;
  std::size_t nodes_;
  std::size_t ranks_per_node_;
  std::optional<Communicator> node_;     // by number
  std::optional<Communicator> numbers_;  // those of this rank's number, by node
  std::unique_ptr<Sizes> sizes_;         // kept, so that an exchange can begin without memory
};

}  // namespace strider::comm
