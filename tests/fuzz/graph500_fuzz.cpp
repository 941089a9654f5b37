#include "fuzz/fuzz_file.hpp"
#include "io/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strider;
  const fuzz::FuzzFile file(data, size);
  fuzz::passes([&] {
    const InputEdges input = read_graph500_edges(file.path(), ReadOptions{.threads = 1});
    fuzz::check_list(input.list);
    if (input.list.edges.size() * 12 != size && input.list.edges.size() * 16 != size) abort();
  });
  return 0;
}
