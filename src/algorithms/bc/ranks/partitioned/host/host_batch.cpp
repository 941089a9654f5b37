#include "algorithms/bc/ranks/partitioned/host/host_batch.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/ranks/partitioned/batch_messages.hpp"
#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "strider/array.hpp"

namespace strider::detail {
namespace {

/// Vertices, or local ids, and the searches that have them on a level, range by range.
class BatchedFrontier {
 public:
  BatchedFrontier(Workspace& workspace, std::string_view name, std::size_t most) {
    workspace.declare(name, names_, most);
    workspace.declare(name, masks_, most);
  }
  void clear() {
    size_ = 0;
    ends_.clear();
  }
  void add(std::uint32_t name, std::uint64_t mask) {
    names_[size_] = name;
    masks_[size_++] = mask;
  }
  /// May throw std::bad_alloc.
  void end_range() { ends_.push_back(size_); }
  struct Range {
    std::size_t begin;
    std::size_t end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
  };
  [[nodiscard]] Range range(std::size_t number) const {
    return {number == 0 ? 0 : ends_[number - 1], ends_[number]};
  }
  [[nodiscard]] std::uint32_t name(std::size_t place) const { return names_[place]; }
  [[nodiscard]] std::uint64_t mask(std::size_t place) const { return masks_[place]; }

 private:
  Array<std::uint32_t> names_;
  Array<std::uint64_t> masks_;
  std::vector<std::size_t> ends_;
  std::size_t size_ = 0;
};

class HostBatch final : public LocalBatch {
 public:
  HostBatch(Workspace& workspace, const Graph1d& graph, const BetweennessQuery& query,
            unsigned batch_size, int threads);

  void begin(std::uint64_t first, unsigned count) override;
  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override;
  void take_parts(MessageSpans messages) override;
  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override;
  void take_coefficients(std::size_t level, MessageSpans messages) override;
  void accumulate(std::size_t level, std::span<double> sums) override;
  void forget(std::size_t level) override;
  void settle(std::span<double> /*sums*/) override {}
  [[nodiscard]] std::uint64_t arcs() override { return arcs_; }
  void add_weights_reached(std::span<double> by_source) override {
    for (std::size_t source_index = 0; source_index < batch_size_; ++source_index)
      by_source[source_index] += weights_reached_[source_index];
  }

 private:
  void reach(std::uint32_t local_id, std::uint64_t mask, const PathCount* counts);
  void write_parts(std::byte* to, std::span<std::uint64_t> bytes);
  void write_parts_to(const PeerGhosts& peer, std::size_t begin, std::size_t end,
                      BatchWriter& writer);
  void close_level();
  void mark_own(std::size_t level);
  void close_vertex(std::uint32_t v, unsigned source_index, double dependency,
                    std::span<double> sums);

  [[nodiscard]] PathCount* row(std::uint32_t local_id) {
    return counts_.data() + std::size_t{local_id} * batch_size_;
  }

  const Graph1d& graph_;
  const BetweennessQuery& query_;
  unsigned batch_size_;
  int threads_;
  std::vector<PeerGhosts> peers_;  // by rank

  // By local id:
  Array<PathCount> counts_;       // by search: counts or parts of them, then coefficients
  Array<std::uint64_t> seen_;     // searches in which it is on a level, or was sent
  Array<std::uint64_t> current_;  // the same of the level at work; zero between levels
  Array<std::uint32_t> reached_;  // local ids on the level at work
  std::size_t num_reached_ = 0;

