#include "algorithms/bc/ranks/partitioned/host/host_lanes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/ranks/partitioned/lane_messages.hpp"
#include "algorithms/bc/ranks/partitioned/lane_sizes.hpp"
#include "base/parallel.hpp"
#include "strider/array.hpp"

namespace strider::detail {
namespace {

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

class HostLanes final : public LaneLocal {
 public:
  HostLanes(const Graph1d& graph, const LaneQuestion& question, unsigned lanes, int threads);

  void begin(std::uint64_t first, unsigned count) override;
  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override;
  void take_parts(LaneMessageSpans messages) override;
  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override;
  void take_coefficients(std::size_t level, LaneMessageSpans messages) override;
  void accumulate(std::size_t level, std::span<double> sums) override;
  void forget(std::size_t level) override;
  void settle(std::span<double> /*sums*/) override {}
  [[nodiscard]] std::uint64_t arcs() override { return arcs_; }
  void add_weights_reached(std::span<double> by_lane) override {
    for (std::size_t lane = 0; lane < lanes_; ++lane) by_lane[lane] += weights_reached_[lane];
  }

 private:
  void reach(std::uint32_t column, std::uint64_t lanes, const PathCount* counts);
  void write_parts(std::byte* to, std::span<std::uint64_t> bytes);
  void write_parts_to(const PeerSlots& peer, std::size_t begin, std::size_t end,
                      LaneWriter& writer);
  void close_level();
  void mark_own(std::size_t level);
  void close_vertex(std::uint32_t v, unsigned lane, double dependency, std::span<double> sums);

  [[nodiscard]] PathCount* row(std::uint32_t column) {
    return counts_.data() + std::size_t{column} * lanes_;
  }
  [[nodiscard]] double weight(std::uint32_t v, unsigned lane) const {
    return weights_[lane] == nullptr ? 1 : weights_[lane][v];
  }

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

  LaneList own_;                         // a stretch a level
  LaneList sent_;                        // a stretch a level and rank
  LaneList received_;                    // the same: own vertices, lanes in which they were new
  std::vector<const double*> weights_;   // by lane
  std::vector<double> weights_reached_;  // by lane
  std::uint64_t arcs_ = 0;
};

HostLanes::HostLanes(const Graph1d& graph, const LaneQuestion& question, unsigned lanes,
                     int threads)
    : graph_(graph),
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
      weights_(lanes),
      weights_reached_(lanes) {
  for (int r = 0; r < graph.owners.num_ranks(); ++r) peers_.push_back(slots_with(graph, r));
}

void HostLanes::begin(std::uint64_t first, unsigned count) {
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
void HostLanes::reach(std::uint32_t column, std::uint64_t lanes, const PathCount* counts) {
  std::uint64_t& current = current_[column];
  if (current == 0) reached_[num_reached_++] = column;
  PathCount* const mine = row(column);
  for_each_lane(lanes & ~current, [&](unsigned lane) { mine[lane] = counts[lane]; });
  for_each_lane(lanes & current, [&](unsigned lane) { mine[lane] += counts[lane]; });
  current |= lanes;
}

std::uint64_t HostLanes::expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) {
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
  write_parts(to, bytes);
  return frontier.size();
}

/// What was reached of other ranks' vertices, to their owners. Own ones stay in reached_.
void HostLanes::write_parts(std::byte* to, std::span<std::uint64_t> bytes) {
  std::uint32_t* const begin = reached_.begin();
  std::uint32_t* const end = begin + num_reached_;
  // Sections of columns ascend by rank, the own one first.
  std::sort(begin, end);
  std::uint32_t* next = std::lower_bound(begin, end, graph_.num_rows());
  num_reached_ = static_cast<std::size_t>(next - begin);
  LaneWriter writer(to);
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
    bytes[static_cast<std::size_t>(&peer - peers_.data())] = writer.size() - before;
  }
}

void HostLanes::write_parts_to(const PeerSlots& peer, std::size_t begin, std::size_t end,
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

void HostLanes::take_parts(LaneMessageSpans messages) {
  std::array<PathCount, kMostBcLanes> parts;
  for (const PeerSlots& peer : peers_) {
    LaneReader reader(messages[static_cast<std::size_t>(peer.rank)]);
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
  close_level();
}

/// What was reached of own vertices is the next level.
void HostLanes::close_level() {
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
void HostLanes::write_coefficients(std::size_t level, std::byte* to,
                                   std::span<std::uint64_t> bytes) {
  LaneWriter writer(to);
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
    bytes[r] = writer.size() - before;
  }
}

void HostLanes::take_coefficients(std::size_t level, LaneMessageSpans messages) {
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    const LaneList::Range asked = sent_.stretch(level * peers_.size() + r);
    LaneReader reader(messages[r]);
    if (asked.size() > 0) reader.format();
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::uint32_t column = sent_.name(i);
      const std::uint64_t lanes = reader.mask(lane_mask_bytes(lanes_));
      current_[column] = lanes;
      for_each_lane(lanes, [&](unsigned lane) { row(column)[lane] = reader.number(); });
    }
  }
  mark_own(level + 1);
}

void HostLanes::mark_own(std::size_t level) {
  const LaneList::Range range = own_.stretch(level);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    current_[own_.name(i)] |= own_.lanes(i);
  }
}

