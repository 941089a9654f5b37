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
                         testing::Combine(testing::ValuesIn(all_sssp_methods().begin(),
                                                            all_sssp_methods().end()),
                                          testing::Values(1, 2, 4)),
                         name_of);

// Auto on a graph laid out for many searches: which of the layouts it is, the graph decides.
class SsspLaidOut : public testing::TestWithParam<int> {
 protected:
  static SsspOptions options() { return {.threads = GetParam(), .layout = SsspLayout::kAuto}; }
  template <class W>
  static void conforms_on_large_graphs() {
    // Large enough to be laid out: by weight as they are, and in patches.
    const Graph shapes[] = {make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)),
                            make_graph(3000, random_edges(3000, 12000, 4)),
                            make_graph(20000, random_edges(20000, 10000, 5)),
                            make_graph(50 * 170, grid_edges(50, 170)),
                            make_graph(8300, line_edges(8300))};
    for (const Graph& shape : shapes) {
      for (const WeightMix mix : kAllWeightMixes) {
        const WeightedGraph<W> graph = weigh<W>(shape, mix);
        SsspSolver<W> solver(graph, options());
        SsspResult<W> result;
        for (const Vertex source : {0U, shape.num_vertices() / 2}) {
          solver.run(source, result);
          expect_shortest_paths(graph, source, result, options(),
                                std::to_string(shape.num_edges()) + " edges, weights " +
                                    std::string(kWeightMixNames[static_cast<std::size_t>(mix)]) +
                                    ", from " + std::to_string(source));
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
};

TEST_P(SsspLaidOut, Floats) {
  sssp_conforms_on_random_graphs<float>(options());
  conforms_on_large_graphs<float>();
}
TEST_P(SsspLaidOut, Doubles) {
  sssp_conforms_when_reused<double>(options());
  conforms_on_large_graphs<double>();
}
TEST_P(SsspLaidOut, Integers) {
  sssp_conforms_when_reused<std::uint32_t>(options());
  conforms_on_large_graphs<std::uint32_t>();
}

TEST_P(SsspLaidOut, GraphsOfBothKindsAreLaidOut) {
  const auto wide =
      weigh<float>(make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)), WeightMix::kUniform);
  EXPECT_EQ(SsspSolver<float>(wide, options()).layout(), SsspLayout::kAuto);
  const auto deep = weigh<float>(make_graph(60 * 200, grid_edges(60, 200)), WeightMix::kUniform);
  EXPECT_EQ(SsspSolver<float>(deep, options()).layout(), SsspLayout::kAuto);
  SsspOptions bounded = options();
  bounded.cutoff = 1;
  EXPECT_EQ(SsspSolver<float>(deep, bounded).layout(), SsspLayout::kNone);
  EXPECT_EQ(SsspSolver<float>(deep, {.layout = SsspLayout::kNone}).layout(), SsspLayout::kNone);
}

INSTANTIATE_TEST_SUITE_P(Threads, SsspLaidOut, testing::Values(1, 2, 4));

// A bucket for all, one for each distance, and widths without sense.
class DeltaStepping : public testing::TestWithParam<double> {};

TEST_P(DeltaStepping, ConformsAtAnyWidth) {
  const SsspOptions options{
      .method = SsspMethod::kDeltaStepping, .threads = 2, .delta = GetParam()};
  constexpr std::uint64_t kGraphs = 20;
  sssp_conforms_on_random_graphs<float>(options, kGraphs);
  sssp_conforms_on_random_graphs<double>(options, kGraphs);
  sssp_conforms_on_random_graphs<std::uint32_t>(options, kGraphs);
}

INSTANTIATE_TEST_SUITE_P(Widths, DeltaStepping, testing::Values(1e-300, 0.1, 3.7, 64.0, 1e300));

}  // namespace
}  // namespace strider::test
