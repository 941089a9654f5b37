#include "algorithms/bc/dist/partitioned/lane_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/bc/dist/partitioned/lane_messages.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/agreement.hpp"

namespace strider::detail {
namespace {

/// Columns of other ranks' vertices here, and of this rank's there.
struct CutSizes {
  std::uint64_t columns = 0;
  std::uint64_t subscribed = 0;
};

CutSizes cut_sizes(const Graph1d& graph) {
  CutSizes sizes;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const PeerSlots peer = slots_with(graph, r);
    sizes.columns += peer.section_size;
    sizes.subscribed += peer.num_subscribed;
  }
  return sizes;
}

std::uint64_t most_message_bytes(const Graph1d& graph, std::uint64_t entries, unsigned lanes) {
  return saturating_add(saturating_mul(entries, most_entry_bytes(lanes)),
                        static_cast<std::uint64_t>(graph.owners.num_ranks()));
}

/// body(column, arc) for each neighbour of own vertex v but itself, parallel edges once.
template <class F>
void for_each_neighbor(const Graph1d& graph, std::uint32_t v, F&& body) {
  const Csr& rows = graph.rows;
  const EdgeIndex begin = rows.offsets()[v];
  const EdgeIndex end = rows.offsets()[v + 1ULL];
  for (EdgeIndex arc = begin; arc < end; ++arc) {
    const std::uint32_t column = rows.targets()[arc];
    if (column == v || (arc > begin && rows.targets()[arc - 1] == column)) continue;
    body(column, arc);
  }
}

template <class F>
std::exception_ptr error_of(F&& body) {
  try {
    body();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace

std::uint64_t LaneSearch::memory_bytes(const Graph1d& graph, unsigned lanes) {
  constexpr std::uint64_t kEntry = sizeof(std::uint32_t) + sizeof(std::uint64_t);
  const CutSizes cut = cut_sizes(graph);
  const std::uint64_t columns = graph.columns.size();
  const std::uint64_t entries = saturating_mul(
      saturating_add(graph.num_rows(), saturating_add(cut.columns, cut.subscribed)), lanes);
  const std::uint64_t by_column =
      saturating_mul(columns, std::uint64_t{lanes} * sizeof(PathCount) + 2 * sizeof(std::uint64_t) +
                                  sizeof(std::uint32_t));
  const std::uint64_t messages = saturating_add(most_message_bytes(graph, cut.columns, lanes),
                                                most_message_bytes(graph, cut.subscribed, lanes));
  return saturating_add(saturating_add(by_column, saturating_mul(entries, kEntry)), messages);
}

LaneSearch::LaneSearch(const comm::Communicator& comm, const Graph1d& graph,
                       const LaneQuestion& question, unsigned lanes, int threads)
    : comm_(comm),
      graph_(graph),
      question_(question),
      lanes_(lanes),
      threads_(threads),
      counts_(std::size_t{graph.columns.size()} * lanes),
      seen_(graph.columns.size()),
      current_(graph.columns.size(), 0),
      reached_(graph.columns.size()),
      own_(std::size_t{graph.num_rows()} * lanes),
      sent_(cut_sizes(graph).columns * lanes),
      received_(cut_sizes(graph).subscribed * lanes),
      exchange_(comm, most_message_bytes(graph, cut_sizes(graph).columns, lanes),
                most_message_bytes(graph, cut_sizes(graph).subscribed, lanes)),
      message_bytes_(static_cast<std::size_t>(comm.size())),
      weights_(lanes),
      weights_reached_(lanes) {
  for (int r = 0; r < comm.size(); ++r) peers_.push_back(slots_with(graph, r));
}

std::uint64_t LaneSearch::accumulate(std::uint64_t first, unsigned count, std::span<double> sums) {
  std::exception_ptr error = error_of([&] { begin(first, count); });
  std::size_t level = 0;
  for (;; ++level) {
    comm_.traffic().enter(comm::Phase::kFold);
    if (!error) error = error_of([&] { expand(level); });
    const std::uint64_t frontier = error ? 0 : own_.stretch(level).size();
    if (exchange_.exchange(LaneExchange::Way::kOut, message_bytes_, frontier, error) == 0) break;
    error = error_of([&] {
      take_parts();
      close_level();
    });
  }
  // Level `level` is the first that no rank has a vertex on.
  const std::size_t last = question_.of == BetweennessOf::kEdges ? 0 : 1;
  for (std::size_t d = level; d-- > last;) {
    comm_.traffic().enter(comm::Phase::kExpand);
    if (d + 1 < level) {
      write_coefficients(d);
      // The number only says that there is an exchange, with or without messages.
      static_cast<void>(exchange_.exchange(LaneExchange::Way::kBack, message_bytes_, 1, nullptr));
      take_coefficients(d);
      mark_own(d + 1);
    }
    walk_back(d, sums);
    if (d + 1 < level) forget(d);
  }
  comm_.traffic().enter(comm::Phase::kControl);
  if (question_.counts_endpoints) close_endpoints(first, count, sums);
  return arcs_;
}

void LaneSearch::begin(std::uint64_t first, unsigned count) {
  std::fill(seen_.begin(), seen_.end(), 0);
  // An error may have left something on a level.
  std::fill(current_.begin(), current_.end(), 0);
  num_reached_ = 0;
  arcs_ = 0;
  own_.clear();
  sent_.clear();
  received_.clear();
  for (unsigned lane = 0; lane < count; ++lane) {
    weights_[lane] = question_.weights_for(first + lane);
    weights_reached_[lane] = 0;
    const Place place = graph_.owners.place(question_.source(first + lane));
    if (place.rank != graph_.rank) continue;
    const std::uint32_t v = index(place.vertex);
    row(v)[lane] = {1, 0};
    seen_[v] = std::uint64_t{1} << lane;
    own_.add(v, seen_[v]);
  }
  own_.end_stretch();
}

/// Counts of a column of this level from those of a vertex of the level before, or from parts.
void LaneSearch::reach(std::uint32_t column, std::uint64_t lanes, const PathCount* counts) {
  std::uint64_t& current = current_[column];
  if (current == 0) reached_[num_reached_++] = column;
  PathCount* const mine = row(column);
  for_each_lane(lanes & ~current, [&](unsigned lane) { mine[lane] = counts[lane]; });
  for_each_lane(lanes & current, [&](unsigned lane) { mine[lane] += counts[lane]; });
  current |= lanes;
}

void LaneSearch::expand(std::size_t level) {
  const LaneList::Range frontier = own_.stretch(level);
  for (std::size_t i = frontier.begin; i < frontier.end; ++i) {
    const std::uint32_t v = own_.name(i);
    const std::uint64_t lanes = own_.lanes(i);
    const PathCount* const counts = row(v);
    std::uint64_t degree = 0;
    for_each_neighbor(graph_, v, [&](std::uint32_t column, EdgeIndex) {
      ++degree;
      const std::uint64_t unseen = lanes & ~seen_[column];
      if (unseen != 0) reach(column, unseen, counts);
    });
    arcs_ += degree * static_cast<unsigned>(std::popcount(lanes));
  }
  write_parts();
}

/// What was reached of other ranks' vertices, to their owners. Own ones stay in reached_.
void LaneSearch::write_parts() {
  std::uint32_t* const begin = reached_.begin();
  std::uint32_t* const end = begin + num_reached_;
  // Sections of columns ascend by rank, the own one first.
  std::sort(begin, end);
  std::uint32_t* next = std::lower_bound(begin, end, graph_.num_rows());
  num_reached_ = static_cast<std::size_t>(next - begin);
  LaneWriter writer(exchange_.room(LaneExchange::Way::kOut));
  for (const PeerSlots& peer : peers_) {
    const std::size_t before = writer.size();
    std::uint32_t* const peer_end =
        std::lower_bound(next, end, peer.section_begin + peer.section_size);
    if (peer.section_size > 0 && next != peer_end) {
      write_parts_to(peer, static_cast<std::size_t>(next - begin),
                     static_cast<std::size_t>(peer_end - begin), writer);
      next = peer_end;
    }
    sent_.end_stretch();
    message_bytes_[static_cast<std::size_t>(&peer - peers_.data())] = writer.size() - before;
  }
}

void LaneSearch::write_parts_to(const PeerSlots& peer, std::size_t begin, std::size_t end,
                                LaneWriter& writer) {
  NumberFormat format;
  for (std::size_t i = begin; i < end; ++i) {
    PathCount* const counts = row(reached_[i]);
    for_each_lane(current_[reached_[i]], [&](unsigned lane) {
      counts[lane].normalize();
      format.take(counts[lane]);
    });
  }
  writer.format(format);
  std::uint32_t next_slot = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t column = reached_[i];
    const std::uint32_t slot = column - peer.section_begin;
    const std::uint64_t lanes = std::exchange(current_[column], 0);
    writer.varint(slot - next_slot);
    if (lanes_ > 1) writer.mask(lanes, lane_mask_bytes(lanes_));
    for_each_lane(lanes, [&](unsigned lane) { writer.number(row(column)[lane]); });
    next_slot = slot + 1;
    seen_[column] |= lanes;
    sent_.add(column, lanes);
  }
}

void LaneSearch::take_parts() {
  std::array<PathCount, kMostBcLanes> parts;
  for (const PeerSlots& peer : peers_) {
    LaneReader reader(exchange_.from(peer.rank));
    SlotReader slots(peer);
    std::uint32_t slot = 0;
    if (!reader.is_over()) reader.format();
    while (!reader.is_over()) {
      slot += reader.varint();
      const std::uint32_t v = index(slots.vertex(slot));
      ++slot;
      const std::uint64_t lanes = lanes_ > 1 ? reader.mask(lane_mask_bytes(lanes_)) : 1;
      for_each_lane(lanes, [&](unsigned lane) { parts[lane] = reader.number(); });
      const std::uint64_t is_new = lanes & ~seen_[v];
      received_.add(v, is_new);
      if (is_new != 0) reach(v, is_new, parts.data());
    }
    received_.end_stretch();
  }
}

/// What was reached of own vertices is the next level.
void LaneSearch::close_level() {
  for (std::size_t i = 0; i < num_reached_; ++i) {
    const std::uint32_t v = reached_[i];
    const std::uint64_t lanes = std::exchange(current_[v], 0);
    for_each_lane(lanes, [&](unsigned lane) { row(v)[lane].normalize(); });
    seen_[v] |= lanes;
    own_.add(v, lanes);
  }
  num_reached_ = 0;
  own_.end_stretch();
}

/// Of vertices one level after `level`, to who sent parts of their counts.
void LaneSearch::write_coefficients(std::size_t level) {
  LaneWriter writer(exchange_.room(LaneExchange::Way::kBack));
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    const std::size_t before = writer.size();
    const LaneList::Range asked = received_.stretch(level * peers_.size() + r);
    NumberFormat format{.bytes = sizeof(double), .has_exponents = false};
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      for_each_lane(received_.lanes(i), [&](unsigned lane) {
        if (row(received_.name(i))[lane].exponent != 0) format.has_exponents = true;
      });
    }
    if (asked.size() > 0) writer.format(format);
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::uint64_t lanes = received_.lanes(i);
      writer.mask(lanes, lane_mask_bytes(lanes_));
      for_each_lane(lanes, [&](unsigned lane) { writer.number(row(received_.name(i))[lane]); });
    }
    message_bytes_[r] = writer.size() - before;
  }
}

