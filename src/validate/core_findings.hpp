// What a look at the core numbers of some vertices finds, on one machine and on ranks.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "strider/core.hpp"

namespace strider::detail {

struct CoreFindings {
  static constexpr GlobalVertex kNone = ~GlobalVertex{0};

  // Of the smallest vertex that breaks a rule:
  GlobalVertex too_few = kNone;
  std::uint32_t core = 0;
  std::uint64_t edges = 0;
  GlobalVertex not_peeled = kNone;
  std::uint32_t core_not_peeled = 0;

  void note_too_few(GlobalVertex v, std::uint32_t its_core, std::uint64_t its_edges) {
    merge({.too_few = v, .core = its_core, .edges = its_edges});
  }
  void note_not_peeled(GlobalVertex v, std::uint32_t its_core) {
    merge({.not_peeled = v, .core_not_peeled = its_core});
  }
  void merge(const CoreFindings& others) {
    if (others.too_few < too_few) {
      too_few = others.too_few;
      core = others.core;
      edges = others.edges;
    }
    if (others.not_peeled < not_peeled) {
      not_peeled = others.not_peeled;
      core_not_peeled = others.core_not_peeled;
    }
  }
  [[nodiscard]] CoreValidation validation() const {
    CoreValidation validation;
    if (too_few != kNone) {
      validation.violations.push_back(
          {CoreRule::kEnoughEdges, too_few,
           fmt::format("vertex {} has core number {}, but only {} edges to vertices of no smaller "
                       "one",
                       too_few, core, edges)});
    }
    if (not_peeled != kNone) {
      validation.violations.push_back(
          {CoreRule::kPeeled, not_peeled,
           fmt::format("vertex {} has core number {}, but it is in a subgraph of vertices that "
                       "have more edges",
                       not_peeled, core_not_peeled)});
    }
    return validation;
  }
};

}  // namespace strider::detail
