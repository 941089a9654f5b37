#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "names.hpp"
#include "ranks.hpp"
#include "strider/dist_bc.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

struct PyRanksScores {
  std::shared_ptr<PyRanksGraph> graph;
  DistBetweennessResult result;
};

constexpr std::array kShares{BcShare::kAuto, BcShare::kReplicated, BcShare::kPartitioned};

std::shared_ptr<PyRanksScores> compute_scores(std::shared_ptr<PyRanksGraph> graph, bool normalized,
                                              bool endpoints, bool weighted,
                                              std::optional<std::vector<GlobalVertex>> sources,
                                              std::optional<std::vector<GlobalVertex>> targets,
                                              std::optional<std::uint64_t> samples,
                                              std::uint64_t seed, const std::string& share) {
  const DistBetweennessOptions options{
      .share = by_name("share", share, bc_share_from_name, kShares, bc_share_name),
      .lengths = weighted ? PathLengths::kWeights : PathLengths::kHops,
      .scale = normalized ? BetweennessScale::kNormalized : BetweennessScale::kPairs,
      .endpoints = endpoints ? BetweennessEndpoints::kIncluded : BetweennessEndpoints::kExcluded,
      .sources = std::move(sources),
      .targets = std::move(targets),
      .samples = samples,
      .seed = seed,
      .run = {.threads = graph->threads}};
  return collective([&] {
    return std::make_shared<PyRanksScores>(
        PyRanksScores{graph, betweenness(graph->graph, options)});
  });
}

}  // namespace

void add_ranks_betweenness(nb::module_& module) {
  using Scores = PyRanksScores;
  nb::class_<Scores>(module, "RanksScores")
      .def_prop_ro("num_sources", [](const Scores& scores) { return scores.result.num_sources(); })
      .def_prop_ro("seconds", [](const Scores& scores) { return scores.result.seconds(); })
      .def("vertices", [](const Scores& scores) { return owned_vertices(scores.result); })
      .def("scores",
           [](const Scores& scores) {
             return to_numpy(Array<double>::copy_of(scores.result.scores()));
           })
      .def(
          "write",
          [](const Scores& scores, const std::string& path) {
            collective([&] {
              write_result(*scores.graph->cluster, scores.graph->input, scores.result, path,
                           result_format(path));
            });
          },
          "path"_a);
  module.def("ranks_betweenness", compute_scores, "graph"_a, "normalized"_a, "endpoints"_a,
             "weighted"_a, "sources"_a.none(), "targets"_a.none(), "samples"_a.none(), "seed"_a,
             "share"_a);
}

}  // namespace strider::python
