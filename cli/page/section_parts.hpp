// What sections of pages have in common.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "page/markup.hpp"
#include "report.hpp"

namespace strider::cli {

/// The most rows of a table; all are in the data of a page.
inline constexpr std::size_t kMostRows = 500;

/// A heading with what belongs to it; nothing if that is empty.
[[nodiscard]] Markup section(std::string_view title, const Markup& content);
/// Figures side by side where there is room.
[[nodiscard]] Markup charts(const Markup& figures);
/// A list of objects, at least one.
[[nodiscard]] bool is_table(const Json& value);
/// Objects by name; as a list, where the name is one of the keys.
[[nodiscard]] bool is_named_table(const Json& value);
[[nodiscard]] Json named_rows(const Json& value, const std::string& name);
/// 0 where there is no number of that key.
[[nodiscard]] double number_of(const Json& object, std::string_view key);

template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view key, const std::array<std::string_view, N>& keys) {
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace strider::cli
