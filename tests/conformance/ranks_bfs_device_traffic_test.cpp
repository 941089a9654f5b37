// What travels between the devices of ranks, and what each option of a search changes in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "conformance/device_cases.hpp"
#include "strider/strider.hpp"

namespace strider::test {
namespace {

const Graph& skewed() {
  static const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8));
  return graph;
}
constexpr Vertex kSource = 77;

DistTraffic::Sum sum_of(const DistTraffic& traffic, std::string_view phase) {
  for (const DistTraffic::Phase& one : traffic.by_phase) {
    if (one.name == phase) return one.sum;
  }
  return {};
}
bool is_same(const DistTraffic::Sum& a, const DistTraffic::Sum& b) {
  return a.bytes == b.bytes && a.messages == b.messages;
}

/// Messages do not depend on how they leave the device: the same bytes, in the same phases.
TEST(DistBfsOnDevices, TransportsSendTheSame) {
  if (transports().size() < 2) {
    GTEST_SKIP() << "this MPI does not take the memory of the device";
  }
  const Cluster cluster;
  const DistInput input = deal_out(cluster, skewed());
  for (const DeviceCase& one : device_cases()) {
    SCOPED_TRACE(one.name);
    const DistGraph graph(cluster, input, one.partition);
    const auto traffic_of = [&](DeviceTransport transport) {
      return solver_on(graph, 1, transport, one.options).run(kSource).traffic();
    };
    const DistTraffic staged = traffic_of(DeviceTransport::kHostStaged);
    const DistTraffic direct = traffic_of(DeviceTransport::kGpuDirect);
    for (const char* phase : {"control", "expand", "fold", "reduce", "exchange"}) {
      EXPECT_TRUE(is_same(sum_of(staged, phase), sum_of(direct, phase))) << phase;
    }
  }
}

/// A search of a graph cut by delegate with these options, on a device, and what is reported of it.
class Delegates {
 public:
  Delegates(const Cluster& cluster, std::uint64_t threshold)
      : graph_(cluster, deal_out(cluster, skewed()),
               {.scheme = PartitionScheme::kDelegate, .delegate_threshold = threshold}) {}

  [[nodiscard]] DistBfsResult search(DistBfsOptions options) const {
    options.trace = BfsTrace::kLevels;
    return solver_on(graph_, 2, gpu_direct_where_taken(), options).run(kSource);
  }
  [[nodiscard]] DistTraffic traffic(const DistBfsOptions& options) const {
    return search(options).traffic();
  }
  /// The same on the cores of the machine.
  [[nodiscard]] DistTraffic traffic_of_host(const DistBfsOptions& options) const {
    return DistBfsSolver(graph_, options).run(kSource).traffic();
  }

 private:
  DistGraph graph_;
};

/// Top-down all arcs of a frontier that is expanded; in any case no more than there are.
TEST(DistBfsOnDevices, CountTheArcsThatTheyLookAt) {
  const Cluster cluster;
  const DistInput input = deal_out(cluster, skewed());
  for (DeviceCase one : device_cases()) {
    SCOPED_TRACE(one.name);
    const DistGraph graph(cluster, input, one.partition);
    const auto search = [&] {
      return solver_on(graph, 1, DeviceTransport::kHostStaged, one.options).run(kSource);
    };
    EXPECT_FALSE(search().traffic().counts_arcs);
    one.options.trace = BfsTrace::kLevels;
    const DistBfsResult found = search();
    EXPECT_TRUE(found.traffic().counts_arcs);
    for (const BfsLevelTrace& level : found.trace()) {
      ASSERT_TRUE(level.arcs_examined.has_value());
      EXPECT_LE(*level.arcs_examined, skewed().num_arcs());
      if (level.direction != BfsDirection::kTopDown) continue;
      EXPECT_EQ(level.arcs_examined, level.edges);
    }
  }
}

