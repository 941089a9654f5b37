// Of which commit the program is.
#pragma once

#include <string_view>

namespace strider::cli {

/// "", where it was not built in a working tree of git; ends in "-dirty" where that had changes.
/// The build writes the definition, so that only this is compiled again after a commit.
[[nodiscard]] std::string_view build_commit();

}  // namespace strider::cli
