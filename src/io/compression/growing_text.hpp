// A text whose length is not known before its end.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "base/memory.hpp"
#include "io/readers.hpp"
#include "strider/array.hpp"

namespace strider {

/// An array that doubles; Array's own padding holds the zero bytes behind the text. Throws
/// MemoryError before it takes what is not there.
class GrowingText {
 public:
  /// `purpose` is named by errors: "unpacking FILE".
  GrowingText(std::size_t guess, std::string purpose) : purpose_(std::move(purpose)) {
    grow_to(guess);
  }

  [[nodiscard]] char* free_begin() { return text_.data() + used_; }
  /// At least 1. Precondition: the guess was.
  [[nodiscard]] std::size_t free_size() {
    if (used_ == text_.size()) grow_to(text_.size() * 2);
    return text_.size() - used_;
  }
  /// Counts bytes written from free_begin() on.
  void add(std::size_t written) { used_ += written; }
  [[nodiscard]] const std::string& purpose() const { return purpose_; }

  [[nodiscard]] Array<char> finish() && {
    // The capacity stays; only pages that were written count.
    text_.truncate(used_);
    static_assert(kTextPadding <= kArrayPadding);
    std::memset(text_.data() + used_, 0, kTextPadding);
    return std::move(text_);
  }

 private:
  void grow_to(std::size_t size) {
    require_memory(size, purpose_);
    Array<char> larger(size);
    if (used_ > 0) std::memcpy(larger.data(), text_.data(), used_);
    text_ = std::move(larger);
  }

  std::string purpose_;
  Array<char> text_;
  std::size_t used_ = 0;
};

}  // namespace strider
