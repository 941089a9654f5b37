// The words of a GML file.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/text/scan.hpp"

namespace strider {

enum class GmlToken : std::uint8_t { kWord, kString, kOpen, kClose, kEnd };

/// Cuts GML into words, strings and brackets: M. Himsolt, "GML: A portable Graph File Format"
/// (1997), grammar of section 2. Numbers are words.
class GmlScanner {
 public:
  explicit GmlScanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  /// Moves to the next token.
  GmlToken next() {
    skip_to_token();
    begin_ = at_;
    if (at_ >= end_) return GmlToken::kEnd;
    if (*at_ == '[') return single(GmlToken::kOpen);
    if (*at_ == ']') return single(GmlToken::kClose);
    if (*at_ == '"') return string();
    while (at_ < end_ && !ends_word(*at_)) ++at_;
    return GmlToken::kWord;
  }
  /// Where the token begins.
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] std::string_view word() const {
    return {begin_, static_cast<std::size_t>(at_ - begin_)};
  }

 private:
  static bool ends_word(char c) {
    return is_blank(c) || c == '\n' || c == '[' || c == ']' || c == '"';
  }
  GmlToken single(GmlToken token) {
    ++at_;
    return token;
  }
  GmlToken string() {
    const void* close = std::memchr(at_ + 1, '"', static_cast<std::size_t>(end_ - at_ - 1));
    if (close == nullptr) fail_at(at_, "expected a closing quote for this string");
    at_ = static_cast<const char*>(close) + 1;
    return GmlToken::kString;
  }
  void skip_to_token() {
    while (at_ < end_) {
      if (*at_ == '#' && at_line_start()) {
        at_ = find_line_end(at_, end_);
      } else if (is_blank(*at_) || *at_ == '\n') {
        line_is_blank_ = line_is_blank_ || *at_ == '\n';
        ++at_;
      } else {
        break;
      }
    }
    line_is_blank_ = false;
  }
  /// Only blanks stand before `at_` on its line.
  [[nodiscard]] bool at_line_start() const { return line_is_blank_; }

  const char* at_;
  const char* end_;
  const char* begin_ = nullptr;
  bool line_is_blank_ = true;
};

}  // namespace strider
