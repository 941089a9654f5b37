#include "io/column_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/quote.hpp"
#include "base/text.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 11> kSourceNames{
    "source",      "src", "from", "fromnodeid", "srcnid", "source_id",
    "source_node", "u",   "tail", "origin",     "from_id"};
constexpr std::array<std::string_view, 14> kTargetNames{
    "target",    "dst",         "dest", "destination", "to",    "tonodeid", "dstnid",
    "target_id", "target_node", "v",    "head",        "to_id", "dest_id",  "sink"};
/// The most usual name first.
constexpr std::array<std::string_view, 13> kWeightNames{
    "weight", "weights", "wgt",      "w",    "wt",   "value",   "val",
    "length", "len",     "distance", "dist", "cost", "capacity"};
/// From here on a name may well stand for something else, so the choice is noted.
constexpr unsigned kFirstDoubtfulWeight = 5;
/// Numbers that are no weights: who or when an edge is, or of which kind.
constexpr std::array<std::string_view, 18> kOtherNumbers{
    "id",    "edge_id",  "edgeid",   "index",        "timestamp", "time_stamp",
    "date",  "datetime", "year",     "type",         "kind",      "class",
    "label", "category", "relation", "relationship", "sign",      "color"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "person" of "person1" and of "Person_a", if `last` is '1' or 'a'.
std::string noun_of(const std::string& name, char first_mark, char second_mark) {
  std::string noun = lower_case(name);
  if (noun.size() < 3 || (noun.back() != first_mark && noun.back() != second_mark)) return {};
  const bool letter = first_mark > '9';
  noun.pop_back();
  const bool apart = noun.back() == '_' || noun.back() == '-' || noun.back() == ' ';
  if (apart) noun.pop_back();
  // "media" is not "medi", numbered a.
  if (letter && !apart) return {};
  const bool is_word = noun.size() >= 2 && std::all_of(noun.begin(), noun.end(), [](char c) {
                         return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
                       });
  return is_word ? noun : std::string();
}

/// The columns that are one noun, numbered: "person1" and "person2".
std::optional<EdgeColumns> numbered_nouns(std::span<const std::string> names) {
  for (const auto& [first, second] : {std::pair{'1', '2'}, std::pair{'a', 'b'}}) {
    for (unsigned i = 0; i < names.size(); ++i) {
      const std::string noun = noun_of(names[i], first, first);
      if (noun.empty()) continue;
      for (unsigned j = 0; j < names.size(); ++j) {
        if (noun_of(names[j], second, second) == noun) return EdgeColumns{i, j, std::nullopt};
      }
    }
  }
  return std::nullopt;
}

/// Whether more than one column could be an end of the edge by its name.
bool names_compete(std::span<const std::string> names) {
  const auto count = [&](const auto& usual) {
    return std::count_if(names.begin(), names.end(),
                         [&](const auto& name) { return is_one_of(usual, lower_case(name)); });
  };
  const auto sources = count(kSourceNames);
  const auto targets = count(kTargetNames);
  if (sources == 0 || targets == 0) return false;
  return sources > 1 || targets > 1 || numbered_nouns(names);
}

std::optional<EdgeColumns> named_ends(std::span<const std::string> names) {
  std::optional<unsigned> source;
  std::optional<unsigned> target;
  for (unsigned i = 0; i < names.size(); ++i) {
    const std::string name = lower_case(names[i]);
    if (!source && is_one_of(kSourceNames, name)) source = i;
    if (!target && is_one_of(kTargetNames, name)) target = i;
  }
  if (source && target) return EdgeColumns{*source, *target, std::nullopt};
  if (const auto nouns = numbered_nouns(names)) return nouns;
  // The numbers of rows, as R and pandas write them, stand in a column without a name.
  if (names.size() > 2 && names[0].empty()) return EdgeColumns{1, 2, std::nullopt};
  return std::nullopt;
}

/// The column that an option names, by name or by number.
unsigned column_of(std::string_view option, const std::string& text, const ColumnFacts& columns) {
  const auto named = std::find(columns.names.begin(), columns.names.end(), text);
  if (named != columns.names.end()) return static_cast<unsigned>(named - columns.names.begin());
  const auto number = parse_number<unsigned>(text);
  if (number && *number >= 1 && *number <= columns.are_numbers.size()) return *number - 1;
  throw UsageError(fmt::format(
      "{} {}: the table has no such column: {}", option, text,
      columns.names.empty()
          ? fmt::format("its columns are 1 to {}, without names", columns.are_numbers.size())
          : fmt::format("its columns are {}", join_names(columns.names))));
}

std::string named_column(unsigned column, const ColumnFacts& columns) {
  if (columns.names.empty()) return fmt::format("column {}", column + 1);
  return fmt::format("column {} ({})", column + 1, in_quotes(columns.names[column]));
}

/// The column with the most usual name of a weight.
std::optional<unsigned> named_weight(const ColumnFacts& columns, const EdgeColumns& ends) {
  std::optional<unsigned> best;
  for (unsigned i = 0; i < columns.names.size(); ++i) {
    const auto rank = weight_name_rank(columns.names[i]);
    if (!rank || i == ends.source || i == ends.target) continue;
    if (!best || *rank < *weight_name_rank(columns.names[*best])) best = i;
  }
  return best;
}

/// The first column of numbers behind the ends, unless its name says that it is none.
std::optional<unsigned> first_numbers(const ColumnFacts& columns, const EdgeColumns& ends) {
  for (unsigned i = std::max(ends.source, ends.target) + 1; i < columns.are_numbers.size(); ++i) {
    const std::string name = lower_case(columns.names[i]);
    const bool other = is_one_of(kOtherNumbers, name) || is_one_of(kSourceNames, name) ||
                       is_one_of(kTargetNames, name);
    if (columns.are_numbers[i] && !other) return i;
  }
  return std::nullopt;
}

std::optional<unsigned> find_weight(const ColumnFacts& columns, const EdgeColumns& ends,
                                    std::vector<std::string>& notes) {
  constexpr const char* kHint = "--weight-column chooses another one, or none";
  if (const auto named = named_weight(columns, ends)) {
    if (*weight_name_rank(columns.names[*named]) >= kFirstDoubtfulWeight) {
      notes.push_back(
          fmt::format("{} is read as the weight; {}", named_column(*named, columns), kHint));
    }
    return named;
  }
  const auto numbers = first_numbers(columns, ends);
  if (numbers) {
    notes.push_back(
        fmt::format("{} is read as the weight; {}", named_column(*numbers, columns), kHint));
  } else if (const unsigned next = std::max(ends.source, ends.target) + 1;
             next < columns.are_numbers.size() && columns.direction != next) {
    notes.push_back(fmt::format("{} is not read; --weight-column chooses a weight",
                                named_column(next, columns)));
  }
  return numbers;
}

EdgeColumns find_ends(const ColumnFacts& columns, const TableOptions& options,
                      std::vector<std::string>& notes) {
  const auto named = named_ends(columns.names);
  EdgeColumns ends = named.value_or(EdgeColumns{});
  const bool has_source = !options.source_column.empty();
  const bool has_target = !options.target_column.empty();
  if (has_source) ends.source = column_of("--source-column", options.source_column, columns);
  if (has_target) ends.target = column_of("--target-column", options.target_column, columns);
  // If an option puts one end where the other would be by default, the other end becomes the first
  // column, or the second if the first is taken.
  if (ends.source == ends.target && has_source != has_target) {
    (has_source ? ends.target : ends.source) = ends.source == 0 ? 1 : 0;
  }
  if (columns.names.empty() || has_source || has_target) return ends;
  const bool compete = names_compete(columns.names);
  if (!named || compete) {
    notes.push_back(
        fmt::format("{} and {} are read as source and target{}; --source-column and "
                    "--target-column choose others",
                    named_column(ends.source, columns), named_column(ends.target, columns),
                    compete ? ", though others have usual names, too" : ""));
  }
  return ends;
}

}  // namespace

