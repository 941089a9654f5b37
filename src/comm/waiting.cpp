#include "comm/waiting.hpp"

#include <string_view>

namespace strider::comm {

void look_at_node(Communicator::State& state) {
  const MPI_Comm world = state.comm.get();
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  // Open MPI gives its core away by itself where its launcher started more ranks than cores.
  const bool spins =
      !std::string_view(text, static_cast<std::size_t>(length)).starts_with("Open MPI");

  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
        "MPI_Comm_split_type");
  check(MPI_Comm_size(node, &state.ranks_on_node), "MPI_Comm_size");
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool known = sched_getaffinity(0, sizeof(cores), &cores) == 0;
  // Those that the ranks of the node have together: each may be bound to its own.
  check(
      MPI_Allreduce(MPI_IN_PLACE, &cores, static_cast<int>(sizeof(cores)), MPI_BYTE, MPI_BOR, node),
      "MPI_Allreduce");
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  int shares = spins && known && state.ranks_on_node > CPU_COUNT(&cores) ? 1 : 0;
  check(MPI_Allreduce(MPI_IN_PLACE, &shares, 1, MPI_INT, MPI_MAX, world), "MPI_Allreduce");
  state.polite = shares != 0;
}

}  // namespace strider::comm
