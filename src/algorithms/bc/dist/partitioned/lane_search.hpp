// Brandes' algorithm for several sources side by side, by all ranks of a graph cut in one
// dimension.
//
//   level 0: each source, in its lane, by its owner
//   for d = 0, 1, ... until no rank has a vertex on level d:
//     for own u of level d, for neighbours w: in the lanes of u that w is not known to be seen in:
//       count(w) += count(u)                       of another rank's w: its part, to be sent
//     parts go to the owners of w, once a lane of w and rank; in lanes where w is new, it joins
//     level d + 1 and adds them up
//   for d = deepest - 1, ..., 1:
//     owners of w on level d + 1 send its coefficients back to who sent parts at level d
//     for own v of level d: dependency(v) = count(v) * sum of coefficient(w) over neighbours w on
//       level d + 1;  coefficient(v) = (weight + dependency(v)) / count(v), in the count's place
//
// Which vertices are on a level is told by lists of pairs of a vertex and its lanes, of which a
// rank keeps three: its own, the columns it sent, and what it was sent. Nothing is sent twice in a
// lane: whoever was told of a vertex has it on this level or an earlier one. O(n + m) work a source
// over all ranks; 2 exchanges a level.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "algorithms/bc/dist/partitioned/lane_exchange.hpp"
#include "algorithms/bc/dist/partitioned/lane_question.hpp"
#include "algorithms/bc/path_count.hpp"
#include "comm/communicator.hpp"
#include "dist/one_d/graph_1d.hpp"
#include "dist/one_d/slots.hpp"
#include "strider/array.hpp"

namespace strider::detail {

class LaneWriter;

/// The most lanes: the bits of a mask.
inline constexpr unsigned kMostBcLanes = 64;

/// Vertices, or columns, and the lanes they are there in, stretch by stretch.
class LaneList {
 public:
  explicit LaneList(std::size_t most) : names_(most), lanes_(most) {}
  void clear() {
    size_ = 0;
    ends_.clear();
  }
  void add(std::uint32_t name, std::uint64_t lanes) {
    names_[size_] = name;
    lanes_[size_++] = lanes;
  }
  /// May throw std::bad_alloc.
  void end_stretch() { ends_.push_back(size_); }
  struct Range {
    std::size_t begin;
    std::size_t end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
  };
  [[nodiscard]] Range stretch(std::size_t number) const {
    return {number == 0 ? 0 : ends_[number - 1], ends_[number]};
  }
  [[nodiscard]] std::uint32_t name(std::size_t place) const { return names_[place]; }
  [[nodiscard]] std::uint64_t lanes(std::size_t place) const { return lanes_[place]; }

 private:
  Array<std::uint32_t> names_;
  Array<std::uint64_t> lanes_;
  std::vector<std::size_t> ends_;
  std::size_t size_ = 0;
};

class LaneSearch {
 public:
  /// Takes memory_bytes(). Graph, question and communicator outlive it. The way back is walked by
  /// `threads` threads. Throws MemoryError on this rank alone.
  LaneSearch(const comm::Communicator& comm, const Graph1d& graph, const LaneQuestion& question,
             unsigned lanes, int threads);
  /// Of this rank, the most that searches can need.
  [[nodiscard]] static std::uint64_t memory_bytes(const Graph1d& graph, unsigned lanes);

  /// Adds the dependencies of sources [first, first + count) of the question to `sums`, one an own
  /// vertex or arc; returns the arcs of own vertices that the searches came along. Precondition:
  /// count <= lanes. Throws MemoryError on all ranks. Collective.
  std::uint64_t accumulate(std::uint64_t first, unsigned count, std::span<double> sums);

 private:
  void begin(std::uint64_t first, unsigned count);
  void expand(std::size_t level);
  void reach(std::uint32_t column, std::uint64_t lanes, const PathCount* counts);
  void write_parts();
  void write_parts_to(const PeerSlots& peer, std::size_t begin, std::size_t end,
                      LaneWriter& writer);
  void take_parts();
  void close_level();
  void write_coefficients(std::size_t level);
  void take_coefficients(std::size_t level);
  void mark_own(std::size_t level);
  void forget(std::size_t level);
  void walk_back(std::size_t level, std::span<double> sums);
  void close_vertex(std::uint32_t v, unsigned lane, double dependency, std::span<double> sums);
  void close_endpoints(std::uint64_t first, unsigned count, std::span<double> sums);

  [[nodiscard]] PathCount* row(std::uint32_t column) {
    return counts_.data() + std::size_t{column} * lanes_;
  }
  [[nodiscard]] double weight(std::uint32_t v, unsigned lane) const {
    return weights_[lane] == nullptr ? 1 : weights_[lane][v];
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const LaneQuestion& question_;
  unsigned lanes_;
  int threads_;
  std::vector<PeerSlots> peers_;  // by rank

  // By column:
  Array<PathCount> counts_;       // in lanes: counts or parts of them, then coefficients
  Array<std::uint64_t> seen_;     // lanes in which it is on a level, or was sent
  Array<std::uint64_t> current_;  // lanes in which it is on the level at work; zero between levels
  Array<std::uint32_t> reached_;  // columns on the level at work
  std::size_t num_reached_ = 0;

  LaneList own_;       // a stretch a level
  LaneList sent_;      // a stretch a level and rank
  LaneList received_;  // the same: own vertices, lanes in which they were new
  LaneExchange exchange_;
  std::vector<std::uint64_t> message_bytes_;  // by rank
  std::vector<const double*> weights_;        // by lane
  std::vector<double> weights_reached_;       // by lane
  std::uint64_t arcs_ = 0;
};

}  // namespace strider::detail
