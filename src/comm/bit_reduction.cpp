#include "comm/bit_reduction.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "comm/reduction_tree.hpp"
#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

/// Steps of a reduction. A rank that is no leader has nothing to do in the second.
enum class Step : std::uint8_t { kIdle, kIntoLeader, kAmongLeaders, kFromLeader };

constexpr int kLeader = 0;  // of a node, in its communicator

[[nodiscard]] StepKind kind_of(Step step) {
  if (step == Step::kAmongLeaders) return StepKind::kAllReduce;
  return step == Step::kIntoLeader ? StepKind::kReduce : StepKind::kBroadcast;
}

}  // namespace

struct BitReduction::State {
  std::unique_ptr<Communicator> node;
  std::unique_ptr<Communicator> leaders;  ///< of ranks that are none: something else, unused
  int num_nodes = 1;
  Step step = Step::kIdle;
  std::span<std::uint64_t> words;
  std::shared_ptr<const void> holder;  ///< of the words
  std::vector<MPI_Request> requests;
  std::unique_ptr<ReductionTree> tree;  ///< of words in a device's memory; else null
  State* abandoned_before = nullptr;

  [[nodiscard]] bool is_leader() const { return node->rank() == kLeader; }
  [[nodiscard]] bool is_idle() const {
    return step == Step::kIdle && (tree == nullptr || tree->is_over());
  }
  /// Whether this rank has a part in a step.
  [[nodiscard]] bool takes_part(Step next) const {
    return group(next).size() > 1 && (next != Step::kAmongLeaders || is_leader());
  }
  [[nodiscard]] const Communicator& group(Step next) const {
    return next == Step::kAmongLeaders ? *leaders : *node;
  }
  /// What the time of a step counts as: those within a node and those between nodes have names of
  /// their own.
  [[nodiscard]] StepName name(Step of) const {
    return {kind_of(of), takes_part(of) ? group(of).size() : 1};
  }
  void begin(Step next);
  void begin_next();
  void run(Step now);

  /// body(part, its words) for chunks that MPI can count, which are counted as sent.
  template <class F>
  void each_part(Step now, F&& body) {
    const Communicator::State& state = group(now).state();
    const StepKind kind = kind_of(now);
    state.traffic->add_step({kind, state.size});
    const auto others = static_cast<std::uint64_t>(state.size - 1);
    const std::uint64_t ways = now == Step::kAmongLeaders ? 2 : 1;
    const std::size_t most =
        std::max<std::size_t>(1, state.largest_message / sizeof(std::uint64_t));
    for (std::size_t done = 0; done < words.size(); done += most) {
      const std::size_t count = std::min(most, words.size() - done);
      body(words.data() + done, static_cast<int>(count));
      count_collective(state, kind, ways * count * sizeof(std::uint64_t) * others, ways * others);
    }
  }
};

void BitReduction::State::begin(Step next) {
  step = next;
  requests.clear();
  if (next == Step::kIdle) {
    holder.reset();
    return;
  }
  if (!takes_part(next)) return;
  const MPI_Comm mpi = group(next).state().comm.get();
  each_part(next, [&](std::uint64_t* part, int count) {
    MPI_Request* const request = &requests.emplace_back(MPI_REQUEST_NULL);
    switch (next) {
      case Step::kIntoLeader:
        return check(MPI_Ireduce(is_leader() ? MPI_IN_PLACE : part, is_leader() ? part : nullptr,
                                 count, MPI_UINT64_T, MPI_BOR, kLeader, mpi, request),
                     "MPI_Ireduce");
      case Step::kAmongLeaders:
        return check(MPI_Iallreduce(MPI_IN_PLACE, part, count, MPI_UINT64_T, MPI_BOR, mpi, request),
                     "MPI_Iallreduce");
      case Step::kFromLeader:
        return check(MPI_Ibcast(part, count, MPI_UINT64_T, kLeader, mpi, request), "MPI_Ibcast");
      case Step::kIdle:
        return;
    }
  });
}

/// The same, and waits: MPI chooses among more algorithms for collectives that block.
void BitReduction::State::run(Step now) {
  if (!takes_part(now)) return;
  const MPI_Comm mpi = group(now).state().comm.get();
  each_part(now, [&](std::uint64_t* part, int count) {
    switch (now) {
      case Step::kIntoLeader:
        return check(MPI_Reduce(is_leader() ? MPI_IN_PLACE : part, is_leader() ? part : nullptr,
                                count, MPI_UINT64_T, MPI_BOR, kLeader, mpi),
                     "MPI_Reduce");
      case Step::kAmongLeaders:
        return check(MPI_Allreduce(MPI_IN_PLACE, part, count, MPI_UINT64_T, MPI_BOR, mpi),
                     "MPI_Allreduce");
      case Step::kFromLeader:
        return check(MPI_Bcast(part, count, MPI_UINT64_T, kLeader, mpi), "MPI_Bcast");
      case Step::kIdle:
        return;
    }
  });
}

