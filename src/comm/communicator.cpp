#include "comm/communicator.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "comm/collective_error.hpp"
#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

MPI_Datatype mpi_type(detail::ScalarType type) {
  switch (type) {
    case detail::ScalarType::kUint8:
      return MPI_UINT8_T;
    case detail::ScalarType::kUint32:
      return MPI_UINT32_T;
    case detail::ScalarType::kUint64:
      return MPI_UINT64_T;
    case detail::ScalarType::kInt64:
      return MPI_INT64_T;
    case detail::ScalarType::kFloat:
      return MPI_FLOAT;
    case detail::ScalarType::kDouble:
      return MPI_DOUBLE;
  }
  return MPI_DATATYPE_NULL;
}

std::size_t size_of(detail::ScalarType type) {
  switch (type) {
    case detail::ScalarType::kUint8:
      return 1;
    case detail::ScalarType::kUint32:
    case detail::ScalarType::kFloat:
      return 4;
    case detail::ScalarType::kUint64:
    case detail::ScalarType::kInt64:
    case detail::ScalarType::kDouble:
      return 8;
  }
  return 0;
}

MPI_Op mpi_operation(Reduction reduction) {
  switch (reduction) {
    case Reduction::kSum:
      return MPI_SUM;
    case Reduction::kMin:
      return MPI_MIN;
    case Reduction::kMax:
      return MPI_MAX;
    case Reduction::kOr:
      return MPI_BOR;
  }
  return MPI_OP_NULL;
}

/// Makes it that of a new communicator, of which it becomes the owner.
void own(Communicator::State& state, MPI_Comm comm) {
  state.comm = Handle(comm);
  // Errors come back to be thrown, with the name of the call that failed.
  check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(comm, &state.rank), "MPI_Comm_rank");
  check(MPI_Comm_size(comm, &state.size), "MPI_Comm_size");
  state.part_sizes.resize(static_cast<std::size_t>(state.size));
  state.part_places.resize(static_cast<std::size_t>(state.size));
  state.part_counts.resize(static_cast<std::size_t>(state.size));
}

/// Finds which ranks of the job those of a communicator are that comes from `parent`.
void name_ranks(Communicator::State& state, const Communicator::State& parent) {
  std::vector<int>& own_ranks = state.part_places;
  std::iota(own_ranks.begin(), own_ranks.end(), 0);
  state.job_ranks.resize(own_ranks.size());
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group above = MPI_GROUP_NULL;
  check(MPI_Comm_group(state.comm.get(), &group), "MPI_Comm_group");
  check(MPI_Comm_group(parent.comm.get(), &above), "MPI_Comm_group");
  check(
      MPI_Group_translate_ranks(group, state.size, own_ranks.data(), above, state.job_ranks.data()),
      "MPI_Group_translate_ranks");
  MPI_Group_free(&group);
  MPI_Group_free(&above);
  for (int& rank : state.job_ranks) rank = parent.job_ranks[static_cast<std::size_t>(rank)];
}

/// Of a communicator that will come from `parent`: made before ranks go to make that.
std::unique_ptr<Communicator::State> make_state_of_child(const Communicator& parent) {
  return try_on_all_ranks(parent, [&] {
    const Communicator::State& state = parent.state();
    auto child = std::make_unique<Communicator::State>(
        Communicator::State{.comm = Handle(MPI_COMM_NULL),
                            .traffic = state.traffic,
                            .waits = state.waits,
                            .window = state.window,
                            .largest_message = state.largest_message,
                            .ranks_on_node = state.ranks_on_node,
                            .polite = state.polite,
                            .requests = {},
                            .part_sizes = {},
                            .part_places = {},
                            .part_counts = {},
                            .job_ranks = {}});
    // It has no more ranks: own() and name_ranks() will need no memory.
    child->part_sizes.reserve(static_cast<std::size_t>(state.size));
    child->part_places.reserve(static_cast<std::size_t>(state.size));
    child->part_counts.reserve(static_cast<std::size_t>(state.size));
    child->job_ranks.reserve(static_cast<std::size_t>(state.size));
    return child;
  });
}

