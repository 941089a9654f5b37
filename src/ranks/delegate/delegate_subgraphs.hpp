// From the sorted arcs of a rank to the four subgraphs that Algorithm 1 gives it (Pan, Pearce and
// Owens 2018), and, if edges are directed, those of arcs into a vertex.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "ranks/delegate/delegate_table.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/rows_builder.hpp"
#include "ranks/edges/sorted_arcs.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/local_id_numbering.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Whether an arc of a row leads out of its vertex, as an undirected edge does, or into it.
enum class ArcWay : std::uint8_t { kOut, kInto };
inline constexpr std::array kArcWays{ArcWay::kOut, ArcWay::kInto};
[[nodiscard]] constexpr ArcWay reversed(ArcWay way) {
  return way == ArcWay::kOut ? ArcWay::kInto : ArcWay::kOut;
}
[[nodiscard]] constexpr std::size_t index(ArcWay way) {
  return static_cast<std::size_t>(way);
}

/// The other ends of arcs as ids of ArcBuckets: a normal vertex by its ordered id, a delegate by
/// its number and a bit above; if edges are directed, a bit between says the way.
class OtherEnds {
 public:
  OtherEnds(const RankOrder& space, Directedness directedness)
      : into_(directedness == Directedness::kDirected ? std::bit_ceil(space.size()) : 0),
        delegate_(std::max(2 * into_, std::bit_ceil(space.size()))) {}

  [[nodiscard]] std::uint64_t size() const { return 2 * delegate_; }

  /// The bit of the way; 0 where both are one.
  [[nodiscard]] std::uint64_t bit(ArcWay way) const { return way == ArcWay::kInto ? into_ : 0; }
  /// The end, where it is a delegate by the table, as one.
  [[nodiscard]] std::uint64_t marked(std::uint64_t id, const DelegateTable& table) const {
    const std::uint32_t delegate = table.find(number(id));
    return delegate == DelegateTable::kAbsent ? id : delegate_ | (id & into_) | delegate;
  }

  [[nodiscard]] ArcWay way(std::uint64_t id) const {
    return (id & into_) == 0 ? ArcWay::kOut : ArcWay::kInto;
  }
  [[nodiscard]] bool is_delegate(std::uint64_t id) const { return (id & delegate_) != 0; }
  /// Of a delegate, or the ordered id.
  [[nodiscard]] std::uint64_t number(std::uint64_t id) const { return id & ~(into_ | delegate_); }

 private:
  std::uint64_t into_;
  std::uint64_t delegate_;
};

/// What is known before the arcs are dealt out.
template <class W>
struct SubgraphInputs {
  SortedArcs<W>& arcs;  ///< that this rank keeps, by Algorithm 1
  const OtherEnds& ends;
  const RankOrder& space;
  const NodeMemory& memory;
  int threads;
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

  // Bytes of all, once all is counted.

  /// Of the columns of normal vertices, which are filled in order.
  [[nodiscard]] std::uint64_t normal_bytes() const {
    return (nn.num_counted() + nd.num_counted()) * RowsBuilder<W>::kArcBytes;
  }
  /// Of the columns of delegates, and of offsets.
  [[nodiscard]] std::uint64_t other_bytes(const GraphDelegate& g) const {
    const std::uint64_t offsets = 2 * (2 + std::uint64_t{g.num_local} + g.num_delegates);
    return offsets * sizeof(std::uint32_t) +
           (dn.num_counted() + dd.num_counted()) * RowsBuilder<W>::kArcBytes;
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

/// Two passes over the arcs, each by all threads: arcs are counted, then dealt out. No
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

  /// Throws MemoryError where that is not there beside what is held.
  void require(std::uint64_t bytes) const { in_.memory.require(bytes, "the subgraphs of a rank"); }

  /// for_each_arc(body) calls body for arcs of this rank, in order: by at_nn(way, row, ordered id,
  /// weight) and so on.
  template <class ForEachArc, class Nn, class Nd, class Dd>
  void for_each_kept(const ForEachArc& for_each_arc, Nn&& at_nn, Nd&& at_nd, Dd&& at_dd) const {
    // Of the row, or the next that is a delegate's.
    auto own = g_.own_delegates.begin();
    for_each_arc([&](std::uint64_t v, std::uint64_t end, W weight) {
      while (own != g_.own_delegates.end() && index(own->vertex) < v) ++own;
      const ArcWay way = in_.ends.way(end);
      const std::uint64_t other = in_.ends.number(end);
      if (own != g_.own_delegates.end() && index(own->vertex) == v) {
        at_dd(way, index(own->delegate), static_cast<std::uint32_t>(other), weight);
      } else if (in_.ends.is_delegate(end)) {
        at_nd(way, static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(other), weight);
      } else {
        at_nn(way, static_cast<std::uint32_t>(v), other, weight);
      }
    });
  }

  void count() {
    remote_.assign(static_cast<std::size_t>(in_.threads) + 1, Counts{});
    in_.arcs.by_parts([&](Range buckets, std::size_t part) {
      Counts remote{};
      for_each_kept(
          [&](const auto& body) { in_.arcs.for_each(buckets, body); },
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
    const std::uint64_t normal = out_->normal_bytes() + (into_ ? into_->normal_bytes() : 0);
    filling_bytes_ = out_->other_bytes(g_) + (into_ ? into_->other_bytes(g_) : 0) +
                     std::min(normal, in_.arcs.growth(RowsBuilder<W>::kArcBytes));
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
        listed + std::max(buffered, all * sizeof(std::uint32_t) + filling_bytes_);
    require(bytes);
    account_.predict(account_.held() + bytes);
    account_.take(listed);
    for (const ArcWay way : kArcWays)
      ghosts_[index(way)] = Array<std::uint64_t>(remote[index(way)]);
    in_.arcs.by_parts([&](Range buckets, std::size_t part) {
      std::array<std::uint64_t*, kArcWays.size()> place{};
      for (std::size_t w = 0; w < place.size(); ++w) {
        place[w] = ghosts_[w].data() + remote_[part][w];
      }
      for_each_kept([&](const auto& body) { in_.arcs.for_each(buckets, body); },
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
    account_.take(filling_bytes_);
    out_->counted();
    if (into_) into_->counted();
    in_.arcs.by_parts([&](Range buckets, std::size_t part) {
      std::array<RowPlace, kArcWays.size()> places{};
      for_each_kept(
          [&](const auto& body) { in_.arcs.drain(buckets, body); },
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
  std::uint64_t filling_bytes_ = 0;             // that are held more while arcs become subgraphs
  std::array<Array<std::uint64_t>, kArcWays.size()> ghosts_;
};

}  // namespace strider::detail
