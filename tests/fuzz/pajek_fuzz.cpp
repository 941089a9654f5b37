#include "fuzz/fuzz_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return strider::fuzz::run(strider::parse_pajek, data, size);
}
