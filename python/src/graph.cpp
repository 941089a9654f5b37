#include "graph.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "arrays.hpp"
#include "call.hpp"
#include "module.hpp"
#include "names.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

Directedness directedness(bool directed) {
  return directed ? Directedness::kDirected : Directedness::kUndirected;
}

std::shared_ptr<PyGraph> from_csr(const HostArray& offsets, const HostArray& targets,
                                  const std::optional<HostArray>& weights, nb::object owners,
                                  bool directed, bool copy, bool check_symmetry, int threads) {
  require_threads(threads);
  const auto sharing = copy ? Sharing::kCopy : Sharing::kBorrow;
  if (offsets.size() == 0)
    throw InputError("indptr is empty: it needs an entry more than vertices");
  const std::uint64_t num_vertices = offsets.size() - 1;
  if (num_vertices > kMaxVertices) throw InputError("more vertices than 4294967295");
  auto made = std::make_shared<PyGraph>();
  const std::array kept{keep(owners[0]), keep(owners[1]), keep(owners[2])};
  const auto symmetry = check_symmetry ? SymmetryCheck::kYes : SymmetryCheck::kNo;
  made->graph = call(threads, [&] {
    auto rows = take_offsets(offsets, kept[0], sharing, threads);
    if (rows.borrowed) made->borrowed.emplace_back("indptr");
    auto ends = take_vertices(targets, num_vertices, kept[1], sharing, threads);
    if (ends.borrowed) made->borrowed.emplace_back("indices");
    TakenWeights values;
    if (weights) values = take_weights(*weights, kept[2], sharing, threads);
    if (values.borrowed) made->borrowed.emplace_back("data");
    return adopt_adjacency(Csr(std::move(rows.array), std::move(ends.array)),
                           directedness(directed), std::move(values.weights), symmetry, threads);
  });
  return made;
}

std::shared_ptr<PyGraph> from_edges(const HostArray& sources, const HostArray& targets,
                                    const std::optional<HostArray>& weights, nb::object owners,
                                    std::optional<std::uint64_t> num_vertices, bool directed,
                                    const std::string& duplicates, bool keep_self_loops,
                                    int threads) {
  require_threads(threads);
  const std::uint64_t limit = num_vertices.value_or(kMaxVertices);
  if (limit > kMaxVertices) throw InputError("more vertices than 4294967295");
  const BuildOptions options{.self_loops = keep_self_loops ? SelfLoops::kKeep : SelfLoops::kRemove,
                             .duplicates = duplicates_from_name(duplicates),
                             .threads = threads};
  auto made = std::make_shared<PyGraph>();
  const std::array kept{keep(owners[0]), keep(owners[1]), keep(owners[2])};
  made->graph = call(threads, [&] {
    const auto from = take_vertices(sources, limit, kept[0], Sharing::kBorrow, threads);
    const auto to = take_vertices(targets, limit, kept[1], Sharing::kBorrow, threads);
    TakenWeights values;
    if (weights) values = take_weights(*weights, kept[2], Sharing::kBorrow, threads);
    const WeightSpan spans = std::visit(
        [](const auto& shared) -> WeightSpan {
          if constexpr (std::is_same_v<std::decay_t<decltype(shared)>, std::monostate>) {
            return {};
          } else {
            return shared.span();
          }
        },
        values.weights);
    std::optional<Vertex> size;
    if (num_vertices) size = static_cast<Vertex>(*num_vertices);
    EdgeList list =
        make_edge_list(from.array.span(), to.array.span(), directedness(directed), spans, size);
    made->build.emplace();
    return build_any_graph(std::move(list), options, &*made->build);
  });
  return made;
}

nb::any labels_of(const PyGraph& graph) {
  const Graph& topology = graph.topology();
  const Labels& labels = topology.labels();
  const Vertex n = topology.num_vertices();
  if (labels.kind() == LabelKind::kText) {
    nb::list texts;
    for (Vertex v = 0; v < n; ++v) texts.append(nb::cast(labels.label(v)));
    return to_any(texts);
  }
  Array<std::uint64_t> numbers(n);
  for (Vertex v = 0; v < n; ++v) numbers[v] = labels.number(v);
  return to_any(to_numpy(std::move(numbers)));
}

