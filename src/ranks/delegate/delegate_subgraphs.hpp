// From the clean rows of a rank to the four subgraphs that Algorithm 1 gives it (Pan, Pearce and
// Owens 2018).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "ranks/delegate/delegate_rows.hpp"
#include "ranks/delegate/delegate_table.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/rows_builder.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/local_id_numbering.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// What is known before the rows are dealt out.
template <class W>
struct SubgraphInputs {
  CleanRows<W>& rows;
  const RankOrder& space;
  const DelegateTable& table;              ///< by ordered id
  std::span<const std::uint32_t> degrees;  ///< by DelegateId
  const NodeMemory& memory;
  int threads;
};

/// Two passes over the rows, each by all threads: arcs are counted, then dealt out. No
/// communication.
template <class W>
class SubgraphBuilder {
 public:
  /// `result` has its owners, its delegates and its number of vertices. What is taken of memory is
  /// asked for first, and put down in the step of `account` that is under way.
  SubgraphBuilder(WeightedGraphDelegate<W>& result, const SubgraphInputs<W>& inputs,
                  MemoryAccount& account)
      : result_(result),
        g_(result.graph),
        in_(inputs),
        account_(account),
        own_(static_cast<std::uint32_t>(g_.rank)) {}

  /// Throws UsageError where 32 bits do not number what a rank has, MemoryError.
  void build() {
    mark_delegates();
    const auto parts = static_cast<std::size_t>(in_.threads);
    Workspace workspace;
    // A row of a normal vertex lies in one part; a delegate's is filled by all of them.
    nn_.emplace(workspace, g_.num_local, "nn", 1);
    nd_.emplace(workspace, g_.num_local, "nd", 1);
    dn_.emplace(workspace, g_.num_delegates, "dn", parts);
    dd_.emplace(workspace, g_.num_delegates, "dd", parts);
    const std::uint64_t counting = workspace.host_bytes();
    workspace.take("the subgraphs of a rank", in_.memory);
    account_.take(counting);
    count();
    list_ghosts();
    fill();
    account_.give_back(counting);
    give();
  }

 private:
  using Rows = RowsBuilder<W>;

  // A target that is a delegate is replaced by its number, and marked so.
  static constexpr std::uint64_t kDelegateMark = std::uint64_t{1} << 63U;

  /// Rows that a thread takes at a time: those of delegates are long, and the longest come first.
  static constexpr std::size_t kGrain = 256;
  static constexpr std::size_t kDelegateGrain = 4;

  [[nodiscard]] bool is_own(std::uint64_t ordered_id) const {
    return ordered_id < in_.space.stride();
  }

  void mark_delegates() {
    parallel_for(
        0, in_.rows.degrees.size(), in_.threads,
        [&](std::size_t v) {
          for (std::uint64_t& target : in_.rows.row(v)) {
            const std::uint32_t delegate = in_.table.find(target);
            if (delegate != DelegateTable::kAbsent) target = kDelegateMark | delegate;
          }
        },
        kGrain);
  }

  /// Throws MemoryError where that is not there beside what is held.
  void require(std::uint64_t bytes) const { in_.memory.require(bytes, "the subgraphs of a rank"); }

