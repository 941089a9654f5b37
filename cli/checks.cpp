#include "checks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>

#include "suggestion.hpp"

namespace strider::cli {

template <class T>
std::string at_least_one(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text.find_first_not_of('0') == std::string::npos) {
    return fmt::format("the value must be a whole number of at least 1, got '{}'", text);
  }
  T number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc()
             ? ""
             : fmt::format("the value must be at most 2^{1}-1, got {0}", text, 8 * sizeof(T));
}
template std::string at_least_one<std::uint32_t>(const std::string&);
template std::string at_least_one<std::uint64_t>(const std::string&);

std::string natural_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool fits = read.ec == std::errc() && read.ptr == end;
  return fits ? ""
              : fmt::format("the value must be a whole number from 0 to 2^64-1, got '{}'", text);
}

std::function<std::string(const std::string&)> one_of(std::string names) {
  return [names = std::move(names)](const std::string& text) {
    const bool is_known =
        !text.empty() && text.find_first_of(", ") == std::string::npos &&
        fmt::format(", {},", names).find(fmt::format(" {},", text)) != std::string::npos;
    return is_known ? ""
                    : fmt::format("the value must be one of {}, got '{}'{}", names, text,
                                  did_you_mean(text, names));
  };
}

namespace {

/// A finite number of at least 0.
std::string amount(const char* unit, const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool is_amount = read.ec == std::errc() && read.ptr == end && number >= 0 &&
                         number <= std::numeric_limits<double>::max();
  return is_amount
             ? ""
             : fmt::format("the value must be a number of {} of at least 0, got '{}'", unit, text);
}

}  // namespace

std::string seconds(const std::string& text) {
  return amount("seconds", text);
}
std::string percent(const std::string& text) {
  return amount("percent", text);
}
std::string gigabytes(const std::string& text) {
  return amount("GB", text);
}

std::string input_name(const std::string& text) {
  return text == "-" ? "/dev/stdin" : text;
}

std::string anything(const std::string& /*text*/) {
  return "";
}

std::string not_empty(const std::string& text) {
  return text.empty() ? "the value is empty" : "";
}

}  // namespace strider::cli
