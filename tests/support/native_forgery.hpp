// Native containers, changed and signed again: damage that a checksum would catch must not hide
// what lies behind it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "io/native/checksum.hpp"

namespace strider::test {

/// The header and the tables of a container in memory, to be changed and written back.
struct ContainerTables {
  native::FileHeader header{};
  std::vector<native::SectionEntry> sections;
  std::vector<native::ScalarEntry> scalars;

  /// Of a container whose header may be wrong: at most 16 entries a table. Precondition: `bytes`
  /// holds a header.
  explicit ContainerTables(std::span<const std::byte> bytes) {
    std::memcpy(&header, bytes.data(), sizeof(header));
    header.section_count %= 17;
    header.scalar_count %= 17;
    sections.resize(header.section_count);
    scalars.resize(header.scalar_count);
    header.header_bytes = sizeof(header) + std::as_bytes(std::span(sections)).size() +
                          std::as_bytes(std::span(scalars)).size();
    if (header.header_bytes > bytes.size()) {
      sections.clear();
      scalars.clear();
      return;
    }
    const std::byte* next = bytes.data() + sizeof(header);
    next = copy_out(next, std::as_writable_bytes(std::span(sections)));
    copy_out(next, std::as_writable_bytes(std::span(scalars)));
  }

  /// The bytes of a section, or none if they are not within the container.
  [[nodiscard]] static std::span<std::byte> bytes_of(std::span<std::byte> container,
                                                     const native::SectionEntry& section) {
    if (section.element_bytes == 0 || section.offset > container.size() ||
        section.count > (container.size() - section.offset) / section.element_bytes) {
      return {};
    }
    return container.subspan(section.offset, section.count * section.element_bytes);
  }

  /// Makes the checksums of all sections right.
  void sign_sections(std::span<std::byte> container) {
    const std::uint64_t seed = native::graph_seed(header, scalars);
    for (const auto kind : {native::SectionKind::kGraph, native::SectionKind::kLayout}) {
      for (native::SectionEntry& section : sections) {
        if (section.kind != kind) continue;
        section.checksum = native::section_checksum(
            bytes_of(container, section), native::section_seed(seed, section, sections), 1);
      }
    }
  }

  /// Writes header and tables back, the checksum of the header made right.
  void write(std::span<std::byte> container) {
    if (header.header_bytes > container.size()) return;
    header.header_checksum = 0;
    copy_in(container);
    header.header_checksum = native::header_checksum(container.data(), header.header_bytes);
    copy_in(container);
  }

 private:
  static const std::byte* copy_out(const std::byte* from, std::span<std::byte> to) {
    std::copy_n(from, to.size(), to.begin());
    return from + to.size();
  }
  void copy_in(std::span<std::byte> container) const {
    std::byte* next = container.data();
    for (const auto part :
         {std::as_bytes(std::span(&header, 1)), std::as_bytes(std::span(sections)),
          std::as_bytes(std::span(scalars))}) {
      next = std::copy(part.begin(), part.end(), next);
    }
  }
};

}  // namespace strider::test
