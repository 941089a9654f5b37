// A job whose ranks pass for machines of their own, wherever they run: for programs that link this.
#pragma once

namespace strider::test {

/// How often this rank has called MPI_Iprobe.
[[nodiscard]] int num_mpi_probes();

}  // namespace strider::test
