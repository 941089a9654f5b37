#include "unit/comm/lonely_ranks.hpp"

#include <mpi.h>

namespace {

int probes = 0;

}  // namespace

namespace strider::test {

int num_mpi_probes() {
  return probes;
}

}  // namespace strider::test

// By MPI's profiling interface.

extern "C" int MPI_Comm_split_type(MPI_Comm comm, int /*type*/, int key, MPI_Info /*info*/,
                                   MPI_Comm* part) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return PMPI_Comm_split(comm, rank, key, part);
}

extern "C" int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  ++probes;
  return PMPI_Iprobe(source, tag, comm, flag, status);
}
