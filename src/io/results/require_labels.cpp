#include "io/results/require_labels.hpp"

#include <fmt/format.h>

#include <string>

#include "strider/error.hpp"

namespace strider {
namespace {

/// The number of bytes of the UTF-8 character that `text` begins with; 0 if there is none.
/// Overlong forms, surrogates and numbers past U+10FFFF are none (RFC 3629).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  const bool is_overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool is_surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool is_beyond = lead == 0xF4 && byte(1) >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

void require_labels(const Labels& labels, std::uint64_t num_vertices,
                    bool (*fits)(std::string_view label), const LabelRefusal& refusal) {
  if (labels.kind() != LabelKind::kText) return;
  std::string label;
  for (std::uint64_t v = 0; v < num_vertices; ++v) {
    label.clear();
    labels.append_label(static_cast<Vertex>(v), label);
    if (!fits(label)) {
      throw UsageError(fmt::format("{} cannot hold the label of vertex {}: {}; write .csv instead",
                                   refusal.file, v, refusal.reason));
    }
  }
}

void require_utf8_labels(const Labels& labels, std::uint64_t num_vertices, std::string_view file) {
  require_labels(labels, num_vertices, is_utf8, {file, "it is not UTF-8"});
}

}  // namespace strider
