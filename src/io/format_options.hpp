// Which options suit which format.
#pragma once

#include <string>

#include "strider/io.hpp"

namespace strider {

/// Throws UsageError if an option says where a table has what, but `format` is no table; or names a
/// weight, and the format gives weights no names.
void require_options_of_format(const std::string& path, FileFormat format,
                               const ReadOptions& options);

}  // namespace strider
