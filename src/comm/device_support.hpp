// Which memory MPI takes besides the host's.
#pragma once

namespace strider::comm {

/// Whether this MPI, as it runs here, says that it sends from and receives into the memory of CUDA
/// devices. False where it cannot be asked. Needs a running MPI.
[[nodiscard]] bool takes_cuda_memory();
/// Whether it can be asked: MPIX_Query_cuda_support of Open MPI and its kin, MPIX_GPU_query_support
/// of MPICH and its.
[[nodiscard]] bool can_be_asked_for_cuda();

}  // namespace strider::comm
