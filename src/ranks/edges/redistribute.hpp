// Edges to the ranks that need them: a slice is read in chunks, each edge becomes records for some
// ranks, and the records travel chunk by chunk, so that besides the edges that it keeps, a rank
// holds no more than a budget of bytes, whatever the number of ranks. A chunk of which one rank
// would get more than twice its share, as the owner of a hub may, travels in parts. Where messages
// would be short, those of a node leave it together.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/two_level_exchange.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Stands for the weight of an edge where weights do not matter.
struct NoWeight {};

/// An edge as a router sees it.
template <class W>
struct ListedEdge {
  GlobalVertex source;
  GlobalVertex target;
  [[no_unique_address]] W weight;
  std::uint64_t number;  ///< in this rank's slice
  int thread;            ///< that routes it: 0 .. threads-1
};

struct RedistributeSettings {
  int threads = 1;
  /// Edges that a rank reads at a time; 0: as many as the budget allows.
  std::uint64_t chunk = 0;
  /// What counts as a node; 0: ranks that share memory.
  int ranks_per_node = 0;
};

/// Edges of a chunk whose records, at most kMostRecords an edge, are within the budget: read, in
/// any order, by rank, and arrived. Messages of the budget are long enough for a thousand ranks.
template <comm::Sendable Record, class W, std::size_t kMostRecords>
[[nodiscard]] constexpr std::uint64_t edges_at_a_time() {
  constexpr std::uint64_t kBudget = 1ULL << 26U;
  constexpr std::size_t kWeight = std::is_empty_v<W> ? 0 : sizeof(W);
  constexpr std::size_t kRecord = 4 * sizeof(Record) + sizeof(std::uint32_t);
  return kBudget / (sizeof(GlobalEdge) + kWeight + kMostRecords * kRecord);
}
/// How many shares of a chunk a rank gets at a time: where it gets more, the chunk is cut.
inline constexpr std::uint64_t kMostShares = 2;

/// How the records of a source travel: the same on all ranks.
struct RedistributePlan {
  std::uint64_t chunk = 0;   ///< edges that each rank reads at a time
  bool by_nodes = false;     ///< messages of a node leave it together (TwoLevelExchange)
  std::uint64_t rounds = 0;  ///< chunks of the longest slice
};

/// Chunks are as settings say, but no longer than the longest slice. Where settings say nothing,
/// they are short beside the slice, since records take some ten times what a graph has of an edge;
/// but messages are not, nor are chunks over the budget. Messages go by way of nodes where these
/// have as many ranks each, and two_levels_pay() for a full chunk. Collective.
template <comm::Sendable Record, class W, std::size_t kMostRecords>
[[nodiscard]] RedistributePlan plan_redistribution(const comm::Communicator& comm,
                                                   const EdgeSource& source,
                                                   const RedistributeSettings& settings) {
  const auto here = static_cast<std::uint64_t>(settings.ranks_per_node > 0 ? settings.ranks_per_node
                                                                           : comm.ranks_on_node());
  std::array<std::uint64_t, 3> largest = {source.num_edges(), here, ~here};
  comm.all_reduce(std::span<std::uint64_t>(largest), comm::Reduction::kMax);
  const std::uint64_t longest = largest[0];
  constexpr std::uint64_t kRounds = 32;
  constexpr std::uint64_t kFewEdges = 1 << 16;
  constexpr std::uint64_t kMessageBytes = 4096;  // as two_levels_pay() would have them
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const std::uint64_t fewest =
      std::max(kFewEdges, ranks * kMessageBytes / (kMostRecords * sizeof(Record)));
  const std::uint64_t wanted = settings.chunk != 0
                                   ? settings.chunk
                                   : std::min(edges_at_a_time<Record, W, kMostRecords>(),
                                              std::max(fewest, longest / kRounds));
  const std::uint64_t chunk = std::max<std::uint64_t>(1, std::min(longest, wanted));
  const bool even = largest[1] == ~largest[2] && ranks % here == 0;
  const std::uint64_t bytes = chunk * kMostRecords * sizeof(Record);
  return {.chunk = chunk,
          .by_nodes = even && comm::two_levels_pay(bytes, ranks / here, here),
          .rounds = (longest + chunk - 1) / chunk};
}

