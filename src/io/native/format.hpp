// The native container on disk; docs/container.md describes it for readers of other make.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "graph/layout/sections.hpp"

namespace strider::native {

inline constexpr std::array<char, 8> kMagic = {'S', 'T', 'R', 'I', 'D', 'E', 'R', '\x01'};
/// Reads as 0x04030201 on a machine of the other byte order.
inline constexpr std::uint32_t kByteOrder = 0x01020304;
inline constexpr std::uint32_t kVersion = 2;
/// Sections start at multiples of this, and as many zero bytes at least follow each: arrays promise
/// kArrayPadding readable bytes past their end.
inline constexpr std::size_t kAlignment = detail::LayoutSections::kSectionAlignment;
static_assert(kAlignment >= kArrayPadding);
/// More would be a corrupt count: a graph has at most 8 sections, a layout a few dozen.
inline constexpr std::uint32_t kMostSections = 256;
inline constexpr std::uint32_t kMostScalars = 256;

enum class WeightType : std::uint8_t { kNone, kFloat, kDouble, kUint32 };

enum Flag : std::uint8_t {
  kDirected = 1,
  /// Every row ascends strictly: no parallel edges.
  kRowsStrictlyAscend = 2,
  kAllFlags = 3
};

/// The first bytes of the file. header_bytes counts everything before the first section: this, the
/// section table and the table of the layout's numbers.
struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint64_t header_bytes;
  std::uint64_t header_checksum;  // XXH3-64 of the header_bytes bytes, this field taken as 0
  std::uint64_t file_bytes;
  std::uint32_t section_count;
  std::uint32_t scalar_count;
  std::uint64_t num_vertices;
  std::uint64_t num_arcs;
  std::uint64_t num_self_loops;
  std::uint64_t label_base;
  std::uint8_t flags;
  std::uint8_t label_kind;   // LabelKind
  std::uint8_t weight_type;  // WeightType
  std::uint8_t layout;       // Layout
  std::uint32_t reserved;
  // What building the graph found: BuildReport.
  std::uint64_t edges_listed;
  std::uint64_t self_loops_listed;
  std::uint64_t duplicates_listed;
  std::uint64_t isolated;
  std::uint64_t reserved_for_growth;
};
static_assert(sizeof(FileHeader) == 128 && std::is_trivially_copyable_v<FileHeader>);

using Name = std::array<char, detail::LayoutSections::kMaxNameBytes + 1>;  // ends with zeros

enum class SectionKind : std::uint32_t { kGraph, kLayout };

struct SectionEntry {
  Name name;
  SectionKind kind;
  std::uint32_t element_bytes;
  std::uint64_t count;     // of elements
  std::uint64_t offset;    // from the start of the file, in bytes
  std::uint64_t checksum;  // section_seed and the sum of its blocks' hashes
  std::uint64_t reserved;
};
static_assert(sizeof(SectionEntry) == 64 && std::is_trivially_copyable_v<SectionEntry>);

struct ScalarEntry {
  Name name;
  std::uint64_t value;
};
static_assert(sizeof(ScalarEntry) == 32 && std::is_trivially_copyable_v<ScalarEntry>);

// The sections of a graph.
inline constexpr std::string_view kOutOffsets = "out.offsets";  // n+1 of 8 bytes
inline constexpr std::string_view kOutTargets = "out.targets";  // arcs, 4 bytes
inline constexpr std::string_view kInOffsets = "in.offsets";    // directed graphs: may be absent
inline constexpr std::string_view kInTargets = "in.targets";    //
inline constexpr std::string_view kWeights = "weights";         // arcs, 4 or 8 bytes
inline constexpr std::string_view kLabelNumbers = "label.numbers";  // sparse labels: n of 8 bytes
inline constexpr std::string_view kLabelOffsets = "label.offsets";  // text labels: n+1 of 8 bytes
inline constexpr std::string_view kLabelArena = "label.arena";      // text labels: their characters

}  // namespace strider::native
