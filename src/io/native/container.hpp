// A native container, mapped.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.hpp"
#include "graph/layout/sections.hpp"
#include "io/native/format.hpp"
#include "io/native/stored_build.hpp"
#include "strider/graph.hpp"
#include "strider/io.hpp"

namespace strider::native {

/// Opened, its header checked: magic, byte order, version, checksum, the file's length, and for
/// every section its bounds, alignment and place. The data are neither read nor trusted to be what
/// their checksums say; verify_checksums does that.
class Container {
 public:
  /// Takes time independent of the file's size. Throws InputError.
  explicit Container(const std::string& path);

  [[nodiscard]] const FileHeader& header() const { return header_; }
  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(header_.num_vertices); }
  [[nodiscard]] bool is_directed() const { return (header_.flags & kDirected) != 0; }
  [[nodiscard]] bool rows_strictly_ascend() const {
    return (header_.flags & kRowsStrictlyAscend) != 0;
  }
  [[nodiscard]] bool has_weight_layout() const;
  [[nodiscard]] StoredBuild stored_build() const;
  /// Edges that were listed and are not stored, as another one has the same ends.
  [[nodiscard]] std::uint64_t duplicates_left_out() const {
    return rows_strictly_ascend() ? header_.duplicates_listed : 0;
  }

  /// The graph over the mapped arrays: offsets and weights as long as the header says, their ends
  /// checked. O(1). Throws InputError.
  [[nodiscard]] AnyGraph graph() const;
  /// The parts of all layouts, empty where it has none. Throws InputError.
  [[nodiscard]] detail::LayoutSections layout_sections() const;

  /// Throws InputError, naming the first section that is not what its checksum says. Reads the
  /// sections of the graph and of the layouts that are read, in parallel.
  void verify_checksums(ReadLayouts layouts, int threads) const;
  /// The same in parts, for ranks. What part `part` of `parts` of all blocks adds to the checksum
  /// of each section: those of all parts add up, modulo 2^64.
  [[nodiscard]] std::vector<std::uint64_t> checksums_of_part(int part, int parts,
                                                             ReadLayouts layouts,
                                                             int threads) const;
  /// Precondition: `checksums` are the sums over all parts.
  void compare_checksums(std::span<const std::uint64_t> checksums) const;

 private:
  void check_preamble() const;
  void read_tables();
  void check_section(const SectionEntry& section, std::uint64_t& free_from) const;
  [[nodiscard]] Csr csr(std::string_view offsets, std::string_view targets) const;
  [[nodiscard]] Labels labels() const;
  [[nodiscard]] bool has(SectionKind kind, std::string_view name) const;
  template <class T>
  [[nodiscard]] SharedArray<T> array(std::string_view name, std::uint64_t count) const;
  template <class T>
  [[nodiscard]] SharedArray<T> array(const SectionEntry& section) const;
  [[nodiscard]] std::span<const std::byte> bytes_of(const SectionEntry& section) const {
    return file_.bytes().subspan(section.offset, section.count * section.element_bytes);
  }
  [[nodiscard]] const SectionEntry& find(SectionKind kind, std::string_view name) const;
  [[noreturn]] void refuse(const std::string& message) const;

  MappedFile file_;
  FileHeader header_{};
  std::vector<SectionEntry> sections_;
  std::vector<ScalarEntry> scalars_;
};

}  // namespace strider::native
