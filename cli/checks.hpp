// Checks of what options are given: each returns what is wrong with a text, "" where nothing is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace strider::cli {

/// A check of names, of which `names` lists the known ones with commas between.
[[nodiscard]] std::function<std::string(const std::string&)> one_of(std::string names);
/// Nothing is wrong.
[[nodiscard]] std::string anything(const std::string& text);
/// A check of options whose empty text would pass for an option left out.
[[nodiscard]] std::string not_empty(const std::string& text);
/// A check of other numbers: the parser takes -1 for the largest number, and cuts off what does not
/// fit.
[[nodiscard]] std::string natural_number(const std::string& text);
/// A check of numbers of things, which a T is to hold: without it, -1 and what is too large would
/// be read as the largest number there is.
template <class T>
[[nodiscard]] std::string at_least_one(const std::string& text);
extern template std::string at_least_one<std::uint32_t>(const std::string&);
extern template std::string at_least_one<std::uint64_t>(const std::string&);
/// The name of an input file: - is the standard input.
[[nodiscard]] std::string input_name(const std::string& text);
/// A check of a time.
[[nodiscard]] std::string seconds(const std::string& text);
[[nodiscard]] std::string percent(const std::string& text);
[[nodiscard]] std::string gigabytes(const std::string& text);

}  // namespace strider::cli
