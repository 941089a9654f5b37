#include "model/loggops.hpp"

#include <gtest/gtest.h>

namespace strider::model {
namespace {

using comm::Phase;

/// Numbers that are easily added up.
const Machine kMachine{.name = "",
                       .latency_s = 100,
                       .overhead_s = 10,
                       .gap_s = 30,
                       .gap_s_per_byte = 2,
                       .overhead_s_per_byte = 0.25,
                       .rendezvous_bytes = 1000,
                       .ranks_per_node = 4,
                       .node_latency_s = 50,
                       .node_gap_s_per_byte = 1,
                       .arcs_per_s = 1,
                       .bytes_per_s = 1};

TEST(LogGops, OfOneMessage) {
  EXPECT_DOUBLE_EQ(message_seconds(kMachine, 0), 120);
  EXPECT_DOUBLE_EQ(message_seconds(kMachine, 40), 220);
  EXPECT_DOUBLE_EQ(message_seconds(kMachine, 1000), 120 + 2500);
  EXPECT_DOUBLE_EQ(message_seconds(kMachine, 2000), 120 + 5000 + 200);
}

TEST(LogGops, OfRounds) {
  const auto round = [](double messages, double bytes) {
    return step_seconds(kMachine,
                        {Phase::kFold, 0, StepKind::kRound, 5, 1, 4, 8 * messages, 8 * bytes}, 8);
  };
  // Short messages take the gap, long ones their bytes; then the last one travels.
  EXPECT_DOUBLE_EQ(round(4, 0), 4 * 30 + 100);
  EXPECT_DOUBLE_EQ(round(4, 4 * 200), 4 * 400 + 100);
  EXPECT_DOUBLE_EQ(round(4, 4 * 2000), 4 * 4000 + 100 + 200);
  EXPECT_EQ(round(0, 0), 0);
}

TEST(LogGops, OfRings) {
  const auto ring = [](int messages) {
    return step_seconds(
        kMachine,
        {Phase::kFold, 0, StepKind::kRound, 8, messages, 1, 8.0 * messages, 8.0 * messages * 2000},
        8);
  };
  // One after the other.
  EXPECT_DOUBLE_EQ(ring(1), 4000 + 100 + 200);
  EXPECT_DOUBLE_EQ(ring(7), 7 * ring(1));
}

TEST(LogGops, OfCollectives) {
  // Of 8 ranks, with b bytes each: 2 b (p - 1) bytes in all.
  const auto all_reduce = [](double bytes) {
    return step_seconds(kMachine,
                        {Phase::kReduce, 0, StepKind::kAllReduce, 8, 1, 0, 14, 14 * bytes}, 8);
  };
  EXPECT_DOUBLE_EQ(all_reduce(8), 3 * message_seconds(kMachine, 8));
  EXPECT_DOUBLE_EQ(all_reduce(8000), 6 * 120 + 2 * 8000 * 7 / 8.0 * 2.5);
  const Step barrier{Phase::kControl, 0, StepKind::kBarrier, 8, 1, 0, 14, 0};
  EXPECT_DOUBLE_EQ(step_seconds(kMachine, barrier, 8), 360);
}

TEST(LogGops, OfNodes) {
  // In two nodes of four ranks at once.
  const Step reduce{Phase::kReduce, 0, StepKind::kReduce, 4, 1, 0, 6, 6 * 8.0};
  EXPECT_DOUBLE_EQ(step_seconds(kMachine, reduce, 8), 2 * (20 + 50 + 8 * (1 + 0.5)));
  // A leader has the network of its node.
  const Step leaders{Phase::kReduce, 0, StepKind::kAllReduce, 2, 1, 0, 2, 2 * 8.0};
  EXPECT_DOUBLE_EQ(step_seconds(kMachine, leaders, 8), 20 + 100 + 8 * (2 / 4.0 + 0.5));
  // All ranks on one node.
  const Step round{Phase::kFold, 0, StepKind::kRound, 4, 1, 3, 12, 0};
  EXPECT_DOUBLE_EQ(step_seconds(kMachine, round, 4), 3 * 30 + 50);
}

}  // namespace
}  // namespace strider::model
