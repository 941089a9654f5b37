// Unpacking gzip, zstd and xz in memory.
#pragma once

#include <string>
#include <string_view>

#include "strider/array.hpp"

namespace strider {

/// "gz", "zst", "xz", or "" where the bytes begin like none of them.
[[nodiscard]] std::string_view find_compression(std::string_view bytes);

/// The unpacked content of `packed`, which find_compression named `compression`, with kTextPadding
/// zero bytes behind it that size() counts not. Throws InputError naming `path` where the data are
/// corrupt or end too early, MemoryError where the content does not fit.
[[nodiscard]] Array<char> decompress(std::string_view packed, std::string_view compression,
                                     const std::string& path);

}  // namespace strider
