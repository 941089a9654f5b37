#include "comm/shared_counter.hpp"

#include <mpi.h>

#include <utility>

#include "comm/collective_error.hpp"
#include "comm/state.hpp"

namespace strider::comm {

struct SharedCounter::State {
  const Communicator* comm = nullptr;
  std::uint64_t local = 0;  ///< the counter itself where there is one rank
  bool serves_others = false;
  MPI_Win window = MPI_WIN_NULL;
};

SharedCounter::SharedCounter(const Communicator& comm)
    : state_(try_on_all_ranks(comm, [] { return std::make_unique<State>(); })) {
  state_->comm = &comm;
  if (comm.size() == 1) return;
  state_->serves_others = comm.rank() == 0 && comm.ranks_on_node() < comm.size();
  void* base = nullptr;
  const MPI_Aint bytes = comm.rank() == 0 ? MPI_Aint{sizeof(std::uint64_t)} : 0;
  {
    const WaitScope scope = waiting(comm.state());
    check(MPI_Win_allocate(bytes, static_cast<int>(sizeof(std::uint64_t)), MPI_INFO_NULL,
                           comm.state().comm.get(), &base, &state_->window),
          "MPI_Win_allocate");
  }
  check(MPI_Win_lock_all(MPI_MODE_NOCHECK, state_->window), "MPI_Win_lock_all");
  // By the same kind of operation as all that follow: they see one another in one order.
  if (comm.rank() == 0) replace(0);
  comm.barrier();
}

SharedCounter::~SharedCounter() {
  if (state_->window == MPI_WIN_NULL) return;
  MPI_Win_unlock_all(state_->window);
  MPI_Win_free(&state_->window);
}

namespace {

std::uint64_t fetch_and(const Communicator& comm, MPI_Win window, std::uint64_t operand,
                        MPI_Op operation) {
  const CommunicationTime time(comm.traffic());
  std::uint64_t before = 0;
  check(MPI_Fetch_and_op(&operand, &before, MPI_UINT64_T, 0, 0, operation, window),
        "MPI_Fetch_and_op");
  check(MPI_Win_flush(0, window), "MPI_Win_flush");
  if (comm.rank() != 0)
    comm.traffic().add_share({StepKind::kPackets, comm.size()}, 2 * sizeof(std::uint64_t), 2);
  return before;
}

}  // namespace

std::uint64_t SharedCounter::take(std::uint64_t count) {
  if (state_->window == MPI_WIN_NULL) return std::exchange(state_->local, state_->local + count);
  return fetch_and(*state_->comm, state_->window, count, MPI_SUM);
}

std::uint64_t SharedCounter::replace(std::uint64_t value) {
  if (state_->window == MPI_WIN_NULL) return std::exchange(state_->local, value);
  return fetch_and(*state_->comm, state_->window, value, MPI_REPLACE);
}

void SharedCounter::serve() const {
  if (!state_->serves_others) return;
  // An operation is several messages to and fro. Over TCP five, one after the other, took two calls
  // of so many looks, or sixteen of one.
  constexpr int kLooks = 64;
  for (int look = 0; look < kLooks; ++look) {
    // Any call in which MPI looks at its network.
    int is_there = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, state_->comm->state().comm.get(), &is_there,
                     MPI_STATUS_IGNORE),
          "MPI_Iprobe");
  }
}

}  // namespace strider::comm
