// Waiting for MPI. Only this room includes it.
#pragma once

#include <mpi.h>
#include <sched.h>

#include <cstddef>
#include <ctime>
#include <span>

#include "comm/state.hpp"

namespace strider::comm {

/// Finds out how many ranks share this rank's memory, and whether ranks of a node share cores while
/// their MPI spins: then the one that is waited for gets no core until the others have used up
/// their time, unless they wait politely. Collective.
void look_at_node(Communicator::State& state);

/// Looks until a call says that it is over, with the core given away in between: first to those who
/// wait for one, then, for what takes longer, to all.
template <class Look>
void look_until(Look&& over) {
  constexpr int kYields = 10;
  constexpr timespec kNap{0, 20'000};
  for (int looks = 0; !over(); ++looks) {
    if (looks < kYields) {
      sched_yield();
    } else {
      nanosleep(&kNap, nullptr);
    }
  }
}

inline void wait_all(const Communicator::State& state, std::span<MPI_Request> requests) {
  const WaitScope scope = waiting(state);
  const auto count = static_cast<int>(requests.size());
  if (!state.polite) {
    return check(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  look_until([&] {
    int done = 0;
    check(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    return done != 0;
  });
}

inline void wait(const Communicator::State& state, MPI_Request& request, MPI_Status* status) {
  const WaitScope scope = waiting(state);
  if (!state.polite) return check(MPI_Wait(&request, status), "MPI_Wait");
  look_until([&] {
    int done = 0;
    check(MPI_Test(&request, &done, status), "MPI_Test");
    return done != 0;
  });
}

/// The place of a request that is over; MPI_UNDEFINED where none is left.
inline int wait_any(const Communicator::State& state, std::span<MPI_Request> requests,
                    MPI_Status* status) {
  const WaitScope scope = waiting(state);
  const auto count = static_cast<int>(requests.size());
  int place = MPI_UNDEFINED;
  if (!state.polite) {
    check(MPI_Waitany(count, requests.data(), &place, status), "MPI_Waitany");
    return place;
  }
  look_until([&] {
    int done = 0;
    check(MPI_Testany(count, requests.data(), &place, &done, status), "MPI_Testany");
    return done != 0;
  });
  return place;
}

/// Waits for one of the requests, and returns how many are over, whose places and statuses it
/// writes; these become null. MPI_UNDEFINED where all are null. One call looks at all requests, as
/// one of wait_any does, which finds one of them.
inline int wait_some(const Communicator::State& state, std::span<MPI_Request> requests,
                     std::span<int> places, std::span<MPI_Status> statuses) {
  const WaitScope scope = waiting(state);
  const auto count = static_cast<int>(requests.size());
  int over = MPI_UNDEFINED;
  if (!state.polite) {
    check(MPI_Waitsome(count, requests.data(), &over, places.data(), statuses.data()),
          "MPI_Waitsome");
    return over;
  }
  look_until([&] {
    check(MPI_Testsome(count, requests.data(), &over, places.data(), statuses.data()),
          "MPI_Testsome");
    return over != 0;
  });
  return over;
}

/// A collective: blocking(), or, where this rank waits politely, start(request).
template <class Blocking, class Start>
void collective(const Communicator::State& state, const char* call, Blocking&& blocking,
                Start&& start) {
  const WaitScope scope = waiting(state);
  if (!state.polite) return check(blocking(), call);
  MPI_Request request = MPI_REQUEST_NULL;
  check(start(&request), call);
  look_until([&] {
    int done = 0;
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  });
}

}  // namespace strider::comm
