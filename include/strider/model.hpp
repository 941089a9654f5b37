// What a breadth-first search of a Graph500 graph sends and costs on any number of ranks, by
// formula: nothing is searched.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/dist_graph.hpp"

namespace strider {

/// A network as ranks see it, by LogGOPS: seconds, and seconds a byte.
struct Machine {
  std::string name;
  double latency_s = 0;            ///< L: from one rank to another
  double overhead_s = 0;           ///< o: of a processor that sends or receives a message
  double gap_s = 0;                ///< g: between two messages of a rank
  double gap_s_per_byte = 0;       ///< G: where all ranks of a node send
  double overhead_s_per_byte = 0;  ///< O
  /// S: longer messages are announced, and wait for the receiver.
  double rendezvous_bytes = 0;
  int ranks_per_node = 1;  ///< at most: the last node may have fewer
};

/// Machines of published results; src/model/machines.cpp says where each number is from.
[[nodiscard]] std::span<const Machine> known_machines();

struct ModelOptions {
  PartitionScheme scheme = PartitionScheme::kAuto;
  int scale = 20;           ///< 1 .. 61
  double edge_factor = 16;  ///< 1 .. 10^6; edge_factor * 2^(scale + 1) arcs are fewer than 2^63
  int ranks = 1;
  std::string grid = {};  ///< of k2d; empty: nearest to a square
  /// Of kDelegate; none: from the degrees. The largest number: no vertex is a delegate.
  std::optional<std::uint64_t> delegate_threshold = {};
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
  double time_s;
};

struct ModelLevel {
  double vertices;
  double arcs;             ///< share of all
  BfsDirection direction;  ///< kNone of kDelegate: every subgraph has its own
};

struct ModelPhase {
  std::string_view name;
  double time_s = 0;
  double bytes = 0;     ///< a rank, on average
  double messages = 0;  ///< a rank, on average
};

struct SearchModel {
  PartitionScheme scheme = PartitionScheme::k1d;    ///< what kAuto takes, or the one asked for
  std::string grid;                                 ///< of k2d
  std::optional<std::uint64_t> delegate_threshold;  ///< of kDelegate, as in ModelOptions
  double delegates = 0;                             ///< of kDelegate
  std::vector<ModelLevel> levels;
  std::vector<ModelStep> steps;
  std::vector<ModelPhase> phases;
  ModelPhase total;
  /// Of a rank: the graph and the tree, without messages and the workspace of a search.
  double memory_bytes = 0;
};

/// A search with parents from a vertex of few neighbours, as most are; kAuto takes what it takes of
/// a graph for GraphPurpose::kLevels. The time is that of the
/// network: steps follow one another, nothing is computed, and nothing is congested. Throws
/// UsageError if an option is out of range, or a rank would have more vertices, rows or columns
/// than a graph on ranks may have. O(scale^3 + levels scale^2), and O(sqrt(ranks)) for a grid.
[[nodiscard]] SearchModel model_search(const ModelOptions& options);

}  // namespace strider
