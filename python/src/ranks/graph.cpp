#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "inputs.hpp"
#include "names.hpp"
#include "ranks.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// What graphs are made for, by the names of verbs.
struct Purpose {
  std::string_view name;
  GraphPurpose purpose;
  PartitionScheme scheme = PartitionScheme::kAuto;  ///< the only one that suits, if there is one
};
constexpr std::array<Purpose, 5> kPurposes{{{"any", GraphPurpose::kAnySearch},
                                            {"bfs", GraphPurpose::kLevels},
                                            {"sssp", GraphPurpose::kShortestPaths},
                                            {"msf", GraphPurpose::kForest},
                                            {"bc", GraphPurpose::kForest, PartitionScheme::k1d}}};

constexpr std::array kSchemes{PartitionScheme::kAuto, PartitionScheme::k1d, PartitionScheme::k2d,
                              PartitionScheme::kDelegate};

Purpose purpose_from_name(const std::string& name) {
  const auto find = [](const std::string& asked) -> std::optional<Purpose> {
    for (const Purpose& purpose : kPurposes) {
      if (purpose.name == asked) return purpose;
    }
    return std::nullopt;
  };
  return by_name("purpose", name, find, kPurposes, [](const Purpose& one) { return one.name; });
}

PartitionOptions partition_options(const std::string& scheme, const std::string& purpose_name,
                                   std::optional<std::uint64_t> shuffle, int threads) {
  const Purpose purpose = purpose_from_name(purpose_name);
  PartitionOptions options{
      .scheme = by_name("partition", scheme, partition_from_name, kSchemes, partition_name),
      .shuffle_seed = shuffle,
      .threads = threads,
      .purpose = purpose.purpose};
  if (options.scheme == PartitionScheme::kAuto) options.scheme = purpose.scheme;
  return options;
}

std::shared_ptr<PyRanksGraph> generated_by_ranks(std::shared_ptr<Cluster> cluster,
                                                 const PyGenerator& generator,
                                                 const PartitionOptions& options) {
  return collective([&] {
    DistInput input = std::visit(
        [&](const auto& parameters) {
          return DistInput::generate(*cluster, parameters, options.threads);
        },
        generator.parameters);
    return std::make_shared<PyRanksGraph>(cluster, std::move(input), options);
  });
}

std::shared_ptr<PyRanksGraph> read_by_ranks(std::shared_ptr<Cluster> cluster,
                                            const std::string& path, const PyReadOptions& options,
                                            PartitionOptions partition) {
  partition.self_loops = options.build.self_loops;
  partition.duplicates = options.build.duplicates;
  return collective([&] {
    return std::make_shared<PyRanksGraph>(cluster, DistInput::read(*cluster, path, options.read),
                                          partition);
  });
}

/// The weights that this rank passed: as double if another rank has doubles. Integers are double
/// where they need it, which the ranks may not agree on by themselves. Collective.
Weights agreed_weights(const Cluster& cluster, const SharedWeights& weights) {
  constexpr std::size_t kDouble = 2;
  const bool some_are_double = cluster.maximum(weights.index() == kDouble ? 1 : 0) > 0;
  return std::visit(
      [&]<class Shared>(const Shared& typed) -> Weights {
        if constexpr (std::is_same_v<Shared, std::monostate>) {
          return {};
        } else {
          if (std::is_same_v<Shared, SharedArray<std::uint32_t>> && some_are_double) {
            Array<double> wide(typed.size());
            std::copy(typed.begin(), typed.end(), wide.begin());
            return wide;
          }
          return Array<std::decay_t<decltype(typed[0])>>::copy_of(typed.span());
        }
      },
      weights);
}

/// The edges that this rank passed. Throws InputError if an end is no vertex.
Array<GlobalEdge> checked_edges(const SharedArray<std::uint64_t>& from,
                                const SharedArray<std::uint64_t>& to, std::uint64_t num_vertices) {
  if (from.size() != to.size()) throw UsageError("sources and targets must have the same length");
  Array<GlobalEdge> edges(from.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const std::uint64_t end : {from[i], to[i]}) {
      if (end < num_vertices) continue;
      throw InputError("an edge leads to vertex " + std::to_string(static_cast<std::int64_t>(end)) +
                       ", but n is " + std::to_string(num_vertices));
    }
    edges[i] = {from[i], to[i]};
  }
  return edges;
}

