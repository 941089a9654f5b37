#include "io/text/vertex_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "io/text/occurrence_bitmap.hpp"
#include "strider/error.hpp"

namespace strider {

template <class E>
NumberRange find_range(std::span<const E> edges, int threads) {
  std::vector<NumberRange> ranges(static_cast<std::size_t>(threads));
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    NumberRange range;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t source = edges[i].source;
      const std::uint64_t target = edges[i].target;
      range.first = std::min({range.first, source, target});
      range.last = std::max({range.last, source, target});
    }
    ranges[static_cast<std::size_t>(thread)] = range;
  });
  NumberRange all;
  for (const NumberRange& range : ranges) {
    all.first = std::min(all.first, range.first);
    all.last = std::max(all.last, range.last);
  }
  return all;
}

template NumberRange find_range(std::span<const Edge>, int);
template NumberRange find_range(std::span<const GlobalEdge>, int);

namespace {

/// rename(number) for both ends of each edge.
template <class E, class Rename>
Array<Edge> rename_ends(Array<E> edges, int threads, const Rename& rename) {
  const auto rename_all = [&](Array<Edge>& out) {
    parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      sequential_for(begin, end, [&](std::size_t i) {
        out[i] = {rename(edges[i].source), rename(edges[i].target)};
      });
    });
  };
  if constexpr (std::is_same_v<E, Edge>) {
    rename_all(edges);
    return edges;
  } else {
    auto renamed = detail::take_array<Array<Edge>>(edges.size(), "edges between vertices numbered");
    rename_all(renamed);
    return renamed;
  }
}

void check_count(std::uint64_t count, const std::string& path) {
  if (count > kMaxVertices) {
    throw InputError(
        path, 0,
        fmt::format("has {} vertices, more than one machine supports ({})", count, kMaxVertices));
  }
}

template <class E>
NumberedEdges number_densely(Array<E> edges, std::uint64_t n, std::uint64_t first, int threads) {
  NumberedEdges numbered;
  numbered.num_vertices = static_cast<Vertex>(n);
  numbered.labels = Labels::dense(first);
  numbered.edges = rename_ends(std::move(edges), threads,
                               [first](std::uint64_t v) { return static_cast<Vertex>(v - first); });
  return numbered;
}

template <class E>
NumberedEdges number_by_bitmap(Array<E> edges, NumberRange range, UnlistedVertices unlisted,
                               const std::string& path, int threads) {
  OccurrenceBitmap bitmap(range, threads);
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      bitmap.add(edges[i].source);
      bitmap.add(edges[i].target);
    }
  });
  const std::uint64_t count = bitmap.finish(threads);
  check_count(count, path);
  const std::uint64_t size = range.last - range.first + 1;
  if (is_dense(range, count, unlisted)) {
    check_count(size, path);
    NumberedEdges dense = number_densely(std::move(edges), size, range.first, threads);
    dense.unlisted = size - count;
    return dense;
  }
  NumberedEdges numbered;
  numbered.num_vertices = static_cast<Vertex>(count);
  numbered.labels = Labels::sparse(bitmap.numbers(count, threads));
  numbered.edges = rename_ends(std::move(edges), threads, [&](std::uint64_t v) {
    return static_cast<Vertex>(bitmap.rank(v));
  });
  return numbered;
}

template <class E>
NumberedEdges number_by_sorting(Array<E> edges, const std::string& path, int threads) {
  auto ends = detail::take_array<Array<std::uint64_t>>(edges.size() * 2, "sparse vertex numbers");
  parallel_chunks(edges.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      ends[2 * i] = edges[i].source;
      ends[2 * i + 1] = edges[i].target;
    }
  });
  NumberIndex index(std::move(ends), threads);
  check_count(index.size(), path);
  NumberedEdges numbered;
  numbered.num_vertices = static_cast<Vertex>(index.size());
  numbered.edges = rename_ends(std::move(edges), threads,
                               [&](std::uint64_t v) { return static_cast<Vertex>(index.find(v)); });
  numbered.labels = std::move(index).labels();
  return numbered;
}

template <class E>
NumberedEdges number_ends(Array<E> edges, UnlistedVertices unlisted, const std::string& path,
                          int threads) {
  if (edges.empty()) return {};
  const NumberRange range = find_range<E>(edges.span(), threads);
  // The bitmap and its ranks take a quarter of a byte a number, sorting 16 bytes an end.
  const std::uint64_t cheap = saturating_add(saturating_mul(edges.size(), 64), 1 << 16);
  if (range.last - range.first < cheap) {
    return number_by_bitmap(std::move(edges), range, unlisted, path, threads);
  }
  return number_by_sorting(std::move(edges), path, threads);
}

}  // namespace

