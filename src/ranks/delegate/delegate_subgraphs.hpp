// From the clean rows of a rank to the four subgraphs that Algorithm 1 gives it (Pan, Pearce and
// Owens 2018), and, if edges are directed, those of arcs into a vertex.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "ranks/delegate/delegate_table.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/clean_rows.hpp"
#include "ranks/edges/rows_builder.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/local_id_numbering.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Ids in the rows of the vertices that a rank owns: the ordered ids (RankOrder) of what arcs lead
/// to and, if edges are directed, as many more for what arcs come from.
[[nodiscard]] inline std::uint64_t num_row_ids(const RankOrder& space, Directedness directedness) {
  return space.size() * (directedness == Directedness::kDirected ? 2 : 1);
}

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

/// Whether an arc of a row leads out of its vertex, as an undirected edge does, or into it.
enum class ArcWay : std::uint8_t { kOut, kInto };
inline constexpr std::array kArcWays{ArcWay::kOut, ArcWay::kInto};
[[nodiscard]] constexpr ArcWay reversed(ArcWay way) {
  return way == ArcWay::kOut ? ArcWay::kInto : ArcWay::kOut;
}
[[nodiscard]] constexpr std::size_t index(ArcWay way) {
  return static_cast<std::size_t>(way);
}

/// The other end of an arc of a row: a delegate, or the ordered id of a normal vertex.
class OtherEnd {
 public:
  /// What a row has until the delegates are known: an id below num_row_ids().
  static OtherEnd read(std::uint64_t id, const RankOrder& space, const DelegateTable& table) {
    const std::uint64_t way = id < space.size() ? 0 : kIntoMark;
    const std::uint64_t ordered_id = way == 0 ? id : id - space.size();
    const std::uint32_t delegate = table.find(ordered_id);
    return OtherEnd(way |
                    (delegate == DelegateTable::kAbsent ? ordered_id : kDelegateMark | delegate));
  }
  explicit OtherEnd(std::uint64_t bits) : bits_(bits) {}

  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] ArcWay way() const {
    return (bits_ & kIntoMark) == 0 ? ArcWay::kOut : ArcWay::kInto;
  }
  [[nodiscard]] bool is_delegate() const { return (bits_ & kDelegateMark) != 0; }
  [[nodiscard]] std::uint32_t delegate() const { return static_cast<std::uint32_t>(bits_); }
  [[nodiscard]] std::uint64_t ordered_id() const { return bits_ & ~kIntoMark; }

 private:
  static constexpr std::uint64_t kDelegateMark = std::uint64_t{1} << 63U;
  static constexpr std::uint64_t kIntoMark = std::uint64_t{1} << 62U;

  std::uint64_t bits_;
};

/// Four subgraphs in the making.
template <class W>
struct SubgraphRows {
  /// A row of a normal vertex lies in one of so many parts; a delegate's is filled by all of them.
  SubgraphRows(Workspace& workspace, const GraphDelegate& g, std::size_t parts)
      : nn(workspace, g.num_local, "nn", 1),
        nd(workspace, g.num_local, "nd", 1),
        dn(workspace, g.num_delegates, "dn", parts),
        dd(workspace, g.num_delegates, "dd", parts) {}

  /// With their offsets, once all is counted.
  [[nodiscard]] std::uint64_t bytes(const GraphDelegate& g) const {
    const std::uint64_t offsets = 2 * (2 + std::uint64_t{g.num_local} + g.num_delegates);
    return offsets * sizeof(std::uint32_t) +
           (nn.num_counted() + nd.num_counted() + dn.num_counted() + dd.num_counted()) *
               RowsBuilder<W>::kArcBytes;
  }
  void counted() {
    for (RowsBuilder<W>* rows : {&nn, &nd, &dn, &dd}) rows->counted();
  }
  /// `weights` has an array for each. Rows of nn and dn ascend already.
  template <class Weights>
  void give(ArcSubgraphs& arcs, Weights& weights, int threads) {
    // Rows that a thread takes at a time: those of delegates are long, and the longest come first.
    constexpr std::size_t kGrain = 256;
    constexpr std::size_t kDelegateGrain = 4;
    nd.sort_rows(threads, kGrain);
    dd.sort_rows(threads, kDelegateGrain);
    nn.give(arcs.nn, weights.nn);
    nd.give(arcs.nd, weights.nd);
    dn.give(arcs.dn, weights.dn);
    dd.give(arcs.dd, weights.dd);
  }

