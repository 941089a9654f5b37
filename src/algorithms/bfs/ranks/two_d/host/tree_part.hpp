// The part of the tree that belongs to the vertices of one rank.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "ranks/one_d/name_kernels.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "ranks/two_d/spread_places.hpp"

namespace strider::detail {

/// Levels are written by row, so that the kernels of algorithms/bfs/host do it; only those of own
/// vertices mean anything. Parents are made of columns at the end; those that other ranks know are
/// written over them.
class TreePart {
 public:
  /// `graph` outlives this.
  TreePart(Workspace& workspace, const Graph2d& graph, int threads)
      : graph_(graph),
        names_(graph.names),
        threads_(threads),
        num_own_(graph.owners.size(graph.place.rank())),
        first_own_row_(graph.place.first_row(graph.place.column())),
        all_own_(!names_.leaves_out() && graph.place.num_rows() == num_own_) {
    workspace.declare("the levels as bytes", narrow_, graph.place.num_rows());
    workspace.declare("the levels", wide_, graph.place.num_rows());
    workspace.count("the tree",
                    num_own_ * (sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level)));
  }

  /// Takes the arrays of `tree` where they fit. The sources are own vertices; they outlive the
  /// search. Throws MemoryError.
  void start(std::span<const std::uint32_t> sources, DistBfsTree& tree) {
    fit(parents_, tree.parents);
    fit(all_own_ ? narrow_ : own_narrow_, tree.narrow_levels);
    if (tree.wide_levels.size() == num_own_) own_wide_ = std::move(tree.wide_levels);
    targets_ = {narrow_.data(), nullptr};
    std::fill_n(narrow_.begin() + first_own_row_, graph_.place.block_size(),
                LevelView::kNarrowUnreached);
    sources_ = sources;
    for (const std::uint32_t source : sources) {
      if (const auto place = names_.find_own(source)) set_level(first_own_row_ + *place, 0);
    }
  }

  [[nodiscard]] const LevelTarget& levels() const { return targets_; }
  void set_level(std::uint32_t row, Level level) { targets_.set(row, level); }
  /// Of an own vertex.
  [[nodiscard]] bool has_level(std::uint32_t vertex) const {
    const std::optional<std::uint32_t> place = names_.find_own(vertex);
    if (!place) return std::ranges::find(sources_, vertex) != sources_.end();
    const std::uint32_t row = first_own_row_ + *place;
    return targets_.wide != nullptr ? targets_.wide[row] != kUnreached
                                    : narrow_[row] != LevelView::kNarrowUnreached;
  }
  /// Of the rows of a group of 64 whose bits are set.
  void set_levels(std::size_t group, std::uint64_t bits, Level level) {
    for_each_vertex(bits, group, [&](std::uint32_t row) { targets_.set(row, level); });
  }
  /// Levels from now on do not fit into bytes. Throws MemoryError.
  void widen() {
    if (own_wide_.size() != num_own_) own_wide_ = Array<Level>(num_own_);
    for (std::size_t row = first_own_row_; row < first_own_row_ + graph_.place.block_size();
         ++row) {
      const std::uint8_t level = narrow_[row];
      wide_[row] = level == LevelView::kNarrowUnreached ? kUnreached : level;
    }
    targets_.wide = wide_.data();
  }

  /// By own vertex.
  [[nodiscard]] GlobalVertex* parents() { return parents_.data(); }

  /// Writes the parents of all own vertices, none where they were not reached. reached(group) are
  /// the bits of the places of a group that were; columns[row] is the parent of each that this
  /// rank found, and may be any column for the others: a number that is none may have no name, and
  /// looking for it would not end.
  template <class F>
  void fill_parents(const std::uint32_t* columns, const F& reached) {
    if (!names_.leaves_out() && graph_.owners.shuffle().is_identity()) {
      name_in_vectors(columns, reached);
      return;
    }
    const std::uint32_t* const column = columns + first_own_row_;
    names_.visit_names([&](const auto& name) {
      const auto parents_of = [&](std::size_t group) {
        return [&name, column, bits = reached(group)](std::size_t place) {
          const bool is_reached = (bits >> place % BlockBits::kGroup & 1U) != 0;
          return is_reached ? name(column[place]) : kNoGlobalVertex;
        };
      };
      spread_places(names_, parents_of, kNoGlobalVertex, parents_.span(), threads_);
    });
  }

  /// Hands all over to `tree`.
  void finish(Level num_levels, DistBfsTree& tree) {
    for (const std::uint32_t source : sources_) {
      parents_[source] = graph_.owners.global(graph_.place.rank(), local_vertex(source));
    }
    tree.parents = std::move(parents_);
    if (num_levels <= LevelView::kNarrowUnreached) {
      if (!all_own_) spread_own(narrow_, LevelView::kNarrowUnreached, own_narrow_);
      tree.narrow_levels = std::move(all_own_ ? narrow_ : own_narrow_);
      tree.wide_levels = {};
    } else {
      spread_own(wide_, kUnreached, own_wide_);
      tree.wide_levels = std::move(own_wide_);
      tree.narrow_levels = {};
    }
  }

 private:
  /// As fill_parents, where names are consecutive: some groups at a time, in vectors, then the
  /// rest.
  template <class F>
  void name_in_vectors(const std::uint32_t* columns, const F& reached) {
    const std::size_t groups = (num_own_ + BlockBits::kGroup - 1) / BlockBits::kGroup;
    const std::size_t whole = num_own_ / BlockBits::kGroup;
    parallel_chunks(groups, threads_, [&](std::size_t begin, std::size_t end, int) {
      std::array<std::uint64_t, 32> bits;
      for (std::size_t g = begin; g < std::min(end, whole);) {
        const std::size_t count = std::min(bits.size(), std::min(end, whole) - g);
        for (std::size_t i = 0; i < count; ++i) bits[i] = reached(g + i);
        name_reached(columns + first_own_row_ + g * BlockBits::kGroup, bits.data(), count,
                     names_.name(0), parents_.data() + g * BlockBits::kGroup);
        g += count;
      }
      for (std::size_t v = std::max(begin, whole) * BlockBits::kGroup;
           v < std::min(num_own_, end * BlockBits::kGroup); ++v) {
        const bool is_reached = (reached(v / BlockBits::kGroup) >> v % BlockBits::kGroup & 1U) != 0;
        parents_[v] = is_reached ? names_.name(columns[first_own_row_ + v]) : kNoGlobalVertex;
      }
    });
  }

  template <class T>
  void fit(Array<T>& array, Array<T>& reused) const {
    if (reused.size() == num_own_) array = std::move(reused);
    if (array.size() != num_own_) array = Array<T>(num_own_);
  }
  template <class T>
  void spread_own(const Array<T>& by_row, T none, Array<T>& to) const {
    names_.spread(by_row.span().subspan(first_own_row_), none, to.span(), threads_);
    for (const std::uint32_t source : sources_) to[source] = 0;
  }

  const Graph2d& graph_;
  const ColumnNames& names_;
  int threads_;
  std::size_t num_own_;
  std::uint32_t first_own_row_;
  bool all_own_;  // every row is an own vertex: its level is written where the tree has it
  Array<std::uint8_t> narrow_;  // by row
  Array<Level> wide_;
  Array<std::uint8_t> own_narrow_;  // by own vertex, of the tree
  Array<Level> own_wide_;
  LevelTarget targets_;
  Array<GlobalVertex> parents_;
  std::span<const std::uint32_t> sources_;
};

}  // namespace strider::detail