  /// Algorithm 1 over some rows of this rank: what their owner keeps. An arc to or from a delegate
  /// stands for both ways, which are kept together. Of a normal vertex those to this rank's own
  /// come before those to ghosts, so that columns ascend.
  template <class Nn, class Nd, class Dd>
  void for_each_kept(Range rows, Nn&& at_nn, Nd&& at_nd, Dd&& at_dd) const {
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const std::span<const std::uint64_t> row = in_.rows.row(v);
      if (row.empty()) continue;
      const std::uint32_t self = in_.table.find(v);
      if (self != kNoDelegate) {
        keep_dd(v, self, row, at_dd);
        continue;
      }
      bool any_remote = false;
      for (std::size_t k = 0; k < row.size(); ++k) {
        if ((row[k] & kDelegateMark) != 0) {
          at_nd(v, static_cast<std::uint32_t>(row[k]), weight(v, k));
        } else if (is_own(row[k])) {
          at_nn(v, row[k], weight(v, k));
        } else {
          any_remote = true;
        }
      }
      for (std::size_t k = 0; any_remote && k < row.size(); ++k) {
        const bool remote = (row[k] & kDelegateMark) == 0 && !is_own(row[k]);
        if (remote) at_nn(v, row[k], weight(v, k));
      }
    }
  }
  template <class Dd>
  void keep_dd(std::uint32_t v, std::uint32_t self, std::span<const std::uint64_t> row,
               Dd&& at_dd) const {
    const ArcEnd from{g_.delegates[self], in_.degrees[self]};
    for (std::size_t k = 0; k < row.size(); ++k) {
      if ((row[k] & kDelegateMark) == 0) continue;
      const auto other = static_cast<std::uint32_t>(row[k]);
      const ArcEnd to{g_.delegates[other], in_.degrees[other]};
      if (keeper(from, to, g_.threshold) == from.vertex) at_dd(self, other, weight(v, k));
    }
  }
  [[nodiscard]] W weight(std::uint32_t v, std::size_t k) const {
    if constexpr (std::is_empty_v<W>) {
      return {};
    } else {
      return in_.rows.weights[in_.rows.begin[v] + k];
    }
  }

  void count() {
    remote_.assign(static_cast<std::size_t>(in_.threads) + 1, 0);
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      std::uint64_t remote = 0;
      for_each_kept(
          rows,
          [&](std::uint32_t row, std::uint64_t target, W) {
            nn_->count(row, 0);
            remote += is_own(target) ? 0 : 1;
          },
          [&](std::uint32_t row, std::uint32_t delegate, W) {
            nd_->count(row, 0);
            dn_->count(delegate, part);
          },
          [&](std::uint32_t u, std::uint32_t v, W) {
            dd_->count(u, part);
            dd_->count(v, part);
          });
      remote_[part + 1] = remote;
    });
    std::partial_sum(remote_.begin(), remote_.end(), remote_.begin());
    const std::uint64_t offsets =
        2 * (2 + std::uint64_t{g_.num_local} + g_.num_delegates) * sizeof(std::uint32_t);
    row_bytes_ = offsets;
    for (const Rows* rows : {&*nn_, &*nd_, &*dn_, &*dd_}) {
      row_bytes_ += rows->num_counted() * Rows::kArcBytes;
    }
  }

  /// The ends of arcs to other ranks' vertices, ascending and distinct.
  void list_ghosts() {
    const std::uint64_t remote = remote_.back();
    const std::uint64_t listed = remote * sizeof(std::uint64_t);
    const std::uint64_t buffered = in_.threads == 1 ? 0 : listed;
    // What comes after it, too: better now than when most is done.
    const std::uint64_t bytes =
        listed + std::max(buffered, remote * sizeof(std::uint32_t) + row_bytes_);
    require(bytes);
    account_.predict(account_.held() + bytes);
    account_.take(listed);
    ghosts_ = Array<std::uint64_t>(remote);
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      std::uint64_t* place = ghosts_.data() + remote_[part];
      for_each_kept(
          rows,
          [&](std::uint32_t, std::uint64_t target, W) {
            if (!is_own(target)) *place++ = target;
          },
          [](std::uint32_t, std::uint32_t, W) {}, [](std::uint32_t, std::uint32_t, W) {});
    });
    {
      Array<std::uint64_t> buffer(buffered / sizeof(std::uint64_t));
      account_.take(buffered);
      parallel_sort(ghosts_.span(), buffer.span(), in_.threads, std::less<std::uint64_t>());
      account_.give_back(buffered);
    }
    ghosts_.truncate(
        static_cast<std::size_t>(std::unique(ghosts_.begin(), ghosts_.end()) - ghosts_.begin()));
    if (ghosts_.size() + g_.num_local >= kNoDelegate) {
      throw UsageError(fmt::format(
          "one rank has {} ghosts and {} vertices, but supports fewer than 2^32: start more ranks",
          ghosts_.size(), g_.num_local));
    }
    g_.ghost_vertices = Array<std::uint32_t>(ghosts_.size());
    account_.take(g_.ghost_vertices.span().size_bytes());
    parallel_chunks(ghosts_.size(), in_.threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        g_.ghost_vertices[i] = static_cast<std::uint32_t>(ghosts_[i] % in_.space.stride());
      }
    });
    for (std::uint32_t r = 0; r <= static_cast<std::uint32_t>(g_.owners.num_ranks()); ++r) {
      // Those of lower ranks stand one place higher, behind the own ones (RankOrder::order).
      const std::uint64_t begin = (r <= own_ ? r + 1ULL : r) * in_.space.stride();
      const auto* const first = std::lower_bound(ghosts_.begin(), ghosts_.end(), begin);
      g_.ghost_begin.push_back(static_cast<std::uint32_t>(first - ghosts_.begin()));
    }
  }

  /// Of a target in a row of ascending ones: no ghost before the place `from` is looked at, which
  /// moves on.
  [[nodiscard]] std::uint32_t column_of(std::uint64_t target, std::size_t& from) const {
    if (is_own(target)) return static_cast<std::uint32_t>(target);
    const auto* const place = std::lower_bound(ghosts_.begin() + from, ghosts_.end(), target);
    from = static_cast<std::size_t>(place - ghosts_.begin());
    return g_.num_local + static_cast<std::uint32_t>(from);
  }

  void fill() {
    account_.take(row_bytes_);
    for (Rows* rows : {&*nn_, &*nd_, &*dn_, &*dd_}) rows->counted();
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      std::uint32_t last_row = 0;
      std::size_t from = 0;
      for_each_kept(
          rows,
          [&](std::uint32_t row, std::uint64_t target, W weight) {
            if (row != last_row) from = 0;
            last_row = row;
            nn_->fill(row, 0, column_of(target, from), weight);
          },
          [&](std::uint32_t row, std::uint32_t delegate, W weight) {
            nd_->fill(row, 0, delegate, weight);
            dn_->fill(delegate, part, row, weight);
          },
          [&](std::uint32_t u, std::uint32_t v, W weight) {
            dd_->fill(u, part, v, weight);
            dd_->fill(v, part, u, weight);
          });
    });
  }

  /// Rows of nn and dn ascend already.
  void give() {
    ghosts_ = {};
    account_.give_back(remote_.back() * sizeof(std::uint64_t));
    nd_->sort_rows(in_.threads, kGrain);
    dd_->sort_rows(in_.threads, kDelegateGrain);
    nn_->give(g_.nn, result_.nn);
    nd_->give(g_.nd, result_.nd);
    dn_->give(g_.dn, result_.dn);
    dd_->give(g_.dd, result_.dd);
  }

  WeightedGraphDelegate<W>& result_;
  GraphDelegate& g_;
  SubgraphInputs<W> in_;
  MemoryAccount& account_;
  std::uint32_t own_;
  std::optional<RowsBuilder<W>> nn_;
  std::optional<RowsBuilder<W>> nd_;
  std::optional<RowsBuilder<W>> dn_;
  std::optional<RowsBuilder<W>> dd_;
  std::vector<std::uint64_t> remote_;  // nn arcs to other ranks, of the parts before each
  std::uint64_t row_bytes_ = 0;        // of all subgraphs
  Array<std::uint64_t> ghosts_;
};

}  // namespace strider::detail
