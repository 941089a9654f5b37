#include "io/compression/compress.hpp"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>

#include "base/memory.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

// Each compressor's own compromise between time and size.
constexpr int kGzipLevel = 6;
constexpr int kZstdLevel = 3;
constexpr std::uint32_t kXzLevel = 1;  // higher levels take several times as long for a tenth

// Given the room that the compressor asks for, memory is all that can fail.
[[noreturn]] void fail(std::string_view text) {
  throw MemoryError("compressing the output", text.size(), available_memory_bytes());
}

void compress_gzip(std::string_view text, std::vector<char>& packed) {
  constexpr int kGzipWindow = 15 + 16;  // the largest window; 16 asks for gzip's own frame
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    fail(text);
  }
  packed.resize(deflateBound(&stream, text.size()));
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  std::size_t given = 0;
  std::size_t room = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0) {
      stream.avail_in = static_cast<uInt>(std::min(text.size() - given, kMostAtOnce));
      given += stream.avail_in;
    }
    if (stream.avail_out == 0) {
      stream.avail_out = static_cast<uInt>(std::min(packed.size() - room, kMostAtOnce));
      room += stream.avail_out;
    }
    status = deflate(&stream, given == text.size() ? Z_FINISH : Z_NO_FLUSH);
  }
  packed.resize(room - stream.avail_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) fail(text);
}

void compress_zstd(std::string_view text, std::vector<char>& packed) {
  packed.resize(ZSTD_compressBound(text.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0) fail(text);
  packed.resize(size);
}

void compress_xz(std::string_view text, std::vector<char>& packed) {
  packed.resize(lzma_stream_buffer_bound(text.size()));
  std::size_t size = 0;
  if (lzma_easy_buffer_encode(kXzLevel, LZMA_CHECK_CRC64, nullptr,
                              reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                              reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                              packed.size()) != LZMA_OK) {
    fail(text);
  }
  packed.resize(size);
}

}  // namespace

Compression compression_of_name(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::kGzip;
  if (path.ends_with(".zst")) return Compression::kZstd;
  if (path.ends_with(".xz")) return Compression::kXz;
  return Compression::kNone;
}

void compress(Compression compression, std::string_view text, std::vector<char>& packed) {
  switch (compression) {
    case Compression::kNone:
      packed.assign(text.begin(), text.end());
      break;
    case Compression::kGzip:
      compress_gzip(text, packed);
      break;
    case Compression::kZstd:
      compress_zstd(text, packed);
      break;
    case Compression::kXz:
      compress_xz(text, packed);
      break;
  }
}

}  // namespace strider
