// Files that hold adjacency, read chunk by chunk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "io/native/stored_build.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/io.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A native container or a .sg or .wsg file, its header checked. Its content is not trusted.
class StoredAdjacency {
 public:
  virtual ~StoredAdjacency() = default;

  [[nodiscard]] virtual std::uint64_t num_vertices() const = 0;
  [[nodiscard]] virtual EdgeIndex num_arcs() const = 0;
  [[nodiscard]] virtual Directedness directedness() const = 0;
  [[nodiscard]] virtual bool has_weights() const = 0;
  [[nodiscard]] virtual const char* directedness_reason() const = 0;
  // What only native containers have:
  [[nodiscard]] virtual std::uint64_t duplicates_left_out() const { return 0; }
  [[nodiscard]] virtual std::optional<native::StoredBuild> stored_build() const { return {}; }
  [[nodiscard]] virtual Labels labels() const = 0;
  /// Whether the transpose of a directed graph is there.
  [[nodiscard]] virtual bool has_transpose() const = 0;

  /// What part `part` of `parts` adds to the checksums of the file: those of all parts add up.
  /// Empty where the format has none. Parallel.
  [[nodiscard]] virtual std::vector<std::uint64_t> checksums_of_part(int part, int parts,
                                                                     int threads) const = 0;
  /// Throws InputError where the sums over all parts are not those of the file.
  virtual void compare_checksums(std::span<const std::uint64_t> checksums) const = 0;
  /// Throws InputError where the labels of these vertices lie outside of the file.
  virtual void check_labels(Range vertices) const = 0;

  enum class Part : std::uint8_t { kOut, kIn };
  /// Offsets first, first+1, ... of 0 .. num_vertices(). Throws InputError.
  virtual void read_offsets(Part part, std::uint64_t first, std::span<EdgeIndex> offsets) const = 0;
  /// Targets of arcs first, first+1, ...
  virtual void read_targets(Part part, EdgeIndex first, std::span<Vertex> targets) const = 0;
  /// The weights of `count` outgoing arcs. Those of a .wsg are signed: as double here. Throws
  /// InputError where one is not a number.
  [[nodiscard]] virtual Weights read_weights(EdgeIndex first, EdgeIndex count) const = 0;
  /// Whether weights that are all whole numbers from 0 to 2^32-1 become 32-bit integers.
  [[nodiscard]] virtual bool narrows_weights() const = 0;
};

/// Throws InputError.
[[nodiscard]] std::unique_ptr<StoredAdjacency> open_adjacency(const std::string& path,
                                                              FileFormat format);

}  // namespace strider::detail
