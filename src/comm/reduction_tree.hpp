// The union of bitmaps that only their owner can unite, a device: MPI moves words, nothing else.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"

namespace strider::comm {

/// The ranks of a node below their leader, the leaders below each other as a binomial tree. Words
/// go up, each rank adding its own, and the union comes down.
class ReductionTree {
 public:
  /// Takes most_words for each rank below this one. Both communicators are of BitReduction, and
  /// outlive this. Throws MemoryError.
  ReductionTree(const Communicator& node, const Communicator& leaders,
                std::shared_ptr<MessageMemory> memory, std::size_t most_words);
  /// Bytes of `memory` that it takes on this rank.
  [[nodiscard]] static std::uint64_t memory_bytes(const Communicator& node,
                                                  const Communicator& leaders,
                                                  std::size_t most_words);
  ReductionTree(const ReductionTree&) = delete;
  ReductionTree& operator=(const ReductionTree&) = delete;

  /// Throws UsageError where there are more words than most_words.
  void start(std::span<std::uint64_t> words);
  [[nodiscard]] bool is_over() const { return step_ == Step::kIdle; }
  /// Continues until it must wait; returns true once it is over.
  bool test();
  void wait();

 private:
  enum class Step : std::uint8_t { kIdle, kFromBelow, kToAbove, kFromAbove, kToBelow };
  struct Rank {
    const Communicator* group;
    int rank;
  };

  void begin(Step step);
  /// Something that was waited for is over: adds what came, continues where all is.
  void take(int request);
  void receive(const Rank& from, std::uint64_t* words);
  void send(const Rank& to, StepKind kind);
  template <class F>
  void each_part(const Rank& rank, F&& part) const;

  const Communicator& node_;
  std::shared_ptr<MessageMemory> memory_;
  std::size_t most_words_;
  std::vector<Rank> below_;
  Rank above_{nullptr, 0};  ///< no group: this is the root
  MessageBytes from_below_;

  Step step_ = Step::kIdle;
  std::span<std::uint64_t> words_;
  std::vector<MPI_Request> requests_;
  std::size_t parts_ = 0;                ///< of each message
  std::size_t left_ = 0;                 ///< requests under way
  std::vector<std::size_t> parts_left_;  ///< by rank below
};

}  // namespace strider::comm