/// From one vertex over a layer to the last one, the widest: every vertex of it finds a parent by
/// its first arc, wherever it begins to look, and a clique beside them by none.
TEST(DistBfsOnDevices, CountTheArcsOfVerticesThatLookForAParent) {
  constexpr Vertex kLayer = 40;
  constexpr Vertex kWidest = 60;
  constexpr Vertex kClique = 5;
  std::vector<Edge> edges;
  for (Vertex u = 1; u <= kLayer; ++u) {
    edges.push_back({0, u});
    for (Vertex v = 1; v <= kWidest; ++v) edges.push_back({u, kLayer + v});
  }
  constexpr Vertex kOthers = kLayer + kWidest + 1;
  for (Vertex u = 0; u < kClique; ++u) {
    for (Vertex v = u + 1; v < kClique; ++v) edges.push_back({kOthers + u, kOthers + v});
  }
  const Cluster cluster;
  const DistInput input = deal_out(cluster, make_graph(kOthers + kClique, edges));
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const std::vector<DeviceCase> cases = {
      {"1d", {.scheme = PartitionScheme::k1d}},
      {"2d", {.scheme = PartitionScheme::k2d}, {.tuning = {.alpha = 1e9, .beta = 1e9}}},
      {"delegate, all of them",
       {.scheme = PartitionScheme::kDelegate, .delegate_threshold = 0},
       {.tuning = {.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}}},
      {"delegate, none", {.scheme = PartitionScheme::kDelegate, .delegate_threshold = kNone}},
  };
  for (DeviceCase one : cases) {
    SCOPED_TRACE(one.name);
    one.options.trace = BfsTrace::kLevels;
    const DistGraph graph(cluster, input, one.partition);
    const DistBfsResult found =
        solver_on(graph, 1, DeviceTransport::kHostStaged, one.options).run(0);
    const BfsLevelTrace& level = found.trace()[1];
    if (level.direction == BfsDirection::kTopDown) {
      EXPECT_EQ(one.partition.delegate_threshold, kNone);
      continue;
    }
    // Each rank that has arcs of a delegate looks, and at all of its arcs that lead elsewhere.
    const std::uint64_t least = kWidest + kClique * (kClique - 1);
    if (one.partition.scheme == PartitionScheme::kDelegate) {
      EXPECT_GE(level.arcs_examined, least);
      EXPECT_LE(level.arcs_examined, kWidest * static_cast<std::uint64_t>(cluster.size()) + least);
    } else {
      EXPECT_EQ(level.arcs_examined, least);
    }
  }
}

std::ptrdiff_t levels_going(const DistBfsResult& result, BfsDirection direction) {
  return std::ranges::count(result.trace(), direction, &BfsLevelTrace::direction);
}

constexpr std::uint64_t kSomeDelegates = 16;

TEST(DelegateOptionsOnDevices, DirectionIsThatOfTheSubgraphs) {
  const Cluster cluster;
  const Delegates graph(cluster, kSomeDelegates);
  const auto backward = [&](const DistBfsOptions& options) {
    return levels_going(graph.search(options), BfsDirection::kBottomUp);
  };
  EXPECT_EQ(backward({.direction = DistDirection::kTopDown, .tuning = {.dd = kAtOnce}}), 0);
  // Where all have been visited backward costs nothing.
  const auto at_least = backward({.tuning = {.dd = kNever, .dn = kNever, .nd = kNever}});
  EXPECT_GT(backward({}), at_least);
  // Each subgraph has factors of its own.
  EXPECT_GT(backward({.tuning = {.dd = kAtOnce, .dn = kNever, .nd = kNever}}), at_least);
  EXPECT_GT(backward({.tuning = {.dd = kNever, .dn = kAtOnce, .nd = kNever}}), at_least);
  EXPECT_GT(backward({.tuning = {.dd = kNever, .dn = kNever, .nd = kAtOnce}}), at_least);
}

/// The way that vertices are found has no say in what travels.
TEST(DelegateOptionsOnDevices, DirectionChangesNoMessage) {
  const Cluster cluster;
  const Delegates graph(cluster, kSomeDelegates);
  const DistTraffic both = graph.traffic({});
  const DistTraffic forward = graph.traffic({.direction = DistDirection::kTopDown});
  for (const char* phase : {"reduce", "exchange"}) {
    EXPECT_TRUE(is_same(sum_of(both, phase), sum_of(forward, phase))) << phase;
    EXPECT_EQ(sum_of(both, phase).bytes > 0, cluster.size() > 1) << phase;
  }
}

TEST(DelegateOptionsOnDevices, UniquifySendsAVertexOnce) {
  const Cluster cluster;
  const Delegates graph(cluster, ~std::uint64_t{0});
  const std::uint64_t once =
      sum_of(graph.traffic({.encoding = WireEncoding::kList}), "exchange").bytes;
  const std::uint64_t each = sum_of(graph.traffic({.uniquify = Uniquify::kOff}), "exchange").bytes;
  if (cluster.size() == 1) {
    EXPECT_EQ(each, 0U);
    return;
  }
  // Without delegates every arc between ranks is an nn arc: hubs are met hundreds of times.
  EXPECT_GT(each, 2 * once);
}

TEST(DelegateOptionsOnDevices, EncodingIsThatOfMessages) {
  const Cluster cluster;
  const Delegates graph(cluster, ~std::uint64_t{0});
  const auto bytes = [&](WireEncoding encoding) {
    return sum_of(graph.traffic({.encoding = encoding}), "exchange").bytes;
  };
  const std::uint64_t shorter = bytes(WireEncoding::kThreshold);
  EXPECT_EQ(bytes(WireEncoding::kAuto), shorter);
  if (cluster.size() == 1) return;
  EXPECT_GT(bytes(WireEncoding::kList), shorter);
  EXPECT_GT(bytes(WireEncoding::kBitmap), shorter);
}

