#include "unit/comm/pretended_nodes.hpp"

#include <mpi.h>

namespace {

int probes = 0;
int (*node_of_rank)(int rank) = nullptr;

}  // namespace

namespace strider::test {

void pretend_nodes(int (*node_of)(int rank)) {
  node_of_rank = node_of;
}

int num_mpi_probes() {
  return probes;
}

}  // namespace strider::test

// By MPI's profiling interface.

extern "C" int MPI_Comm_split_type(MPI_Comm comm, int /*type*/, int key, MPI_Info /*info*/,
                                   MPI_Comm* part) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return PMPI_Comm_split(comm, node_of_rank == nullptr ? rank : node_of_rank(rank), key, part);
}

extern "C" int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  ++probes;
  return PMPI_Iprobe(source, tag, comm, flag, status);
}
