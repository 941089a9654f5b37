#include "comm/reduction_tree.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

/// Of a rank of several, in a binomial tree below rank 0: a rank's number without its lowest bit.
constexpr int rank_above(int rank) {
  return rank & (rank - 1);
}
std::vector<int> ranks_below(int rank, int size) {
  std::vector<int> below;
  for (int bit = 1; (rank & bit) == 0 && rank + bit < size; bit *= 2) below.push_back(rank + bit);
  return below;
}

}  // namespace

ReductionTree::ReductionTree(const Communicator& node, const Communicator& leaders,
                             std::shared_ptr<MessageMemory> memory, std::size_t most_words)
    : node_(node), memory_(std::move(memory)), most_words_(most_words) {
  if (node.rank() > 0) {
    above_ = {&node, 0};
  } else {
    for (int r = 1; r < node.size(); ++r) below_.push_back({&node, r});
    for (const int r : ranks_below(leaders.rank(), leaders.size())) below_.push_back({&leaders, r});
    if (leaders.rank() > 0) above_ = {&leaders, rank_above(leaders.rank())};
  }
  const std::size_t bytes = memory_bytes(node, leaders, most_words);
  memory_->require(bytes, "masks of other ranks");
  from_below_ = MessageBytes(memory_, bytes);
  // A rank that lacked the memory for a step would let the others wait.
  const std::size_t parts = most_words * sizeof(std::uint64_t) / node.state().largest_message + 1;
  requests_.reserve(parts * std::max<std::size_t>(1, below_.size()));
  parts_left_.reserve(below_.size());
}

std::uint64_t ReductionTree::memory_bytes(const Communicator& node, const Communicator& leaders,
                                          std::size_t most_words) {
  if (node.rank() > 0) return 0;
  const std::size_t below = static_cast<std::size_t>(node.size()) - 1 +
                            ranks_below(leaders.rank(), leaders.size()).size();
  return below * most_words * sizeof(std::uint64_t);
}

/// part(begin, count) for chunks of the words that MPI can count.
template <class F>
void ReductionTree::each_part(const Rank& rank, F&& part) const {
  const std::size_t most =
      std::max<std::size_t>(1, rank.group->state().largest_message / sizeof(std::uint64_t));
  for (std::size_t begin = 0; begin < words_.size(); begin += most) {
    part(begin, std::min(most, words_.size() - begin));
  }
}

void ReductionTree::receive(const Rank& from, std::uint64_t* words) {
  each_part(from, [&](std::size_t begin, std::size_t count) {
    requests_.push_back(MPI_REQUEST_NULL);
    check(MPI_Irecv(words + begin, static_cast<int>(count), MPI_UINT64_T, from.rank, kReductionTag,
                    from.group->state().comm.get(), &requests_.back()),
          "MPI_Irecv");
  });
}

void ReductionTree::send(const Rank& to, StepKind kind) {
  each_part(to, [&](std::size_t begin, std::size_t count) {
    requests_.push_back(MPI_REQUEST_NULL);
    check(MPI_Isend(words_.data() + begin, static_cast<int>(count), MPI_UINT64_T, to.rank,
                    kReductionTag, to.group->state().comm.get(), &requests_.back()),
          "MPI_Isend");
    node_.traffic().add_share({kind, to.group->size()}, count * sizeof(std::uint64_t), 1);
    count_receiver(to.group->state(), to.rank, count * sizeof(std::uint64_t));
  });
}

void ReductionTree::start(std::span<std::uint64_t> words) {
  if (words.size() > most_words_) throw UsageError("more words than a reduction has room for");
  words_ = words;
  begin(Step::kFromBelow);
}

/// Steps that have nothing to wait for are passed over.
void ReductionTree::begin(Step step) {
  for (;; step = static_cast<Step>(static_cast<int>(step) + 1)) {
    step_ = step;
    requests_.clear();
    switch (step) {
      case Step::kFromBelow:
        for (std::size_t i = 0; i < below_.size(); ++i) {
          receive(below_[i],
                  reinterpret_cast<std::uint64_t*>(from_below_.data()) + i * most_words_);
        }
        parts_ = below_.empty() ? 0 : requests_.size() / below_.size();
        parts_left_.assign(below_.size(), parts_);
        break;
      case Step::kToAbove:
        // Whoever unites the words, or wrote them, is done.
        memory_->settle();
        if (above_.group == nullptr) break;
        node_.traffic().add_step({StepKind::kReduce, above_.group->size()});
        send(above_, StepKind::kReduce);
        break;
      case Step::kFromAbove:
        if (above_.group == nullptr) break;
        node_.traffic().add_step({StepKind::kBroadcast, above_.group->size()});
        receive(above_, words_.data());
        break;
      case Step::kToBelow:
        for (const Rank& rank : below_) send(rank, StepKind::kBroadcast);
        break;
      case Step::kIdle:
        return;
    }
    left_ = requests_.size();
    if (left_ > 0) return;
    if (step == Step::kToBelow) {
      step_ = Step::kIdle;
      return;
    }
  }
}

void ReductionTree::take(int request) {
  if (step_ == Step::kFromBelow) {
    const std::size_t from = static_cast<std::size_t>(request) / parts_;
    if (--parts_left_[from] == 0) {
      memory_->unite(
          words_.data(),
          reinterpret_cast<const std::uint64_t*>(from_below_.data()) + from * most_words_,
          words_.size());
    }
  }
  if (--left_ > 0) return;
  if (step_ == Step::kToBelow) {
    step_ = Step::kIdle;
  } else {
    begin(static_cast<Step>(static_cast<int>(step_) + 1));
  }
}

bool ReductionTree::test() {
  while (step_ != Step::kIdle) {
    int place = MPI_UNDEFINED;
    int done = 0;
    check(MPI_Testany(static_cast<int>(requests_.size()), requests_.data(), &place, &done,
                      MPI_STATUS_IGNORE),
          "MPI_Testany");
    if (done == 0) {
      if (node_.state().polite) sched_yield();
      return false;
    }
    take(place);
  }
  return true;
}

void ReductionTree::wait() {
  while (step_ != Step::kIdle) take(wait_any(node_.state(), requests_, MPI_STATUS_IGNORE));
}

}  // namespace strider::comm
