// What validation found, in the words of the user's file.
#pragma once

#include <cstddef>
#include <string>

#include "strider/labels.hpp"
#include "strider/validate.hpp"

namespace strider::cli {

/// "parents form a tree" and so on.
[[nodiscard]] const char* rule_name(BfsRule rule);

[[nodiscard]] const char* rule_name(SsspRule rule);

/// The only rule of components.
inline constexpr const char* kComponentsRule =
    "the label of a component is its first vertex, for all its vertices";

/// "validation failed at vertex 3: broken is the rule that ...". `more` violations followed it.
[[nodiscard]] std::string violation_message(const std::string& vertex, const char* rule,
                                            std::size_t more);

/// Throws ValidationFailed with the first violation where there is one.
void require_passed(const BfsValidation& validation, const Labels& labels, Vertex num_vertices);
void require_passed(const SsspValidation& validation, const Labels& labels, Vertex num_vertices);

}  // namespace strider::cli
