// What a search for shortest paths sends: as many bytes, in as many messages, as were measured when
// the figures below were taken. Fewer are welcome: change the figures. Weights are reals, so that
// no two paths are equally long, and what is sent does not depend on which message comes first.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/random.hpp"
#include "strider/device.hpp"
#include "strider/dist.hpp"
#include "strider/generate.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kVertices = 1U << 9U;

struct Case {
  const char* name;
  PartitionScheme scheme;
  Directedness directedness;
  WireEncoding encoding;
  std::optional<std::uint64_t> threshold;
  bool on_device;
  /// "phase bytes/messages, ..." of all searches, on two ranks and on four.
  const char* by_two;
  const char* by_four;
};
constexpr auto k1d = PartitionScheme::k1d;
constexpr auto k2d = PartitionScheme::k2d;
constexpr auto kDelegate = PartitionScheme::kDelegate;
constexpr auto kUndirected = Directedness::kUndirected;
constexpr auto kDirected = Directedness::kDirected;
constexpr auto kAuto = WireEncoding::kAuto;
const Case kCases[] = {
    {"OneD", k1d, kUndirected, kAuto, std::nullopt, false,
     "control 1088/136, exchange 8366/96, expand 3642/2, predecessors 1546/24",
     "control 3600/450, exchange 19657/660, expand 9772/12, predecessors 2477/90"},
    {"OneDByLists", k1d, kUndirected, WireEncoding::kList, std::nullopt, false,
     "control 1088/136, exchange 11756/96, expand 5362/2, predecessors 1546/24",
     "control 3600/450, exchange 27228/660, expand 14364/12, predecessors 2477/90"},
    {"OneDDirected", k1d, kDirected, kAuto, std::nullopt, false,
     "control 1152/144, exchange 7257/96, predecessors 1556/24",
     "control 3744/468, exchange 16865/648, predecessors 2705/86"},
    {"OneDOnDevices", k1d, kUndirected, kAuto, std::nullopt, true,
     "control 1088/136, exchange 8540/96, expand 3642/2, predecessors 1546/24",
     "control 3600/450, exchange 20424/660, expand 9772/12, predecessors 2477/90"},
    {"OneDDirectedOnDevices", k1d, kDirected, kAuto, std::nullopt, true,
     "control 1152/144, exchange 7385/96, predecessors 1556/24",
     "control 3744/468, exchange 17406/648, predecessors 2705/86"},
    {"TwoD", k2d, kUndirected, kAuto, std::nullopt, false,
     "control 1088/136, exchange 275/2, expand 9160/82, predecessors 159/14",
     "control 3600/450, exchange 9325/224, expand 13418/196, predecessors 1850/68"},
    {"TwoDByLists", k2d, kUndirected, WireEncoding::kList, std::nullopt, false,
     "control 1088/136, exchange 365/2, expand 12709/82, predecessors 159/14",
     "control 3600/450, exchange 12967/224, expand 18786/196, predecessors 1850/68"},
    {"TwoDDirected", k2d, kDirected, kAuto, std::nullopt, false,
     "control 1152/144, expand 9120/78, predecessors 48/8",
     "control 3744/468, exchange 7838/216, expand 10120/180, predecessors 1656/64"},
    {"Delegates", kDelegate, kUndirected, kAuto, 40, false,
     "control 3360/296, exchange 10306/100, expand 3298/2, predecessors 1670/40, reduce 2432/48",
     "control 10224/900, exchange 24188/696, expand 8980/12, predecessors 2413/163, reduce "
     "7440/156"},
    {"DelegatesByBitmaps", kDelegate, kUndirected, WireEncoding::kBitmap, 40, false,
     "control 3360/296, exchange 11901/100, expand 3298/2, predecessors 1670/40, reduce 2432/48",
     "control 10224/900, exchange 27675/696, expand 8980/12, predecessors 2413/163, reduce "
     "7440/156"},
    {"FewDelegates", kDelegate, kUndirected, kAuto, 70, false,
     "control 3312/292, exchange 11649/96, expand 3594/2, predecessors 2168/30, reduce 64/8",
     "control 10368/912, exchange 29753/708, expand 10108/12, predecessors 3012/112, reduce "
     "192/24"},
    {"NoDelegates", kDelegate, kUndirected, kAuto, kVertices, false,
     "control 1328/166, exchange 11653/126, expand 3602/2, predecessors 2168/24",
     "control 4128/516, exchange 30072/792, expand 10148/12, predecessors 3000/96"},
    {"DelegatesOnDevices", kDelegate, kUndirected, kAuto, 40, true,
     "control 3408/300, exchange 11227/100, expand 3298/2, predecessors 1670/40, reduce 2512/48",
     "control 10368/912, exchange 26231/708, expand 8980/12, predecessors 2413/163, reduce "
     "7536/156"},
};

/// Skewed, with a path at its end: searches have a pull and many rounds.
DistInput make_input(const Cluster& cluster, Directedness directedness) {
  Array<GlobalEdge> edges;
  Array<double> weights;
  if (cluster.rank() == 0) {
    constexpr std::uint64_t kEdges = 8 * kVertices;
    edges = Array<GlobalEdge>(kEdges);
    weights = Array<double>(kEdges);
    CounterRng rng(20261125, 1);
    const auto skewed = [&] { return rng.below(1 + rng.below(kVertices)); };
    for (std::uint64_t e = 0; e < kEdges; ++e) {
      const bool is_path = e < kVertices / 4;
      edges[e] = is_path ? GlobalEdge{kVertices - 1 - e, kVertices - 2 - e}
                         : GlobalEdge{skewed(), skewed()};
      weights[e] = static_cast<double>(1 + rng.below(1U << 30U)) / (1U << 22U);
    }
  } else {
    weights = Array<double>(0);
  }
  return DistInput::from_edges(cluster, kVertices, directedness, std::move(edges),
                               std::move(weights));
}

std::string sent_by(const Cluster& cluster, const Case& of) {
  PartitionOptions partition{.scheme = of.scheme,
                             .delegate_threshold = of.threshold,
                             .purpose = GraphPurpose::kShortestPaths};
  const DistGraph graph(cluster, make_input(cluster, of.directedness), partition);
  const DistSsspOptions options{.threads = 1, .encoding = of.encoding};
  DistSsspSolver<double> solver = of.on_device
                                      ? DistSsspSolver<double>(graph, test_device(), options)
                                      : DistSsspSolver<double>(graph, options);
  std::map<std::string, DistTraffic::Sum> sums;
  for (const GlobalVertex source : {GlobalVertex{0}, kVertices - 1}) {
    const DistSsspResult<double> found = solver.run(source);
    for (const DistTraffic::Phase& phase : found.traffic().by_phase) {
      if (phase.sum.messages == 0) continue;
      sums[std::string(phase.name)].bytes += phase.sum.bytes;
      sums[std::string(phase.name)].messages += phase.sum.messages;
    }
  }
  std::string text;
  for (const auto& [name, sum] : sums) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(sum.bytes) + "/" +
            std::to_string(sum.messages);
  }
  return text;
}

TEST(RanksSsspTraffic, IsWhatItWas) {
  const Cluster cluster;
  for (const Case& of : kCases) {
    const std::string sent = sent_by(cluster, of);
    if (cluster.size() == 1) {
      EXPECT_EQ(sent, "") << of.name;
    } else if (cluster.size() == 2) {
      EXPECT_EQ(sent, of.by_two) << of.name;
    } else if (cluster.size() == 4) {
      EXPECT_EQ(sent, of.by_four) << of.name;
    }
  }
}

}  // namespace
}  // namespace strider::test