void BitReduction::State::begin_next() {
  switch (step) {
    case Step::kIntoLeader:
      return begin(Step::kAmongLeaders);
    case Step::kAmongLeaders:
      return begin(Step::kFromLeader);
    default:
      return begin(Step::kIdle);
  }
}

BitReduction::BitReduction(const Communicator& comm, const Settings& settings)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.node = std::make_unique<Communicator>(
      settings.ranks_per_node > 0 ? comm.split(comm.rank() / settings.ranks_per_node, comm.rank())
                                  : comm.split_by_node());
  const bool leader = state.is_leader();
  state.leaders = std::make_unique<Communicator>(comm.split(leader ? 0 : 1, comm.rank()));
  state.num_nodes = static_cast<int>(
      comm.all_reduce(static_cast<std::uint32_t>(leader ? 1 : 0), Reduction::kSum));
}

BitReduction::BitReduction(BitReduction&&) noexcept = default;
BitReduction& BitReduction::operator=(BitReduction&&) noexcept = default;

BitReduction::~BitReduction() {
  if (state_ == nullptr || state_->is_idle()) return;
  // An error came between start() and wait(): this rank cannot end what all ranks began. What MPI
  // still uses stays until the job ends.
  static State* last_abandoned = nullptr;
  state_->abandoned_before = last_abandoned;
  last_abandoned = state_.release();
}

void BitReduction::use(std::shared_ptr<MessageMemory> memory, std::size_t most_words) {
  State& state = *state_;
  if (!state.is_idle()) throw UsageError("a reduction is under way");
  // A rank that lacked the memory for a step would let the others wait.
  state.requests.reserve(most_words * sizeof(std::uint64_t) / state.node->state().largest_message +
                         1);
  state.tree.reset();
  if (memory == nullptr || memory->is_host()) return;
  state.tree =
      std::make_unique<ReductionTree>(*state.node, *state.leaders, std::move(memory), most_words);
}

std::uint64_t BitReduction::memory_bytes(std::size_t most_words) const {
  return ReductionTree::memory_bytes(*state_->node, *state_->leaders, most_words);
}

void BitReduction::reduce(std::span<std::uint64_t> words) {
  State& state = *state_;
  if (state.tree != nullptr || state.node->state().polite) {
    start(words);
    return wait();
  }
  if (!state.is_idle()) throw UsageError("a reduction is under way");
  state.words = words;
  for (const Step step : {Step::kIntoLeader, Step::kAmongLeaders, Step::kFromLeader}) {
    const CommunicationTime time(state.leaders->traffic(), state.name(step));
    state.run(step);
  }
}

void BitReduction::start(std::span<std::uint64_t> words, std::shared_ptr<const void> holder) {
  if (!state_->is_idle()) throw UsageError("a reduction is under way");
  const CommunicationTime time(state_->leaders->traffic(), state_->name(Step::kIntoLeader));
  state_->holder = std::move(holder);
  if (state_->tree != nullptr) {
    state_->tree->start(words);
    return;
  }
  state_->words = words;
  state_->begin(Step::kIntoLeader);
}

bool BitReduction::test() {
  State& state = *state_;
  if (state.tree != nullptr) {
    const CommunicationTime time(state.leaders->traffic());
    const bool is_over = state.tree->test();
    if (is_over) state.holder.reset();
    return is_over;
  }
  while (state.step != Step::kIdle) {
    const CommunicationTime time(state.leaders->traffic(), state.name(state.step));
    int done = 1;
    check(MPI_Testall(static_cast<int>(state.requests.size()), state.requests.data(), &done,
                      MPI_STATUSES_IGNORE),
          "MPI_Testall");
    if (done == 0) {
      if (state.node->state().polite) sched_yield();
      return false;
    }
    state.begin_next();
  }
  return true;
}

void BitReduction::wait() {
  State& state = *state_;
  if (state.tree != nullptr) {
    const CommunicationTime time(state.leaders->traffic());
    state.tree->wait();
    state.holder.reset();
    return;
  }
  while (state.step != Step::kIdle) {
    const CommunicationTime time(state.leaders->traffic(), state.name(state.step));
    wait_all(state.node->state(), state.requests);
    state.begin_next();
  }
}

int BitReduction::num_nodes() const {
  return state_->num_nodes;
}
int BitReduction::ranks_on_node() const {
  return state_->node->size();
}

}  // namespace strider::comm