  RowsBuilder<W> nn;
  RowsBuilder<W> nd;
  RowsBuilder<W> dn;
  RowsBuilder<W> dd;
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
    out_.emplace(workspace, g_, parts);
    if (g_.is_directed()) into_.emplace(workspace, g_, parts);
    const std::uint64_t counting = workspace.host_bytes();
    workspace.take("the subgraphs of a rank", in_.memory);
    account_.take(counting);
    count();
    list_ghosts();
    for (const ArcWay way : kArcWays) {
      if (const auto arcs = arcs_of(way)) number_ghosts(way, *arcs);
    }
    fill();
    account_.give_back(counting);
    give();
  }

 private:
  /// Of each way.
  using Counts = std::array<std::uint64_t, kArcWays.size()>;

  [[nodiscard]] bool is_own(std::uint64_t ordered_id) const {
    return ordered_id < in_.space.stride();
  }

  /// Null of arcs into the vertices of an undirected graph: they are those out of them.
  [[nodiscard]] ArcSubgraphs* arcs_of(ArcWay way) {
    if (way == ArcWay::kOut) return &g_;
    return g_.is_directed() ? &g_.into : nullptr;
  }
  /// body(rows) for the subgraphs of that way, which are both of an undirected graph.
  template <class F>
  void with_rows(ArcWay way, F&& body) {
    if (way == ArcWay::kInto && into_) {
      body(*into_);
    } else {
      body(*out_);
    }
  }

  void mark_delegates() {
    constexpr std::size_t kGrain = 256;
    parallel_for(
        0, in_.rows.degrees.size(), in_.threads,
        [&](std::size_t v) {
          for (std::uint64_t& end : in_.rows.row(v)) {
            end = OtherEnd::read(end, in_.space, in_.table).bits();
          }
        },
        kGrain);
  }

  /// Throws MemoryError where that is not there beside what is held.
  void require(std::uint64_t bytes) const { in_.memory.require(bytes, "the subgraphs of a rank"); }

  /// Algorithm 1 over some rows of this rank: what their owner keeps, by at_nn(way, row, ordered
  /// id, weight) and so on. An arc to or from a delegate is kept both ways by one rank, as the row
  /// of this end and as that of the other; between normal vertices each owner keeps its own way.
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
      for (std::size_t k = 0; k < row.size(); ++k) {
        const OtherEnd end(row[k]);
        if (end.is_delegate()) {
          at_nd(end.way(), v, end.delegate(), weight(v, k));
        } else {
          at_nn(end.way(), v, end.ordered_id(), weight(v, k));
        }
      }
    }
  }
  template <class Dd>
  void keep_dd(std::uint32_t v, std::uint32_t self, std::span<const std::uint64_t> row,
               Dd&& at_dd) const {
    const ArcEnd here{g_.delegates[self], in_.degrees[self]};
    for (std::size_t k = 0; k < row.size(); ++k) {
      const OtherEnd end(row[k]);
      if (!end.is_delegate()) continue;
      const std::uint32_t other = end.delegate();
      const ArcEnd there{g_.delegates[other], in_.degrees[other]};
      if (keeper(here, there, g_.threshold) != here.vertex) continue;
      at_dd(end.way(), self, other, weight(v, k));
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
    remote_.assign(static_cast<std::size_t>(in_.threads) + 1, Counts{});
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      Counts remote{};
      for_each_kept(
          rows,
          [&](ArcWay way, std::uint32_t row, std::uint64_t target, W) {
            with_rows(way, [&](auto& subgraphs) { subgraphs.nn.count(row, 0); });
            remote[index(way)] += is_own(target) ? 0 : 1;
          },
          [&](ArcWay way, std::uint32_t row, std::uint32_t delegate, W) {
            with_rows(way, [&](auto& subgraphs) { subgraphs.nd.count(row, 0); });
            with_rows(reversed(way), [&](auto& subgraphs) { subgraphs.dn.count(delegate, part); });
          },
          [&](ArcWay way, std::uint32_t u, std::uint32_t v, W) {
            with_rows(way, [&](auto& subgraphs) { subgraphs.dd.count(u, part); });
            with_rows(reversed(way), [&](auto& subgraphs) { subgraphs.dd.count(v, part); });
          });
      remote_[part + 1] = remote;
    });
    for (std::size_t part = 1; part < remote_.size(); ++part) {
      for (const ArcWay way : kArcWays) remote_[part][index(way)] += remote_[part - 1][index(way)];
    }
    row_bytes_ = out_->bytes(g_) + (into_ ? into_->bytes(g_) : 0);
  }

  /// The ends of arcs to, and from, other ranks' vertices, ascending and distinct.
  void list_ghosts() {
    const Counts& remote = remote_.back();
    const std::uint64_t all = remote[0] + remote[1];
    const std::uint64_t listed = all * sizeof(std::uint64_t);
    const std::uint64_t buffered =
        in_.threads == 1 ? 0 : std::max(remote[0], remote[1]) * sizeof(std::uint64_t);
    // What comes after it, too: better now than when most is done.
    const std::uint64_t bytes =
        listed + std::max(buffered, all * sizeof(std::uint32_t) + row_bytes_);
    require(bytes);
    account_.predict(account_.held() + bytes);
    account_.take(listed);
    for (const ArcWay way : kArcWays)
      ghosts_[index(way)] = Array<std::uint64_t>(remote[index(way)]);
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      std::array<std::uint64_t*, kArcWays.size()> place{};
      for (std::size_t w = 0; w < place.size(); ++w) {
        place[w] = ghosts_[w].data() + remote_[part][w];
      }
      for_each_kept(
          rows,
          [&](ArcWay way, std::uint32_t, std::uint64_t target, W) {
            if (!is_own(target)) *place[index(way)]++ = target;
          },
          [](ArcWay, std::uint32_t, std::uint32_t, W) {},
          [](ArcWay, std::uint32_t, std::uint32_t, W) {});
    });
    Array<std::uint64_t> buffer(buffered / sizeof(std::uint64_t));
    account_.take(buffered);
    for (Array<std::uint64_t>& ghosts : ghosts_) {
      parallel_sort(ghosts.span(), buffer.span().first(std::min(buffer.size(), ghosts.size())),
                    in_.threads, std::less<std::uint64_t>());
      ghosts.truncate(
          static_cast<std::size_t>(std::unique(ghosts.begin(), ghosts.end()) - ghosts.begin()));
    }
    account_.give_back(buffered);
  }

  void number_ghosts(ArcWay way, ArcSubgraphs& arcs) {
    const Array<std::uint64_t>& ghosts = ghosts_[index(way)];
    if (ghosts.size() + g_.num_local >= kNoDelegate) {
      throw UsageError(fmt::format(
          "one rank has {} ghosts and {} vertices, but supports fewer than 2^32: start more ranks",
          ghosts.size(), g_.num_local));
    }
    arcs.ghost_vertices = Array<std::uint32_t>(ghosts.size());
    account_.take(arcs.ghost_vertices.span().size_bytes());
    parallel_chunks(ghosts.size(), in_.threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        arcs.ghost_vertices[i] = static_cast<std::uint32_t>(ghosts[i] % in_.space.stride());
      }
    });
    for (std::uint32_t r = 0; r <= static_cast<std::uint32_t>(g_.owners.num_ranks()); ++r) {
      // Those of lower ranks stand one place higher, behind the own ones (RankOrder::order).
      const std::uint64_t begin = (r <= own_ ? r + 1ULL : r) * in_.space.stride();
      const auto* const first = std::lower_bound(ghosts.begin(), ghosts.end(), begin);
      arcs.ghost_begin.push_back(static_cast<std::uint32_t>(first - ghosts.begin()));
    }
  }

  /// Where a row's search for ghosts continues: its targets of one way ascend.
  struct RowPlace {
    std::uint32_t row = 0;
    std::size_t from = 0;
  };
  /// Of an end in `row`: no ghost before the place is looked at, which moves on.
  [[nodiscard]] std::uint32_t column_of(ArcWay way, std::uint32_t row, std::uint64_t target,
                                        RowPlace& place) const {
    if (is_own(target)) return static_cast<std::uint32_t>(target);
    if (row != place.row) place = {row, 0};
    const Array<std::uint64_t>& ghosts = ghosts_[index(way)];
    const auto* const at = std::lower_bound(ghosts.begin() + place.from, ghosts.end(), target);
    place.from = static_cast<std::size_t>(at - ghosts.begin());
    return g_.num_local + static_cast<std::uint32_t>(place.from);
  }

  void fill() {
    account_.take(row_bytes_);
    out_->counted();
    if (into_) into_->counted();
    parallel_parts(g_.num_local, in_.threads, [&](Range rows, std::size_t part) {
      std::array<RowPlace, kArcWays.size()> places{};
      for_each_kept(
          rows,
          [&](ArcWay way, std::uint32_t row, std::uint64_t target, W weight) {
            const std::uint32_t column = column_of(way, row, target, places[index(way)]);
            with_rows(way, [&](auto& subgraphs) { subgraphs.nn.fill(row, 0, column, weight); });
          },
          [&](ArcWay way, std::uint32_t row, std::uint32_t delegate, W weight) {
            with_rows(way, [&](auto& subgraphs) { subgraphs.nd.fill(row, 0, delegate, weight); });
            with_rows(reversed(way),
                      [&](auto& subgraphs) { subgraphs.dn.fill(delegate, part, row, weight); });
          },
          [&](ArcWay way, std::uint32_t u, std::uint32_t v, W weight) {
            with_rows(way, [&](auto& subgraphs) { subgraphs.dd.fill(u, part, v, weight); });
            with_rows(reversed(way),
                      [&](auto& subgraphs) { subgraphs.dd.fill(v, part, u, weight); });
          });
    });
  }

  void give() {
    ghosts_ = {};
    account_.give_back((remote_.back()[0] + remote_.back()[1]) * sizeof(std::uint64_t));
    out_->give(g_, result_, in_.threads);
    if (!into_) return;
    WeightedGraphDelegate<NoWeight> none;
    into_->give(g_.into, none, in_.threads);
  }

  WeightedGraphDelegate<W>& result_;
  GraphDelegate& g_;
  SubgraphInputs<W> in_;
  MemoryAccount& account_;
  std::uint32_t own_;
  std::optional<SubgraphRows<W>> out_;
  std::optional<SubgraphRows<NoWeight>> into_;  // of a directed graph; nothing needs its weights
  std::vector<Counts> remote_;                  // nn arcs to other ranks, of the parts before each
  std::uint64_t row_bytes_ = 0;                 // of all subgraphs
  std::array<Array<std::uint64_t>, kArcWays.size()> ghosts_;
};

}  // namespace strider::detail
