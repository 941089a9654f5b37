// The names of an enumeration's values, as the command line and reports write them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace strider::detail {

template <class Value>
struct Named {
  Value value;
  std::string_view name;
};

/// Made by name_table().
template <class Value, std::size_t N>
class NameTable {
 public:
  constexpr explicit NameTable(const Named<Value> (&all)[N]) {
    std::ranges::transform(all, values_.begin(), &Named<Value>::value);
    std::ranges::transform(all, names_.begin(), &Named<Value>::name);
  }

  /// "unknown" for what is no value of the enumeration.
  [[nodiscard]] constexpr std::string_view name_of(Value value) const {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(values_, value) - values_.begin());
    return place == N ? "unknown" : names_[place];
  }
  [[nodiscard]] constexpr std::optional<Value> from_name(std::string_view name) const {
    const auto place = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    if (place == N) return std::nullopt;
    return values_[place];
  }
  /// In the order of the table.
  [[nodiscard]] constexpr std::span<const Value> values() const { return values_; }

 private:
  std::array<Value, N> values_{};
  std::array<std::string_view, N> names_{};
};

/// name_table<Colour>({{Colour::kRed, "red"}, {Colour::kBlue, "blue"}})
template <class Value, std::size_t N>
[[nodiscard]] constexpr NameTable<Value, N> name_table(const Named<Value> (&all)[N]) {
  return NameTable<Value, N>(all);
}

}  // namespace strider::detail
