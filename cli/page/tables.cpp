#include "page/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace strider::cli {

void DataTable::row(const std::vector<DataCell>& cells) {
  Markup row;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::vector<Attribute> attributes;
    if (columns_[i].is_number) attributes = {{"class", "n"}, {"data-value", cells[i].exact}};
    row += element("td", attributes, cells[i].shown);
  }
  rows_ += element("tr", {}, row);
}

Markup DataTable::markup() const {
  Markup head;
  for (const DataColumn& column : columns_) {
    std::vector<Attribute> attributes = {{"scope", "col"}};
    if (column.is_number) attributes.push_back({"class", "n"});
    head += element("th", attributes, column.name);
  }
  Markup table = element("thead", {}, element("tr", {}, head));
  table += element("tbody", {}, rows_);
  return element("div", {{"class", "scroll"}}, element("table", {{"class", "data"}}, table));
}

DataCell data_cell(const Json& value, Unit unit) {
  return {words(shown(value, unit)), value.is_number() ? value.dump() : shown(value, unit)};
}

namespace {

/// Objects within become cells of their own: {"time_s": {"max": 1}} is {"max_time_s": 1}. Lists are
/// in the data of the page.
Json flat_row(const Json& row) {
  Json flat = Json::object();
  for (const auto& [key, value] : row.items()) {
    if (value.is_array()) continue;
    if (!value.is_object()) {
      flat[key] = value;
      continue;
    }
    for (const auto& [inner, more] : value.items()) {
      if (more.is_primitive()) flat[inner + "_" + key] = more;
    }
  }
  return flat;
}

}  // namespace

Markup table_of(const Json& rows, std::size_t most_rows) {
  std::vector<std::string> keys;
  std::vector<DataColumn> columns;
  std::vector<Json> shown_rows;
  for (const Json& row : rows) {
    if (shown_rows.size() == most_rows) break;
    shown_rows.push_back(flat_row(row));
    for (const auto& [key, value] : shown_rows.back().items()) {
      auto known = std::ranges::find(keys, key);
      if (known == keys.end()) {
        known = keys.insert(keys.end(), key);
        columns.push_back({.name = name_of_key(key)});
      }
      if (value.is_number())
        columns[static_cast<std::size_t>(known - keys.begin())].is_number = true;
    }
  }
  DataTable table(columns);
  for (const Json& row : shown_rows) {
    std::vector<DataCell> cells;
    for (const std::string& key : keys) {
      cells.push_back(row.contains(key) ? data_cell(row[key], unit_of(key)) : DataCell());
    }
    table.row(cells);
  }
  Markup content = table.markup();
  if (rows.size() > most_rows) {
    content += element(
        "p", {{"class", "lead"}},
        fmt::format("and {} more, in the data of the page", grouped(rows.size() - most_rows)));
  }
  return content;
}

Markup folded(const std::string& summary, const Markup& content) {
  Markup inside = element("summary", {}, summary);
  inside += content;
  return element("details", {}, inside);
}

}  // namespace strider::cli
