#include "graph500/graph500.hpp"

#include <nanobind/stl/string.h>

#include "call.hpp"
#include "module.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

Graph500Kernels kernels_from(const std::string& name) {
  if (name == "bfs") return Graph500Kernels::kBfs;
  if (name == "sssp") return Graph500Kernels::kSssp;
  if (name == "both") return Graph500Kernels::kBoth;
  throw UsageError("kernels is one of bfs, sssp, both, got '" + name + "'");
}

nb::list searches_of(const Graph500Kernel& kernel) {
  nb::list searches;
  for (const Graph500Search& search : kernel.searches) {
    nb::dict row;
    row["root"] = search.root;
    row["reached"] = search.reached;
    row["edges_traversed"] = search.edges_traversed;
    row["seconds"] = search.seconds;
    searches.append(row);
  }
  return searches;
}

nb::dict benchmark(int scale, std::uint64_t edge_factor, int roots, const std::string& kernels,
                   bool validate, int threads) {
  Graph500Options options;
  options.scale = scale;
  options.edge_factor = edge_factor;
  options.roots = roots;
  options.kernels = kernels_from(kernels);
  options.threads = threads;
  options.validation = validate ? Graph500Validation::kEachSearch : Graph500Validation::kOff;
  const Graph500Report report = call(threads, [&] { return run_graph500(options); });
  nb::dict keys;
  for (const auto& [key, value] : reference_keys(report)) keys[key.c_str()] = value;
  nb::dict result;
  result["keys"] = keys;
  result["text"] = to_reference_text(report);
  result["validated"] = report.validated;
  result["passed"] = report.passed();
  result["bfs"] = searches_of(report.bfs);
  result["sssp"] = searches_of(report.sssp);
  return result;
}

}  // namespace

void add_graph500(nb::module_& module) {
  module.def("graph500", benchmark, "scale"_a, "edge_factor"_a, "roots"_a, "kernels"_a,
             "validate"_a, "threads"_a);
}

}  // namespace strider::python
