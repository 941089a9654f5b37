// The union of bitmaps over all ranks, by way of the nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"

namespace strider::comm {

/// OR of bitmaps of one size over all ranks: first among the ranks of a node, to its leader; then
/// among the leaders; then back from the leader (Pan et al., section V-B: what leaves a node is
/// reduced before). One reduction is under way at a time. Traffic: the three steps count as a
/// reduction, b (p - 1) bytes and p - 1 messages, an all-reduce and a broadcast of their groups.
///
/// Bitmaps in the host's memory are reduced by MPI. Of those in a device's, which Open MPI takes in
/// no collective that does not block, MPI moves the words, up a tree of the ranks and down again,
/// and the memory's owner unites them: as many bytes and messages.
class BitReduction {
 public:
  struct Settings {
    /// Ranks that count as a node: r and s where r / ranks_per_node = s / ranks_per_node.
    /// 0: those that share memory.
    int ranks_per_node = 0;
  };

  /// Collective.
  BitReduction(const Communicator& comm, const Settings& settings);
  explicit BitReduction(const Communicator& comm) : BitReduction(comm, Settings{}) {}
  /// Words of reductions from now on lie in `memory`, none for the host's, and are at most
  /// `most_words`, so that no reduction asks for memory: of a device's this takes as much for each
  /// rank that sends to this one. Throws MemoryError. Not collective, but the same on all ranks.
  void use(std::shared_ptr<MessageMemory> memory, std::size_t most_words);
  /// Bytes of a device's memory that use() takes on this rank.
  [[nodiscard]] std::uint64_t memory_bytes(std::size_t most_words) const;
  BitReduction(BitReduction&&) noexcept;
  BitReduction& operator=(BitReduction&&) noexcept;
  ~BitReduction();

  /// In place, on all ranks: the words have as many on each. By collectives of MPI that block,
  /// where the words lie in the host's memory and this rank need not wait politely. Collective.
  void reduce(std::span<std::uint64_t> words);

  /// Begins a reduction: the words are not touched until wait() returns. Where an error destroys
  /// this meanwhile, MPI may still write them: `holder`, which owns them, is then never given up.
  /// Collective. Throws UsageError where one is under way.
  void start(std::span<std::uint64_t> words, std::shared_ptr<const void> holder = nullptr);
  /// Moves a reduction on where MPI is ready to; true where it is over. Calls of it between chunks
  /// of other work let the later steps begin before wait().
  bool test();
  /// Waits for the end of what start() began. Every rank of the communicator calls it.
  void wait();

  [[nodiscard]] int num_nodes() const;
  [[nodiscard]] int ranks_on_node() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
