// Both kinds of files that the Arrow library reads: Parquet by its first bytes, else Arrow.
#include <string_view>

#include "fuzz/fuzz_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parser = bytes.starts_with("PAR1") ? strider::parse_parquet : strider::parse_arrow;
  return strider::fuzz::run(parser, data, size);
}