/// One chunk of a slice on its way: read, routed, and sorted by the rank that it is for.
template <comm::Sendable Record, class W, std::size_t kMostRecords>
class OutgoingChunk {
 public:
  /// Takes no more than its counts of ranks before the workspace is taken.
  OutgoingChunk(Workspace& workspace, std::uint64_t capacity, int ranks, int threads)
      : ranks_(static_cast<std::size_t>(ranks)),
        threads_(threads),
        starts_(ranks_),
        counts_(ranks_) {
    workspace.declare("edges of a chunk", edges_, capacity);
    if (!std::is_empty_v<W>) workspace.declare("weights of a chunk", weights_, capacity);
    workspace.declare("records in any order", staged_, capacity * kMostRecords);
    workspace.declare("the ranks of records", staged_for_, capacity * kMostRecords);
    workspace.declare("records by rank", records_, capacity * kMostRecords);
  }
  /// What it declares, known without memory: to be asked between messages.
  [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t capacity) {
    constexpr std::size_t kWeight = std::is_empty_v<W> ? 0 : sizeof(W);
    constexpr std::size_t kRecord = 2 * sizeof(Record) + sizeof(std::uint32_t);
    return capacity * (sizeof(GlobalEdge) + kWeight + kMostRecords * kRecord);
  }

  /// Reads edges of the source and routes them.
  template <class Route>
  void fill(const EdgeSource& source, EdgeRange range, Route& route) {
    const std::uint64_t size = range.last - range.first;
    if constexpr (std::is_empty_v<W>) {
      source.read(range, edges_.span().first(size), threads_);
    } else {
      source.read(range, edges_.span().first(size), weights_.span().first(size), threads_);
    }
    const auto parts = static_cast<std::size_t>(threads_);
    std::vector<std::vector<std::uint64_t>> place(parts, std::vector<std::uint64_t>(ranks_, 0));
    std::vector<std::size_t> staged_end(parts);
    parallel_parts(size, threads_, [&](Range chunk, std::size_t part) {
      staged_end[part] = stage(chunk, part, range.first, place[part], route);
    });
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < ranks_; ++r) {
      const std::uint64_t before = sum;
      for (auto& counts : place) sum += std::exchange(counts[r], sum);
      starts_[r] = before;
      counts_[r] = sum - before;
    }
    size_ = sum;
    parallel_parts(size, threads_, [&](Range chunk, std::size_t part) {
      auto& next = place[part];
      for (std::size_t i = chunk.begin * kMostRecords; i < staged_end[part]; ++i) {
        records_[next[staged_for_[i]]++] = staged_[i];
      }
    });
  }

  [[nodiscard]] std::span<const Record> records() const { return records_.span().first(size_); }
  /// By rank: where its records begin, and how many they are.
  [[nodiscard]] std::span<const std::uint64_t> starts() const { return starts_; }
  [[nodiscard]] std::span<const std::uint64_t> counts() const { return counts_; }

 private:
  template <class Route>
  std::size_t stage(Range chunk, std::size_t part, std::uint64_t first,
                    std::vector<std::uint64_t>& counts, Route& route) {
    std::size_t end = chunk.begin * kMostRecords;
    const auto emit = [&](int rank, const Record& record) {
      staged_[end] = record;
      staged_for_[end] = static_cast<std::uint32_t>(rank);
      ++counts[static_cast<std::size_t>(rank)];
      ++end;
    };
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      ListedEdge<W> edge{edges_[i].source, edges_[i].target, {}, first + i, static_cast<int>(part)};
      if constexpr (!std::is_empty_v<W>) edge.weight = weights_[i];
      route(edge, emit);
    }
    return end;
  }

  std::size_t ranks_;
  int threads_;
  Array<GlobalEdge> edges_;
  Array<W> weights_;
  Array<Record> staged_;
  Array<std::uint32_t> staged_for_;
  Array<Record> records_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t size_ = 0;
};

/// Brings the records of a chunk to the ranks that they are for, in parts. Before one travels,
/// every rank has room for what it gets of it.
template <comm::Sendable Record>
class ChunkExchange {
 public:
  /// By way of nodes, unless `nodes` is null.
  ChunkExchange(const comm::Communicator& comm, const comm::TwoLevelExchange* nodes)
      : comm_(comm),
        nodes_(nodes),
        all_(static_cast<std::size_t>(comm.size())),
        starts_(all_),
        counts_(all_),
        came_(all_) {}

