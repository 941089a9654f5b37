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
/// Of a vertex itself, two branches, what waits, two messages, and where its arcs begin.
constexpr double kVertexBytes = 64 + 16 + 40 + 2 * 32 + 8;
/// Packets that a rank keeps, and for each other rank.
constexpr double kPackets = 16;
constexpr double kPacketsOfPeer = 3;

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
  counts[kReject] = std::max(0.0, questions - counts[kTest]);
  counts[kChangeCore] = kChangeCores * forest;
  return counts;
}

double ghs_levels(int scale) {
  constexpr int kFirst = 16;
  constexpr int kScalesALevel = 4;
  return 4 + std::max(0, (scale - kFirst) / kScalesALevel);
}

double ghs_bytes(GhsMessage type, int ranks) {
  constexpr double kShort = 10;
  // An edge is named by its lower end and the rank of the other; on more ranks by both ends.
  constexpr int kMostRanksInName = 32767;
  const double kLong = ranks <= kMostRanksInName ? 19 : 26;
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
  model::require(law.num_vertices() < 0x1p32,
                 "ghs runs on fewer than 2^32 vertices: the scale must be less than 32");
  const double edges = law.num_arcs() / 2;
  model::require(2 * edges / options.ranks < 0x1p32,
                 "a rank of ghs has fewer than 2^32 arcs: take more ranks");
  const model::GhsMessageCounts counts = model::ghs_messages(
      edges, std::min(law.num_connected(), edges), model::ghs_levels(options.scale));
  SearchModel found;
  found.total.name = "all";
  // The other end of an edge is on any rank.
  const double wired = 1 - 1.0 / options.ranks;
  double sent = 0;
  double bytes = 0;
  for (std::size_t type = 0; type < counts.size(); ++type) {
    const double of_type =
        wired * counts[type] * model::ghs_bytes(static_cast<GhsMessage>(type), options.ranks);
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
          options.ranks +
      (model::kPackets + model::kPacketsOfPeer * (options.ranks - 1)) * options.packet_bytes;
  return found;
}

}  // namespace strider
