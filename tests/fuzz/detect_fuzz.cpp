#include "fuzz/fuzz_text.hpp"
#include "io/compression/decompress.hpp"
#include "io/detect.hpp"

// Finding the format, and unpacking: what happens to a file before its parser sees it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const strider::fuzz::FuzzText text(data, size);
  const std::string_view bytes = text.named().text;
  try {
    const std::string_view compression = strider::find_compression(bytes);
    if (compression.empty()) {
      static_cast<void>(strider::format_of_content("fuzz", bytes));
    } else {
      static_cast<void>(strider::decompress(bytes, compression, "fuzz"));
    }
  } catch (const strider::Error&) {  // a refusal is right
  }
  return 0;
}
