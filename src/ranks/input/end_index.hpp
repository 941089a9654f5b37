// The numbers of the ends of a rank's edges.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "io/text/occurrence_bitmap.hpp"
#include "io/text/vertex_numbers.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/array.hpp"
#include "strider/generate.hpp"

namespace strider::detail {

/// The numbers that occur, ascending, as a bijection to 0 .. numbers().size()-1. By a bitmap of
/// their range where that is little beside the edges, else by sorting.
class EndIndex {
 public:
  /// Throws MemoryError where each rank of the machine has not room for as much.
  EndIndex(const comm::Communicator& comm, std::span<const GlobalEdge> edges, int threads)
      : memory_(comm) {
    const NumberRange range = find_range<GlobalEdge>(edges, threads);
    const std::uint64_t cheap = saturating_add(saturating_mul(edges.size(), 64), 1 << 16);
    if (!edges.empty() && range.last - range.first < cheap) {
      mark(edges, range, threads);
    } else {
      sort(edges, threads);
    }
  }

  [[nodiscard]] std::span<const std::uint64_t> numbers() const {
    return sorted_ ? sorted_->numbers() : numbers_.span();
  }
  /// The place of a number. Precondition: it is one of them.
  [[nodiscard]] std::uint64_t find(std::uint64_t number) const {
    return sorted_ ? sorted_->find(number) : marked_->rank(number);
  }

 private:
  void mark(std::span<const GlobalEdge> edges, NumberRange range, int threads) {
    marked_.emplace(range, threads, memory_);
    parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        marked_->add(edges[i].source);
        marked_->add(edges[i].target);
      }
    });
    numbers_ = marked_->numbers(marked_->finish(threads), threads, memory_);
  }
  void sort(std::span<const GlobalEdge> edges, int threads) {
    auto ends =
        take_array<Array<std::uint64_t>>(2 * edges.size(), "the numbers of vertices", memory_);
    parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        ends[2 * i] = edges[i].source;
        ends[2 * i + 1] = edges[i].target;
      }
    });
    sorted_.emplace(std::move(ends), threads);
  }

  NodeMemory memory_;
  std::optional<OccurrenceBitmap> marked_;
  Array<std::uint64_t> numbers_;
  std::optional<NumberIndex> sorted_;
};

}  // namespace strider::detail