  /// Of how many parts no rank gets, or passes on, more than `most` records, but for one more of
  /// each rank. If it is one, begin_part and take_room have been called for it. Throws MemoryError
  /// on all ranks. Collective.
  template <class Chunk>
  [[nodiscard]] std::uint64_t parts(const Chunk& chunk, std::uint64_t most) {
    const std::uint64_t records = learn_counts(chunk.counts());
    parts_ = std::max<std::uint64_t>(1, (records + most - 1) / most);
    // The reduction tells both, so that whole chunks need no other to agree on errors.
    comm::Attempts attempts;
    if (parts_ == 1) {
      begin_part(chunk, 0);
      attempts.run([&] { take_room(); });
    }
    std::array<std::uint64_t, 2> largest = {parts_, attempts.have_failed() ? 1U : 0U};
    comm_.all_reduce(std::span<std::uint64_t>(largest), comm::Reduction::kMax);
    if (largest[1] != 0) attempts.throw_on_all_ranks(comm_);
    parts_ = largest[0];
    return parts_;
  }

  /// Collective where a chunk travels by way of nodes in several parts.
  template <class Chunk>
  void begin_part(const Chunk& chunk, std::uint64_t i) {
    const auto begin = [&](std::uint64_t count, std::uint64_t part) {
      return count / parts_ * part + count % parts_ * part / parts_;
    };
    const auto size = [&](std::uint64_t count) { return begin(count, i + 1) - begin(count, i); };
    const std::uint64_t unit = nodes_ != nullptr ? sizeof(Record) : 1;
    for (std::size_t r = 0; r < all_.size(); ++r) {
      starts_[r] = (chunk.starts()[r] + begin(chunk.counts()[r], i)) * unit;
      counts_[r] = size(chunk.counts()[r]) * unit;
      came_[r] = size(all_[r]) * unit;
    }
    // Of a whole chunk they are known.
    if (nodes_ != nullptr && parts_ > 1) nodes_->exchange_counts(counts_, came_);
  }

  /// For what comes of the part that has begun. Throws MemoryError on this rank only.
  void take_room() {
    room_ = {};
    transit_ = {};
    const std::uint64_t came = std::accumulate(came_.begin(), came_.end(), std::uint64_t{0});
    if (nodes_ == nullptr) {
      comm_.reserve_messages(counts_, came_, sizeof(Record));
      room_ = Array<Record>(came);
    } else {
      transit_ = nodes_->make_transit();
      room_ = Array<Record>(came / sizeof(Record));
    }
  }

  /// What comes of the part. Precondition: all ranks have room. Collective.
  template <class Chunk>
  [[nodiscard]] Array<Record> bring(const Chunk& chunk) {
    if (nodes_ == nullptr) {
      comm_.all_to_all(chunk.records(), starts_, counts_, room_.span(), came_);
    } else {
      nodes_->all_to_all(std::as_bytes(chunk.records()), starts_, counts_, transit_,
                         std::as_writable_bytes(room_.span()), came_);
      transit_ = {};
    }
    return std::exchange(room_, {});
  }

 private:
  /// Returns how many records this rank gets of a chunk, or passes on. Collective.
  [[nodiscard]] std::uint64_t learn_counts(std::span<const std::uint64_t> counts) {
    std::uint64_t passed_on = 0;
    if (nodes_ == nullptr) {
      comm_.exchange_counts(counts, all_);
    } else {
      for (std::size_t r = 0; r < all_.size(); ++r) counts_[r] = counts[r] * sizeof(Record);
      nodes_->exchange_counts(counts_, all_);
      for (std::uint64_t& count : all_) count /= sizeof(Record);
      passed_on = nodes_->passed_on_bytes() / sizeof(Record);
    }
    return std::max(std::accumulate(all_.begin(), all_.end(), std::uint64_t{0}), passed_on);
  }

  const comm::Communicator& comm_;
  const comm::TwoLevelExchange* nodes_;
  std::vector<std::uint64_t> all_;  // records of the chunk that come, by rank
  std::uint64_t parts_ = 1;
  // Of the part: by rank, in records, or in bytes where they go by way of nodes.
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> came_;
  Array<Record> room_;
  comm::TwoLevelExchange::Transit transit_;
};

