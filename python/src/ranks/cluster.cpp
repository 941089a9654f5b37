#include "strider/cluster.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cstdio>
#include <cstdlib>

#include "module.hpp"
#include "ranks.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// Shows `message` after the number of this rank and ends all ranks, as other ranks may wait for
/// what this one will never send.
void end_job(const Cluster& cluster, const std::string& message) {
  collective([&] {
    const FailureReport report{.exit_status = [](const std::exception&) { return EXIT_FAILURE; },
                               .report =
                                   [](const std::string& line) {
                                     std::fputs((line + "\n").c_str(), stderr);
                                     std::fflush(stderr);
                                   }};
    return cluster.run([&]() -> int { throw Error(message); }, report);
  });
}

}  // namespace

void add_cluster(nb::module_& module) {
  nb::class_<Cluster>(module, "Cluster")
      .def_prop_ro("rank", &Cluster::rank)
      .def_prop_ro("size", &Cluster::size)
      .def("threads_per_rank",
           [](const Cluster& cluster) {
             return collective([&] { return cluster.threads_per_rank(); });
           })
      .def("barrier", [](const Cluster& cluster) { collective([&] { cluster.barrier(); }); })
      .def("end_job", end_job, "message"_a);
  module.def("start_cluster",
             [] { return collective([] { return std::make_shared<Cluster>(); }); });
  module.def(
      "join_cluster",
      [](int communicator) {
        return collective(
            [&] { return std::make_shared<Cluster>(Cluster::from_fortran_handle(communicator)); });
      },
      "communicator"_a);
}

void add_ranks(nb::module_& module) {
  add_cluster(module);
  add_ranks_graph(module);
  add_ranks_bfs(module);
  add_ranks_sssp(module);
  add_ranks_msf(module);
  add_ranks_components(module);
  add_ranks_betweenness(module);
}

}  // namespace strider::python
