// What GHS sends: counted by type, and by the layer that hands it to MPI.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>

#include "strider/dist_msf.hpp"
#include "strider/generate.hpp"

namespace strider::test {
namespace {

struct Sent {
  std::map<std::string, DistMsfProfile::Messages> by_type;
  std::uint64_t bytes = 0;  ///< of the exchange, as handed to MPI
  std::uint64_t packets = 0;
  std::uint64_t edges = 0;
  std::uint64_t vertices = 0;
};

Sent send(const GhsOptions& options, std::size_t repetitions = 1) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(
      cluster, RmatParameters{.scale = 9, .weights = {.kind = WeightKind::kUniformReal}});
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  DistMsfSolver<float> solver(graph, {.method = DistMsfMethod::kGhs, .ghs = options});
  DistMsfResult<float> result;
  for (std::size_t i = 0; i < repetitions; ++i) solver.run(result);
  Sent sent;
  for (const DistMsfProfile::Messages& messages : result.profile().messages) {
    sent.by_type[std::string(messages.type)] = messages;
  }
  for (const DistTraffic::Phase& phase : result.traffic().by_phase) {
    if (phase.name != "exchange") continue;
    sent.bytes = phase.sum.bytes;
    sent.packets = phase.sum.messages;
  }
  sent.edges = graph.num_edges();
  sent.vertices = graph.num_vertices();
  return sent;
}

/// 80 and 152 bits, and nothing else goes over the wire.
void expect_sizes(const Sent& sent, std::uint64_t bytes_short, std::uint64_t bytes_long) {
  std::uint64_t bytes = 0;
  for (const auto& [type, messages] : sent.by_type) {
    const bool is_long = type == "initiate" || type == "test" || type == "report";
    EXPECT_EQ(messages.bytes, messages.wired * (is_long ? bytes_long : bytes_short)) << type;
    EXPECT_LE(messages.wired, messages.sent);
    bytes += messages.bytes;
  }
  EXPECT_EQ(sent.bytes, bytes);
  if (Cluster().size() == 1) {
    EXPECT_EQ(bytes, 0U);
  } else {
    EXPECT_GT(bytes, 0U);
  }
}

TEST(GhsTraffic, CompressedMessagesHave80Or152Bits) {
  expect_sizes(send({}), 10, 19);
}
TEST(GhsTraffic, PlainMessagesHave208Bits) {
  expect_sizes(send({.messages = GhsMessages::kPlain}), 26, 26);
}
TEST(GhsTraffic, CountsOfALaterRunAreItsOwn) {
  expect_sizes(send({}, 3), 10, 19);
}

/// Gallager, Humblet and Spira 1983: at most 5 n log n + 2 m messages; and each kind's own bound.
TEST(GhsTraffic, SendsNoMoreThanTheAlgorithmMay) {
  const Sent sent = send({});
  const std::uint64_t levels = 9;
  const auto of = [&](const std::string& type) { return sent.by_type.at(type).sent; };
  EXPECT_LE(of("reject"), 2 * sent.edges);
  EXPECT_LE(of("connect"), 2 * sent.vertices);
  EXPECT_LE(of("initiate"), sent.vertices * levels);
  EXPECT_LE(of("report"), of("initiate"));  // who joins late may not search
  EXPECT_LE(of("accept"), sent.vertices * levels);
  std::uint64_t all = 0;
  for (const auto& [type, messages] : sent.by_type) all += messages.sent;
  EXPECT_LE(all, 5 * sent.vertices * levels + 2 * sent.edges);
}

/// A packet has no more than it may, and less only where it was flushed.
TEST(GhsTraffic, GathersMessages) {
  const Sent together = send({});
  const Sent apart = send({.aggregation_bytes = 64});
  EXPECT_GE(apart.packets * 64, apart.bytes);
  if (Cluster().size() > 1) {
    EXPECT_LT(together.packets, apart.packets);
  }
}

}  // namespace
}  // namespace strider::test