/// What walking back over `level` has marked.
void HostLanes::forget(std::size_t level) {
  const LaneList::Range own = own_.stretch(level + 1);
  for (std::size_t i = own.begin; i < own.end; ++i) current_[own_.name(i)] = 0;
  const std::size_t begin = sent_.stretch(level * peers_.size()).begin;
  const std::size_t end = sent_.stretch((level + 1) * peers_.size() - 1).end;
  for (std::size_t i = begin; i < end; ++i) current_[sent_.name(i)] = 0;
}

void HostLanes::accumulate(std::size_t level, std::span<double> sums) {
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

void HostLanes::close_vertex(std::uint32_t v, unsigned lane, double dependency,
                             std::span<double> sums) {
  PathCount& count = row(v)[lane];
  const double weighs = weight(v, lane);
  if (question_.of == BetweennessOf::kVertices) sums[v] += dependency;
  if (question_.counts_endpoints) sums[v] += weighs;
  count.mantissa = (weighs + dependency) / count.mantissa;
}

class HostLanesFactory final : public LaneLocalFactory {
 public:
  [[nodiscard]] std::uint64_t predict_bytes(const Graph1d& graph, const LaneQuestion& /*question*/,
                                            unsigned lanes) const override {
    constexpr std::uint64_t kEntry = sizeof(std::uint32_t) + sizeof(std::uint64_t);
    const CutSizes cut = cut_sizes(graph);
    const std::uint64_t entries = saturating_mul(
        saturating_add(graph.num_rows(), saturating_add(cut.columns, cut.subscribed)), lanes);
    const std::uint64_t by_column =
        saturating_mul(graph.columns.size(), std::uint64_t{lanes} * sizeof(PathCount) +
                                                 2 * sizeof(std::uint64_t) + sizeof(std::uint32_t));
    return saturating_add(by_column, saturating_mul(entries, kEntry));
  }
  [[nodiscard]] std::uint64_t predict_device_bytes(const Graph1d& /*graph*/,
                                                   const LaneQuestion& /*question*/,
                                                   unsigned /*lanes*/) const override {
    return 0;
  }
  [[nodiscard]] DeviceRoom room() const override { return {}; }
  [[nodiscard]] std::unique_ptr<LaneLocal> make(const Graph1d& graph, const LaneQuestion& question,
                                                unsigned lanes, int threads) const override {
    return std::make_unique<HostLanes>(graph, question, lanes, threads);
  }
};

}  // namespace

std::shared_ptr<const LaneLocalFactory> make_host_lanes_factory() {
  return std::make_shared<const HostLanesFactory>();
}

}  // namespace strider::detail
