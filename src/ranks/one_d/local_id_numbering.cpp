#include "ranks/one_d/local_id_numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Bits where they are no more than 8 bytes an arc, or few at all.
bool bits_are_too_many(const RankOrder& space, std::uint64_t most_named) {
  constexpr std::uint64_t kFew = 1 << 16;
  return space.size() > std::max(kFew, 64 * most_named);
}

}  // namespace

LocalIdNumbering::LocalIdNumbering(Workspace& workspace, const OwnerMap& owners, int own_rank,
                                   std::uint64_t most_named)
    : owners_(&owners),
      own_rank_(own_rank),
      space_(owners),
      sparse_(bits_are_too_many(space_, most_named)),
      most_named_(most_named) {
  if (sparse_) {
    workspace.declare("the vertices named", ids_, most_named);
  } else {
    workspace.declare("the vertices named", bits_, space_.size() / 64);
    workspace.when_taken([this] { std::fill(bits_.begin(), bits_.end(), std::uint64_t{0}); });
  }
}

std::uint64_t LocalIdNumbering::bytes() const {
  std::uint64_t tables = 0;
  for (const IdRange& range : local_ids_.ranges()) {
    tables += range.locals.span().size_bytes();
  }
  return bits_.span().size_bytes() + first_local_id_.span().size_bytes() +
         (sparse_ ? most_named_ * sizeof(std::uint64_t) : 0) + tables;
}

void LocalIdNumbering::name(std::span<const std::uint64_t> keys, std::uint64_t mask) {
  if (sparse_) {
    std::uint64_t place = fetch_add_relaxed(num_ids_, keys.size());
    for (const std::uint64_t key : keys) ids_[place++] = key & mask;
    return;
  }
  for (const std::uint64_t key : keys) {
    const std::uint64_t ordered_id = key & mask;
    const std::uint64_t bit = 1ULL << (ordered_id % 64);
    // Most are named already.
    if ((load_relaxed(bits_[ordered_id / 64]) & bit) == 0) {
      fetch_or_relaxed(bits_[ordered_id / 64], bit);
    }
  }
}

void LocalIdNumbering::sort_ids(int threads) {
  ids_.truncate(num_ids_);
  {
    Array<std::uint64_t> buffer(num_ids_);
    parallel_sort(ids_.span(), buffer.span(), threads, std::less<>());
  }
  const auto end = std::unique(ids_.begin(), ids_.end());
  ids_.truncate(static_cast<std::size_t>(end - ids_.begin()));
}

std::size_t LocalIdNumbering::first_id(std::uint64_t order) const {
  const auto first = std::lower_bound(ids_.begin(), ids_.end(), order * space_.stride());
  return static_cast<std::size_t>(first - ids_.begin());
}

std::uint64_t LocalIdNumbering::count_named(int rank) const {
  const std::uint64_t order = RankOrder::order(rank, own_rank_);
  if (sparse_) return first_id(order + 1) - first_id(order);
  const std::uint64_t words = space_.stride() / 64;
  std::uint64_t count = 0;
  for (std::uint64_t w = order * words; w < (order + 1) * words; ++w) {
    count += count_ones(bits_[w]);
  }
  return count;
}

