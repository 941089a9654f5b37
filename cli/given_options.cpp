#include "given_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <string_view>

namespace strider::cli {
namespace {

constexpr std::array<std::string_view, 3> kOwnOptions = {"--threads", "--device-memory",
                                                         "--no-progress"};

}  // namespace

std::string given_options(const CLI::App& verb) {
  std::string text = verb.get_name();
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::ranges::find(kOwnOptions, name) != kOwnOptions.end()) continue;
    text += '\n' + name;
    for (const std::string& value : option->results()) {
      text += '=';
      text += name == "--device" ? value.substr(0, value.find(':')) : value;
    }
  }
  return text;
}

}  // namespace strider::cli
