#include "io/text/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "io/text/scan.hpp"

namespace strider {

XmlDocument::XmlDocument(std::string_view text, const char* what) : text_(text) {
  // The parser copies the text, and takes some 64 bytes an element.
  require_memory(saturating_mul(text_.size(), 6), what);
  const auto result = document_.load_buffer(
      text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result) {
    const auto offset =
        std::min<std::size_t>(static_cast<std::size_t>(result.offset), text_.size());
    fail_at(text_.data() + offset, fmt::format("is not XML: {}", result.description()));
  }
  for (const pugi::xml_node child : document_.children()) {
    // Entities of a file's own could stand for anything; none of them is expanded.
    if (child.type() == pugi::node_doctype &&
        std::string_view(child.value()).find("<!ENTITY") != std::string_view::npos) {
      fail_at(text_.data(), "declares entities, which are not read");
    }
  }
}

const char* XmlDocument::place(const pugi::xml_node& node) const {
  const auto offset = node.offset_debug();
  return text_.data() + (offset < 0 ? 0 : static_cast<std::size_t>(offset));
}

}  // namespace strider
