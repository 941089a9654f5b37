#include "option_values.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <set>
#include <sstream>

namespace strider::cli {
namespace {

/// How the parser describes a check of a set. Options keep the descriptions of their checks.
std::string as_set(const std::string& names) {
  return fmt::format("{{{}}}", names);
}

}  // namespace

CLI::Option* suggest_values(CLI::Option* option, const std::string& names) {
  return option->check([](const std::string&) { return std::string(); }, as_set(names));
}

std::string values_of(const CLI::Option& option) {
  // The name of the type, then what each check says of itself.
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find(":{");
  if (begin == std::string::npos) return "";
  std::string names = type.substr(begin + 2, type.find('}', begin) - begin - 2);
  std::replace(names.begin(), names.end(), ',', ' ');
  std::istringstream words(names);
  std::set<std::string> seen;
  std::string values;
  for (std::string word; words >> word;) {
    if (seen.insert(word).second) values += (values.empty() ? "" : " ") + word;
  }
  return values;
}

}  // namespace strider::cli