  BatchedFrontier own_;                  // a range a level
  BatchedFrontier sent_;                 // a range a level and rank
  BatchedFrontier received_;             // the same: own vertices, searches in which they were new
  std::vector<double> weights_reached_;  // by source index
  std::uint64_t arcs_ = 0;
};

HostBatch::HostBatch(Workspace& workspace, const Graph1d& graph, const BetweennessQuery& query,
                     unsigned batch_size, int threads)
    : graph_(graph),
      query_(query),
      batch_size_(batch_size),
      threads_(threads),
      own_(workspace, "the frontiers", std::size_t{graph.num_rows()} * batch_size),
      sent_(workspace, "the vertices sent", cut_sizes(graph).local_ids * batch_size),
      received_(workspace, "the vertices received", cut_sizes(graph).subscribed * batch_size),
      weights_reached_(batch_size) {
  const std::size_t local_ids = graph.local_ids.size();
  workspace.declare("the path counts", counts_, local_ids * batch_size);
  workspace.declare("the searches that have seen a vertex", seen_, local_ids);
  workspace.declare("the searches of the level", current_, local_ids);
  workspace.declare("the vertices of the level", reached_, local_ids);
  workspace.when_taken([this] {
    for (int r = 0; r < graph_.owners.num_ranks(); ++r) peers_.push_back(ghosts_with(graph_, r));
  });
}

void HostBatch::begin(std::uint64_t first, unsigned count) {
  std::fill(seen_.begin(), seen_.end(), 0);
  // An error may have left something on a level.
  std::fill(current_.begin(), current_.end(), 0);
  num_reached_ = 0;
  arcs_ = 0;
  own_.clear();
  sent_.clear();
  received_.clear();
  for (unsigned source_index = 0; source_index < count; ++source_index) {
    weights_reached_[source_index] = 0;
    const OwnedVertex owned = graph_.owners.locate(query_.source(first + source_index));
    if (owned.rank != graph_.rank) continue;
    const std::uint32_t v = index(owned.vertex);
    row(v)[source_index] = {1, 0};
    seen_[v] = std::uint64_t{1} << source_index;
    own_.add(v, seen_[v]);
  }
  own_.end_range();
}

/// Counts of a local id of this level from those of a vertex of the level before, or from parts.
void HostBatch::reach(std::uint32_t local_id, std::uint64_t mask, const PathCount* counts) {
  std::uint64_t& current = current_[local_id];
  if (current == 0) reached_[num_reached_++] = local_id;
  PathCount* const mine = row(local_id);
  for_each_source(mask & ~current,
                  [&](unsigned source_index) { mine[source_index] = counts[source_index]; });
  for_each_source(mask & current,
                  [&](unsigned source_index) { mine[source_index] += counts[source_index]; });
  current |= mask;
}

std::uint64_t HostBatch::expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) {
  const BatchedFrontier::Range frontier = own_.range(level);
  for (std::size_t i = frontier.begin; i < frontier.end; ++i) {
    const std::uint32_t v = own_.name(i);
    const std::uint64_t mask = own_.mask(i);
    const PathCount* const counts = row(v);
    std::uint64_t degree = 0;
    for_each_neighbor(graph_, v, [&](std::uint32_t local_id, EdgeIndex) {
      ++degree;
      const std::uint64_t unseen = mask & ~seen_[local_id];
      if (unseen != 0) reach(local_id, unseen, counts);
    });
    arcs_ += degree * count_ones(mask);
  }
  write_parts(to, bytes);
  return frontier.size();
}

/// What was reached of other ranks' vertices, to their owners. Own ones stay in reached_.
void HostBatch::write_parts(std::byte* to, std::span<std::uint64_t> bytes) {
  std::uint32_t* const begin = reached_.begin();
  std::uint32_t* const end = begin + num_reached_;
  // Ranges of local ids ascend by rank, the own one first.
  std::sort(begin, end);
  std::uint32_t* next = std::lower_bound(begin, end, graph_.num_rows());
  num_reached_ = static_cast<std::size_t>(next - begin);
  BatchWriter writer(to);
  for (const PeerGhosts& peer : peers_) {
    const std::size_t before = writer.size();
    std::uint32_t* const peer_end = std::lower_bound(next, end, peer.range_begin + peer.range_size);
    if (peer.range_size > 0 && next != peer_end) {
      write_parts_to(peer, static_cast<std::size_t>(next - begin),
                     static_cast<std::size_t>(peer_end - begin), writer);
      next = peer_end;
    }
    sent_.end_range();
    bytes[static_cast<std::size_t>(&peer - peers_.data())] = writer.size() - before;
  }
}

void HostBatch::write_parts_to(const PeerGhosts& peer, std::size_t begin, std::size_t end,
                               BatchWriter& writer) {
  NumberFormat format;
  for (std::size_t i = begin; i < end; ++i) {
    PathCount* const counts = row(reached_[i]);
    for_each_source(current_[reached_[i]], [&](unsigned source_index) {
      counts[source_index].normalize();
      format.take(counts[source_index]);
    });
  }
  writer.format(format);
  std::uint32_t next_ghost = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t local_id = reached_[i];
    const std::uint32_t ghost = local_id - peer.range_begin;
    const std::uint64_t mask = std::exchange(current_[local_id], 0);
    writer.varint(ghost - next_ghost);
    if (batch_size_ > 1) writer.mask(mask, source_mask_bytes(batch_size_));
    for_each_source(mask,
                    [&](unsigned source_index) { writer.number(row(local_id)[source_index]); });
    next_ghost = ghost + 1;
    seen_[local_id] |= mask;
    sent_.add(local_id, mask);
  }
}

void HostBatch::take_parts(MessageSpans messages) {
  std::array<PathCount, kMaxBatchSize> parts;
  for (const PeerGhosts& peer : peers_) {
    BatchReader reader(messages[static_cast<std::size_t>(peer.rank)]);
    GhostReader ghosts(peer);
    std::uint32_t ghost = 0;
    if (!reader.is_over()) reader.format();
    while (!reader.is_over()) {
      ghost += reader.varint();
      const std::uint32_t v = index(ghosts.vertex(ghost));
      ++ghost;
      const std::uint64_t mask = batch_size_ > 1 ? reader.mask(source_mask_bytes(batch_size_)) : 1;
      for_each_source(mask, [&](unsigned source_index) { parts[source_index] = reader.number(); });
      const std::uint64_t is_new = mask & ~seen_[v];
      received_.add(v, is_new);
      if (is_new != 0) reach(v, is_new, parts.data());
    }
    received_.end_range();
  }
  close_level();
}