/// What a rank holds while records travel, not counting what the consumer keeps.
struct RedistributeBytes {
  std::uint64_t outgoing;  ///< of its own chunk
  std::uint64_t most;      ///< with as many records as can come at once, and be on their way
};

/// Records that come at a time, of chunks of so many edges. Ranks round up, each for itself.
template <std::size_t kMostRecords>
[[nodiscard]] constexpr std::uint64_t records_at_a_time(std::uint64_t chunk, int ranks) {
  const auto p = static_cast<std::uint64_t>(ranks);
  return std::min(kMostShares, p) * chunk * kMostRecords + (p > kMostShares ? p : 0);
}

template <comm::Sendable Record, class W, std::size_t kMostRecords>
[[nodiscard]] constexpr RedistributeBytes redistribute_bytes(const RedistributePlan& plan,
                                                             int ranks) {
  const std::uint64_t bytes = OutgoingChunk<Record, W, kMostRecords>::bytes(plan.chunk);
  const std::uint64_t copies = plan.by_nodes ? 3 : 1;
  return {bytes,
          bytes + copies * records_at_a_time<kMostRecords>(plan.chunk, ranks) * sizeof(Record)};
}

/// Sends what `route` makes of each edge to the ranks it names. Collective.
///
/// route(const ListedEdge<W>& edge, emit) calls emit(rank, record) at most kMostRecords times;
/// several threads call it, each with edges of its own. consume(Array<Record>&&) takes what came at
/// a time; records of one rank stand and come in the order of its slice, ranks in order. W is
/// NoWeight or the type of the source's weights.
///
/// Throws on all ranks what reading, `route` or `consume` throws on one; MemoryError where
/// redistribute_bytes().most are not there.
template <comm::Sendable Record, class W, std::size_t kMostRecords, class Route, class Consume>
void redistribute(const comm::Communicator& comm, const EdgeSource& source,
                  const RedistributeSettings& settings, Route&& route, Consume&& consume) {
  const comm::PhaseScope phase(comm.traffic(), comm::Phase::kBuild);
  const std::uint64_t num_edges = source.num_edges();
  const RedistributePlan plan =
      plan_redistribution<Record, W, kMostRecords>(comm, source, settings);
  const std::uint64_t chunk = plan.chunk;
  const std::uint64_t most = std::max<std::uint64_t>(1, kMostShares * chunk * kMostRecords);
  std::unique_ptr<OutgoingChunk<Record, W, kMostRecords>> outgoing;
  std::optional<comm::TwoLevelExchange> nodes;
  if (plan.by_nodes) nodes.emplace(comm, settings.ranks_per_node);
  std::optional<ChunkExchange<Record>> exchange;
  comm::try_on_all_ranks(comm, [&] {
    Workspace workspace;
    outgoing = std::make_unique<OutgoingChunk<Record, W, kMostRecords>>(
        workspace, chunk, comm.size(), settings.threads);
    exchange.emplace(comm, nodes && nodes->has_two_levels() ? &*nodes : nullptr);
    const auto bytes = redistribute_bytes<Record, W, kMostRecords>(plan, comm.size());
    workspace.count("records that come", bytes.most - bytes.outgoing);
    workspace.take("edges on the way to their owners", NodeMemory(comm));
  });
  std::optional<Array<Record>> received;
  const auto take = [&] {
    if (received) consume(*std::exchange(received, std::nullopt));
  };
  for (std::uint64_t round = 0; round < plan.rounds; ++round) {
    comm::try_on_all_ranks(comm, [&] {
      take();
      const std::uint64_t first = std::min(num_edges, round * chunk);
      outgoing->fill(source, {first, std::min(num_edges, first + chunk)}, route);
    });
    const std::uint64_t parts = exchange->parts(*outgoing, most);
    for (std::uint64_t part = 0; part < parts; ++part) {
      if (parts > 1) {
        exchange->begin_part(*outgoing, part);
        comm::try_on_all_ranks(comm, [&] {
          take();
          exchange->take_room();
        });
      }
      received = exchange->bring(*outgoing);
    }
  }
  comm::try_on_all_ranks(comm, take);
}

}  // namespace strider::detail
