// A build without MPI.
#include "module.hpp"

namespace strider::python {

void add_ranks(nanobind::module_&) {}

}  // namespace strider::python