nb::any weights_of(const PyGraph& graph) {
  return std::visit(
      [](const auto& typed) -> nb::any {
        if constexpr (std::is_same_v<std::decay_t<decltype(typed)>, Graph>) {
          return to_any(nb::none());
        } else {
          return to_any(to_numpy(typed.weights()));
        }
      },
      graph.graph);
}

std::optional<nb::dict> build_report_of(const PyGraph& graph) {
  if (!graph.build) return std::nullopt;
  nb::dict report;
  report["edges_listed"] = graph.build->edges_listed;
  report["self_loops"] = graph.build->self_loops;
  report["duplicates"] = graph.build->duplicates;
  report["isolated"] = graph.build->isolated;
  report["seconds"] = graph.build->seconds;
  return report;
}

std::optional<nb::dict> facts_of(const PyGraph& graph) {
  if (!graph.facts) return std::nullopt;
  nb::dict facts;
  facts["format"] = nb::cast(std::string(file_format_name(graph.facts->format)));
  facts["compression"] = graph.facts->compression;
  facts["directedness_reason"] = graph.facts->directedness_reason;
  facts["weighted"] = graph.facts->weighted;
  facts["notes"] = nb::cast(graph.facts->notes);
  facts["seconds"] = graph.facts->seconds;
  return facts;
}

std::shared_ptr<PyGraph> prepared(const PyGraph& graph, const std::string& layout, int threads) {
  auto made = share(graph.graph);
  made->build = graph.build;
  made->facts = graph.facts;
  made->borrowed = graph.borrowed;
  const PrepareOptions options{.layout = layout_from_name(layout), .threads = threads};
  if (options.layout == LayoutChoice::kNone) made->graph = without_weight_layout(graph.graph);
  made->prepared = call(threads, [&] { return prepare(made->topology(), options); });
  return made;
}

}  // namespace

std::shared_ptr<PyGraph> share(AnyGraph graph) {
  auto made = std::make_shared<PyGraph>();
  made->graph = std::move(graph);
  return made;
}

void add_graph(nb::module_& module) {
  module.attr("borrows_arrays") = !kCopiesArrays;
  nb::class_<PyGraph>(module, "Graph")
      .def_prop_ro("num_vertices", [](const PyGraph& g) { return g.topology().num_vertices(); })
      .def_prop_ro("num_edges", [](const PyGraph& g) { return g.topology().num_edges(); })
      .def_prop_ro("num_arcs", [](const PyGraph& g) { return g.topology().num_arcs(); })
      .def_prop_ro("num_self_loops", [](const PyGraph& g) { return g.topology().num_self_loops(); })
      .def_prop_ro("directed", [](const PyGraph& g) { return g.topology().is_directed(); })
      .def_prop_ro("weighted", [](const PyGraph& g) { return g.graph.index() != 0; })
      .def_prop_ro("borrowed", [](const PyGraph& g) { return g.borrowed; })
      .def_prop_ro(
          "layout",
          [](const PyGraph& g) {
            return std::string(layout_name(g.prepared ? g.prepared->layout() : Layout::kNone));
          })
      .def_prop_ro(
          "indptr", [](const PyGraph& g) { return to_numpy(g.topology().out().offsets()); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "indices", [](const PyGraph& g) { return to_numpy(g.topology().out().targets()); },
          nb::rv_policy::automatic)
      .def_prop_ro("weights", weights_of)
      .def_prop_ro("labels", labels_of)
      .def_prop_ro("build_report", build_report_of)
      .def_prop_ro("facts", facts_of)
      .def(
          "find",
          [](const PyGraph& g, const std::string& label) {
            return g.topology().labels().find(label, g.topology().num_vertices());
          },
          "label"_a)
      .def("prepare", prepared, "layout"_a, "threads"_a);
  module.def("from_csr", from_csr, "indptr"_a, "indices"_a, "weights"_a.none(), "owners"_a,
             "directed"_a, "copy"_a, "check_symmetry"_a, "threads"_a);
  module.def("from_edges", from_edges, "sources"_a, "targets"_a, "weights"_a.none(), "owners"_a,
             "num_vertices"_a.none(), "directed"_a, "duplicates"_a, "keep_self_loops"_a,
             "threads"_a);
}

}  // namespace strider::python
