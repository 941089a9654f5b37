#include "comm/termination_detection.hpp"

#include <mpi.h>

#include <array>
#include <utility>

#include "comm/state.hpp"

namespace strider::comm {

struct TerminationDetector::State {
  const Communicator& comm;
  std::array<std::uint64_t, 2> mine{};
  std::array<std::uint64_t, 2> sums{};
  std::array<std::uint64_t, 2> before{};
  bool has_before = false;
  MPI_Request request = MPI_REQUEST_NULL;
};

TerminationDetector::TerminationDetector(const Communicator& comm)
    : state_(std::make_unique<State>(State{.comm = comm})) {}
TerminationDetector::~TerminationDetector() {
  // Left in the middle of a sum, by an error: MPI still reads and writes its numbers.
  if (state_ && state_->request != MPI_REQUEST_NULL) static_cast<void>(state_.release());
}
TerminationDetector::TerminationDetector(TerminationDetector&&) noexcept = default;
TerminationDetector& TerminationDetector::operator=(TerminationDetector&&) noexcept = default;

bool TerminationDetector::has_terminated(std::uint64_t sent, std::uint64_t received) {
  State& s = *state_;
  const PhaseScope phase(s.comm.traffic(), Phase::kControl);
  if (s.request == MPI_REQUEST_NULL) {
    s.mine = {sent, received};
    check(MPI_Iallreduce(s.mine.data(), s.sums.data(), 2, MPI_UINT64_T, MPI_SUM,
                         s.comm.state().comm.get(), &s.request),
          "MPI_Iallreduce");
    const auto others = static_cast<std::uint64_t>(s.comm.size() - 1);
    count_collective(s.comm.state(), StepKind::kPackets, 2 * sizeof(s.mine) * others, 2 * others);
  }
  int done = 0;
  check(MPI_Test(&s.request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  if (done == 0) return false;
  s.request = MPI_REQUEST_NULL;
  const bool same = s.has_before && s.sums == s.before && s.sums[0] == s.sums[1];
  s.before = s.sums;
  s.has_before = true;
  return same;
}

}  // namespace strider::comm