/// Of a duplicate of a communicator that is not of this room.
std::unique_ptr<Communicator::State> make_first_state(MPI_Comm original) {
  auto state = std::make_unique<Communicator::State>(
      Communicator::State{.comm = Handle(MPI_COMM_NULL),
                          .traffic = std::make_shared<Traffic>(),
                          .waits = std::make_shared<WaitRecord>(),
                          .window = std::make_shared<MessageWindow>(),
                          .requests = {},
                          .part_sizes = {},
                          .part_places = {},
                          .part_counts = {},
                          .job_ranks = {}});
  MPI_Comm comm = MPI_COMM_NULL;
  check(MPI_Comm_dup(original, &comm), "MPI_Comm_dup");
  own(*state, comm);
  state->job_ranks.resize(static_cast<std::size_t>(state->size));
  std::iota(state->job_ranks.begin(), state->job_ranks.end(), 0);
  look_at_node(*state);
  return state;
}

}  // namespace

void check(int mpi_result, const char* call) {
  if (mpi_result == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(mpi_result, text, &length);
  throw CommError(
      fmt::format("{} failed: {}", call, std::string_view(text, static_cast<std::size_t>(length))));
}

void count_collective(const Communicator::State& state, StepKind kind, std::uint64_t bytes,
                      std::uint64_t messages) {
  const auto rank = static_cast<std::uint64_t>(state.rank);
  const auto size = static_cast<std::uint64_t>(state.size);
  const auto share = [&](std::uint64_t total) {
    return total / size + (rank < total % size ? 1 : 0);
  };
  state.traffic->add_share({kind, state.size}, share(bytes), share(messages));
}

Communicator::Communicator(std::unique_ptr<State> state) : state_(std::move(state)) {}
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;
Communicator::~Communicator() = default;

Communicator Communicator::duplicate_world() {
  return Communicator(make_first_state(MPI_COMM_WORLD));
}

Communicator Communicator::duplicate_fortran(int handle) {
  return Communicator(make_first_state(MPI_Comm_f2c(handle)));
}

int Communicator::rank() const {
  return state_->rank;
}
int Communicator::size() const {
  return state_->size;
}
int Communicator::ranks_on_node() const {
  return state_->ranks_on_node;
}
Traffic& Communicator::traffic() const {
  return *state_->traffic;
}
void Communicator::set_largest_message(std::size_t bytes) {
  state_->largest_message = bytes;
}

MessageWindow& message_window(const Communicator& comm) {
  return *comm.state().window;
}

Communicator Communicator::split(int colour, int key) const {
  auto state = make_state_of_child(*this);
  MPI_Comm comm = MPI_COMM_NULL;
  {
    const WaitScope scope = waiting(*state_);
    check(MPI_Comm_split(state_->comm.get(), colour, key, &comm), "MPI_Comm_split");
  }
  own(*state, comm);
  name_ranks(*state, *state_);
  return Communicator(std::move(state));
}

Communicator Communicator::split_by_node() const {
  auto state = make_state_of_child(*this);
  MPI_Comm comm = MPI_COMM_NULL;
  {
    const WaitScope scope = waiting(*state_);
    check(MPI_Comm_split_type(state_->comm.get(), MPI_COMM_TYPE_SHARED, state_->rank, MPI_INFO_NULL,
                              &comm),
          "MPI_Comm_split_type");
  }
  own(*state, comm);
  name_ranks(*state, *state_);
  return Communicator(std::move(state));
}

Communicator Communicator::duplicate() const {
  auto state = make_state_of_child(*this);
  MPI_Comm comm = MPI_COMM_NULL;
  {
    const WaitScope scope = waiting(*state_);
    check(MPI_Comm_dup(state_->comm.get(), &comm), "MPI_Comm_dup");
  }
  own(*state, comm);
  name_ranks(*state, *state_);
  return Communicator(std::move(state));
}

void Communicator::abort(int exit_status) const {
  MPI_Abort(state_->comm.get(), exit_status);
  std::abort();
}

void Communicator::barrier() const {
  const CollectiveScope scope(*state_, StepKind::kBarrier);
  const MPI_Comm mpi = state_->comm.get();
  collective(
      *state_, "MPI_Barrier", [&] { return MPI_Barrier(mpi); },
      [&](MPI_Request* request) { return MPI_Ibarrier(mpi, request); });
  count_collective(*state_, StepKind::kBarrier, 0, 2 * static_cast<std::uint64_t>(size() - 1));
}

void Communicator::all_reduce_bytes(void* values, std::size_t count, detail::ScalarType type,
                                    Reduction reduction) const {
  const CollectiveScope scope(*state_, StepKind::kAllReduce);
  const MPI_Comm mpi = state_->comm.get();
  const std::size_t most = std::max<std::size_t>(1, state_->largest_message / size_of(type));
  auto* bytes = static_cast<std::byte*>(values);
  const auto others = static_cast<std::uint64_t>(size() - 1);
  for (std::size_t done = 0; done < count;) {
    const std::size_t part = std::min(most, count - done);
    std::byte* const at = bytes + done * size_of(type);
    const auto number = static_cast<int>(part);
    collective(
        *state_, "MPI_Allreduce",
        [&] {
          return MPI_Allreduce(MPI_IN_PLACE, at, number, mpi_type(type), mpi_operation(reduction),
                               mpi);
        },
        [&](MPI_Request* request) {
          return MPI_Iallreduce(MPI_IN_PLACE, at, number, mpi_type(type), mpi_operation(reduction),
                                mpi, request);
        });
    count_collective(*state_, StepKind::kAllReduce, 2 * part * size_of(type) * others, 2 * others);
    done += part;
  }
}

std::uint64_t Communicator::exclusive_sum(std::uint64_t value) const {
  const std::span<const std::uint64_t> all = gather_counts(value);
  std::uint64_t sum = 0;
  for (int r = 0; r < rank(); ++r) sum += all[static_cast<std::size_t>(r)];
  return sum;
}

void Communicator::broadcast_bytes(std::span<std::byte> bytes, int root) const {
  const CollectiveScope scope(*state_, StepKind::kBroadcast);
  const MPI_Comm mpi = state_->comm.get();
  const auto others = static_cast<std::uint64_t>(size() - 1);
  for (std::size_t done = 0; done < bytes.size();) {
    const std::size_t part = std::min(state_->largest_message, bytes.size() - done);
    std::byte* const at = bytes.data() + done;
    const auto number = static_cast<int>(part);
    collective(
        *state_, "MPI_Bcast", [&] { return MPI_Bcast(at, number, MPI_BYTE, root, mpi); },
        [&](MPI_Request* request) { return MPI_Ibcast(at, number, MPI_BYTE, root, mpi, request); });
    count_collective(*state_, StepKind::kBroadcast, part * others, others);
    done += part;
  }
}

void Communicator::all_gather_bytes(std::span<const std::byte> mine,
                                    std::span<std::byte> all) const {
  const CollectiveScope scope(*state_, StepKind::kAllGather);
  const auto others = static_cast<std::uint64_t>(size() - 1);
  const MPI_Comm mpi = state_->comm.get();
  const auto bytes = static_cast<int>(mine.size());
  collective(
      *state_, "MPI_Allgather",
      [&] { return MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, mpi); },
      [&](MPI_Request* request) {
        return MPI_Iallgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, mpi,
                              request);
      });
  count_collective(*state_, StepKind::kAllGather, mine.size() * (others + 1) * others, 2 * others);
}

