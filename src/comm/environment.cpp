#include "comm/environment.hpp"

#include <mpi.h>

namespace strider::comm {

Environment::Environment() {
  int running = 0;
  MPI_Initialized(&running);
  if (running != 0) return;
  int provided = MPI_THREAD_SINGLE;
  // One thread of a rank communicates, the one that runs the search; the others compute.
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  started_ = true;
  if (provided < MPI_THREAD_FUNNELED) {
    throw CommError("this MPI does not support MPI_THREAD_FUNNELED, which is needed");
  }
}

Environment::~Environment() {
  if (started_) MPI_Finalize();
}

Communicator Environment::world() const {
  return Communicator::duplicate_world();
}

}  // namespace strider::comm
