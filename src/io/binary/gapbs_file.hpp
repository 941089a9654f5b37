// A .sg or .wsg file, opened.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/mapped_file.hpp"
#include "io/binary/gapbs.hpp"
#include "strider/types.hpp"

namespace strider {

/// A .sg or .wsg file, its header read and its length checked.
class GapbsFile {
 public:
  /// Throws InputError.
  explicit GapbsFile(const std::string& path);

  [[nodiscard]] bool directed() const { return directed_; }
  [[nodiscard]] bool weighted() const { return neighbor_bytes_ == sizeof(GapbsNeighbor); }
  [[nodiscard]] Vertex num_vertices() const { return num_vertices_; }
  [[nodiscard]] EdgeIndex num_arcs() const { return num_arcs_; }
  [[nodiscard]] const std::string& path() const { return file_.path(); }

  /// Where the out-adjacency (part 0) or the transpose (part 1) starts.
  [[nodiscard]] std::size_t part_begin(int part) const {
    return kGapbsHeaderBytes + static_cast<std::size_t>(part) * part_bytes();
  }
  [[nodiscard]] std::size_t offsets_bytes() const {
    return (num_vertices_ + std::size_t{1}) * sizeof(EdgeIndex);
  }
  /// Bytes of an entry of the adjacency.
  [[nodiscard]] std::size_t neighbor_bytes() const { return neighbor_bytes_; }
  /// Throws InputError. Thread-safe.
  void read_at(std::size_t offset, std::span<std::byte> target) const {
    file_.read_at(offset, target);
  }
  /// Throws InputError.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  [[nodiscard]] std::size_t part_bytes() const {
    return offsets_bytes() + num_arcs_ * neighbor_bytes_;
  }

  /// The file's length says whether there are weights.
  void find_neighbor_bytes();

  RandomAccessFile file_;
  bool directed_ = false;
  Vertex num_vertices_ = 0;
  EdgeIndex num_arcs_ = 0;
  std::size_t neighbor_bytes_ = sizeof(Vertex);
};

}  // namespace strider