std::optional<unsigned> weight_name_rank(std::string_view name) {
  const auto* const found = std::find(kWeightNames.begin(), kWeightNames.end(), lower_case(name));
  if (found == kWeightNames.end()) return std::nullopt;
  return static_cast<unsigned>(found - kWeightNames.begin());
}

std::string join_names(std::span<const std::string> names) {
  constexpr std::size_t kMost = 16;
  const auto first = names.first(std::min(kMost, names.size()));
  std::vector<std::string> shown(first.size());
  std::ranges::transform(first, shown.begin(), printable);
  const std::size_t more = names.size() - first.size();
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

bool name_edge_ends(std::span<const std::string> names) {
  return named_ends(names).has_value();
}

EdgeColumns find_edge_columns(const ColumnFacts& columns, const ReadOptions& options,
                              std::vector<std::string>& notes) {
  EdgeColumns found = find_ends(columns, options.table, notes);
  if (options.weight_column.empty()) {
    if (!columns.names.empty()) found.weight = find_weight(columns, found, notes);
  } else if (options.weight_column != "none") {
    found.weight = column_of("--weight-column", options.weight_column, columns);
  }
  if (found.source == found.target || found.weight == found.source ||
      found.weight == found.target) {
    throw UsageError(fmt::format(
        "source, target and weight must be different columns, got {}, {}{}", found.source + 1,
        found.target + 1, found.weight ? fmt::format(" and {}", *found.weight + 1) : ""));
  }
  return found;
}

}  // namespace strider
