// The header of a container that is written: which sections there are, and where.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "io/native/checksum.hpp"
#include "io/native/format.hpp"
#include "strider/error.hpp"

namespace strider::native {

[[nodiscard]] inline Name name_of(std::string_view text) {
  Name name{};
  if (text.empty() || text.size() >= name.size()) {
    throw UsageError(fmt::format("a section cannot be named '{}'", text));
  }
  std::copy(text.begin(), text.end(), name.begin());
  return name;
}

struct HeaderBuilder {
  FileHeader header{};
  std::vector<SectionEntry> sections;
  std::vector<ScalarEntry> scalars;

  HeaderBuilder() {
    header.magic = kMagic;
    header.byte_order = kByteOrder;
    header.version = kVersion;
  }

  void add(SectionKind kind, std::string_view name, std::size_t element_bytes,
           std::uint64_t count) {
    SectionEntry entry{};
    entry.name = name_of(name);
    entry.kind = kind;
    entry.element_bytes = static_cast<std::uint32_t>(element_bytes);
    entry.count = count;
    sections.push_back(entry);
  }

  /// Once all sections are there: finds their places.
  void place_sections() {
    const auto round_up = [](std::uint64_t bytes) {
      return (bytes + kAlignment - 1) / kAlignment * kAlignment;
    };
    header.section_count = static_cast<std::uint32_t>(sections.size());
    header.scalar_count = static_cast<std::uint32_t>(scalars.size());
    header.header_bytes = sizeof(FileHeader) + sections.size() * sizeof(SectionEntry) +
                          scalars.size() * sizeof(ScalarEntry);
    std::uint64_t next = round_up(header.header_bytes);
    for (SectionEntry& section : sections) {
      section.offset = next;
      next = round_up(next + section.count * section.element_bytes) + kAlignment;
    }
    header.file_bytes = next;
  }

  /// The bytes behind section i, which are zeros: where they begin and end in the file.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> zeros_behind(std::size_t i) const {
    const SectionEntry& section = sections[i];
    return {section.offset + section.count * section.element_bytes,
            i + 1 < sections.size() ? sections[i + 1].offset : header.file_bytes};
  }

  /// Once all checksums of sections are there: the first bytes of the file.
  [[nodiscard]] std::vector<std::byte> checked() {
    std::vector<std::byte> bytes(header.header_bytes);
    const auto copy_of = [&] {
      std::byte* next = bytes.data();
      std::memcpy(next, &header, sizeof(header));
      next += sizeof(header);
      std::memcpy(next, sections.data(), sections.size() * sizeof(SectionEntry));
      next += sections.size() * sizeof(SectionEntry);
      if (!scalars.empty()) {
        std::memcpy(next, scalars.data(), scalars.size() * sizeof(ScalarEntry));
      }
    };
    copy_of();
    header.header_checksum = header_checksum(bytes.data(), bytes.size());
    copy_of();
    return bytes;
  }
};

/// Zeros, as many as follow any section.
inline constexpr std::array<std::byte, 2 * kAlignment> kZeros{};

}  // namespace strider::native
