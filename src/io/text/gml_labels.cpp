#include "io/text/gml_labels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "io/text/declared_nodes.hpp"
#include "io/text/scan.hpp"

namespace strider {
namespace {

/// A character by its number, in UTF-8.
void append_utf8(std::uint64_t code, std::string& text) {
  const auto continued = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    continued(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    continued(6);
    continued(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    continued(12);
    continued(6);
    continued(0);
  }
}

/// The string that GML writes with character entities, which are those of HTML.
std::string without_entities(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
  std::string plain;
  while (!text.empty()) {
    const std::size_t end = text[0] == '&' ? text.find(';') : std::string_view::npos;
    const std::string_view name = end < 10 ? text.substr(1, end - 1) : std::string_view();
    const auto* const named =
        std::find_if(kEntities.begin(), kEntities.end(),
                     [&](const auto& entity) { return entity.first == name; });
    const auto code = name.starts_with('#') ? parse_number(name.substr(1)) : std::nullopt;
    if (named != kEntities.end()) {
      plain += named->second;
    } else if (code && *code > 0 && *code < 0x110000) {
      append_utf8(*code, plain);
    } else {
      plain += text[0];
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(end + 1);
  }
  return plain;
}

}  // namespace

std::optional<Labels> gml_labels(std::span<const std::string_view> written,
                                 std::vector<std::string>& notes) {
  std::vector<std::string> texts;
  for (const std::string_view label : written) texts.push_back(without_entities(label));
  return unique_labels(texts, "ids", notes);
}

}  // namespace strider
