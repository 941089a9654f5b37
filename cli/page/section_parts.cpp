#include "page/section_parts.hpp"

namespace strider::cli {

Markup section(std::string_view title, const Markup& content) {
  if (content.empty()) return {};
  Markup inside = element("h2", {}, title);
  inside += content;
  return element("section", {}, inside);
}

Markup charts(const Markup& figures) {
  return figures.empty() ? Markup() : element("div", {{"class", "charts"}}, figures);
}

bool is_table(const Json& value) {
  return value.is_array() && !value.empty() &&
         std::ranges::all_of(value, [](const Json& row) { return row.is_object(); });
}

bool is_named_table(const Json& value) {
  return value.is_object() && !value.empty() &&
         std::ranges::all_of(value, [](const Json& row) { return row.is_object(); });
}

Json named_rows(const Json& value, const std::string& name) {
  Json rows = Json::array();
  for (const auto& [key, object] : value.items()) {
    Json row = {{name, key}};
    row.update(object);
    rows.push_back(std::move(row));
  }
  return rows;
}

double number_of(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace strider::cli