std::span<const std::uint64_t> Communicator::gather_counts(std::uint64_t mine) const {
  all_gather(mine, std::span(state_->part_counts));
  return state_->part_counts;
}

std::vector<std::uint64_t> Communicator::exchange_counts(
    std::span<const std::uint64_t> counts) const {
  std::vector<std::uint64_t> received(counts.size());
  exchange_counts(counts, received);
  return received;
}

void Communicator::exchange_counts(std::span<const std::uint64_t> counts,
                                   std::span<std::uint64_t> received) const {
  const CollectiveScope scope(*state_, StepKind::kAllToAll);
  const auto ranks = static_cast<std::size_t>(size());
  const auto each = static_cast<int>(counts.size() / ranks);
  const MPI_Comm mpi = state_->comm.get();
  collective(
      *state_, "MPI_Alltoall",
      [&] {
        return MPI_Alltoall(counts.data(), each, MPI_UINT64_T, received.data(), each, MPI_UINT64_T,
                            mpi);
      },
      [&](MPI_Request* request) {
        return MPI_Ialltoall(counts.data(), each, MPI_UINT64_T, received.data(), each, MPI_UINT64_T,
                             mpi, request);
      });
  traffic().add_share({StepKind::kAllToAll, size()},
                      (counts.size() - counts.size() / ranks) * sizeof(std::uint64_t), ranks - 1);
}

}  // namespace strider::comm
