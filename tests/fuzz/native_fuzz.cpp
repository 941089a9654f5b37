// Containers as they come, and once more with their checksums made right: damage that a checksum
// would catch must not hide what lies behind it.
#include <omp.h>

#include <cstdlib>
#include <span>
#include <vector>

#include "fuzz/fuzz_file.hpp"
#include "io/direct_load.hpp"
#include "io/readers.hpp"
#include "strider/bfs.hpp"
#include "support/native_forgery.hpp"

namespace strider {
namespace {

void sign(std::vector<std::uint8_t>& bytes) {
  if (bytes.size() < sizeof(native::FileHeader)) return;
  const auto container = std::as_writable_bytes(std::span(bytes));
  test::ContainerTables tables(container);
  tables.header.magic = native::kMagic;
  tables.header.byte_order = native::kByteOrder;
  tables.header.version = native::kVersion;
  tables.header.file_bytes = bytes.size();
  tables.sign_sections(container);
  tables.write(container);
}

constexpr BuildOptions kKeep{
    .self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep, .threads = 1};

/// What passed may be walked over and searched.
void open_and_search(const std::string& path, Verification verification) {
  const auto loaded = map_native(path, {.verification = verification, .threads = 1}, kKeep);
  const Graph& graph = topology(loaded->graph);
  check_csr(graph.out(), "fuzz", 1);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) (void)graph.labels().label(v);
  if (graph.num_vertices() == 0) return;
  BfsSolver solver(loaded->prepared ? *loaded->prepared : PreparedGraph(graph), {.threads = 1});
  const BfsResult tree = solver.run(graph.num_vertices() - 1);
  if (tree.parents().size() != graph.num_vertices()) abort();
}

void open_and_read(const std::uint8_t* data, std::size_t size) {
  const fuzz::FuzzFile file(data, size);
  fuzz::passes([&] { open_and_search(file.path(), Verification::kStructure); });
  if (!fuzz::passes([&] { open_and_search(file.path(), Verification::kChecksums); })) return;
  fuzz::passes([&] { verify_native(file.path(), 1); });
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
