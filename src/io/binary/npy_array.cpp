#include "io/binary/npy_array.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "base/memory.hpp"
#include "io/text/scan.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kNumpyMagic = "\x93NUMPY";

/// The header: a literal of Python, read as far as numpy writes it.
class PythonScanner {
 public:
  PythonScanner(std::string_view text, const NumpyArray& array) : text_(text), array_(array) {}

  /// Skips blanks; whether the next character is `c`, which it passes.
  bool take(char c) {
    skip();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail();
  }
  std::string string() {
    skip();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) fail();
    const std::size_t close = text_.find(text_.front(), 1);
    if (close == std::string_view::npos) fail();
    std::string value(text_.substr(1, close - 1));
    text_.remove_prefix(close + 1);
    return value;
  }
  bool boolean() {
    skip();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      return word == "True";
    }
    fail();
  }
  /// (), (3,), (3, 2)
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> numbers;
    expect('(');
    while (!take(')')) {
      skip();
      std::uint64_t number = 0;
      std::size_t digits = 0;
      for (; digits < text_.size() && is_digit(text_[digits]); ++digits) {
        if (__builtin_mul_overflow(number, std::uint64_t{10}, &number) ||
            __builtin_add_overflow(number, static_cast<std::uint64_t>(text_[digits] - '0'),
                                   &number)) {
          fail();
        }
      }
      if (digits == 0) fail();
      text_.remove_prefix(digits);
      numbers.push_back(number);
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return numbers;
  }
  [[nodiscard]] bool next_is(char c) {
    skip();
    return text_.starts_with(c);
  }
  [[noreturn]] void fail() const {
    array_.refuse(fmt::format("its header is not one of numpy at {}", in_quotes(text_)));
  }

 private:
  void skip() {
    while (!text_.empty() && (is_blank(text_.front()) || text_.front() == '\n')) {
      text_.remove_prefix(1);
    }
  }

  std::string_view text_;
  const NumpyArray& array_;
};

NpyType type_of(const std::string& code, const NumpyArray& array) {
  const auto fail = [&]() {
    array.refuse(
        fmt::format("has values of the type {}, which is not read: convert them to "
                    "integers or floats",
                    in_quotes(code)));
  };
  if (code.size() < 3 || code.size() > 12) fail();
  if (std::string_view("<>|=").find(code[0]) == std::string_view::npos) fail();
  NpyType type{code[1], 0, code[0] == '>'};
  for (const char c : std::string_view(code).substr(2)) {
    if (!is_digit(c)) fail();
    type.bytes = type.bytes * 10 + static_cast<std::size_t>(c - '0');
  }
  if (type.kind == 'U') type.bytes *= 4;
  const bool is_read =
      type.kind == 'b'                       ? type.bytes == 1
      : type.kind == 'i' || type.kind == 'u' ? type.bytes <= 8 && std::has_single_bit(type.bytes)
      : type.kind == 'f'                     ? type.bytes == 2 || type.bytes == 4 || type.bytes == 8
                         : std::string_view("SUV").find(type.kind) != std::string_view::npos;
  if (!is_read) fail();
  return type;
}

}  // namespace

NumpyArray::NumpyArray(std::string_view bytes, std::string name) : name_(std::move(name)) {
  constexpr std::size_t kBeforeHeader[] = {10, 12, 12};
  const unsigned version = bytes.size() < 10 ? 0 : static_cast<unsigned char>(bytes[6]);
  if (!bytes.starts_with(kNumpyMagic) || version < 1 || version > 3) {
    refuse("is not an array of numpy (.npy), or it is cut off");
  }
  const std::size_t before = kBeforeHeader[version - 1];
  std::uint32_t header_bytes = 0;
  if (bytes.size() >= before) std::memcpy(&header_bytes, bytes.data() + 8, before - 8);
  if (bytes.size() < before || bytes.size() - before < header_bytes) {
    refuse("ends within its header: the file is cut off");
  }
  data_ = bytes.substr(before + header_bytes);
  parse_header(bytes.substr(before, header_bytes));
  check_size();
}

void NumpyArray::parse_header(std::string_view header) {
  PythonScanner scanner(header, *this);
  unsigned found = 0;
  scanner.expect('{');
  while (!scanner.take('}')) {
    const std::string key = scanner.string();
    scanner.expect(':');
    if (key == "fortran_order") {
      fortran_ = scanner.boolean();
    } else if (key == "shape") {
      shape_ = scanner.tuple();
    } else if (key == "descr" && fields_.empty()) {
      if (scanner.next_is('[')) {
        scanner.expect('[');
        while (!scanner.take(']')) {
          scanner.expect('(');
          Field field{scanner.string(), {}, item_bytes_};
          scanner.expect(',');
          field.type = type_of(scanner.string(), *this);
          if (!scanner.take(')')) scanner.fail();
          item_bytes_ = saturating_add(item_bytes_, field.type.bytes);
          // Alignment of the record: it has no name.
          if (field.type.kind != 'V') {
            if (field.name.empty()) scanner.fail();
            fields_.push_back(std::move(field));
          }
          static_cast<void>(scanner.take(','));
        }
        if (fields_.empty()) refuse("is a record without a field");
      } else {
        fields_.push_back({{}, type_of(scanner.string(), *this), 0});
        item_bytes_ = fields_[0].type.bytes;
      }
    } else {
      scanner.fail();
    }
    ++found;
    static_cast<void>(scanner.take(','));
  }
  if (found != 3 || fields_.empty()) scanner.fail();
}

void NumpyArray::check_size() {
  for (const std::uint64_t length : shape_) size_ = saturating_mul(size_, length);
  // A product that overflows is too large whatever the last factor is, zero included.
  if (saturating_mul(size_, item_bytes_) != data_.size()) {
    refuse(fmt::format("has {} bytes of values, but its header announces {} elements of {} bytes",
                       data_.size(), size_, item_bytes_));
  }
}

NpyColumn NumpyArray::line(int axis, std::uint64_t i) const {
  const NpyColumn all = column();
  const std::uint64_t rows = shape_[0];
  const std::uint64_t columns = shape_[1];
  const std::size_t row_stride = fortran_ ? all.stride : all.stride * columns;
  const std::size_t column_stride = fortran_ ? all.stride * rows : all.stride;
  if (axis == 0) return {all.data + i * row_stride, column_stride, columns, all.type};
  return {all.data + i * column_stride, row_stride, rows, all.type};
}

void NumpyArray::refuse(const std::string& message) const {
  throw InputError(name_, 0, message);
}

}  // namespace strider
