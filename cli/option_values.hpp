// The names that options take, for completions.
#pragma once

#include <string>

#include "parser.hpp"

namespace strider::cli {

// `names` have a comma and a blank between them, as help texts list them.

/// Completions suggest `names`; what the option takes is checked elsewhere. Returns the option.
CLI::Option* suggest_values(CLI::Option* option, const std::string& names);
/// The names that the option takes or suggests, with blanks between, each once; "" where it has
/// none.
[[nodiscard]] std::string values_of(const CLI::Option& option);

}  // namespace strider::cli
