// The nodes that GraphML and GEXF declare.
#pragma once

#include <pugixml.hpp>
#include <string_view>

#include "io/text/text_labels.hpp"
#include "io/text/xml_document.hpp"

namespace strider {

/// Numbers nodes in the order of the file. The document must outlive it.
class XmlNodes {
 public:
  explicit XmlNodes(const XmlDocument& document) : document_(document) {}

  /// Gives `node` the next number, and returns its id. Throws ParseFault where it has no id, or
  /// that of another node.
  std::string_view declare(const pugi::xml_node& node);
  /// The node that the attribute `end` of `edge` names. Throws ParseFault where there is none.
  [[nodiscard]] Vertex end_of(const pugi::xml_node& edge, const char* end) const;

  [[nodiscard]] Vertex size() const { return ids_.size(); }
  /// The ids as labels: numbers if all of them are, otherwise texts.
  [[nodiscard]] Labels ids() const { return ids_.numbers_or_words(); }

 private:
  const XmlDocument& document_;
  TextLabels ids_;
};

}  // namespace strider
