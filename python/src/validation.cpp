#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "strider/components.hpp"
#include "strider/error.hpp"
#include "strider/strong_components.hpp"
#include "strider/validate.hpp"
#include "violations.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

template <class T>
using Numbers = nb::ndarray<nb::ro, const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.size()};
}

std::vector<std::string> check_bfs(const PyGraph& graph, const std::vector<Vertex>& sources,
                                   std::optional<Level> depth,
                                   const Numbers<std::uint32_t>& parents,
                                   const Numbers<std::uint32_t>& levels, int threads) {
  return call(threads, [&] {
    const BfsQuery query{.sources = sources, .depth = depth.value_or(kUnreached)};
    return messages(validate_bfs(graph.topology(), query, span_of(parents),
                                 LevelView(span_of(levels)), threads));
  });
}

/// Distances in the type that the graph's weights have: `doubles` for real weights, or `integers`.
std::vector<std::string> check_sssp(PyGraph& graph, Vertex source,
                                    const Numbers<std::uint32_t>& parents,
                                    const std::optional<Numbers<double>>& doubles,
                                    const std::optional<Numbers<std::uint64_t>>& integers,
                                    double cutoff, double tolerance, int threads) {
  return call(threads, [&] {
    return visit_weighted(graph, threads, [&]<class W>(const WeightedGraph<W>& typed) {
      const SsspValidationOptions options{.cutoff = cutoff,
                                          .tolerance = tolerance,
                                          .self_loops = SelfLoops::kKeep,
                                          .threads = threads};
      using Distance = SsspDistance<W>;
      Array<Distance> distances;
      if constexpr (std::is_integral_v<Distance>) {
        if (!integers) throw UsageError("the graph has integer weights: pass integer distances");
        distances = Array<Distance>::copy_of(span_of(*integers));
      } else {
        if (!doubles) throw UsageError("the graph has real weights: pass real distances");
        distances = Array<Distance>(doubles->size());
        for (std::size_t v = 0; v < distances.size(); ++v) {
          distances[v] = static_cast<Distance>(doubles->data()[v]);
        }
      }
      return messages(validate_sssp<W>(typed, source, span_of(parents), distances.span(), options));
    });
  });
}

/// Whether W has that number, apart from rounding between real types.
template <class W>
bool holds(double number) {
  if constexpr (!std::is_integral_v<W>) return true;
  return number >= 0 && number <= std::numeric_limits<W>::max() && number == std::floor(number);
}

std::vector<std::string> check_msf(PyGraph& graph, const Numbers<std::uint32_t>& u,
                                   const Numbers<std::uint32_t>& v, const Numbers<double>& weights,
                                   bool maximum, int threads) {
  if (u.size() != v.size() || u.size() != weights.size()) {
    throw UsageError("u, v and weights must have the same length");
  }
  return call(threads, [&] {
    return visit_weighted(graph, threads, [&]<class W>(const WeightedGraph<W>& typed) {
      Array<MsfEdge<W>> edges(u.size());
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const double weight = weights.data()[i];
        if (!holds<W>(weight)) {
          return std::vector{"the forest has an edge of weight " + std::to_string(weight) +
                             ", but the weights of the graph are integers"};
        }
        edges[i] = {u.data()[i], v.data()[i], static_cast<W>(weight)};
      }
      return messages(validate_msf<W>(
          typed, edges.span(), maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum, threads));
    });
  });
}

std::vector<std::string> check_components(const PyGraph& graph,
                                          const Numbers<std::uint32_t>& labels, int threads) {
  return call(threads, [&] {
    return messages(validate_components(graph.topology(), span_of(labels), threads));
  });
}
std::vector<std::string> check_strong_components(const PyGraph& graph,
                                                 const Numbers<std::uint32_t>& labels,
                                                 int threads) {
  return call(threads, [&] {
    return messages(validate_strong_components(graph.topology(), span_of(labels), threads));
  });
}

}  // namespace

void add_validation(nb::module_& module) {
  module.def("validate_bfs", check_bfs, "graph"_a, "sources"_a, "depth"_a, "parents"_a, "levels"_a,
             "threads"_a);
  module.def("validate_sssp", check_sssp, "graph"_a, "source"_a, "parents"_a, "doubles"_a.none(),
             "integers"_a.none(), "cutoff"_a, "tolerance"_a, "threads"_a);
  module.def("validate_msf", check_msf, "graph"_a, "u"_a, "v"_a, "weights"_a, "maximum"_a,
             "threads"_a);
  module.def("validate_components", check_components, "graph"_a, "labels"_a, "threads"_a);
  module.def("validate_strong_components", check_strong_components, "graph"_a, "labels"_a,
             "threads"_a);
}

}  // namespace strider::python
