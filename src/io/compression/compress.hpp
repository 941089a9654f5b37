// Compressed output.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace strider {

enum class Compression : std::uint8_t { kNone, kGzip, kZstd, kXz };

/// What the suffix .gz, .zst or .xz asks for.
[[nodiscard]] Compression compression_of_name(std::string_view path);

/// Replaces `packed` by `text` as one gzip member, zstd frame or xz stream: any number of them in a
/// row is a file that every decompressor reads as one. Throws MemoryError.
void compress(Compression compression, std::string_view text, std::vector<char>& packed);

}  // namespace strider
