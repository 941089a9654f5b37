// What a look at the labels of some vertices finds, on one machine and on ranks.
#pragma once

#include <fmt/format.h>

#include <cstdint>

#include "strider/validate.hpp"

namespace strider::detail {

struct ComponentFindings {
  std::uint64_t num_components = 0;
  std::uint64_t num_wrong = 0;
  // Of the smallest vertex with a wrong label:
  GlobalVertex vertex = ~GlobalVertex{0};
  GlobalVertex label = 0;
  GlobalVertex least = 0;  ///< of its component

  void look(GlobalVertex at, GlobalVertex its_label, GlobalVertex its_least) {
    merge({its_least == at ? 1U : 0U, its_label != its_least ? 1U : 0U,
           its_label != its_least ? at : ~GlobalVertex{0}, its_label, its_least});
  }
  void merge(const ComponentFindings& others) {
    num_components += others.num_components;
    num_wrong += others.num_wrong;
    if (others.vertex >= vertex) return;
    vertex = others.vertex;
    label = others.label;
    least = others.least;
  }
  [[nodiscard]] ComponentsValidation validation() const {
    ComponentsValidation validation{{}, num_wrong, num_components};
    if (num_wrong > 0) {
      validation.violations.push_back(
          {ComponentsRule::kLeastVertex, vertex,
           fmt::format("vertex {} has label {}, but the least vertex of its component is {}{}",
                       vertex, label, least,
                       num_wrong > 1 ? fmt::format(", and {} more", num_wrong - 1) : "")});
    }
    return validation;
  }
};

}  // namespace strider::detail
