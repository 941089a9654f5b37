#include "model/ghs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "model/result.hpp"

namespace strider {
namespace model {
namespace {

// Counted (benchmarks/results/2026-11-22-dist-msf.md, and scales 14 and 16 beside it), a forest
// edge: 1.069 Connects at scale 14, 1.048 at 20; 2.45 Accepts at 4 levels, 2.80 at 5; 0.009 and
// 0.004 Change-cores. Edges of the forest are tested, too, and rejected: 0.16 and 0.10 messages.
constexpr double kConnects = 1.06;
constexpr double kAcceptsAtFour = 2.45;
constexpr double kAcceptsALevel = 0.36;
constexpr double kChangeCores = 0.006;
constexpr double kOfForestEdges = 0.13;
/// Of what both kinds have together: depends on which end is earlier.
constexpr double kShareOfTests = 0.55;

/// Places in memory that a message costs: its vertex, the entry of the table, the arc and its
/// state; itself where it is queued and where it is sent.
constexpr double kPlaces = 6;

/// Of an arc its neighbour and name, its state, its weight, and two entries of a table.
constexpr double kArcBytes = 20 + 1 + 4 + 2 * 4;
/// Of a vertex itself, two branches, what waits, and two messages.
constexpr double kVertexBytes = 64 + 16 + 40 + 2 * 32;

constexpr std::array<std::string_view, kGhsMessages> kNames = {
    "connect", "initiate", "test", "accept", "reject", "report", "change-core"};

}  // namespace

GhsMessageCounts ghs_messages(double edges, double forest, double levels) {
  GhsMessageCounts counts{};
  counts[kConnect] = kConnects * forest;
  counts[kInitiate] = counts[kReport] = levels * forest;
  counts[kAccept] = std::max(1.0, kAcceptsAtFour + kAcceptsALevel * (levels - 4)) * forest;
  const double questions = 2 * (edges - forest) + counts[kAccept] + kOfForestEdges * forest;
  counts[kTest] = std::max(counts[kAccept], kShareOfTests * questions);
  counts[kReject] = questions - counts[kTest];
  counts[kChangeCore] = kChangeCores * forest;
  return counts;
}

double ghs_levels(int scale) {
  constexpr int kFirst = 16;
  constexpr int kScalesALevel = 4;
  return 4 + std::max(0, (scale - kFirst) / kScalesALevel);
}

double ghs_bytes(GhsMessage type) {
  constexpr double kShort = 10;
  constexpr double kLong = 19;
  return type == kInitiate || type == kTest || type == kReport ? kLong : kShort;
}

}  // namespace model

SearchModel model_ghs(const GhsModelOptions& options) {
  using model::GhsMessage;
  model::require_valid(options.machine);
  const model::DegreeLaw law(options.scale, options.edge_factor);
  model::require_ranks(options.ranks, options.scale);
  constexpr double kLeastPacket = 1;
  model::require(
      options.packet_bytes >= kLeastPacket && std::isfinite(options.packet_bytes),
      fmt::format("the bytes of a packet must be at least 1, got {}", options.packet_bytes));
  const model::GhsMessageCounts counts = model::ghs_messages(
      law.num_arcs() / 2, law.num_connected(), model::ghs_levels(options.scale));
  SearchModel found;
  found.total.name = "all";
  // The other end of an edge is on any rank.
  const double wired = 1 - 1.0 / options.ranks;
  double sent = 0;
  double bytes = 0;
  for (std::size_t type = 0; type < counts.size(); ++type) {
    const double of_type = wired * counts[type] * model::ghs_bytes(static_cast<GhsMessage>(type));
    found.messages.push_back({model::kNames[type], counts[type], wired * counts[type], of_type});
    sent += counts[type];
    bytes += of_type;
  }
  model::add_phase(
      found, {.name = "search",
              .computing_s = sent / options.ranks * model::kPlaces / options.machine.arcs_per_s});
  if (options.ranks > 1) {
    model::add_step(found,
                    {.phase = comm::Phase::kExchange,
                     .level = 0,
                     .kind = model::StepKind::kPackets,
                     .group = options.ranks,
                     .times = 1,
                     .peers = options.ranks - 1,
                     .messages = bytes / options.packet_bytes,
                     .bytes = bytes},
                    options.machine, options.ranks);
  }
  found.memory_bytes =
      model::graph_bytes_1d(law, options.ranks) +
      (model::kArcBytes * law.num_arcs() + model::kVertexBytes * law.num_vertices()) /
          options.ranks;
  return found;
}

}  // namespace strider