/// Of p ranks, q a node: p (p - 1) messages a level become p (q - 1) inside of nodes and
/// p (p / q - 1) between them.
TEST(DelegateOptionsOnDevices, LocalAllToAllGathersMessages) {
  const Cluster cluster;
  const auto p = static_cast<std::uint64_t>(cluster.size());
  const Delegates graph(cluster, kSomeDelegates);
  const auto exchange = [&](LocalAllToAll gather, int ranks_per_node) {
    return sum_of(graph.traffic({.local_all_to_all = gather, .ranks_per_node = ranks_per_node}),
                  "exchange");
  };
  const std::uint64_t straight = exchange(LocalAllToAll::kOff, 2).messages;
  EXPECT_EQ(exchange(LocalAllToAll::kOff, 0).messages, straight);
  for (const std::uint64_t q : {2, 3}) {
    if (p % q != 0 || p == q) continue;
    const std::uint64_t gathered = exchange(LocalAllToAll::kOn, static_cast<int>(q)).messages;
    EXPECT_EQ(gathered * (p - 1), straight * (q - 1 + p / q - 1)) << q << " ranks a node";
    EXPECT_LT(gathered, straight);
  }
  // Of vertices that several ranks of a node send, one is left: with every rank of a node of its
  // own as many bytes, else no more between nodes, where each was sent once a rank before.
  EXPECT_EQ(exchange(LocalAllToAll::kOn, 1).bytes, exchange(LocalAllToAll::kOff, 1).bytes);
}

/// The rows of subgraphs are the host's, and so are the arcs that are looked at.
TEST(DelegateOptionsOnDevices, LooksAtTheArcsThatTheHostLooksAt) {
  const Cluster cluster;
  for (const std::uint64_t threshold : {std::uint64_t{0}, std::uint64_t{4}, kSomeDelegates}) {
    const Delegates graph(cluster, threshold);
    for (const DistBfsTuning& tuning :
         {DistBfsTuning{}, DistBfsTuning{.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}}) {
      const DistTraffic here = graph.traffic({.tuning = tuning});
      const DistTraffic host = graph.traffic_of_host({.tuning = tuning});
      ASSERT_EQ(here.work_by_level.size(), host.work_by_level.size());
      for (std::size_t level = 0; level < host.work_by_level.size(); ++level) {
        EXPECT_EQ(here.work_by_level[level].arcs_examined.sum,
                  host.work_by_level[level].arcs_examined.sum)
            << "threshold " << threshold << ", level " << level;
      }
    }
  }
}

/// The paper: "the actual volumes of communication are the same". What differs is when a rank
/// waits, which DistBfsDelegateOnDevice.ReducesMasksAsSet looks at.
TEST(DelegateOptionsOnDevices, ReductionsOfBothKindsSendTheSame) {
  const Cluster cluster;
  const Delegates graph(cluster, kSomeDelegates);
  const DistTraffic blocking = graph.traffic({.reduction = MaskReduction::kBlocking});
  const DistTraffic non_blocking = graph.traffic({.reduction = MaskReduction::kNonBlocking});
  EXPECT_TRUE(is_same(sum_of(blocking, "reduce"), sum_of(non_blocking, "reduce")));
  EXPECT_EQ(sum_of(blocking, "reduce").bytes > 0, cluster.size() > 1);
}

/// What the host counts, devices count: sets of the same vertices, in the same form.
TEST(DelegateOptionsOnDevices, SendWhatTheHostSends) {
  const Cluster cluster;
  for (const std::uint64_t threshold : {std::uint64_t{4}, kSomeDelegates, ~std::uint64_t{0}}) {
    const Delegates graph(cluster, threshold);
    for (const auto gather : {LocalAllToAll::kOff, LocalAllToAll::kOn}) {
      for (const auto uniquify : {Uniquify::kOff, Uniquify::kOn}) {
        const DistBfsOptions options{.encoding = WireEncoding::kThreshold,
                                     .local_all_to_all = gather,
                                     .uniquify = uniquify,
                                     .ranks_per_node = 2};
        const DistTraffic here = graph.traffic(options);
        const DistTraffic host = graph.traffic_of_host(options);
        for (const char* phase : {"reduce", "exchange"}) {
          EXPECT_TRUE(is_same(sum_of(here, phase), sum_of(host, phase)))
              << phase << ", threshold " << threshold << ": " << sum_of(here, phase).bytes
              << " bytes, host " << sum_of(host, phase).bytes;
        }
      }
    }
  }
}

}  // namespace
}  // namespace strider::test
