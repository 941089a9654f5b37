// What violations of the rules of strong components say, on one machine and on ranks.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "strider/strong_components.hpp"

namespace strider::detail {

/// `vertex` is the smallest of `count` vertices that break the rule.
[[nodiscard]] inline std::string describe_violation(StrongRule rule, GlobalVertex vertex,
                                                    GlobalVertex label, std::uint64_t count) {
  const auto what = [&]() -> std::string {
    switch (rule) {
      case StrongRule::kLeastVertex:
        return fmt::format("vertex {} has label {}, which is not the least vertex of that label",
                           vertex, label);
      case StrongRule::kReached:
        return fmt::format("vertex {} is not reached from its label {} inside the component",
                           vertex, label);
      case StrongRule::kLeadsBack:
        return fmt::format("vertex {} does not lead to its label {} inside the component", vertex,
                           label);
      case StrongRule::kAcyclic:
        break;
    }
    return fmt::format("the component {} is on a cycle of components, or behind one", vertex);
  };
  return what() + (count > 1 ? fmt::format(", and {} more", count - 1) : "");
}

}  // namespace strider::detail
