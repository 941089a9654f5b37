// The validator of flows finds what is wrong, whatever it is given.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "strider/error.hpp"
#include "strider/flow.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

// 0 -> 1 -> 3 and 0 -> 2 -> 3, with 1 -> 2.
template <class W>
WeightedGraph<W> diamond() {
  return weighted<W>(4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}, {4, 2, 3, 1, 5},
                     Directedness::kDirected);
}

template <class W>
void expect_rule(FlowRule rule, Vertex vertex, const std::function<void(MaxFlow<W>&)>& corrupt) {
  const auto graph = diamond<W>();
  MaxFlow<W> flow = max_flow(graph, 0, 3);
  ASSERT_TRUE(validate_max_flow(graph, 0, 3, flow).passed());
  corrupt(flow);
  const auto validation = validate_max_flow(graph, 0, 3, flow);
  for (const FlowViolation& violation : validation.violations) {
    if (violation.rule != rule) continue;
    EXPECT_EQ(violation.vertex, vertex) << violation.message;
    return;
  }
  ADD_FAILURE() << "rule " << int(rule) << " is not broken";
}

template <class W>
class FlowValidator : public testing::Test {};
using Capacities = testing::Types<std::uint32_t, float, double>;
TYPED_TEST_SUITE(FlowValidator, Capacities);

TYPED_TEST(FlowValidator, FindsWhatIsWrong) {
  using W = TypeParam;
  using Amount = ArcFlow<W>;
  expect_rule<W>(FlowRule::kCapacity, 1, [](auto& flow) { flow.flows[3] = Amount{2}; });
  expect_rule<W>(FlowRule::kConservation, 2, [](auto& flow) { flow.flows[4] -= Amount{1}; });
  expect_rule<W>(FlowRule::kConservation, 1, [](auto& flow) { flow.flows[0] -= Amount{1}; });
  expect_rule<W>(FlowRule::kValue, 0, [](auto& flow) { flow.value += 1; });
  expect_rule<W>(FlowRule::kCut, 0, [](auto& flow) { flow.value -= 1; });
  expect_rule<W>(FlowRule::kCut, 0, [](auto& flow) { flow.sides[1] = 1; });
  expect_rule<W>(FlowRule::kSides, 0, [](auto& flow) { flow.sides[0] = 1; });
  expect_rule<W>(FlowRule::kSides, 3, [](auto& flow) { flow.sides[3] = 0; });
  expect_rule<W>(FlowRule::kSides, 1, [](auto& flow) { flow.sides[1] = 2; });
}

// A flow that is legal, but not the greatest: only the cut tells.
TYPED_TEST(FlowValidator, FindsAFlowThatIsNotMaximum) {
  using W = TypeParam;
  expect_rule<W>(FlowRule::kCut, 0, [](auto& flow) {
    for (auto& amount : flow.flows) amount = 0;
    flow.value = 0;
  });
}

TEST(FlowValidatorOfReals, RefusesWhatIsNoNumber) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), -1.0, std::numeric_limits<double>::infinity()}) {
    expect_rule<double>(FlowRule::kCapacity, 0, [bad](auto& flow) { flow.flows[0] = bad; });
    expect_rule<double>(FlowRule::kValue, 0, [bad](auto& flow) { flow.value = bad; });
  }
}

TEST(FlowValidatorOfIntegers, RefusesWhatIsNotOfTheGraph) {
  const auto graph = diamond<std::uint32_t>();
  MaxFlow<std::uint32_t> flow = max_flow(graph, 0, 3);
  EXPECT_THROW((void)validate_max_flow(graph, 0, 4, flow), UsageError);
  flow.flows.truncate(4);
  EXPECT_THROW((void)validate_max_flow(graph, 0, 3, flow), UsageError);
}

}  // namespace
}  // namespace strider::test
