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

Markup table_of(const Json& rows, std::size_t most_rows) {
  std::vector<std::string> keys;
  std::vector<DataColumn> columns;
  for (const Json& row : rows) {
    for (const auto& [key, value] : row.items()) {
      // Lists are in the data of the page.
      if (value.is_array()) continue;
      auto known = std::ranges::find(keys, key);
      if (known == keys.end()) {
        known = keys.insert(keys.end(), key);
        columns.push_back({.name = name_of_key(key)});
      }
      if (!value.is_number()) continue;
      columns[static_cast<std::size_t>(known - keys.begin())].is_number = true;
    }
  }
  DataTable table(columns);
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), most_rows); ++i) {
    std::vector<DataCell> cells;
    for (const std::string& key : keys) {
      cells.push_back(rows[i].contains(key) ? data_cell(rows[i][key], unit_of(key)) : DataCell());
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
