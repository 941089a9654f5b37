// Files, formatted by several threads.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/compression/compress.hpp"
#include "io/write/output_sink.hpp"
#include "strider/graph.hpp"

namespace strider {

/// Characters that grow at the end.
class TextBuffer {
 public:
  static constexpr std::size_t kLongestNumber = 32;  // -1.7976931348623157e+308 has 24

  void clear() { size_ = 0; }
  [[nodiscard]] std::string_view text() const { return {storage_.data(), size_}; }

  void append(char c) {
    make_room(1);
    storage_[size_++] = c;
  }
  void append(std::string_view text) {
    if (text.empty()) return;
    make_room(text.size());
    std::memcpy(storage_.data() + size_, text.data(), text.size());
    size_ += text.size();
  }
  /// Where the next characters go, with room for `bytes` of them. Whoever writes some there calls
  /// advance_to() with the end of them before anything else.
  [[nodiscard]] char* room(std::size_t bytes) {
    make_room(bytes);
    return storage_.data() + size_;
  }
  void advance_to(const char* end) { size_ = static_cast<std::size_t>(end - storage_.data()); }
  /// As memory has it.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void append_bytes(const T& value) {
    std::memcpy(room(sizeof(value)), &value, sizeof(value));
    size_ += sizeof(value);
  }
  /// In decimal; reals in the shortest form that reads back as the same number.
  template <class T>
  requires std::integral<T> || std::floating_point<T>
  void append_number(T value) {
    char* const at = room(kLongestNumber);
    advance_to(std::to_chars(at, at + kLongestNumber, value).ptr);
  }

 private:
  void make_room(std::size_t bytes) {
    if (storage_.size() - size_ < bytes) storage_.resize(2 * storage_.size() + bytes);
  }

  std::vector<char> storage_;
  std::size_t size_ = 0;
};

/// Appends the text of block `number`. Called from many threads at once.
using BlockFormatter = std::function<void(std::uint64_t number, TextBuffer& out)>;

/// A text, or a binary file, made in blocks. A block should have about half a megabyte: enough for
/// a compressor to learn from.
struct TextBlocks {
  std::uint64_t count = 0;
  BlockFormatter format;
};

/// take(bytes) for the blocks from number `first` on in their order, several at once, each
/// compressed by itself. Throws what `format` and `take` throw. Precondition: threads >= 1.
void for_each_block(const TextBlocks& blocks, std::uint64_t first, Compression compression,
                    int threads,
                    const std::function<void(std::span<const std::string_view> bytes)>& take);

/// Appends the blocks. Throws InputError, and what `format` throws. Precondition: threads >= 1.
void write_text_blocks(OutputSink& sink, Compression compression, const TextBlocks& blocks,
                       int threads);

/// Appends the lines of vertices first .. last-1. Called from many threads at once.
using RowsFormatter = std::function<void(Vertex first, Vertex last, TextBuffer& out)>;

/// The blocks of `head`, the rows of all vertices of `csr` in their order and `tail`; none if these
/// are empty. `csr` outlives them.
[[nodiscard]] TextBlocks blocks_of_rows(std::string head, const Csr& csr, RowsFormatter format_rows,
                                        std::string tail);

}  // namespace strider
