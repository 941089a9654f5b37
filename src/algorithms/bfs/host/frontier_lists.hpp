// A frontier as lists: one a thread, and one for a level that one thread does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Each list is filled by one thread and read by all, with a barrier in between. Vertices with
/// long rows are kept apart, so that threads can share each such row.
class FrontierLists {
 public:
  /// Rows from this length on are shared: above what a chunk of short rows holds, far below what
  /// would keep one thread busy while the others wait.
  static constexpr EdgeIndex kLongRow = 1024;
  /// Short rows that a thread takes at a time.
  static constexpr std::size_t kChunk = 128;

  /// Throws MemoryError.
  FrontierLists(std::size_t num_vertices, int threads, std::size_t serial_size)
      : storage_(num_vertices + serial_size), lists_(static_cast<std::size_t>(threads) + 1) {
    lists_.back().places = {storage_.data() + num_vertices, serial_size};
  }
  /// The same, whose memory `workspace` takes.
  FrontierLists(Workspace& workspace, std::size_t num_vertices, int threads,
                std::size_t serial_size)
      : lists_(static_cast<std::size_t>(threads) + 1) {
    workspace.declare("the frontier", storage_, num_vertices + serial_size);
    workspace.when_taken([this, num_vertices, serial_size] {
      lists_.back().places = {storage_.data() + num_vertices, serial_size};
    });
  }

  /// Gives each of `threads` threads a list that holds its chunk of the vertices in any case.
  void split(std::size_t num_vertices, int threads, std::size_t unit) {
    for (List& list : std::span(lists_).first(lists_.size() - 1)) list.places = {};
    for (int t = 0; t < threads; ++t) {
      const Range chunk = static_chunk(num_vertices, t, threads, unit);
      list(t).places = {storage_.data() + chunk.begin, chunk.end - chunk.begin};
    }
  }

  class alignas(64) List {
   public:
    void clear() {
      num_short_ = 0;
      num_long_ = 0;
      edges_ = 0;
    }
    /// Short rows from the front, long ones from the back: together they always fit.
    void push(Vertex v, EdgeIndex degree) {
      if (degree < kLongRow) {
        places[num_short_++] = v;
      } else {
        places[places.size() - ++num_long_] = v;
      }
      edges_ += degree;
    }
    [[nodiscard]] std::span<const Vertex> short_rows() const { return places.first(num_short_); }
    [[nodiscard]] std::span<const Vertex> long_rows() const { return places.last(num_long_); }
    [[nodiscard]] std::size_t vertices() const { return num_short_ + num_long_; }
    [[nodiscard]] EdgeIndex edges() const { return edges_; }

    std::span<Vertex> places;

   private:
    std::size_t num_short_ = 0;
    std::size_t num_long_ = 0;
    EdgeIndex edges_ = 0;
  };

  [[nodiscard]] List& list(int thread) { return lists_[static_cast<std::size_t>(thread)]; }
  [[nodiscard]] List& serial() { return lists_.back(); }
  [[nodiscard]] std::span<const List> lists() const { return lists_; }
  void clear() {
    for (List& list : lists_) list.clear();
  }
  [[nodiscard]] std::size_t vertices() const {
    std::size_t sum = 0;
    for (const List& list : lists_) sum += list.vertices();
    return sum;
  }
  [[nodiscard]] EdgeIndex edges() const {
    EdgeIndex sum = 0;
    for (const List& list : lists_) sum += list.edges();
    return sum;
  }
  /// The chunk of that number over all lists' short rows; empty past the last.
  [[nodiscard]] std::span<const Vertex> chunk(std::size_t number) const {
    for (const List& list : lists_) {
      const auto rows = list.short_rows();
      const std::size_t chunks = (rows.size() + kChunk - 1) / kChunk;
      if (number < chunks) {
        return rows.subspan(number * kChunk, std::min(kChunk, rows.size() - number * kChunk));
      }
      number -= chunks;
    }
    return {};
  }

 private:
  Array<Vertex> storage_;
  std::vector<List> lists_;
};

}  // namespace strider::detail
