#include "comm/node_array.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <limits>

#include "comm/collective_error.hpp"
#include "comm/state.hpp"
#include "strider/error.hpp"

namespace strider::comm {

std::uint64_t free_shared_memory_bytes() {
  struct statvfs facts {};
  if (statvfs("/dev/shm", &facts) != 0) return std::numeric_limits<std::uint64_t>::max();
  return saturating_mul(facts.f_bavail, facts.f_frsize);
}

namespace detail {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr const char* kPurpose = "what the ranks of a machine share";
constexpr const char* kPurposeInFiles =
    "what the ranks of a machine share in /dev/shm (make that larger, or start one rank a machine)";

/// Of what is asked of MPI: it aligns to 8 bytes.
std::uint64_t padded(std::uint64_t bytes) {
  return saturating_add(bytes, kAlignment + kArrayPadding);
}

/// Open MPI 4.1 leaves the other ranks waiting in MPI_Win_allocate_shared where rank 0 of the node
/// finds too little room, and a file of shared memory that finds none once it is written ends the
/// process: so there must be room before.
void require_shared_memory(std::uint64_t bytes) {
  require_memory(bytes, kPurpose);
  const std::uint64_t free = free_shared_memory_bytes();
  if (bytes > free || bytes > std::uint64_t{std::numeric_limits<MPI_Aint>::max()}) {
    throw MemoryError(kPurposeInFiles, bytes, free);
  }
}

/// Takes the pages of [begin, end), which the kernel hands out only as they are written: others may
/// have taken them since there was room. Kernels that cannot (before 5.14) leave it to the writers.
void take_pages(std::byte* begin, std::byte* end) {
#ifdef MADV_POPULATE_WRITE
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t into_page = reinterpret_cast<std::uintptr_t>(begin) % page;
  const auto size = static_cast<std::size_t>(end - begin) + into_page;
  if (begin == end || madvise(begin - into_page, size, MADV_POPULATE_WRITE) == 0) return;
  if (errno == ENOMEM || errno == EFAULT) {
    throw MemoryError(kPurposeInFiles, size, free_shared_memory_bytes());
  }
#endif
}

}  // namespace

struct NodeBytes::State {
  Array<std::byte> own;  ///< of the only rank of a node
  MPI_Win window = MPI_WIN_NULL;
  std::byte* data = nullptr;
  std::shared_ptr<WaitRecord> waits;
  Phase phase = Phase::kControl;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    int finished = 0;
    MPI_Finalized(&finished);
    if (window == MPI_WIN_NULL || finished != 0) return;
    const WaitScope scope(*waits, phase);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }

  /// Collective over `node`.
  void open(const Communicator& node, std::uint64_t bytes) {
    waits = node.state().waits;
    phase = node.traffic().phase();
    const MPI_Aint size = node.rank() == 0 ? static_cast<MPI_Aint>(padded(bytes)) : 0;
    void* base = nullptr;
    {
      const WaitScope scope = waiting(node.state());
      check(
          MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, node.state().comm.get(), &base, &window),
          "MPI_Win_allocate_shared");
    }
    MPI_Aint size_of_first = 0;
    int unit = 0;
    check(MPI_Win_shared_query(window, 0, &size_of_first, &unit, &base), "MPI_Win_shared_query");
    // MPI_Win_sync is for epochs of locks. By loads and stores alone, none has to be taken.
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window), "MPI_Win_lock_all");
    // Memory is mapped in whole pages: these are the same bytes on all ranks.
    const auto address = reinterpret_cast<std::uintptr_t>(base);
    data = static_cast<std::byte*>(base) + (kAlignment - address % kAlignment) % kAlignment;
  }
};

NodeBytes::NodeBytes() = default;
NodeBytes::NodeBytes(NodeBytes&&) noexcept = default;
NodeBytes& NodeBytes::operator=(NodeBytes&&) noexcept = default;
NodeBytes::~NodeBytes() = default;

NodeBytes::NodeBytes(const Communicator& comm, const Communicator& node, std::uint64_t bytes) {
  const bool shares = node.size() > 1;
  const auto copies = static_cast<std::uint64_t>(comm.ranks_on_node() / node.size());
  try_on_all_ranks(comm, [&] {
    if (shares) require_shared_memory(saturating_mul(copies, padded(bytes)));
    state_ = std::make_unique<State>();
    if (shares) return;
    state_->own = Array<std::byte>(bytes);
    state_->data = state_->own.data();
  });
  if (shares) state_->open(node, bytes);
  // Each rank its share: pages lie near who first writes them. All of a node, or none, have a
  // window here, so that it is given back by all of them.
  try_on_all_ranks(comm, [&] {
    if (!shares) return;
    const auto ranks = static_cast<std::uint64_t>(node.size());
    const auto rank = static_cast<std::uint64_t>(node.rank());
    const auto place = [&](std::uint64_t r) { return state_->data + bytes / ranks * r; };
    std::byte* const end = state_->data + bytes + kArrayPadding;
    take_pages(place(rank), rank + 1 == ranks ? end : place(rank + 1));
  });
}

std::byte* NodeBytes::data() const {
  return state_ == nullptr ? nullptr : state_->data;
}

void NodeBytes::sync() const {
  if (state_ == nullptr || state_->window == MPI_WIN_NULL) return;
  check(MPI_Win_sync(state_->window), "MPI_Win_sync");
}

}  // namespace detail
}  // namespace strider::comm
