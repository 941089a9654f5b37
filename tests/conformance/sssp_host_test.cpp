// Every method of shortest paths on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "base/parallel.hpp"
#include "conformance/sssp.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<SsspMethod, int>;

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name(sssp_method_name(std::get<0>(info.param)));
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(std::get<1>(info.param)) + "_threads";
}

class SsspHost : public testing::TestWithParam<Case> {
 protected:
  static SsspOptions options() {
    return {.method = std::get<0>(GetParam()), .threads = std::get<1>(GetParam())};
  }
};

TEST_P(SsspHost, Floats) {
  sssp_conforms<float>(options());
}
TEST_P(SsspHost, Doubles) {
  sssp_conforms<double>(options());
}
TEST_P(SsspHost, Integers) {
  sssp_conforms<std::uint32_t>(options());
}

// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST_P(SsspHost, InsideAParallelRegion) {
  const auto graph = weigh<std::uint32_t>(make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12)),
                                          WeightMix::kUniform);
  SsspSolver before(graph, options());
  (void)before.run(1);  // with all its threads: what these leave behind must not be searched later
  parallel_region(2, [&](int thread, int) {
    SsspSolver solver(graph, options());
    const auto source = static_cast<Vertex>(100 + thread);
    expect_shortest_paths(graph, source, solver.run(source), options(), "nested");
    if (thread == 0) {
      expect_shortest_paths(graph, 2, before.run(2), options(),
                            "nested, after a search that was not");
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Methods, SsspHost,
                         testing::Combine(testing::Values(SsspMethod::kAuto,
                                                          SsspMethod::kBellmanFord,
                                                          SsspMethod::kDeltaStepping),
                                          testing::Values(1, 2, 4)),
                         name_of);
// One thread searches; two find parents.
INSTANTIATE_TEST_SUITE_P(Oracle, SsspHost, testing::Values(Case(SsspMethod::kDijkstra, 2)),
                         name_of);

using Large = std::tuple<Preparing, int>;

// Auto on graphs as they are, and laid out for many searches: how it does it, the graph decides.
class SsspOfLarge : public testing::TestWithParam<Large> {
 protected:
  static SsspOptions options() {
    return {.threads = std::get<1>(GetParam()), .preparing = std::get<0>(GetParam())};
  }
  /// Of a first search on a graph that suits one.
  static SsspLayout layout_of(const SsspOptions& options) {
    return options.preparing == Preparing::kAtOnce ? SsspLayout::kByWeight : SsspLayout::kNone;
  }
  template <class W>
  static void conforms_on_large_graphs() {
    // Large enough for a layout: of low and of high diameter.
    const Graph shapes[] = {make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)),
                            make_graph(3000, random_edges(3000, 12000, 4)),
                            make_graph(2000, random_edges(2000, 32000, 8)),
                            make_graph(20000, random_edges(20000, 10000, 5)),
                            make_graph(50 * 170, grid_edges(50, 170)),
                            make_graph(8300, line_edges(8300))};
    for (const Graph& shape : shapes) {
      for (const WeightMix mix : kAllWeightMixes) {
        const WeightedGraph<W> graph = weigh<W>(shape, mix);
        const CheckedSearch search = checked<W>()(graph, options());
        for (const Vertex source : {0U, shape.num_vertices() / 2}) {
          if (!search(source, std::to_string(shape.num_edges()) + " edges, weights " +
                                  weight_mix_name(mix) + ", from " + std::to_string(source))) {
            return;
          }
        }
      }
    }
  }
};

TEST_P(SsspOfLarge, Floats) {
  sssp_conforms_on_random_graphs(checked<float>(), options());
  conforms_on_large_graphs<float>();
}
TEST_P(SsspOfLarge, Doubles) {
  sssp_conforms_when_reused<double>(options());
  conforms_on_large_graphs<double>();
}
TEST_P(SsspOfLarge, Integers) {
  sssp_conforms_when_reused<std::uint32_t>(options());
  conforms_on_large_graphs<std::uint32_t>();
}

