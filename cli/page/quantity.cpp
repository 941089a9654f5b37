#include "page/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace strider::cli {
namespace {

constexpr double kMostExact = 9e15;  // integers of a double

std::string with_prefix(double number, std::string_view unit) {
  constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  std::size_t prefix = 0;
  for (; std::abs(number) >= 1000 && prefix + 1 < std::size(kPrefixes); ++prefix) number /= 1000;
  const std::string_view gap = unit.empty() ? "" : " ";
  return fmt::format("{:.3g}{}{}{}", number, gap, kPrefixes[prefix], unit);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

Unit unit_of(std::string_view key) {
  constexpr std::array<std::string_view, 7> kLabels = {"vertex", "u",      "v",     "source",
                                                       "target", "center", "parent"};
  if (std::ranges::find(kLabels, key) != kLabels.end()) return Unit::kLabel;
  if (key.ends_with("_s") || key.ends_with("_time")) return Unit::kSeconds;
  if (contains(key, "teps") || contains(key, "TEPS")) return Unit::kRate;
  if (contains(key, "bytes")) return Unit::kBytes;
  return Unit::kNone;
}

std::string shown(double number, Unit unit) {
  if (!std::isfinite(number)) return fmt::format("{}", number);
  if (unit == Unit::kSeconds) return duration(number);
  if (unit == Unit::kRate) return rate(number);
  if (number >= 0 && number < kMostExact && number == std::floor(number)) {
    return grouped(static_cast<std::uint64_t>(number));
  }
  return fmt::format("{:.6g}", number);
}

std::string shown(const Json& value, Unit unit) {
  if (value.is_null()) return "–";
  if (unit == Unit::kLabel) return label_text(value);
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned() && unit != Unit::kSeconds && unit != Unit::kRate) {
    return grouped(value.get<std::uint64_t>());
  }
  if (value.is_number()) return shown(value.get<double>(), unit);
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string label_text(const Json& label) {
  return label.is_string() ? label.get<std::string>() : label.dump();
}

std::string short_form(double number, Unit unit) {
  if (unit == Unit::kBytes) return with_prefix(number, "B");
  if (unit == Unit::kRate) return with_prefix(number, "TEPS");
  if (unit != Unit::kSeconds) {
    constexpr double kMostDigits = 10'000;
    return number < kMostDigits && number == std::floor(number) ? shown(number, unit)
                                                                : with_prefix(number, "");
  }
  if (number == 0) return "0 s";
  if (number < 0.999e-6) return fmt::format("{:.3g} ns", number * 1e9);
  if (number < 0.999e-3) return fmt::format("{:.3g} us", number * 1e6);
  if (number < 0.999) return fmt::format("{:.3g} ms", number * 1e3);
  return fmt::format("{:.3g} s", number);
}

std::string name_of_key(std::string_view key) {
  if (key == "teps") return "rate";
  if (key.ends_with("_s") && key.size() > 2) key.remove_suffix(2);
  std::string name(key);
  std::ranges::replace(name, '_', ' ');
  return name;
}

Scale::Scale(ScaleKind kind, double least, double greatest, double least_step) : kind_(kind) {
  constexpr double kMostSteps = 5;
  if (kind == ScaleKind::kLogarithmic) {
    // Half of the least number, so that this has a height.
    constexpr double kHalf = 0.3;
    foot_ = std::log10(least) - kHalf;
    end_ = std::max(std::log10(greatest), foot_ + 1);
    step_ = std::ceil((end_ - foot_) / kMostSteps);
    return;
  }
  end_ = greatest > 0 ? greatest : 1;
  const double rough = end_ / kMostSteps;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step_ = factor * power;
    if (step_ >= rough) break;
  }
  step_ = std::max(step_, least_step);
}

double Scale::place(double number) const {
  if (kind_ == ScaleKind::kLogarithmic) {
    if (!(number > 0)) return 0;
    number = std::log10(number);
  }
  return std::clamp((number - foot_) / (end_ - foot_), 0.0, 1.0);
}

std::vector<double> Scale::ticks() const {
  constexpr double kRounding = 1e-9;
  std::vector<double> ticks;
  const double first = kind_ == ScaleKind::kLogarithmic ? std::ceil(foot_) : foot_;
  const double last = end_ + kRounding * std::abs(end_) + kRounding * step_;
  for (int i = 0; first + i * step_ <= last; ++i) {
    const double at = first + i * step_;
    ticks.push_back(kind_ == ScaleKind::kLogarithmic ? std::pow(10, at) : at);
  }
  return ticks;
}

ScaleKind fitting_scale(const std::vector<double>& numbers) {
  constexpr double kWide = 50;
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (const double number : numbers) {
    if (number < 0) return ScaleKind::kLinear;
    if (number > 0) least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  return greatest > kWide * least ? ScaleKind::kLogarithmic : ScaleKind::kLinear;
}

}  // namespace strider::cli