void LaneSearch::take_coefficients(std::size_t level) {
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    const LaneList::Range asked = sent_.stretch(level * peers_.size() + r);
    LaneReader reader(exchange_.from(static_cast<int>(r)));
    if (asked.size() > 0) reader.format();
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::uint32_t column = sent_.name(i);
      const std::uint64_t lanes = reader.mask(lane_mask_bytes(lanes_));
      current_[column] = lanes;
      for_each_lane(lanes, [&](unsigned lane) { row(column)[lane] = reader.number(); });
    }
  }
}

void LaneSearch::mark_own(std::size_t level) {
  const LaneList::Range range = own_.stretch(level);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    current_[own_.name(i)] |= own_.lanes(i);
  }
}

/// What walking back over `level` has marked.
void LaneSearch::forget(std::size_t level) {
  const LaneList::Range own = own_.stretch(level + 1);
  for (std::size_t i = own.begin; i < own.end; ++i) current_[own_.name(i)] = 0;
  const std::size_t begin = sent_.stretch(level * peers_.size()).begin;
  const std::size_t end = sent_.stretch((level + 1) * peers_.size() - 1).end;
  for (std::size_t i = begin; i < end; ++i) current_[sent_.name(i)] = 0;
}

void LaneSearch::walk_back(std::size_t level, std::span<double> sums) {
  const LaneList::Range range = own_.stretch(level);
  const bool scores_edges = question_.of == BetweennessOf::kEdges;
  parallel_for(
      range.begin, range.end, threads_,
      [&](std::size_t i) {
        const std::uint32_t v = own_.name(i);
        const std::uint64_t lanes = own_.lanes(i);
        const PathCount* const counts = row(v);
        std::array<double, kMostBcLanes> dependencies;
        for_each_lane(lanes, [&](unsigned lane) { dependencies[lane] = 0; });
        for_each_neighbor(graph_, v, [&](std::uint32_t column, EdgeIndex arc) {
          const PathCount* const coefficients = row(column);
          for_each_lane(lanes & current_[column], [&](unsigned lane) {
            const double part =
                counts[lane].mantissa * share_of_successor(counts[lane].exponent,
                                                           coefficients[lane].mantissa,
                                                           coefficients[lane].exponent);
            dependencies[lane] += part;
            if (scores_edges) sums[arc] += part;
          });
        });
        if (level == 0) return;
        for_each_lane(lanes,
                      [&](unsigned lane) { close_vertex(v, lane, dependencies[lane], sums); });
      },
      256);
  if (!question_.counts_endpoints || level == 0) return;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    for_each_lane(own_.lanes(i),
                  [&](unsigned lane) { weights_reached_[lane] += weight(own_.name(i), lane); });
  }
}

void LaneSearch::close_vertex(std::uint32_t v, unsigned lane, double dependency,
                              std::span<double> sums) {
  PathCount& count = row(v)[lane];
  const double weighs = weight(v, lane);
  if (question_.of == BetweennessOf::kVertices) sums[v] += dependency;
  if (question_.counts_endpoints) sums[v] += weighs;
  count.mantissa = (weighs + dependency) / count.mantissa;
}

/// A source is an end of every pair that counts.
void LaneSearch::close_endpoints(std::uint64_t first, unsigned count, std::span<double> sums) {
  comm_.all_reduce(std::span(weights_reached_), comm::Reduction::kSum);
  for (unsigned lane = 0; lane < count; ++lane) {
    const Place place = graph_.owners.place(question_.source(first + lane));
    if (place.rank == graph_.rank) sums[index(place.vertex)] += weights_reached_[lane];
  }
}

}  // namespace strider::detail
