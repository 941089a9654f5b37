// What searches on ranks send, to the byte: the bytes and messages of all ranks, by phase and by
// level, on small graphs. They are part of what a scheme promises, and change with it only.
#include "conformance/ranks_bfs_bytes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "conformance/device_cases.hpp"
#include "strider/strider.hpp"

namespace strider::test {
namespace {

/// One with hubs, one of many levels, one of arcs of one way.
const std::vector<Graph>& graphs() {
  static const std::vector<Graph> kGraphs{
      make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8)), make_graph(12 * 30, grid_edges(12, 30)),
      make_graph(300, random_edges(300, 900, 5), Directedness::kDirected)};
  return kGraphs;
}

/// "expand 1234/6 fold ... levels <digest>": bytes and messages of searches, one of each graph.
/// Which of several ranks knows a parent depends on whose message came first, and so does what is
/// sent for parents, at the end, on more than two ranks.
template <class MakeSolver>
std::string sent_by(const Cluster& cluster, const DeviceCase& one, const MakeSolver& make_solver) {
  std::map<std::string_view, DistTraffic::Sum> phases;
  std::uint64_t digest = 0;
  const bool has_parents = cluster.size() <= 2;
  for (const Graph& graph : graphs()) {
    const DistGraph shared(cluster, deal_out(cluster, graph), one.partition);
    const DistBfsResult found = make_solver(shared).run(77);
    const DistTraffic& traffic = found.traffic();
    for (const DistTraffic::Phase& phase : traffic.by_phase) {
      if (phase.name == "predecessors" && !has_parents) continue;
      if (phase.sum.messages == 0) continue;
      phases[phase.name].bytes += phase.sum.bytes;
      phases[phase.name].messages += phase.sum.messages;
    }
    for (std::size_t level = 0; level + (has_parents ? 0 : 1) < traffic.by_level.size(); ++level) {
      for (const std::uint64_t number :
           {traffic.by_level[level].bytes, traffic.by_level[level].messages}) {
        digest = (digest ^ number) * 0x9E37'79B9'7F4A'7C15ULL;
      }
    }
  }
  std::string text;
  for (const auto& [name, sum] : phases) {
    text += fmt::format("{} {}/{} ", name, sum.bytes, sum.messages);
  }
  return text + fmt::format("levels {:016x}", digest);
}

void expect_bytes(const Cluster& cluster, const std::string& name, const std::string& sent) {
  for (const SentBytes& known : kSentBytes) {
    if (known.ranks == cluster.size() && known.name == name) {
      EXPECT_EQ(sent, known.sent) << name;
      return;
    }
  }
  ADD_FAILURE() << fmt::format("not in the table:\n    {{{}, \"{}\",\n     \"{}\"}},",
                               cluster.size(), name, sent);
}

TEST(BytesOfRanks, OnTheHost) {
  const Cluster cluster;
  for (const DeviceCase& one : device_cases()) {
    const std::string sent = sent_by(cluster, one, [&](const DistGraph& graph) {
      DistBfsOptions options = one.options;
      options.threads = 1;
      return DistBfsSolver(graph, options);
    });
    expect_bytes(cluster, one.name, sent);
  }
}

TEST(BytesOfRanks, OnDevices) {
  const Cluster cluster;
  for (const DeviceCase& one : device_cases()) {
    const std::string sent = sent_by(cluster, one, [&](const DistGraph& graph) {
      return solver_on(graph, 1, DeviceTransport::kHostStaged, one.options);
    });
    expect_bytes(cluster, "devices, " + one.name, sent);
  }
}

}  // namespace
}  // namespace strider::test
