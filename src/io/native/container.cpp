#include "io/native/container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "graph/layout/weight_layout.hpp"
#include "io/native/checksum.hpp"
#include "strider/error.hpp"
#include "strider/prepare.hpp"

namespace strider::native {
namespace {

std::string_view text_of(const Name& name) {
  return {name.data(), strnlen(name.data(), name.size())};
}

bool is_well_formed(const Name& name) {
  const std::size_t length = text_of(name).size();
  return length > 0 && length < name.size() &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c == 0 || (c > ' ' && c < '\x7f'); }) &&
         std::all_of(name.begin() + length, name.end(), [](char c) { return c == 0; });
}

template <class Entry>
void check_names(const std::string& path, const std::vector<Entry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    bool repeats = false;
    for (std::size_t j = 0; j < i; ++j) repeats |= entries[j].name == entries[i].name;
    if (!is_well_formed(entries[i].name) || repeats) {
      throw InputError(path, 0, fmt::format("the header's entry {} has a corrupt name", i));
    }
  }
}

bool of_weight_layout(const SectionEntry& section) {
  return section.kind == SectionKind::kLayout &&
         text_of(section.name).starts_with(detail::kWeightLayoutPrefix);
}

bool is_read(const SectionEntry& section, ReadLayouts layouts) {
  if (section.kind == SectionKind::kGraph || layouts == ReadLayouts::kAll) return true;
  return layouts ==
         (of_weight_layout(section) ? ReadLayouts::kByWeight : ReadLayouts::kBreadthFirst);
}

}  // namespace

Container::Container(const std::string& path) : file_(path) {
  if (file_.size() < sizeof(FileHeader)) {
    refuse(fmt::format(
        "is not a native container or is truncated: it has {} bytes, expected at least {}",
        file_.size(), sizeof(FileHeader)));
  }
  std::memcpy(&header_, file_.bytes().data(), sizeof(header_));
  check_preamble();
  read_tables();
  check_names(path, sections_);
  check_names(path, scalars_);
  std::uint64_t free_from = header_.header_bytes;
  for (const SectionEntry& section : sections_) check_section(section, free_from);
}

void Container::check_preamble() const {
  const FileHeader& h = header_;
  if (h.magic != kMagic) refuse("is not a native container: it does not start with STRIDER");
  if (h.byte_order == __builtin_bswap32(kByteOrder)) {
    refuse(
        "was written on a machine with the other byte order: convert it to a text format on that "
        "machine");
  }
  if (h.byte_order != kByteOrder) refuse("has a corrupt header: its byte order is unknown");
  if (h.version != kVersion) {
    refuse(fmt::format(
        "is a container of version {}, but this library reads version {}: write it again",
        h.version, kVersion));
  }
  const std::uint64_t expected = sizeof(FileHeader) + h.section_count * sizeof(SectionEntry) +
                                 h.scalar_count * sizeof(ScalarEntry);
  if (h.section_count > kMostSections || h.scalar_count > kMostScalars ||
      h.header_bytes != expected) {
    refuse("has a corrupt header: the length of its tables is wrong");
  }
  if (h.header_bytes > file_.size()) refuse("is truncated inside its header");
  if (header_checksum(file_.bytes().data(), h.header_bytes) != h.header_checksum) {
    refuse("has a corrupt header: its checksum does not match");
  }
  if (h.file_bytes != file_.size()) {
    refuse(fmt::format("is {} bytes long, but its header says {}: it was truncated or extended",
                       file_.size(), h.file_bytes));
  }
  if (h.num_vertices > kMaxVertices || h.isolated > h.num_vertices || h.flags > kAllFlags ||
      h.num_self_loops > h.num_arcs || h.label_kind > static_cast<std::uint8_t>(LabelKind::kText) ||
      h.weight_type > static_cast<std::uint8_t>(WeightType::kUint32) ||
      h.layout > static_cast<std::uint8_t>(Layout::kLocality)) {
    refuse("has a corrupt header: a count or a kind is out of range");
  }
}

void Container::read_tables() {
  const std::byte* next = file_.bytes().data() + sizeof(FileHeader);
  sections_.resize(header_.section_count);
  scalars_.resize(header_.scalar_count);
  const std::size_t section_bytes = sections_.size() * sizeof(SectionEntry);
  if (section_bytes > 0) std::memcpy(sections_.data(), next, section_bytes);
  if (!scalars_.empty()) {
    std::memcpy(scalars_.data(), next + section_bytes, scalars_.size() * sizeof(ScalarEntry));
  }
}

void Container::check_section(const SectionEntry& section, std::uint64_t& free_from) const {
  const std::uint64_t bytes = saturating_mul(section.count, section.element_bytes);
  const std::uint64_t end = saturating_add(section.offset, bytes);
  if (section.kind > SectionKind::kLayout || section.element_bytes == 0 ||
      section.element_bytes > kAlignment || section.offset % kAlignment != 0 ||
      section.offset < free_from || saturating_add(end, kAlignment) > file_.size()) {
    refuse(fmt::format("section '{}' lies outside the file, overlaps another or is not aligned",
                       text_of(section.name)));
  }
  free_from = end + kAlignment;
}

bool Container::has(SectionKind kind, std::string_view name) const {
  return std::any_of(sections_.begin(), sections_.end(), [&](const SectionEntry& section) {
    return section.kind == kind && text_of(section.name) == name;
  });
}

const SectionEntry& Container::find(SectionKind kind, std::string_view name) const {
  for (const SectionEntry& section : sections_) {
    if (section.kind == kind && text_of(section.name) == name) return section;
  }
  refuse(fmt::format("does not have the section '{}'", name));
}

