// Containers as they come, and once more with their checksums made right: damage that a checksum
// would catch must not hide what lies behind it.
#include <omp.h>

#include <cstring>
#include <vector>

#include "fuzz/fuzz_file.hpp"
#include "io/direct_load.hpp"
#include "io/native/format.hpp"
#include "io/readers.hpp"

namespace strider {
namespace {

using native::FileHeader;
using native::SectionEntry;

void sign(std::vector<std::uint8_t>& bytes) {
  FileHeader header;
  if (bytes.size() < sizeof(header)) return;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.magic = native::kMagic;
  header.byte_order = native::kByteOrder;
  header.version = native::kVersion;
  header.section_count %= 16;
  header.scalar_count %= 16;
  header.file_bytes = bytes.size();
  header.header_bytes = sizeof(header) + header.section_count * sizeof(SectionEntry) +
                        header.scalar_count * sizeof(native::ScalarEntry);
  std::memcpy(bytes.data(), &header, sizeof(header));
  if (header.header_bytes > bytes.size()) return;
  auto* raw = reinterpret_cast<std::byte*>(bytes.data());
  for (std::uint32_t i = 0; i < header.section_count; ++i) {
    SectionEntry entry;
    std::byte* at = raw + sizeof(header) + i * sizeof(entry);
    std::memcpy(&entry, at, sizeof(entry));
    if (entry.element_bytes == 0 || entry.offset > bytes.size() ||
        entry.count > (bytes.size() - entry.offset) / entry.element_bytes) {
      continue;
    }
    entry.checksum =
        native::section_checksum(raw + entry.offset, entry.count * entry.element_bytes);
    std::memcpy(at, &entry, sizeof(entry));
  }
  header.header_checksum = native::header_checksum(raw, header.header_bytes);
  std::memcpy(bytes.data(), &header, sizeof(header));
}

void open_and_read(const std::uint8_t* data, std::size_t size) {
  const fuzz::FuzzFile file(data, size);
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  fuzz::passes([&] { (void)map_native(file.path(), {}, keep); });
  if (!fuzz::passes([&] { verify_native(file.path()); })) return;
  // What passed may be walked over.
  const auto loaded = map_native(file.path(), {}, keep);
  check_csr(topology(loaded->graph).out(), "fuzz");
  const Graph& graph = topology(loaded->graph);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) (void)graph.labels().label(v);
  fuzz::check_list(read_native_edges(file.path(), ReadOptions{.threads = 1}).list);
}

}  // namespace
}  // namespace strider

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Verification uses all cores, and waking them takes longer than an input of this size.
  omp_set_num_threads(1);
  strider::open_and_read(data, size);
  std::vector<std::uint8_t> bytes(data, data + size);
  strider::sign(bytes);
  strider::open_and_read(bytes.data(), bytes.size());
  return 0;
}