/// What was reached of own vertices is the next level.
void HostBatch::close_level() {
  for (std::size_t i = 0; i < num_reached_; ++i) {
    const std::uint32_t v = reached_[i];
    const std::uint64_t mask = std::exchange(current_[v], 0);
    for_each_source(mask, [&](unsigned source_index) { row(v)[source_index].normalize(); });
    seen_[v] |= mask;
    own_.add(v, mask);
  }
  num_reached_ = 0;
  own_.end_range();
}

/// Of vertices one level after `level`, to who sent parts of their counts.
void HostBatch::write_coefficients(std::size_t level, std::byte* to,
                                   std::span<std::uint64_t> bytes) {
  BatchWriter writer(to);
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    const std::size_t before = writer.size();
    const BatchedFrontier::Range asked = received_.range(level * peers_.size() + r);
    NumberFormat format{.bytes = sizeof(double), .has_exponents = false};
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      for_each_source(received_.mask(i), [&](unsigned source_index) {
        if (row(received_.name(i))[source_index].exponent != 0) format.has_exponents = true;
      });
    }
    if (asked.size() > 0) writer.format(format);
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::uint64_t mask = received_.mask(i);
      writer.mask(mask, source_mask_bytes(batch_size_));
      for_each_source(mask, [&](unsigned source_index) {
        writer.number(row(received_.name(i))[source_index]);
      });
    }
    bytes[r] = writer.size() - before;
  }
}

void HostBatch::take_coefficients(std::size_t level, MessageSpans messages) {
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    const BatchedFrontier::Range asked = sent_.range(level * peers_.size() + r);
    BatchReader reader(messages[r]);
    if (asked.size() > 0) reader.format();
    for (std::size_t i = asked.begin; i < asked.end; ++i) {
      const std::uint32_t local_id = sent_.name(i);
      const std::uint64_t mask = reader.mask(source_mask_bytes(batch_size_));
      current_[local_id] = mask;
      for_each_source(
          mask, [&](unsigned source_index) { row(local_id)[source_index] = reader.number(); });
    }
  }
  mark_own(level + 1);
}

void HostBatch::mark_own(std::size_t level) {
  const BatchedFrontier::Range range = own_.range(level);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    current_[own_.name(i)] |= own_.mask(i);
  }
}

/// Clears what the accumulation of `level` has marked.
void HostBatch::forget(std::size_t level) {
  const BatchedFrontier::Range own = own_.range(level + 1);
  for (std::size_t i = own.begin; i < own.end; ++i) current_[own_.name(i)] = 0;
  const std::size_t begin = sent_.range(level * peers_.size()).begin;
  const std::size_t end = sent_.range((level + 1) * peers_.size() - 1).end;
  for (std::size_t i = begin; i < end; ++i) current_[sent_.name(i)] = 0;
}

void HostBatch::accumulate(std::size_t level, std::span<double> sums) {
  const BatchedFrontier::Range range = own_.range(level);
  const bool scores_edges = query_.of == BetweennessOf::kEdges;
  parallel_for(
      range.begin, range.end, threads_,
      [&](std::size_t i) {
        const std::uint32_t v = own_.name(i);
        const std::uint64_t mask = own_.mask(i);
        const PathCount* const counts = row(v);
        std::array<double, kMaxBatchSize> dependencies;
        for_each_source(mask, [&](unsigned source_index) { dependencies[source_index] = 0; });
        for_each_neighbor(graph_, v, [&](std::uint32_t local_id, EdgeIndex arc) {
          const PathCount* const coefficients = row(local_id);
          for_each_source(mask & current_[local_id], [&](unsigned source_index) {
            const double part = counts[source_index].mantissa *
                                share_of_successor(counts[source_index].exponent,
                                                   coefficients[source_index].mantissa,
                                                   coefficients[source_index].exponent);
            dependencies[source_index] += part;
            if (scores_edges) sums[arc] += part;
          });
        });
        if (level == 0) return;
        for_each_source(mask, [&](unsigned source_index) {
          close_vertex(v, source_index, dependencies[source_index], sums);
        });
      },
      256);
  if (!query_.counts_endpoints || level == 0) return;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    for_each_source(own_.mask(i), [&](unsigned source_index) {
      weights_reached_[source_index] += query_.target_weight(own_.name(i));
    });
  }
}

void HostBatch::close_vertex(std::uint32_t v, unsigned source_index, double dependency,
                             std::span<double> sums) {
  PathCount& count = row(v)[source_index];
  const double weighs = query_.target_weight(v);
  if (query_.of == BetweennessOf::kVertices) sums[v] += dependency;
  if (query_.counts_endpoints) sums[v] += weighs;
  count.mantissa = (weighs + dependency) / count.mantissa;
}

}  // namespace

std::unique_ptr<LocalBatch> make_host_batch(Workspace& workspace, const Graph1d& graph,
                                            const BetweennessQuery& query, unsigned batch_size,
                                            int threads) {
  return std::make_unique<HostBatch>(workspace, graph, query, batch_size, threads);
}

}  // namespace strider::detail
