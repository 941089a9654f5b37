#include "io/text/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/memory.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/text/scan.hpp"

namespace strider {

XmlDocument::XmlDocument(std::string_view text, const char* what) : text_(text) {
  // The parser copies the text, and takes some 64 bytes an element.
  require_memory(saturating_mul(text_.size(), 6), what);
  const auto result = document_.load_buffer(
      text_.data(), text_.size(),
      pugi::parse_default | pugi::parse_doctype | pugi::parse_declaration, pugi::encoding_utf8);
  if (!result) {
    const auto offset =
        std::min<std::size_t>(static_cast<std::size_t>(result.offset), text_.size());
    fail_at(text_.data() + offset, fmt::format("is not XML: {}", result.description()));
  }
  for (const pugi::xml_node child : document_.children()) {
    if (child.type() == pugi::node_declaration) check_encoding(child);
    // Entities of a file's own could stand for anything; none of them is expanded.
    if (child.type() == pugi::node_doctype &&
        std::string_view(child.value()).find("<!ENTITY") != std::string_view::npos) {
      fail_at(text_.data(), "declares entities, which are not read");
    }
  }
}

void XmlDocument::check_encoding(const pugi::xml_node& declaration) const {
  const std::string_view said = declaration.attribute("encoding").value();
  const std::string encoding = lower_case(said);
  if (said.empty() || encoding == "utf-8" || encoding == "utf8" || encoding == "us-ascii") return;
  fail_at(text_.data(), fmt::format("is in the encoding {}: save it as UTF-8, with  iconv -f {} -t "
                                    "UTF-8, and change its first line",
                                    in_quotes(said), said));
}

pugi::xml_node XmlDocument::graph_in(const char* name) const {
  const pugi::xml_node top = root(name);
  if (!top) fail_at(text_.data(), fmt::format("expected the element '{}'", name));
  const pugi::xml_node graph = top.child("graph");
  if (!graph) fail_at(place(top), fmt::format("expected an element 'graph' in '{}'", name));
  if (const pugi::xml_node second = graph.next_sibling("graph")) {
    fail_at(place(second), "expected one graph, found a second one");
  }
  return graph;
}

bool is_number_type(std::string_view type) {
  constexpr std::string_view kTypes[] = {"int", "integer", "long", "short", "float", "double"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

const char* XmlDocument::place(const pugi::xml_node& node) const {
  const auto offset = node.offset_debug();
  return text_.data() + (offset < 0 ? 0 : static_cast<std::size_t>(offset));
}

}  // namespace strider
