#include "comm/device_support.hpp"

#include <mpi.h>
#if STRIDER_MPI_HAS_QUERY_CUDA
#include <mpi-ext.h>
#endif

#include "comm/communicator.hpp"

namespace strider::comm {

bool can_be_asked_for_cuda() {
  return STRIDER_MPI_HAS_QUERY_CUDA != 0 || STRIDER_MPI_HAS_GPU_QUERY != 0;
}

bool takes_cuda_memory() {
#if STRIDER_MPI_HAS_QUERY_CUDA
  return MPIX_Query_cuda_support() == 1;
#elif STRIDER_MPI_HAS_GPU_QUERY
  int takes = 0;
  check(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &takes), "MPIX_GPU_query_support");
  return takes != 0;
#else
  return false;
#endif
}

}  // namespace strider::comm