/// `failed`: what this rank found wrong with its arrays before it came here.
std::shared_ptr<PyRanksGraph> from_edges_of_ranks(
    std::shared_ptr<Cluster> cluster, const HostArray& sources, const HostArray& targets,
    const std::optional<HostArray>& weights, nb::object owners,
    const std::optional<std::string>& failed, std::uint64_t num_vertices, bool directed,
    const PartitionOptions& options) {
  const std::array kept{keep(owners[0]), keep(owners[1]), keep(owners[2])};
  return collective([&] {
    Array<GlobalEdge> edges;
    TakenWeights values;
    std::exception_ptr error;
    try {
      if (failed) throw InputError(*failed);
      // Vertices of ranks have 64 bits, as offsets do.
      edges = checked_edges(take_offsets(sources, kept[0], Sharing::kBorrow, options.threads).array,
                            take_offsets(targets, kept[1], Sharing::kBorrow, options.threads).array,
                            num_vertices);
      if (weights) values = take_weights(*weights, kept[2], Sharing::kBorrow, options.threads);
    } catch (...) {
      error = std::current_exception();
    }
    cluster->throw_on_all_ranks(error);
    DistInput input = DistInput::from_edges(
        *cluster, num_vertices, directed ? Directedness::kDirected : Directedness::kUndirected,
        std::move(edges), agreed_weights(*cluster, values.weights));
    return std::make_shared<PyRanksGraph>(cluster, std::move(input), options);
  });
}

nb::dict build_facts_of(const PyRanksGraph& graph) {
  const DistBuildFacts& found = graph.graph.facts();
  nb::dict facts;
  facts["edges_listed"] = found.edges_listed;
  facts["self_loops"] = found.self_loops;
  facts["duplicates"] = found.duplicates;
  facts["isolated"] = found.isolated;
  facts["seconds"] = found.seconds;
  return facts;
}

}  // namespace

ResultFormat result_format(const std::string& path) {
  if (const auto format = result_format_from_path(path)) return *format;
  throw UsageError("the suffix of '" + path +
                   "' names no format: use .tsv, .csv, .json, .npy, .parquet or .ldbc");
}

void add_ranks_graph(nb::module_& module) {
  nb::class_<PartitionOptions>(module, "PartitionOptions");
  module.def("partition_options", partition_options, "scheme"_a, "purpose"_a, "shuffle"_a.none(),
             "threads"_a);
  nb::class_<PyRanksGraph>(module, "RanksGraph")
      .def_prop_ro("num_vertices", [](const PyRanksGraph& g) { return g.graph.num_vertices(); })
      .def_prop_ro("num_edges", [](const PyRanksGraph& g) { return g.graph.num_edges(); })
      .def_prop_ro("directed", [](const PyRanksGraph& g) { return g.graph.is_directed(); })
      .def_prop_ro("weighted", [](const PyRanksGraph& g) { return g.input.weight_type() != 0; })
      .def_prop_ro(
          "partition",
          [](const PyRanksGraph& g) { return std::string(partition_name(g.graph.scheme())); })
      .def_prop_ro("build_report", build_facts_of)
      .def(
          "find",
          [](const PyRanksGraph& g, const std::string& label) {
            return collective([&] { return g.input.find(*g.cluster, label); });
          },
          "label"_a);
  module.def("ranks_generate", generated_by_ranks, "cluster"_a, "generator"_a, "options"_a);
  module.def("ranks_read", read_by_ranks, "cluster"_a, "path"_a, "read_options"_a, "options"_a);
  module.def("ranks_from_edges", from_edges_of_ranks, "cluster"_a, "sources"_a, "targets"_a,
             "weights"_a.none(), "owners"_a, "failed"_a.none(), "num_vertices"_a, "directed"_a,
             "options"_a);
}

}  // namespace strider::python
