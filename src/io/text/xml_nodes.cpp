#include "io/text/xml_nodes.hpp"

#include <fmt/format.h>

#include "base/quote.hpp"
#include "io/text/declared_nodes.hpp"
#include "io/text/scan.hpp"

namespace strider {

std::string_view XmlNodes::declare(const pugi::xml_node& node) {
  const char* const at = document_.place(node);
  const std::string_view id = node.attribute("id").value();
  if (id.empty()) fail_at(at, "expected an 'id' in this node");
  if (!ids_.add_new(id)) fail_declared_twice(at, "node " + in_quotes(id));
  return id;
}

Vertex XmlNodes::end_of(const pugi::xml_node& edge, const char* end) const {
  const char* const at = document_.place(edge);
  const std::string_view id = edge.attribute(end).value();
  if (id.empty()) fail_at(at, fmt::format("expected a '{}' in this edge", end));
  const auto v = ids_.find(id);
  if (!v) fail_undeclared(at, "node " + in_quotes(id));
  return *v;
}

}  // namespace strider
