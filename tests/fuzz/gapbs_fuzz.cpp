#include "fuzz/fuzz_file.hpp"
#include "io/direct_load.hpp"
#include "io/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strider;
  const fuzz::FuzzFile file(data, size);
  const ReadOptions options{.threads = 1};
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  fuzz::passes([&] {
    if (const auto loaded = load_gapbs(file.path(), options, keep)) {
      check_csr(topology(loaded->graph).out(), "fuzz");
      check_csr(topology(loaded->graph).in(), "fuzz");
    }
  });
  fuzz::passes([&] { fuzz::check_list(read_gapbs_edges(file.path(), options).list); });
  return 0;
}
