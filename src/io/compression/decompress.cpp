#include "io/compression/decompress.hpp"

#include <fmt/format.h>
#include <libdeflate.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include "base/memory.hpp"
#include "base/stop.hpp"
#include "io/compression/growing_text.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Text of graphs packs to a third or a quarter; a wrong guess costs a copy.
std::size_t guess_size(std::size_t packed) {
  return std::max<std::size_t>(packed * 4, std::size_t{1} << 16);
}

/// As large as one step of unpacking may be: what takes a fraction of a second where the caller may
/// want to stop, else anything, as one large step is faster than many.
std::size_t largest_step() {
  constexpr std::size_t kStoppable = std::size_t{4} << 20;
  throw_if_stopped();
  return stop_flag() != nullptr ? kStoppable : std::numeric_limits<std::size_t>::max();
}

std::string unpacking(const std::string& path) {
  return fmt::format("unpacking {}", path);
}

[[noreturn]] void fail_no_state(const std::string& path) {
  constexpr std::uint64_t kDecoderBytes = std::uint64_t{1} << 20;  // about what each of them takes
  throw MemoryError(unpacking(path), kDecoderBytes, available_memory_bytes());
}
[[noreturn]] void fail_truncated(const std::string& path, std::string_view what) {
  throw InputError(path, 0,
                   fmt::format("the {} data end too early: check that the file is complete", what));
}
[[noreturn]] void fail_corrupt(const std::string& path, std::string_view what,
                               std::string_view detail) {
  throw InputError(path, 0, fmt::format("the {} data are corrupt ({})", what, detail));
}

/// How large the text of a gzip file is: what its last member says, in its last four bytes modulo
/// 2^32, where that is likely.
std::size_t guess_gzip_size(std::string_view packed) {
  std::uint32_t said = 0;
  if (packed.size() > sizeof(said)) {
    std::memcpy(&said, packed.data() + packed.size() - sizeof(said), sizeof(said));
  }
  constexpr std::size_t kLikelyRatio = 16;
  const bool likely = said >= packed.size() && said / kLikelyRatio <= packed.size();
  return likely ? said : guess_size(packed.size());
}

/// One member by zlib's stream, of any size and to the point of any error. Returns what is behind.
std::string_view inflate_member(std::string_view packed, GrowingText& text,
                                const std::string& path) {
  z_stream stream{};
  constexpr int kGzipHeader = 16;
  if (inflateInit2(&stream, MAX_WBITS + kGzipHeader) != Z_OK) fail_no_state(path);
  const auto end_stream = [](z_stream* s) { inflateEnd(s); };
  const std::unique_ptr<z_stream, decltype(end_stream)> guard(&stream, end_stream);
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits
  for (;;) {
    const std::size_t room = std::min({text.free_size(), kMostAtOnce, largest_step()});
    const std::size_t given = std::min(packed.size(), kMostAtOnce);
    // zlib does not write there.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(text.free_begin());
    stream.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t consumed = given - stream.avail_in;
    const std::size_t written = room - stream.avail_out;
    packed.remove_prefix(consumed);
    text.add(written);
    if (status == Z_STREAM_END) return packed;
    if (status != Z_OK && status != Z_BUF_ERROR) {
      fail_corrupt(path, "gzip", stream.msg != nullptr ? stream.msg : "no detail");
    }
    if (consumed == 0 && written == 0) fail_truncated(path, "gzip");
  }
}

/// Several members in a row are one text; zero bytes behind the last one are padding of tapes.
Array<char> decompress_gzip(std::string_view packed, const std::string& path) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> whole(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  if (!whole) fail_no_state(path);
  GrowingText text(guess_gzip_size(packed), unpacking(path));
  do {
    // libdeflate takes half of zlib's time, but wants a member and the room for it at once.
    std::size_t consumed = 0;
    std::size_t written = 0;
    const std::size_t room = text.free_size();
    const libdeflate_result result =
        packed.size() / 8 > largest_step()
            ? LIBDEFLATE_INSUFFICIENT_SPACE
            : libdeflate_gzip_decompress_ex(whole.get(), packed.data(), packed.size(),
                                            text.free_begin(), room, &consumed, &written);
    if (result == LIBDEFLATE_SUCCESS) {
      packed.remove_prefix(consumed);
      text.add(written);
    } else {
      packed = inflate_member(packed, text, path);
    }
  } while (packed.find_first_not_of('\0') != std::string_view::npos);
  return std::move(text).finish();
}

Array<char> decompress_zstd(std::string_view packed, const std::string& path) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                             ZSTD_freeDStream);
  if (!stream) fail_no_state(path);
  // The frame may say how large its content is, and a corrupt one may say anything.
  const unsigned long long announced = ZSTD_getFrameContentSize(packed.data(), packed.size());
  constexpr std::size_t kBelievedRatio = 1000;
  const bool believed = announced < kBelievedRatio * std::max<std::size_t>(packed.size(), 1024);
  GrowingText text(believed ? static_cast<std::size_t>(announced) + 1 : guess_size(packed.size()),
                   unpacking(path));
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  for (;;) {
    const std::size_t room = std::min(text.free_size(), largest_step());
    ZSTD_outBuffer out{text.free_begin(), room, 0};
    const std::size_t consumed_before = in.pos;
    const std::size_t hint = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(hint) != 0) fail_corrupt(path, "zstd", ZSTD_getErrorName(hint));
    text.add(out.pos);
    if (hint == 0 && in.pos == in.size) break;
    if (out.pos == 0 && in.pos == consumed_before) fail_truncated(path, "zstd");
  }
  return std::move(text).finish();
}

Array<char> decompress_xz(std::string_view packed, const std::string& path) {
  lzma_stream stream = LZMA_STREAM_INIT;
  // The header of a file says how large a dictionary it needs: up to 4 GiB.
  const std::uint64_t available = available_memory_bytes();
  if (lzma_stream_decoder(&stream, available, LZMA_CONCATENATED) != LZMA_OK) fail_no_state(path);
  const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> guard(&stream, lzma_end);
  GrowingText text(guess_size(packed.size()), unpacking(path));
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  for (;;) {
    const std::size_t room = std::min(text.free_size(), largest_step());
    stream.next_out = reinterpret_cast<std::uint8_t*>(text.free_begin());
    stream.avail_out = room;
    const lzma_ret status = lzma_code(&stream, LZMA_FINISH);
    text.add(room - stream.avail_out);
    if (status == LZMA_STREAM_END) break;
    if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) {
      throw MemoryError(unpacking(path), lzma_memusage(&stream), available);
    }
    if (status == LZMA_BUF_ERROR) fail_truncated(path, "xz");
    if (status != LZMA_OK)
      fail_corrupt(path, "xz", fmt::format("code {}", static_cast<int>(status)));
  }
  return std::move(text).finish();
}

}  // namespace

std::string_view find_compression(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x1f\x8b"sv)) return "gz";
  if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return "zst";
  if (bytes.starts_with("\xfd"
                        "7zXZ\0"sv)) {
    return "xz";
  }
  return "";
}

Array<char> decompress(std::string_view packed, std::string_view compression,
                       const std::string& path) {
  if (compression == "gz") return decompress_gzip(packed, path);
  if (compression == "zst") return decompress_zstd(packed, path);
  return decompress_xz(packed, path);
}

}  // namespace strider
