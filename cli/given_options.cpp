#include "given_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "environment.hpp"
#include "help.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

bool applies(const Refusal& refusal, const GivenOption& option, Place place) {
  const bool is_meant =
      refusal.only.empty() ? option.value != refusal.but : option.value == refusal.only;
  return is_meant && std::ranges::find(refusal.places, place) != refusal.places.end();
}

void require_in_use(const GivenOption& option, Place place) {
  if (option.group == kRanksGroup && !is_on_ranks(place)) refuse_distribution(option.name);
  if (option.group == kDevicesGroup && !is_on_device(place)) {
    throw UsageError(fmt::format(
        "{} applies only to searches on devices: choose a device with --device", option.name));
  }
  for (const Refusal& refusal : option.limits.refusals) {
    if (!applies(refusal, option, place)) continue;
    const std::string message = fmt::format(
        "{}{}{}{}", option.name, refusal.only.empty() ? "" : " ", refusal.only, refusal.why);
    if (refusal.as == Refusal::As::kUnavailable) throw UnavailableError(message);
    throw UsageError(message);
  }
}

}  // namespace

std::string GivenOptions::first_under(std::string_view group) const {
  const auto found = std::ranges::find(options, group, &GivenOption::group);
  return found == options.end() ? "" : found->name;
}

void require_in_use(const GivenOptions& given, Place place) {
  for (const GivenOption& option : given.options) {
    require_in_use(option, place);
    const Limits& limits = option.limits;
    if (limits.needs_value.empty()) continue;
    const auto needed = std::ranges::find(given.options, limits.needs.front(), &GivenOption::name);
    if (needed != given.options.end() && needed->value == limits.needs_value) continue;
    throw UsageError(fmt::format("{} applies only to {} {}", option.name, limits.needs.front(),
                                 limits.needs_value));
  }
}

}  // namespace strider::cli