bool is_dense(const NumberRange& range, std::uint64_t count, UnlistedVertices unlisted) {
  // More gaps than three for each number that occurs are a numbering by something else.
  constexpr std::uint64_t kMostSpread = 4;
  const std::uint64_t last = range.last - range.first;
  if (last == count - 1) return true;
  return unlisted == UnlistedVertices::kIsolated && range.first <= 1 && last < kMostSpread * count;
}

void note_unlisted(std::uint64_t unlisted, std::vector<std::string>& notes) {
  if (unlisted == 0) return;
  notes.push_back(fmt::format("{} that no line names {}; --only-listed leaves {} out",
                              unlisted == 1 ? "1 vertex" : fmt::format("{} vertices", unlisted),
                              unlisted == 1 ? "is isolated" : "are isolated",
                              unlisted == 1 ? "it" : "them"));
}

NumberedEdges number_vertices(Array<Edge> edges, UnlistedVertices unlisted, const std::string& path,
                              int threads) {
  return number_ends(std::move(edges), unlisted, path, threads);
}

NumberedEdges number_vertices(Array<GlobalEdge> edges, UnlistedVertices unlisted,
                              const std::string& path, int threads) {
  return number_ends(std::move(edges), unlisted, path, threads);
}

NumberedEdges number_from(Array<Edge> edges, std::uint64_t n, std::uint64_t first, int threads) {
  return number_densely(std::move(edges), n, first, threads);
}

NumberedEdges number_from(Array<GlobalEdge> edges, std::uint64_t n, std::uint64_t first,
                          int threads) {
  return number_densely(std::move(edges), n, first, threads);
}

NumberIndex::NumberIndex(Array<std::uint64_t> numbers, int threads) : numbers_(std::move(numbers)) {
  // Sorted shares, merged in pairs.
  const auto parts = static_cast<std::size_t>(threads);
  const auto bound = [&](std::size_t part) {
    return part >= parts ? numbers_.size()
                         : static_chunk(numbers_.size(), static_cast<int>(part), threads).begin;
  };
  std::uint64_t* const data = numbers_.data();
  parallel_for(
      0, parts, threads,
      [&](std::size_t i) {
        sort_in_parts(std::span(data + bound(i), data + bound(i + 1)), std::less<>());
      },
      1);
  for (std::size_t width = 1; width < parts; width *= 2) {
    const std::size_t merges = (parts + 2 * width - 1) / (2 * width);
    parallel_for(
        0, merges, threads,
        [&](std::size_t i) {
          const std::size_t begin = 2 * width * i;
          std::inplace_merge(data + bound(begin), data + bound(begin + width),
                             data + bound(begin + 2 * width));
        },
        1);
  }
  const auto last = std::unique(numbers_.begin(), numbers_.end());
  const auto count = static_cast<std::size_t>(last - numbers_.begin());
  // The list may be far longer than what is left of it. The directory takes as much again.
  require_memory(saturating_mul(count, 3 * sizeof(std::uint64_t)), "an index of vertex numbers");
  numbers_ = Array<std::uint64_t>::copy_of(numbers_.span().first(count));
  build_directory(threads);
}

void NumberIndex::build_directory(int threads) {
  if (numbers_.empty()) return;
  // About as many entries as numbers: then one entry is one or two numbers wide on average.
  const std::uint64_t span = numbers_[numbers_.size() - 1] - numbers_[0];
  shift_ = std::max(0, static_cast<int>(std::bit_width(span)) -
                           static_cast<int>(std::bit_width(numbers_.size())));
  directory_ = Array<std::uint64_t>((span >> shift_) + 2);
  const auto entry_of = [&](std::size_t i) { return (numbers_[i] - numbers_[0]) >> shift_; };
  // Number i fills the entries behind that of its predecessor, up to its own.
  parallel_chunks(numbers_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t first = i == 0 ? 0 : entry_of(i - 1) + 1;
      for (std::uint64_t entry = first; entry <= entry_of(i); ++entry) directory_[entry] = i;
    }
  });
  directory_[directory_.size() - 1] = numbers_.size();
}

std::size_t NumberIndex::find(std::uint64_t number) const {
  if (numbers_.empty() || number < numbers_[0]) return numbers_.size();
  const std::uint64_t entry = (number - numbers_[0]) >> shift_;
  if (entry + 1 >= directory_.size()) return numbers_.size();
  const auto* const end = numbers_.begin() + directory_[entry + 1];
  const auto* const found = std::lower_bound(numbers_.begin() + directory_[entry], end, number);
  return found != end && *found == number ? static_cast<std::size_t>(found - numbers_.begin())
                                          : numbers_.size();
}

Labels NumberIndex::labels() && {
  if (numbers_.empty()) return {};
  const bool range = numbers_[numbers_.size() - 1] - numbers_[0] == numbers_.size() - 1;
  return range ? Labels::dense(numbers_[0]) : Labels::sparse(std::move(numbers_));
}

}  // namespace strider
