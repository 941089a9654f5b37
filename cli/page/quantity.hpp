// Numbers as pages show them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report.hpp"

namespace strider::cli {

/// What a number counts; a label names a vertex, and counts nothing.
enum class Unit : std::uint8_t { kNone, kSeconds, kBytes, kRate, kLabel };

/// By the name of a key of JSON, which has the unit in it.
[[nodiscard]] Unit unit_of(std::string_view key);
/// "12.30 ms", "1,234,567", "0.25".
[[nodiscard]] std::string shown(double number, Unit unit);
/// A number, a text, yes, no, or a dash for null.
[[nodiscard]] std::string shown(const Json& value, Unit unit);
/// A label of the input, which is a number or a text.
[[nodiscard]] std::string label_text(const Json& label);
/// For an axis: "10 ms", "100k".
[[nodiscard]] std::string short_form(double number, Unit unit);
/// "time" of "time_s", "bytes sent" of "bytes_sent".
[[nodiscard]] std::string name_of_key(std::string_view key);

enum class ScaleKind : std::uint8_t { kLinear, kLogarithmic };

/// Numbers from 0, or positive ones by their logarithm, on an axis.
class Scale {
 public:
  /// Of numbers up to `greatest`, of which the least positive one is `least`. Where they count
  /// things, so do the ticks.
  Scale(ScaleKind kind, double least, double greatest, double least_step = 0);
  /// 0 at the foot of the axis, 1 at its end.
  [[nodiscard]] double place(double number) const;
  /// Round numbers along the axis.
  [[nodiscard]] std::vector<double> ticks() const;
  [[nodiscard]] bool is_logarithmic() const { return kind_ == ScaleKind::kLogarithmic; }

 private:
  ScaleKind kind_;
  double foot_ = 0;
  double end_ = 1;
  double step_ = 1;  ///< between ticks; of logarithms a number of powers of ten
};

/// Logarithmic where counts differ so much that small ones would not be seen.
[[nodiscard]] ScaleKind fitting_scale(const std::vector<double>& numbers);

}  // namespace strider::cli