/// Two random graphs side by side, and a tail of a thousand edges on the second.
Graph two_cores(EdgeIndex edges_of_core = 16000) {
  constexpr Vertex kCore = 2000;
  constexpr Vertex kTail = 1000;
  std::vector<Edge> edges = random_edges(kCore, edges_of_core, 6);
  for (const auto& [u, v] : random_edges(kCore, edges_of_core, 7)) {
    edges.push_back({kCore + u, kCore + v});
  }
  for (Vertex v = 2 * kCore - 1; v + 1 < 2 * kCore + kTail; ++v) edges.push_back({v, v + 1});
  return make_graph(2 * kCore + kTail, edges);
}

/// The same, joined by one edge between their first vertices.
Graph joined_cores(EdgeIndex edges_of_core = 16000) {
  const Graph apart = two_cores(edges_of_core);
  std::vector<Edge> edges{{0, 2000}};
  for (Vertex u = 0; u < apart.num_vertices(); ++u) {
    for (const Vertex v : apart.out().neighbors(u)) {
      if (u < v) edges.push_back({u, v});
    }
  }
  return make_graph(apart.num_vertices(), edges);
}

// Most arcs are out of reach, or behind one heavy edge.
template <class W>
void conforms_on_cores(const SsspOptions& options, SsspLayout layout) {
  for (const WeightMix mix : kAllWeightMixes) {
    const auto apart = weigh<W>(two_cores(), mix);
    SsspSolver<W> solver(apart, options);
    // Where weights are of all sizes, plain delta-stepping is taken.
    if (mix == WeightMix::kUniform) {
      ASSERT_EQ(solver.layout(), layout);
    }
    for (const Vertex source : {5U, 2005U, 4999U}) {
      expect_shortest_paths(apart, source, solver.run(source), options,
                            "cores apart, from " + std::to_string(source));
    }
  }
  const auto light = weigh<W>(joined_cores(), WeightMix::kUniform);
  for (const double bridge : {10.0, 1e5, 1e9}) {
    Array<W> weights(light.weights().size());
    std::copy(light.weights().begin(), light.weights().end(), weights.begin());
    const auto& csr = light.topology().out();
    for (const Vertex end : {0U, 2000U}) {
      const auto row = csr.neighbors(end);
      const auto place = std::find(row.begin(), row.end(), 2000 - end) - row.begin();
      weights[csr.offsets()[end] + static_cast<std::size_t>(place)] = static_cast<W>(bridge);
    }
    const WeightedGraph<W> graph(light.topology(), std::move(weights));
    SsspSolver<W> solver(graph, options);
    for (const Vertex source : {5U, 2005U}) {
      expect_shortest_paths(graph, source, solver.run(source), options,
                            "a bridge of " + std::to_string(bridge));
    }
  }
}

TEST_P(SsspOfLarge, CoresApartAndBehindABridge) {
  conforms_on_cores<float>(options(), layout_of(options()));
  conforms_on_cores<double>(options(), layout_of(options()));
  conforms_on_cores<std::uint32_t>(options(), layout_of(options()));
}

TEST_P(SsspOfLarge, IsLaidOutIfAskedFor) {
  const auto wide =
      weigh<float>(make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)), WeightMix::kUniform);
  EXPECT_EQ(SsspSolver<float>(wide, options()).layout(), layout_of(options()));
  const auto deep = weigh<float>(make_graph(60 * 200, grid_edges(60, 200)), WeightMix::kUniform);
  EXPECT_EQ(SsspSolver<float>(deep, options()).layout(), layout_of(options()));
  // As they are, too, they are not searched by plain delta-stepping, whose buckets are others.
  for (const WeightedGraph<float>* const graph : {&wide, &deep}) {
    const SsspSolver<float> plain(*graph, {.method = SsspMethod::kDeltaStepping});
    EXPECT_NE(SsspSolver<float>(*graph, options()).delta(), plain.delta());
  }
  SsspOptions bounded = options();
  bounded.cutoff = 1;
  EXPECT_EQ(SsspSolver<float>(deep, bounded).layout(), SsspLayout::kNone);
}

