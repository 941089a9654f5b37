// What concerns spanning forests in more than one verb.
#pragma once

#include <span>
#include <string>

#include "strider/io.hpp"
#include "strider/validate.hpp"

namespace strider::cli {

/// "a forest has no cycles" and so on.
[[nodiscard]] const char* rule_name(MsfRule rule);

/// Throws ValidationFailed with the first violation where there is one.
void require_passed(std::span<const MsfViolation> violations, const Labels& labels,
                    Vertex num_vertices);

/// Throws UsageError that names --undirected where the edges lead one way.
void require_undirected(Directedness directedness, const InputFacts& facts,
                        const std::string& path);

}  // namespace strider::cli
