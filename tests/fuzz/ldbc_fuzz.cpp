#include <algorithm>

#include "fuzz/fuzz_text.hpp"

namespace {

/// The two files in one input, the vertices up to the first '|'.
strider::InputEdges parse_both(const strider::NamedText& input,
                               const strider::ReadOptions& options) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.text.data());
  const std::size_t cut = std::min(input.text.find('|'), input.text.size());
  const std::size_t rest = std::min(cut + 1, input.text.size());
  const strider::fuzz::FuzzText vertices(bytes, cut);
  const strider::fuzz::FuzzText edges(bytes + rest, input.text.size() - rest);
  return strider::parse_ldbc(vertices.named(), edges.named(), options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return strider::fuzz::run(parse_both, data, size);
}
