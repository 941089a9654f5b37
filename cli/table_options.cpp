#include "table_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cctype>
#include <map>
#include <optional>
#include <string>

#include "checks.hpp"
#include "help.hpp"

namespace strider::cli {
namespace {

constexpr const char* kDelimiters = "a sign, tab, space, comma or semicolon";

/// What separates the columns of a table: a character, or its name where a shell would need quotes.
std::optional<char> delimiter_from_name(const std::string& name) {
  static const std::map<std::string, char> kNames = {
      {"tab", '\t'}, {"\\t", '\t'}, {"space", ' '}, {"comma", ','}, {"semicolon", ';'}};
  const auto found = kNames.find(name);
  if (found != kNames.end()) return found->second;
  const bool is_sign = name.size() == 1 && std::ispunct(static_cast<unsigned char>(name[0])) != 0;
  return is_sign || name == " " || name == "\t" ? std::optional(name[0]) : std::nullopt;
}

}  // namespace

void add_table_options(CLI::App& verb, GraphOptions& options) {
  begin_group(verb, kTableGroup);
  TableOptions& table = options.table;
  verb.add_option("--weight-column,--weight-attribute", options.weight_column,
                  "Weights: a column by name or number, an attribute of GML or GraphML, or none")
      ->type_name("NAME|N")
      ->check(not_empty);
  verb.add_option("--source-column", table.source_column,
                  "Where edges begin (default: by its name, else the first)")
      ->type_name("NAME|N")
      ->check(not_empty);
  verb.add_option("--target-column", table.target_column,
                  "Where edges end (default: by its name, else the second)")
      ->type_name("NAME|N")
      ->check(not_empty);
  auto* header = verb.add_flag_callback(
      "--header", [&table] { table.header = TableHeader::kPresent; },
      "The first row names the columns (default: as the rows look)");
  verb.add_flag_callback(
          "--no-header", [&table] { table.header = TableHeader::kAbsent; },
          "The first row is an edge")
      ->excludes(header);
  verb.add_option_function<std::string>(
          "--delimiter",
          [&table](const std::string& name) {
            table.delimiter = delimiter_from_name(name);
            if (!table.delimiter) {
              throw CLI::ValidationError(
                  fmt::format("--delimiter must be {}, got '{}'", kDelimiters, name));
            }
          },
          fmt::format("Between columns: {} (default: as the first row looks)", kDelimiters))
      ->type_name("C");
  verb.add_option("--skip-lines", table.skip_lines, "Lines before the table")
      ->check(natural_number);
  verb.add_flag("--only-listed", options.only_listed,
                "Leave out vertices that no line names (default: isolated vertices)");
}

}  // namespace strider::cli
