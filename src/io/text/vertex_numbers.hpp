// From the numbers that a file gives its vertices to 0 .. n-1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/generate.hpp"
#include "strider/graph.hpp"
#include "strider/io.hpp"

namespace strider {

/// The least and the largest of some numbers; first > last where there are none.
struct NumberRange {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
};

/// The range of the ends of `edges`, E being Edge or GlobalEdge. Parallel.
template <class E>
[[nodiscard]] NumberRange find_range(std::span<const E> edges, int threads);
extern template NumberRange find_range(std::span<const Edge>, int);
extern template NumberRange find_range(std::span<const GlobalEdge>, int);

/// Edges between vertices 0 .. n-1, and the numbers that these had.
struct NumberedEdges {
  Vertex num_vertices = 0;
  Array<Edge> edges;
  Labels labels;
  std::uint64_t unlisted = 0;  ///< vertices that no edge names
};

/// Whether the vertices are all numbers of `range`, of which `count` occur. Programs number from 0
/// or from 1: what is missing there are isolated vertices, unless `unlisted` leaves them out or the
/// gaps are too many to believe that.
[[nodiscard]] bool is_dense(const NumberRange& range, std::uint64_t count,
                            UnlistedVertices unlisted);
/// Notes how many vertices no line names.
void note_unlisted(std::uint64_t unlisted, std::vector<std::string>& notes);

/// The vertices are the numbers that occur, in ascending order, or all of their range if is_dense.
/// Where these are all of a range, labels stay dense, based on its first number; otherwise they are
/// sparse. Deterministic. Memory: two bits a number of the range where that is cheap, else 16 bytes
/// an end. Throws InputError, naming `path`, for more than kMaxVertices of them, MemoryError.
[[nodiscard]] NumberedEdges number_vertices(Array<Edge> edges, UnlistedVertices unlisted,
                                            const std::string& path, int threads);
[[nodiscard]] NumberedEdges number_vertices(Array<GlobalEdge> edges, UnlistedVertices unlisted,
                                            const std::string& path, int threads);

/// The vertices are first .. first+n-1, whether they occur or not. Precondition: no other number
/// occurs. Throws MemoryError.
[[nodiscard]] NumberedEdges number_from(Array<Edge> edges, std::uint64_t n, std::uint64_t first,
                                        int threads);
[[nodiscard]] NumberedEdges number_from(Array<GlobalEdge> edges, std::uint64_t n,
                                        std::uint64_t first, int threads);

/// The ascending numbers without repetitions of a list of them, as a bijection to 0 .. n-1.
class NumberIndex {
 public:
  /// Sorts `numbers` and drops repetitions.
  explicit NumberIndex(Array<std::uint64_t> numbers, int threads);
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  [[nodiscard]] std::span<const std::uint64_t> numbers() const { return numbers_.span(); }
  /// The position of `number`, or size() where it is none of them. O(1) for numbers that are spread
  /// evenly, O(log n) for any.
  [[nodiscard]] std::size_t find(std::uint64_t number) const;
  /// Dense labels where the numbers are a range, else sparse ones. Consumes the index.
  [[nodiscard]] Labels labels() &&;

 private:
  /// Where the numbers begin whose distance from the first one has these leading bits.
  void build_directory(int threads);

  Array<std::uint64_t> numbers_;
  Array<std::uint64_t> directory_;
  int shift_ = 0;
};

}  // namespace strider
