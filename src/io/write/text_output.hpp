// Text files of one item a vertex or arc, formatted by several threads.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "strider/graph.hpp"

namespace strider {

/// Characters that grow at the end.
class TextBuffer {
 public:
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
  /// In decimal; reals in the shortest form that reads back as the same number.
  template <class T>
  requires std::integral<T> || std::floating_point<T>
  void append_number(T value) {
    make_room(kLongestNumber);
    char* const end = storage_.data() + storage_.size();
    size_ = static_cast<std::size_t>(std::to_chars(storage_.data() + size_, end, value).ptr -
                                     storage_.data());
  }

 private:
  static constexpr std::size_t kLongestNumber = 32;  // -1.7976931348623157e+308 has 24

  void make_room(std::size_t bytes) {
    if (storage_.size() - size_ < bytes) storage_.resize(2 * storage_.size() + bytes);
  }

  std::vector<char> storage_;
  std::size_t size_ = 0;
};

/// Appends the lines of vertices first .. last-1. Called from many threads at once.
using RowsFormatter = std::function<void(Vertex first, Vertex last, TextBuffer& out)>;

/// Writes `head`, the rows of all vertices of `csr` in their order and `tail`, compressed where the
/// path ends in .gz, .zst or .xz. The file appears whole or not at all. Throws InputError, and what
/// `format_rows` throws.
void write_text_file(const std::string& path, std::string_view head, const Csr& csr, int threads,
                     const RowsFormatter& format_rows, std::string_view tail = {});

}  // namespace strider