SharedArray<std::uint32_t> LocalIdNumbering::list_named(int rank, std::uint64_t number) const {
  Array<std::uint32_t> list(number);
  const std::uint64_t order = RankOrder::order(rank, own_rank_);
  std::size_t size = 0;
  if (sparse_) {
    const std::size_t first = first_id(order);
    for (; size < number; ++size) {
      list[size] = static_cast<std::uint32_t>(ids_[first + size] - order * space_.stride());
    }
    return list;
  }
  const std::uint64_t words = space_.stride() / 64;
  for (std::uint64_t w = 0; w < words; ++w) {
    for (std::uint64_t rest = bits_[order * words + w]; rest != 0; rest &= rest - 1) {
      list[size++] =
          static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
  return list;
}

void LocalIdNumbering::number(int threads) {
  if (sparse_) sort_ids(threads);
  const int ranks = owners_->num_ranks();
  std::vector<IdRange> ranges(static_cast<std::size_t>(ranks));
  std::uint64_t begin = 0;
  const auto add = [&](int rank) {
    IdRange& range = ranges[static_cast<std::size_t>(rank)];
    const std::uint64_t vertices = owners_->size(rank);
    const std::uint64_t number = count_named(rank);
    range.num_named = static_cast<std::uint32_t>(number);
    range.form = rank == own_rank_ ? IdRange::Form::kPlain : range_form(vertices, number);
    range.begin = static_cast<std::uint32_t>(begin);
    if (range.form == IdRange::Form::kPlain) {
      range.size = static_cast<std::uint32_t>(vertices);
    } else {
      range.size = range.num_named;
      range.locals = list_named(rank, number);
    }
    begin += (std::uint64_t{range.size} + 63) / 64 * 64;
    if (begin > std::numeric_limits<std::uint32_t>::max()) {
      throw UsageError("the arcs of one rank name more than 2^32 vertices: start more ranks");
    }
  };
  add(own_rank_);
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank != own_rank_) add(rank);
  }
  local_ids_ = LocalIds(std::move(ranges), own_rank_);
}

std::vector<NamedVertices> LocalIdNumbering::named() const {
  std::vector<NamedVertices> named;
  for (int rank = 0; rank < owners_->num_ranks(); ++rank) {
    const IdRange& range = local_ids_.range(rank);
    NamedVertices& of_rank = named.emplace_back();
    if (rank == own_rank_) continue;
    of_rank.number = range.num_named;
    if (range.form == IdRange::Form::kCompact) {
      of_rank.list = range.locals;
    } else if (sparse_) {
      of_rank.list = list_named(rank, range.num_named);
    }
    if (!sparse_) {
      const std::uint64_t words = (std::uint64_t{owners_->size(rank)} + 63) / 64;
      of_rank.bits =
          bits_.span().subspan(RankOrder::order(rank, own_rank_) * (space_.stride() / 64), words);
    }
  }
  return named;
}

bool LocalIdNumbering::is_named_here(LocalVertex vertex) const {
  const std::uint64_t ordered_id = index(vertex);
  if (sparse_) return std::binary_search(ids_.begin(), ids_.end(), ordered_id);
  return (bits_[ordered_id / 64] >> (ordered_id % 64) & 1U) != 0;
}

void LocalIdNumbering::number_words(const IdRange& range, std::uint64_t order) {
  const std::uint64_t words = space_.stride() / 64;
  std::uint32_t next = range.begin;
  for (std::uint64_t w = order * words; w < (order + 1) * words; ++w) {
    // In a plain range the unnamed have local ids, too.
    if (range.form == IdRange::Form::kPlain) bits_[w] = ~0ULL;
    first_local_id_[w] = next;
    next += count_ones(bits_[w]);
  }
}

void LocalIdNumbering::start_translation(Workspace& workspace) {
  if (sparse_) return;
  workspace.declare("local ids by vertex", first_local_id_, bits_.size());
  workspace.when_taken([this] {
    for (int rank = 0; rank < owners_->num_ranks(); ++rank) {
      number_words(local_ids_.range(rank), RankOrder::order(rank, own_rank_));
    }
  });
}

std::uint32_t LocalIdNumbering::local_id_of_sparse(std::uint64_t ordered_id) const {
  const std::uint64_t order = ordered_id / space_.stride();
  const int rank = order == 0                                       ? own_rank_
                   : order <= static_cast<std::uint64_t>(own_rank_) ? static_cast<int>(order) - 1
                                                                    : static_cast<int>(order);
  const auto found = local_ids_.find({rank, local_vertex(ordered_id - order * space_.stride())});
  return index(*found);
}

}  // namespace strider::detail
