// Every method of spanning forests on the cores of one machine, at several thread counts, for each
// type of weight.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "base/parallel.hpp"
#include "conformance/msf.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<MsfMethod, int>;

class MsfHost : public testing::TestWithParam<Case> {
 protected:
  static MsfOptions options() {
    return {.method = std::get<0>(GetParam()), .threads = std::get<1>(GetParam())};
  }

  template <class Body>
  static void for_each_weight(Body&& body) {
    body(MsfFinder<float>(msf<float>));
    body(MsfFinder<double>(msf<double>));
    body(MsfFinder<std::uint32_t>(msf<std::uint32_t>));
  }
};

TEST_P(MsfHost, AllShapes) {
  for_each_weight([](const auto& find) { conforms_on_all_shapes(find, options()); });
}
TEST_P(MsfHost, RandomGraphs) {
  for_each_weight([](const auto& find) { conforms_on_random_graphs(find, options()); });
}
TEST_P(MsfHost, Multigraphs) {
  for_each_weight([](const auto& find) { conforms_on_multigraphs(find, options()); });
}
TEST_P(MsfHost, LargeGraphs) {
  for_each_weight([](const auto& find) { conforms_on_large_graphs(find, options()); });
}

WeightedGraph<std::uint32_t> some_graph(std::uint64_t kinds, std::uint64_t seed) {
  return skewed_sample<std::uint32_t>(11, 1U << 15U, kinds, seed);
}

TEST_P(MsfHost, ReusedAndMoved) {
  const auto few = some_graph(5, 1);
  const auto many = some_graph(1U << 30U, 2);
  MsfSolver<std::uint32_t> solver(few, options());
  MsfSolver<std::uint32_t> other(many, options());
  MsfResult<std::uint32_t> result;
  for (int i = 0; i < 3; ++i) {
    solver.run(result);
    expect_forest(few, MsfObjective::kMinimum, result, "reused");
    other.run(result);
    expect_forest(many, MsfObjective::kMinimum, result, "reused for another graph");
  }
  solver = std::move(other);
  MsfSolver<std::uint32_t> moved = std::move(solver);
  expect_forest(many, MsfObjective::kMinimum, moved.run(), "moved");
}

// A caller's own parallel region leaves a method fewer threads than it asks for.
TEST_P(MsfHost, InsideAParallelRegion) {
  const auto graph = some_graph(255, 3);
  parallel_region(2, [&](int, int) {
    expect_forest(graph, MsfObjective::kMinimum, msf(graph, options()), "nested");
  });
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name(msf_method_name(std::get<0>(info.param)));
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(std::get<1>(info.param)) + "_threads";
}

INSTANTIATE_TEST_SUITE_P(Methods, MsfHost,
                         testing::Combine(testing::ValuesIn(all_msf_methods().begin(),
                                                            all_msf_methods().end()),
                                          testing::Values(1, 2, 4)),
                         name_of);

}  // namespace
}  // namespace strider::test
