#include "conformance/ranks_sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/gathered_tree.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using detail::DistSsspEngine;
using detail::DistSsspSettings;
using detail::DistSsspTree;

/// The parts of all ranks, on every rank, in the input's numbers.
template <class W>
struct WholePaths {
  std::vector<Vertex> parents;
  std::vector<SsspDistance<W>> distances;
};

template <class W>
using Bits = std::conditional_t<std::is_same_v<W, float>, std::uint32_t, std::uint64_t>;

template <class W>
std::optional<WholePaths<W>> gather(const DistSsspEngine<W>& engine, const DistSsspTree<W>& tree,
                                    const std::string& what) {
  std::vector<std::uint64_t> bits;
  for (const SsspDistance<W> distance : tree.distances) {
    bits.push_back(std::bit_cast<Bits<W>>(distance));
  }
  const auto whole = gather_tree(engine.owners(), tree.parents.span(), bits, what);
  if (!whole) return std::nullopt;
  WholePaths<W> paths{whole->parents, {}};
  for (const std::uint64_t word : whole->values) {
    paths.distances.push_back(std::bit_cast<SsspDistance<W>>(static_cast<Bits<W>>(word)));
  }
  return paths;
}

template <class W>
bool same_distances(const SsspResult<W>& expected, const WholePaths<W>& whole,
                    std::uint64_t num_reached, const std::string& what) {
  const auto distances = expected.distances();
  for (std::size_t v = 0; v < distances.size(); ++v) {
    // No distance is -0 or not a number: equal ones have equal bits.
    if (whole.distances[v] == distances[v]) continue;
    ADD_FAILURE() << what << ", vertex " << v << ": distance " << whole.distances[v]
                  << " instead of " << distances[v];
    return false;
  }
  EXPECT_EQ(num_reached, expected.num_reached()) << what;
  return num_reached == expected.num_reached();
}

template <class W>
bool is_valid(const EdgeList& list, Vertex source, const WholePaths<W>& whole, double reach,
              const std::string& what) {
  const SsspValidation validation = validate_sssp<W>(list, source, whole.parents, whole.distances,
                                                     {.cutoff = reach, .threads = 1});
  for (const SsspViolation& violation : validation.violations) {
    ADD_FAILURE() << what << ": " << violation.message;
  }
  return validation.passed();
}

}  // namespace

template <class W>
SsspMaker<W> on_ranks(const DistSsspFactory<W>& make, const DistSsspSettings& settings) {
  return [=](const WeightedGraph<W>& graph, const SsspOptions& options) -> CheckedSearch {
    DistSsspSettings bounded = settings;
    bounded.limits = {options.cutoff, options.target};
    const auto list = std::make_shared<const EdgeList>(list_weighted_edges(graph));
    const std::shared_ptr<DistSsspEngine<W>> engine = make(test_world(), *list, bounded);
    return [=, tree = std::make_shared<DistSsspTree<W>>()](Vertex source, const std::string& what) {
      engine->search(source, *tree);
      const auto whole = gather(*engine, *tree, what);
      const SsspResult<W> expected = sssp_oracle(graph, source, options);
      double reach = options.cutoff;
      if (options.target && expected.distances()[*options.target] != kInfiniteDistance<W>) {
        reach = std::min(reach, static_cast<double>(expected.distances()[*options.target]));
      }
      return whole && everywhere(same_distances(expected, *whole, tree->num_reached, what) &&
                                 is_valid(*list, source, *whole, reach, what));
    };
  };
}

template <class W>
void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<W>& make) {
  const Graph topology = make_graph(1U << 8U, skewed_edges(8, 1U << 11U, 5));
  for (const WeightMix mix : {WeightMix::kUniform, WeightMix::kWithZero}) {
    const auto graph = weigh<W>(topology, mix);
    for (const double delta : {0.05, 20.0, 1e300}) {
      const CheckedSearch search = on_ranks(make, {.delta = delta})(graph, {});
      for (const Vertex source : {1, 100}) {
        if (!search(source, "delta " + std::to_string(delta))) return;
      }
    }
  }
  const EdgeList list = list_weighted_edges(weigh<W>(topology, WeightMix::kEqual));
  for (const double delta : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)make(test_world(), list, {.delta = delta}), UsageError);
  }
}

template <class W>
void ranks_sssp_ends_early(const DistSsspFactory<W>& make) {
  const EdgeList list =
      list_weighted_edges(weigh<W>(make_graph(200, line_edges(200)), WeightMix::kEqual));
  const auto rounds = [&](const DistSsspSettings& settings, std::uint64_t* reached = nullptr) {
    DistSsspTree<W> tree;
    make(test_world(), list, settings)->search(0, tree);
    if (reached != nullptr) *reached = tree.num_reached;
    return tree.num_rounds;
  };
  std::uint64_t reached = 0;
  const std::uint64_t all = rounds({});
  EXPECT_LT(rounds({.limits = {.target = 3}}, &reached), all / 2);
  EXPECT_EQ(reached, 4U);
  EXPECT_LT(rounds({.limits = {.cutoff = 0}}, &reached), all / 2);
  EXPECT_EQ(reached, 1U);
}

template <class W>
void ranks_sssp_refuses_bad_weights(const DistSsspFactory<W>& make) {
  if constexpr (std::is_floating_point_v<W>) {
    EdgeList list =
        list_weighted_edges(weigh<W>(make_graph(200, line_edges(200)), WeightMix::kUniform));
    std::get<Array<W>>(list.weights)[150] = -1;
    EXPECT_THROW((void)make(test_world(), list, {}), WeightError);
    // Every edge can be walked, but not all of them one after the other.
    for (W& weight : std::get<Array<W>>(list.weights).span()) {
      weight = std::numeric_limits<W>::max() / 128;
    }
    const auto engine = make(test_world(), list, {});
    DistSsspTree<W> tree;
    EXPECT_THROW(engine->search(0, tree), WeightError);
    engine->search(100, tree);  // from the middle all are near enough
    EXPECT_EQ(tree.num_reached, 200U);
  } else {
    (void)make;  // no integer is below 0
  }
}

#define STRIDER_INSTANTIATE(W)                                                        \
  template SsspMaker<W> on_ranks(const DistSsspFactory<W>&, const DistSsspSettings&); \
  template void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<W>&);        \
  template void ranks_sssp_ends_early(const DistSsspFactory<W>&);                     \
  template void ranks_sssp_refuses_bad_weights(const DistSsspFactory<W>&);
STRIDER_INSTANTIATE(float)
STRIDER_INSTANTIATE(double)
STRIDER_INSTANTIATE(std::uint32_t)
#undef STRIDER_INSTANTIATE

}  // namespace strider::test
