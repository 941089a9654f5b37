// What no other section of a page shows.
#include <fmt/format.h>

#include "page/section_parts.hpp"
#include "page/sections.hpp"
#include "page/tables.hpp"

namespace strider::cli {
namespace {

// The visits of devices are for traces.
constexpr std::array<std::string_view, 12> kShownElsewhere = {
    "frontier", "top",     "traffic", "trials",  "searches", "distributions",
    "drawing",  "command", "machine", "version", "commit",   "device_visits"};

/// "a.b" of what lies in objects.
void flatten(const Json& value, const std::string& name, std::string_view key, DataTable& rows,
             Markup& tables) {
  if (is_table(value)) {
    tables +=
        folded(fmt::format("{} ({})", name, grouped(value.size())), table_of(value, kMostRows));
  } else if (is_named_table(value)) {
    tables += folded(name, table_of(named_rows(value, "name"), kMostRows));
  } else if (value.is_object()) {
    for (const auto& [inner, more] : value.items()) {
      flatten(more, name + " · " + name_of_key(inner), inner, rows, tables);
    }
  } else if (value.is_array() && value.size() > 24) {
    Json items = Json::array();
    for (const Json& item : value) items.push_back({{name_of_key(key), item}});
    tables +=
        folded(fmt::format("{} ({})", name, grouped(value.size())), table_of(items, kMostRows));
  } else if (value.is_array()) {
    std::string list;
    for (const Json& item : value) {
      list += (list.empty() ? "" : ", ") + shown(item, unit_of(key));
    }
    rows.row({{words(name), name}, {words(list.empty() ? "–" : list), list}});
  } else {
    rows.row({{words(name), name}, data_cell(value, unit_of(key))});
  }
}

}  // namespace

Markup other_section(const Json& json) {
  DataTable rows({{.name = "name"}, {.name = "value"}});
  Markup tables;
  for (const auto& [key, value] : json.items()) {
    if (is_one_of(key, kShownElsewhere)) continue;
    flatten(value, name_of_key(key), key, rows, tables);
  }
  Markup content = folded("All values", element("div", {{"class", "long"}}, rows.markup()));
  content += tables;
  return section("Everything else", content);
}

}  // namespace strider::cli
