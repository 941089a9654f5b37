// The binary edge tuples of the Graph500 reference program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/mapped_file.hpp"
#include "strider/generate.hpp"

namespace strider {

/// How a tuple is stored: the reference is compiled for one or the other.
enum class TupleFormat : std::uint8_t {
  kInt64,  ///< two 64-bit vertices: 16 bytes, the reference's default
  kPacked  ///< two 48-bit vertices: the low 32 bits of each, then both upper 16: 12 bytes
};

/// A file of tuples, readable by slices, as the reference writes it under TMPFILE, with the floats
/// of FILE.weights beside it where they are there.
class Graph500File {
 public:
  /// Finds the format by content: the one under which the length is a whole number of tuples and
  /// the first vertices are below 2^32; where both or neither fit, 16 bytes before 12. Throws
  /// InputError where the length fits neither, or the weights are not one a tuple.
  explicit Graph500File(const std::string& path);

  [[nodiscard]] TupleFormat format() const { return format_; }
  [[nodiscard]] std::uint64_t num_edges() const { return num_edges_; }
  [[nodiscard]] bool weighted() const { return weights_.has_value(); }
  [[nodiscard]] const std::string& path() const { return file_.path(); }

  /// Tuples range.first .. range.last-1 into `edges`, as long as the range. Thread-safe. Throws
  /// InputError on a negative vertex, and where the file cannot be read.
  void read_slice(EdgeRange range, std::span<GlobalEdge> edges) const;
  /// Their weights. Precondition: weighted().
  void read_weights(EdgeRange range, std::span<float> weights) const;

 private:
  [[nodiscard]] std::size_t tuple_bytes() const;
  void find_format();

  RandomAccessFile file_;
  std::optional<RandomAccessFile> weights_;
  TupleFormat format_ = TupleFormat::kInt64;
  std::uint64_t num_edges_ = 0;
};

/// Where the weights of the tuples of `path` are.
[[nodiscard]] std::string graph500_weights_path(const std::string& path);

/// The vertices of a graph with such tuples: 2^scale where num_edges is a multiple of that, as in
/// every graph of the benchmark, else the largest vertex plus one. 0 without edges.
[[nodiscard]] std::uint64_t graph500_num_vertices(std::uint64_t largest_vertex,
                                                  std::uint64_t num_edges);

/// Throws InputError where the vertices are more than so few tuples can be meant for: each takes
/// memory, even if no tuple names it.
void require_plausible_vertices(const std::string& path, std::uint64_t num_vertices,
                                std::uint64_t num_edges);

}  // namespace strider
