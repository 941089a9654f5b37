// What concerns spanning forests in more than one verb.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "strider/io.hpp"
#include "strider/msf.hpp"
#include "strider/validate.hpp"

namespace strider::cli {

/// "a forest has no cycles" and so on.
[[nodiscard]] const char* rule_name(MsfRule rule);

/// Where a maximum forest is that of a container from which heavier edges may be missing.
[[nodiscard]] std::optional<std::string> note_on_duplicates(const InputFacts& facts,
                                                            MsfObjective objective);

/// "validation failed at the edge between 3 and 4: ...". `more` violations followed it.
[[nodiscard]] std::string violation_message(const std::string& u, const std::string& v,
                                            MsfRule rule, std::size_t more);

/// Throws ValidationFailed with the first violation where there is one.
void require_passed(std::span<const MsfViolation> violations, const Labels& labels,
                    Vertex num_vertices);

/// Throws UsageError that names --undirected where the edges lead one way.
void require_undirected(Directedness directedness, const InputFacts& facts,
                        const std::string& path);

}  // namespace strider::cli
