#include "comm/waiting.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/cpu_mask.hpp"

namespace strider::comm {
namespace {

bool is_open_mpi() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> version{};
  int length = 0;
  return MPI_Get_library_version(version.data(), &length) == MPI_SUCCESS &&
         std::string_view(version.data()).starts_with("Open MPI");
}

/// The variable of Open MPI as the environment sets it, which its launcher passes to ranks.
std::optional<bool> flag_of_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  for (const char* yes : {"1", "true"}) {
    if (std::strcmp(value, yes) == 0) return true;
  }
  for (const char* no : {"0", "false"}) {
    if (std::strcmp(value, no) == 0) return false;
  }
  return std::nullopt;
}

/// Whether this MPI gives its core away by itself while it waits. Open MPI does where its own
/// launcher knows of more ranks than cores, or where the user asks for it; under srun, or with a
/// host file that tells of more cores than there are, it does not. MPI is asked only where the
/// environment does not say: it loads all of its modules for the answer, which takes a quarter of a
/// second.
bool yields_by_itself() {
  // Other libraries do not look at these variables, which may be there all the same.
  if (is_open_mpi()) {
    for (const char* name : {"OMPI_MCA_mpi_yield_when_idle", "OMPI_MCA_mpi_oversubscribe"}) {
      if (const std::optional<bool> yields = flag_of_environment(name)) return *yields;
    }
  }
  int provided = MPI_THREAD_SINGLE;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return false;
  bool yields = false;
  int variable = 0;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (MPI_T_cvar_get_index("mpi_yield_when_idle", &variable) == MPI_SUCCESS &&
      MPI_T_cvar_handle_alloc(variable, nullptr, &handle, &count) == MPI_SUCCESS) {
    // One flag, of a type that is no longer than this.
    std::uint64_t flag = 0;
    yields = count == 1 && MPI_T_cvar_read(handle, &flag) == MPI_SUCCESS && flag != 0;
    MPI_T_cvar_handle_free(&handle);
  }
  MPI_T_finalize();
  return yields;
}

}  // namespace

std::shared_ptr<const WaitRecord> wait_record(const Communicator& comm) {
  return comm.state().waits;
}

void look_at_node(Communicator::State& state) {
  const MPI_Comm world = state.comm.get();
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
        "MPI_Comm_split_type");
  check(MPI_Comm_size(node, &state.ranks_on_node), "MPI_Comm_size");
  CpuMask cores = CpuMask::of_process();
  // Those that the ranks of the node have together: each may be bound to its own.
  check(MPI_Allreduce(MPI_IN_PLACE, cores.sets.data(), static_cast<int>(sizeof(cores.sets)),
                      MPI_BYTE, MPI_BOR, node),
        "MPI_Allreduce");
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  const int known = cores.count();
  int shares = 0;
  if (known > 0 && state.ranks_on_node > known) {
    static const bool kYields = yields_by_itself();
    shares = kYields ? 0 : 1;
  }
  check(MPI_Allreduce(MPI_IN_PLACE, &shares, 1, MPI_INT, MPI_MAX, world), "MPI_Allreduce");
  state.polite = shares != 0;
}

}  // namespace strider::comm
