#include "fuzz/fuzz_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return strider::fuzz::run(strider::parse_metis, data, size, {},
                            strider::fuzz::EdgesFollow::kWeights);
}
