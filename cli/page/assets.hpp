// The style and the script of every page. A page says by their hashes that nothing else may run.
#pragma once

#include <string_view>

namespace strider::cli {

extern const std::string_view kStyle;
extern const std::string_view kScript;
/// SHA-256 of these, in base 64. tests/cli/pages_test.py says what they must be.
extern const std::string_view kStyleHash;
extern const std::string_view kScriptHash;

}  // namespace strider::cli
