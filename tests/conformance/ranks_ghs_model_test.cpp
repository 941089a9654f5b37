// The messages of GHS by src/model/ghs.hpp against those that ranks count, on R-MAT graphs.
//
// By type they are given the edges of the graph and of its forest, and the highest level. Who of
// two ends tests an edge first depends on when messages come: of Tests and Rejects only the sum
// does not. What model_ghs() says, which is given nothing, is of all messages and bytes.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "model/ghs.hpp"
#include "strider/dist_msf.hpp"
#include "strider/generate.hpp"
#include "strider/model.hpp"
#include "support/mpi_world.hpp"

namespace strider::model {
namespace {

void expect_near(double formula, double counted, double share, const std::string& what) {
  EXPECT_NEAR(formula, counted, share * counted) << what;
}

void compare(int scale) {
  SCOPED_TRACE(scale);
  const Cluster cluster;
  const DistInput input = DistInput::generate(
      cluster, RmatParameters{.scale = scale, .weights = {.kind = WeightKind::kUniformReal}});
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  DistMsfSolver<float> solver(graph, {.method = DistMsfMethod::kGhs});
  const DistMsfResult<float> result = solver.run();
  const DistMsfProfile& profile = result.profile();
  if (cluster.rank() != 0) return;

  EXPECT_EQ(ghs_levels(scale), profile.levels);
  const GhsMessageCounts formula =
      ghs_messages(static_cast<double>(graph.num_edges()), static_cast<double>(result.num_edges()),
                   profile.levels);
  double sent = 0;
  double wired = 0;
  double bytes = 0;
  std::array<double, kGhsMessages> counted{};
  for (std::size_t type = 0; type < kGhsMessages; ++type) {
    const DistMsfProfile::Messages& messages = profile.messages.at(type);
    counted.at(type) = static_cast<double>(messages.sent);
    sent += counted.at(type);
    wired += static_cast<double>(messages.wired);
    bytes += static_cast<double>(messages.bytes);
    if (messages.wired > 0) {
      EXPECT_EQ(ghs_bytes(static_cast<GhsMessage>(type), 2),
                static_cast<double>(messages.bytes / messages.wired))
          << messages.type;
    }
  }
  for (const GhsMessage type : {kConnect, kInitiate, kAccept, kReport}) {
    expect_near(formula.at(type), counted.at(type), 0.05,
                std::string(profile.messages.at(type).type));
  }
  expect_near(formula[kTest] + formula[kReject], counted[kTest] + counted[kReject], 0.01,
              "tests and rejects");
  expect_near(formula[kTest], counted[kTest], 0.1, "tests");

  const double ranks = cluster.size();
  expect_near((1 - 1 / ranks) * sent, wired, 0.01, "messages to other ranks");
  const SearchModel found = model_ghs({.scale = scale, .ranks = cluster.size(), .machine = {}});
  double found_sent = 0;
  double found_wired = 0;
  for (const ModelMessages& messages : found.messages) {
    found_sent += messages.sent;
    found_wired += messages.wired;
  }
  expect_near(found_sent, sent, 0.05, "all messages");
  expect_near(found_wired, wired, 0.05, "all messages to other ranks");
  expect_near(ranks * found.total.bytes, bytes, 0.05, "all bytes");
}

TEST(MessagesOfGhs, AreThoseCounted) {
  compare(14);
  if (test_world().size() <= 16) compare(16);
}

}  // namespace
}  // namespace strider::model
