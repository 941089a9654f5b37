// A job whose ranks pass for those of other machines than they run on: for programs that link this.
#pragma once

namespace strider::test {

/// From now on ranks of the job for which `node_of` is the same pass for those of one machine;
/// null, as at first: each for a machine of its own. Of all ranks alike. What they are together on
/// is still true of communicators made before.
void pretend_nodes(int (*node_of)(int rank));

/// How often this rank has called MPI_Iprobe.
[[nodiscard]] int num_mpi_probes();

}  // namespace strider::test