// Of low and of high diameter; found before, at and after the change.
TEST(SsspPreparing, LaysTheGraphOutOnceThatPays) {
  for (const Graph& shape : {make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)),
                             make_graph(60 * 200, grid_edges(60, 200))}) {
    const auto graph = weigh<std::uint32_t>(shape, WeightMix::kUniform);
    const SsspOptions options{.threads = 2};
    SsspSolver<std::uint32_t> solver(graph, options);
    SsspResult<std::uint32_t> result;
    for (Vertex source = 0; source < 6; ++source) {
      solver.run(source, result);
      expect_shortest_paths(graph, source, result, options, "from " + std::to_string(source));
      EXPECT_EQ(solver.layout(), source < 3 ? SsspLayout::kNone : SsspLayout::kByWeight);
    }
    // Where it is known how many follow, it is known before the first.
    const auto layout_for = [&](std::uint64_t num_searches) {
      return SsspSolver<std::uint32_t>(graph, {.threads = 2, .num_searches = num_searches})
          .layout();
    };
    EXPECT_EQ(layout_for(1), SsspLayout::kNone);
    EXPECT_EQ(layout_for(100), SsspLayout::kByWeight);
  }
}

// By half of the arcs, vertices are next to each other; for the others, that is no measure.
template <class W>
void leaves_light_arcs_to_delta_stepping(const SsspOptions& options, W light) {
  const Graph cores = joined_cores(40'000);
  Array<W> weights(cores.num_arcs());
  for (Vertex u = 0; u < cores.num_vertices(); ++u) {
    for (EdgeIndex e = cores.out().offsets()[u]; e < cores.out().offsets()[u + 1ULL]; ++e) {
      const Vertex v = cores.out().targets()[e];
      const auto heavy = static_cast<W>(1 + (u ^ v) * 500 % 1'000'003);
      weights[e] = u < 2000 && v < 2000 ? light : heavy;
    }
  }
  const WeightedGraph<W> graph(cores, std::move(weights));
  SsspSolver<W> solver(graph, options);
  EXPECT_EQ(solver.delta(), SsspSolver<W>(graph, {.method = SsspMethod::kDeltaStepping}).delta());
  expect_shortest_paths(graph, 2005, solver.run(2005), options, "light and heavy arcs");
}

TEST_P(SsspOfLarge, LightArcsAreNoMeasureOfHeavyOnes) {
  leaves_light_arcs_to_delta_stepping<std::uint32_t>(options(), 0);
  leaves_light_arcs_to_delta_stepping<std::uint32_t>(options(), 8);
  leaves_light_arcs_to_delta_stepping<float>(options(), 0);
}

INSTANTIATE_TEST_SUITE_P(LayoutsAndThreads, SsspOfLarge,
                         testing::Combine(testing::Values(Preparing::kNever, Preparing::kWhenItPays,
                                                          Preparing::kAtOnce),
                                          testing::Values(1, 2, 4)));

// A bucket for all, one for each distance, and widths without sense.
class DeltaStepping : public testing::TestWithParam<double> {};

TEST_P(DeltaStepping, ConformsAtAnyWidth) {
  const SsspOptions options{
      .method = SsspMethod::kDeltaStepping, .threads = 2, .delta = GetParam()};
  constexpr std::uint64_t kGraphs = 20;
  sssp_conforms_on_random_graphs(checked<float>(), options, kGraphs);
  sssp_conforms_on_random_graphs(checked<double>(), options, kGraphs);
  sssp_conforms_on_random_graphs(checked<std::uint32_t>(), options, kGraphs);
}

INSTANTIATE_TEST_SUITE_P(Widths, DeltaStepping,
                         testing::Values(1e-320, 1e-300, 0.1, 3.7, 64.0, 1e300));

}  // namespace
}  // namespace strider::test