template <class T>
SharedArray<T> Container::array(const SectionEntry& section) const {
  const auto* data = reinterpret_cast<const T*>(file_.bytes().data() + section.offset);
  return {file_.owner(), std::span<const T>(data, section.count)};
}

template <class T>
SharedArray<T> Container::array(std::string_view name, std::uint64_t count) const {
  const SectionEntry& section = find(SectionKind::kGraph, name);
  if (section.element_bytes != sizeof(T) || section.count != count) {
    refuse(fmt::format("section '{}' has {} elements of {} bytes, expected {} of {}", name,
                       section.count, section.element_bytes, count, sizeof(T)));
  }
  return array<T>(section);
}

Csr Container::csr(std::string_view offsets_name, std::string_view targets_name) const {
  auto offsets = array<EdgeIndex>(offsets_name, header_.num_vertices + 1);
  auto targets = array<Vertex>(targets_name, header_.num_arcs);
  if (offsets[0] != 0 || offsets[header_.num_vertices] != header_.num_arcs) {
    refuse(fmt::format("section '{}' does not go from 0 to the number of arcs", offsets_name));
  }
  return {std::move(offsets), std::move(targets)};
}

Labels Container::labels() const {
  switch (static_cast<LabelKind>(header_.label_kind)) {
    case LabelKind::kDense:
      return Labels::dense(header_.label_base);
    case LabelKind::kSparse:
      return Labels::sparse(array<std::uint64_t>(kLabelNumbers, header_.num_vertices));
    case LabelKind::kText:
      break;
  }
  auto offsets = array<std::uint64_t>(kLabelOffsets, header_.num_vertices + 1);
  auto arena = array<char>(kLabelArena, offsets[header_.num_vertices]);
  if (offsets[0] != 0) refuse("the text labels do not start at 0");
  return Labels::text(std::move(arena), std::move(offsets));
}

AnyGraph Container::graph() const {
  std::optional<Csr> in;
  if (is_directed() && has(SectionKind::kGraph, kInOffsets)) in = csr(kInOffsets, kInTargets);
  Graph topology(csr(kOutOffsets, kOutTargets),
                 is_directed() ? Directedness::kDirected : Directedness::kUndirected,
                 header_.num_self_loops, labels(), std::move(in));
  switch (static_cast<WeightType>(header_.weight_type)) {
    case WeightType::kNone:
      break;
    case WeightType::kFloat:
      return WeightedGraph<float>(std::move(topology), array<float>(kWeights, header_.num_arcs));
    case WeightType::kDouble:
      return WeightedGraph<double>(std::move(topology), array<double>(kWeights, header_.num_arcs));
    case WeightType::kUint32:
      return WeightedGraph<std::uint32_t>(std::move(topology),
                                          array<std::uint32_t>(kWeights, header_.num_arcs));
  }
  return topology;
}

StoredBuild Container::stored_build() const {
  StoredBuild build;
  build.report.edges_listed = header_.edges_listed;
  build.report.self_loops = header_.self_loops_listed;
  build.report.duplicates = header_.duplicates_listed;
  build.report.isolated = static_cast<Vertex>(header_.isolated);
  build.directedness = is_directed() ? Directedness::kDirected : Directedness::kUndirected;
  build.has_self_loops = header_.num_self_loops > 0;
  build.has_duplicates = !rows_strictly_ascend();
  build.has_layout =
      header_.layout != static_cast<std::uint8_t>(Layout::kNone) || has_weight_layout();
  return build;
}

detail::LayoutSections Container::layout_sections() const {
  detail::LayoutSections layout(path());
  for (const SectionEntry& section : sections_) {
    if (section.kind != SectionKind::kLayout) continue;
    layout.add_bytes(std::string(text_of(section.name)), section.element_bytes,
                     {file_.owner(), bytes_of(section)});
  }
  for (const ScalarEntry& scalar : scalars_) {
    layout.add_scalar(std::string(text_of(scalar.name)), scalar.value);
  }
  return layout;
}

bool Container::has_weight_layout() const {
  return std::any_of(sections_.begin(), sections_.end(), of_weight_layout);
}

void Container::verify_checksums(ReadLayouts layouts, int threads) const {
  compare_checksums(checksums_of_part(0, 1, layouts, threads));
}

std::vector<std::uint64_t> Container::checksums_of_part(int part, int parts, ReadLayouts layouts,
                                                        int threads) const {
  struct Block {
    std::size_t section;
    std::size_t number;
  };
  std::vector<std::uint64_t> seeds;
  std::vector<Block> blocks;
  const std::uint64_t seed = graph_seed(header_, scalars_);
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (!is_read(sections_[i], layouts)) {
      seeds.push_back(sections_[i].checksum);
      continue;
    }
    seeds.push_back(section_seed(seed, sections_[i], sections_));
    for (std::size_t b = 0; b < num_blocks(bytes_of(sections_[i]).size()); ++b) {
      blocks.push_back({i, b});
    }
  }
  std::vector<std::uint64_t> sums(sections_.size(), 0);
  if (part == 0) sums = seeds;
  const Range mine = static_chunk(blocks.size(), part, parts);
  parallel_for(
      mine.begin, mine.end, threads,
      [&](std::size_t i) {
        const auto [section, number] = blocks[i];
        fetch_add_relaxed(sums[section], sum_of_blocks(bytes_of(sections_[section]), seeds[section],
                                                       {number, number + 1}));
      },
      1);
  return sums;
}

void Container::compare_checksums(std::span<const std::uint64_t> checksums) const {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (checksums[i] != sections_[i].checksum) {
      refuse(fmt::format("section '{}' is corrupt: its checksum does not match",
                         text_of(sections_[i].name)));
    }
  }
}

void Container::refuse(const std::string& message) const {
  throw InputError(file_.path(), 0, message);
}

}  // namespace strider::native
