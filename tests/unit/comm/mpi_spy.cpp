#include "unit/comm/mpi_spy.hpp"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using strider::comm::Traffic;
using strider::comm::TrafficByPhase;

const Traffic* watched = nullptr;
TrafficByPhase seen;
strider::test::SharedWindows windows;

std::uint64_t ranks_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return static_cast<std::uint64_t>(size);
}

std::uint64_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

void put_down(std::uint64_t bytes, std::uint64_t messages) {
  if (watched == nullptr) return;
  auto& sum = seen[static_cast<std::size_t>(watched->phase())];
  sum.bytes += bytes;
  sum.messages += messages;
}

void put_down_message(int count, MPI_Datatype type, int to, MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (to != rank) put_down(bytes_of(count, type), 1);
}

void put_down_collective(MPI_Comm comm, std::uint64_t bytes, std::uint64_t messages) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank == 0) put_down(bytes, messages);
}

/// Of an all-gather of counts[r] elements of rank r.
void put_down_gather(MPI_Comm comm, const int* counts, MPI_Datatype type) {
  const std::uint64_t others = ranks_of(comm) - 1;
  std::uint64_t bytes = 0;
  for (std::uint64_t r = 0; r <= others; ++r) bytes += bytes_of(counts[r], type);
  put_down_collective(comm, bytes * others, 2 * others);
}

/// A call that sends and that no rule of comm/traffic.hpp speaks of.
[[noreturn]] void refuse(const char* call) {
  std::fprintf(stderr, "%s is sent and not counted\n", call);
  std::abort();
}

}  // namespace

namespace strider::test {

void watch_mpi(const Traffic& traffic) {
  watched = &traffic;
  seen = {};
}

const TrafficByPhase& seen_mpi() {
  return seen;
}

const SharedWindows& shared_windows() {
  return windows;
}

TrafficByPhase over_all_ranks(const TrafficByPhase& mine) {
  std::array<std::uint64_t, 2 * comm::kNumPhases> numbers{};
  for (std::size_t p = 0; p < comm::kNumPhases; ++p) {
    numbers[2 * p] = mine[p].bytes;
    numbers[2 * p + 1] = mine[p].messages;
  }
  PMPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T,
                 MPI_SUM, MPI_COMM_WORLD);
  TrafficByPhase all{};
  for (std::size_t p = 0; p < comm::kNumPhases; ++p) {
    all[p].bytes = numbers[2 * p];
    all[p].messages = numbers[2 * p + 1];
  }
  return all;
}

}  // namespace strider::test

extern "C" {

int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  put_down_message(count, type, to, comm);
  return PMPI_Isend(from, count, type, to, tag, comm, request);
}

int MPI_Issend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  put_down_message(count, type, to, comm);
  return PMPI_Issend(from, count, type, to, tag, comm, request);
}

int MPI_Send(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  put_down_message(count, type, to, comm);
  return PMPI_Send(from, count, type, to, tag, comm);
}

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, 2 * bytes_of(count, type) * others, 2 * others);
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

int MPI_Iallreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, 2 * bytes_of(count, type) * others, 2 * others);
  return PMPI_Iallreduce(from, to, count, type, op, comm, request);
}

int MPI_Ireduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * others, others);
  return PMPI_Ireduce(from, to, count, type, op, root, comm, request);
}

int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * others, others);
  return PMPI_Reduce(from, to, count, type, op, root, comm);
}

int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * others, others);
  return PMPI_Bcast(data, count, type, root, comm);
}

int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * others, others);
  return PMPI_Ibcast(data, count, type, root, comm, request);
}

int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * (others + 1) * others, 2 * others);
  return PMPI_Allgather(from, count, type, to, to_count, to_type, comm);
}

int MPI_Iallgather(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                   MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  const std::uint64_t others = ranks_of(comm) - 1;
  put_down_collective(comm, bytes_of(count, type) * (others + 1) * others, 2 * others);
  return PMPI_Iallgather(from, count, type, to, to_count, to_type, comm, request);
}

int MPI_Allgatherv(const void* from, int count, MPI_Datatype type, void* to, const int* counts,
                   const int* places, MPI_Datatype to_type, MPI_Comm comm) {
  put_down_gather(comm, counts, to_type);
  return PMPI_Allgatherv(from, count, type, to, counts, places, to_type, comm);
}

int MPI_Iallgatherv(const void* from, int count, MPI_Datatype type, void* to, const int* counts,
                    const int* places, MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  put_down_gather(comm, counts, to_type);
  return PMPI_Iallgatherv(from, count, type, to, counts, places, to_type, comm, request);
}

int MPI_Ialltoall(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm, MPI_Request* request) {
  const std::uint64_t pairs = ranks_of(comm) * (ranks_of(comm) - 1);
  put_down_collective(comm, bytes_of(count, type) * pairs, pairs);
  return PMPI_Ialltoall(from, count, type, to, to_count, to_type, comm, request);
}

int MPI_Alltoall(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                 MPI_Datatype to_type, MPI_Comm comm) {
  const std::uint64_t pairs = ranks_of(comm) * (ranks_of(comm) - 1);
  put_down_collective(comm, bytes_of(count, type) * pairs, pairs);
  return PMPI_Alltoall(from, count, type, to, to_count, to_type, comm);
}

int MPI_Barrier(MPI_Comm comm) {
  put_down_collective(comm, 0, 2 * (ranks_of(comm) - 1));
  return PMPI_Barrier(comm);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  put_down_collective(comm, 0, 2 * (ranks_of(comm) - 1));
  return PMPI_Ibarrier(comm, request);
}

// What MPI sends to make and free windows does not count, as of communicators; loads and stores are
// no messages.

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                            MPI_Win* window) {
  ++windows.made;
  ++windows.open;
  return PMPI_Win_allocate_shared(size, unit, info, comm, base, window);
}

int MPI_Win_free(MPI_Win* window) {
  void* flavour = nullptr;
  int is_there = 0;
  PMPI_Win_get_attr(*window, MPI_WIN_CREATE_FLAVOR, &flavour, &is_there);
  if (is_there != 0 && *static_cast<int*>(flavour) == MPI_WIN_FLAVOR_SHARED) --windows.open;
  return PMPI_Win_free(window);
}

int MPI_Win_sync(MPI_Win window) {
  ++windows.syncs;
  return PMPI_Win_sync(window);
}

int MPI_Win_fence(int, MPI_Win) {
  refuse("MPI_Win_fence");
}
int MPI_Ssend(const void*, int, MPI_Datatype, int, int, MPI_Comm) {
  refuse("MPI_Ssend");
}
int MPI_Sendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                 MPI_Comm, MPI_Status*) {
  refuse("MPI_Sendrecv");
}
int MPI_Alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                  MPI_Datatype, MPI_Comm) {
  refuse("MPI_Alltoallv");
}
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) {
  refuse("MPI_Gather");
}
int MPI_Exscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  refuse("MPI_Exscan");
}
int MPI_Send_init(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) {
  refuse("MPI_Send_init");
}

}  // extern "C"
