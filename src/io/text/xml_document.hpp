// XML of an input, with the places of its elements.
#pragma once

#include <pugixml.hpp>
#include <string_view>

namespace strider {

/// A well-formed XML text. `text` must outlive it.
class XmlDocument {
 public:
  /// `what` is named if memory is missing: "a GraphML file". Throws ParseFault where the text is
  /// not XML, not in UTF-8 or declares entities; MemoryError.
  XmlDocument(std::string_view text, const char* what);

  [[nodiscard]] pugi::xml_node root(const char* name) const { return document_.child(name); }
  /// The graph in the root `name`. Throws ParseFault where there is none, or a second one.
  [[nodiscard]] pugi::xml_node graph_in(const char* name) const;
  /// Where `node` begins in the text.
  [[nodiscard]] const char* place(const pugi::xml_node& node) const;

 private:
  void check_encoding(const pugi::xml_node& declaration) const;

  std::string_view text_;
  pugi::xml_document document_;
};

/// Whether GraphML or GEXF give values of that type, which are numbers.
[[nodiscard]] bool is_number_type(std::string_view type);

}  // namespace strider
