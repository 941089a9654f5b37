// Text files, formatted by several threads.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
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

/// Appends blocks 0 .. num_blocks-1 in their order, each compressed by itself. A block should have
/// about half a megabyte: enough for a compressor to learn from. Throws InputError, and what
/// `format_block` throws. Precondition: threads >= 1.
void write_text_blocks(OutputSink& sink, Compression compression, std::uint64_t num_blocks,
                       int threads, const BlockFormatter& format_block);

/// Appends the lines of vertices first .. last-1. Called from many threads at once.
using RowsFormatter = std::function<void(Vertex first, Vertex last, TextBuffer& out)>;

/// Writes `head`, the rows of all vertices of `csr` in their order and `tail`, compressed where the
/// path ends in .gz, .zst or .xz. The file appears whole or not at all. Throws InputError, and what
/// `format_rows` throws.
void write_text_file(const std::string& path, std::string_view head, const Csr& csr, int threads,
                     const RowsFormatter& format_rows, std::string_view tail = {});

}  // namespace strider
