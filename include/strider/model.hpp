// What a breadth-first search of a Graph500 graph sends, computes and costs on any number of ranks,
// by formula: nothing is searched.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/dist.hpp"
#include "strider/dist_graph.hpp"

namespace strider {

/// A network as ranks see it, by LogGOPS, in seconds and seconds a byte, and what a rank computes.
struct Machine {
  std::string name;
  double latency_s = 0;            ///< L: from one rank to another
  double overhead_s = 0;           ///< o: of a processor that sends or receives a message
  double gap_s = 0;                ///< g: between two messages of a rank
  double gap_s_per_byte = 0;       ///< G: where all ranks of a node send
  double overhead_s_per_byte = 0;  ///< O
  /// S: longer messages are announced, and wait for the receiver.
  double rendezvous_bytes = 0;
  int ranks_per_node = 1;          ///< at most: the last node may have fewer
  double node_latency_s = 0;       ///< L within a node
  double node_gap_s_per_byte = 0;  ///< G within a node
  // Infinite: computing takes no time.
  /// That a rank looks at, and vertices: each a place in memory of its own.
  double arcs_per_s = std::numeric_limits<double>::infinity();
  /// Of bitmaps and messages that a rank reads or writes, one after another.
  double bytes_per_s = std::numeric_limits<double>::infinity();
};

/// Machines of published results; src/model/machines.cpp says where each number is from.
[[nodiscard]] std::span<const Machine> known_machines();

/// Of k2d. kLeftOut: rows and columns are those of the other vertices only, if that makes them
/// fewer by an eighth or more. kAuto: as in a run, which leaves them out on more than 16 ranks, or
/// where 32 bits do not number all.
enum class IsolatedVertices : std::uint8_t { kAuto, kKept, kLeftOut };

struct ModelOptions {
  PartitionScheme scheme = PartitionScheme::kAuto;
  int scale = 20;           ///< 1 .. 61
  double edge_factor = 16;  ///< 1 .. 10^6; edge_factor * 2^(scale + 1) arcs are fewer than 2^63
  int ranks = 1;
  std::string grid = {};  ///< of k2d; empty: nearest to a square
  /// Of kDelegate; none: from the degrees. The largest number: no vertex is a delegate.
  std::optional<std::uint64_t> delegate_threshold = {};
  DistDirection direction = DistDirection::kDirectionOptimizing;
  WireEncoding encoding = WireEncoding::kAuto;  ///< kFastest: as kAuto
  IsolatedVertices isolated = IsolatedVertices::kAuto;
  Machine machine = {};
};

/// What all ranks do together, at the same time. A step may stand for some of a ring of
/// more than 129.
struct ModelStep {
  std::string_view phase;  ///< as in DistTraffic
  std::string_view kind;   ///< as in DistTraffic
  std::uint32_t level;
  int group;        ///< most ranks that communicate with each other
  int times;        ///< one after the other
  int peers;        ///< that a rank sends to; 0 of collectives
  double messages;  ///< of all ranks
  double bytes;     ///< of all ranks
  double network_s;
  double computing_s;  ///< to write and read the messages
};

struct ModelLevel {
  double vertices;
  double arcs;             ///< share of all
  BfsDirection direction;  ///< kNone of kDelegate: every subgraph has its own
  // Of a rank, on average:
  double arcs_looked_at;
  double vertices_looked_at;
  double computing_s;
};

struct ModelPhase {
  std::string_view name;  ///< that of steps, or "search": what ranks compute between steps
  double network_s = 0;
  double computing_s = 0;
  double bytes = 0;     ///< a rank, on average
  double messages = 0;  ///< a rank, on average
  [[nodiscard]] double time_s() const { return network_s + computing_s; }
};

/// Of one type, between vertices.
struct ModelMessages {
  std::string_view type;
  double sent = 0;   ///< those within a rank included
  double wired = 0;  ///< of these, messages to another rank
  double bytes = 0;  ///< of the wired ones
};

struct SearchModel {
  PartitionScheme scheme = PartitionScheme::k1d;    ///< what kAuto takes, or the one asked for
  std::string grid;                                 ///< of k2d
  std::optional<std::uint64_t> delegate_threshold;  ///< of kDelegate, as in ModelOptions
  double delegates = 0;                             ///< of kDelegate
  std::vector<ModelLevel> levels;
  std::vector<ModelStep> steps;
  std::vector<ModelPhase> phases;
  std::vector<ModelMessages> messages;  ///< of model_ghs()
  ModelPhase total;
  /// Of a rank: the graph and the tree, without messages and the workspace of a search; of
  /// model_ghs() with its packets and what it keeps of vertices and arcs.
  double memory_bytes = 0;
};

/// A search with parents from a vertex of few neighbours, as most are; kAuto takes what it takes of
/// a graph for GraphPurpose::kLevels. Steps and what ranks compute follow one another, all ranks
/// have as much to do, and nothing is congested. Throws UsageError if an option is out of range, or
/// a rank would have more vertices, rows or columns than a graph on ranks may have.
/// O(scale^3 + levels scale^2), and O(sqrt(ranks)) for a grid.
[[nodiscard]] SearchModel model_search(const ModelOptions& options);

struct GhsModelOptions {
  int scale = 20;             ///< as in ModelOptions
  double edge_factor = 16;    ///< the same
  int ranks = 1;              ///< not more than vertices
  double packet_bytes = 1e4;  ///< of an aggregated message, on average
  Machine machine = {};
};

/// A spanning forest by GHS (DistMsfMethod::kGhs, whose counts DistMsfProfile has), of a graph by
/// `1d` whose ends of edges are on any rank: messages and bytes. How large packets are depends on
/// when messages come, and is to be given. Computing is so many places in memory a message. Throws
/// UsageError if an option is out of range. O(scale^3).
[[nodiscard]] SearchModel model_ghs(const GhsModelOptions& options);

/// The steps as a schedule for LogGOPSim, in its language GOAL: computing in nanoseconds, and
/// messages of the mean length, as many of each rank. Collectives are their messages: binomial
/// trees, and dissemination. `options` are those of model_search(). Throws UsageError if there are
/// more than 4,000,000 messages, and InputError if the file cannot be written. O(messages + ranks
/// steps).
void write_goal(const SearchModel& found, const ModelOptions& options, const std::string& path);

/// The Machine::arcs_per_s with which the search takes `search_s`, all else being as in the
/// options. Throws as model_search(), and UsageError if that is too short for any.
[[nodiscard]] double calibrated_arcs_per_s(ModelOptions options, double search_s);

/// Machine::bytes_per_s of this machine: bytes that threads (0: as in threads.hpp) read and write
/// in copies of large arrays, which take half a GiB. Throws MemoryError.
[[nodiscard]] double measure_bytes_per_s(int threads = 0);

}  // namespace strider
