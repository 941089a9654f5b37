// From the ends of a rank's arcs, as senders name them, to local ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/count_ones.hpp"
#include "base/workspace.hpp"
#include "partition/owner_map.hpp"
#include "ranks/one_d/local_ids.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Global ids in rank order: all vertices as one number each, in the order of a rank's local ids:
/// its own vertices first, then those of the other ranks, each rank's at a multiple of 64.
class RankOrder {
 public:
  explicit RankOrder(const OwnerMap& owners)
      : stride_((std::uint64_t{owners.largest_size()} + 63) / 64 * 64),
        ranks_(static_cast<std::uint64_t>(owners.num_ranks())) {}

  [[nodiscard]] std::uint64_t size() const { return stride_ * ranks_; }
  [[nodiscard]] std::uint64_t stride() const { return stride_; }
  /// Of an owned vertex in the eyes of rank `beholder`.
  [[nodiscard]] std::uint64_t id(OwnedVertex owned, int beholder) const {
    return order(owned.rank, beholder) * stride_ + index(owned.vertex);
  }
  /// 0 for the beholder itself; others follow in order of rank.
  [[nodiscard]] static std::uint64_t order(int rank, int beholder) {
    if (rank == beholder) return 0;
    return static_cast<std::uint64_t>(rank) + (rank < beholder ? 1 : 0);
  }

 private:
  std::uint64_t stride_;
  std::uint64_t ranks_;
};

/// Learns which ordered ids are named, then numbers them as local ids. Takes memory in proportion
/// to the arcs, whatever the number of vertices: a bit for each ordered id where that is little,
/// else the list of them.
class LocalIdNumbering {
 public:
  /// For at most `most_named` calls of ordered ids. Both outlive this.
  LocalIdNumbering(Workspace& workspace, const OwnerMap& owners, int own_rank,
                   std::uint64_t most_named);

  /// Names the ordered ids keys[i] & mask. Several threads may call it.
  void name(std::span<const std::uint64_t> keys, std::uint64_t mask);
  /// After all were named. Throws UsageError where the local ids do not fit 32 bits.
  void number(int threads);
  /// Of each rank. Views stay valid until start_translation().
  [[nodiscard]] std::vector<NamedVertices> named() const;
  /// Whether the own vertex is named by an arc of its own rank.
  [[nodiscard]] bool is_named_here(LocalVertex vertex) const;
  [[nodiscard]] const LocalIds& local_ids() const { return local_ids_; }

  /// Declares what translation takes.
  void start_translation(Workspace& workspace);
  /// The local id of an ordered id that was named. Once that workspace has been taken.
  [[nodiscard]] std::uint32_t local_id(std::uint64_t ordered_id) const {
    if (sparse_) return local_id_of_sparse(ordered_id);
    const std::uint64_t below = bits_[ordered_id / 64] & ((1ULL << (ordered_id % 64)) - 1);
    return first_local_id_[ordered_id / 64] + count_ones(below);
  }
  /// That it holds now.
  [[nodiscard]] std::uint64_t bytes() const;
  /// That number() takes besides, for a while.
  [[nodiscard]] std::uint64_t sorting_bytes() const { return num_ids_ * sizeof(std::uint64_t); }
  /// The most that its ranges take from number() on: once sorted, a list is shorter by as much.
  [[nodiscard]] std::uint64_t range_bytes() const {
    return sparse_ ? 0 : std::min(space_.size() / 4, most_named_) * sizeof(std::uint32_t);
  }

 private:
  [[nodiscard]] std::uint32_t local_id_of_sparse(std::uint64_t ordered_id) const;
  void sort_ids(int threads);
  /// How many vertices of that rank are named; where they begin in ids_.
  [[nodiscard]] std::uint64_t count_named(int rank) const;
  [[nodiscard]] std::size_t first_id(std::uint64_t order) const;
  [[nodiscard]] SharedArray<std::uint32_t> list_named(int rank, std::uint64_t number) const;
  void number_words(const IdRange& range, std::uint64_t order);

  const OwnerMap* owners_;
  int own_rank_;
  RankOrder space_;
  bool sparse_;
  // Dense: a bit for each ordered id; the local id of the first one set in each word.
  Array<std::uint64_t> bits_;
  Array<std::uint32_t> first_local_id_;
  // Sparse: all that are named, at last ascending and distinct.
  Array<std::uint64_t> ids_;
  std::uint64_t most_named_;
  std::uint64_t num_ids_ = 0;
  LocalIds local_ids_;
};

}  // namespace strider::detail
