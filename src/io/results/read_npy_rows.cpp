// The rows of an .npy file, as text cells.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <vector>

#include "io/results/read_rows.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::size_t kLongestNumber = 32;  // -1.7976931348623157e+308 has 24
using Digits = std::array<char, kLongestNumber>;
using FormatValue = std::string_view (*)(const char* value, Digits& digits);

template <class Stored, class Printed>
std::string_view format_as(const char* value, Digits& digits) {
  Stored stored;
  std::memcpy(&stored, value, sizeof(stored));
  char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<Printed>(stored)).ptr;
  return {digits.data(), static_cast<std::size_t>(end - digits.data())};
}

struct NpyType {
  std::string_view name;
  std::size_t bytes;
  FormatValue format;
};
// A float is printed as the double that it equals: the double reads back as the same float.
constexpr std::array kNpyTypes = {NpyType{"<i8", 8, format_as<std::int64_t, std::int64_t>},
                                  NpyType{"<u8", 8, format_as<std::uint64_t, std::uint64_t>},
                                  NpyType{"<i4", 4, format_as<std::int32_t, std::int32_t>},
                                  NpyType{"<u4", 4, format_as<std::uint32_t, std::uint32_t>},
                                  NpyType{"<f8", 8, format_as<double, double>},
                                  NpyType{"<f4", 4, format_as<float, double>}};

struct NpyField {
  std::string_view name;
  std::size_t offset = 0;
  FormatValue format = nullptr;
};

/// What the head of the file says.
struct NpyHead {
  std::string_view descr;  // as Python wrote it
  std::string_view shape;
  std::string_view data;
};

/// The value of a key in a Python dictionary of one level, up to the comma or brace behind it.
std::string_view python_value(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = dictionary.substr(at + key.size());
  value.remove_prefix(std::min(value.find_first_not_of(": "), value.size()));
  int depth = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '[' || value[i] == '(') ++depth;
    if (value[i] == ']' || value[i] == ')') --depth;
    if (depth == 0 && (value[i] == ',' || value[i] == '}')) return value.substr(0, i);
  }
  return {};
}

NpyHead read_npy_head(const std::string& path, std::string_view bytes) {
  constexpr std::size_t kPreamble = 10;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < kPreamble || byte(6) != 1) {
    throw InputError(path, 0, "expected an .npy file of version 1.0");
  }
  const std::size_t length = byte(8) + 256U * byte(9);
  if (bytes.size() < kPreamble + length) throw InputError(path, 0, "the .npy file ends too early");
  const std::string_view head = bytes.substr(kPreamble, length);
  const NpyHead found{python_value(head, "'descr'"), python_value(head, "'shape'"),
                      bytes.substr(kPreamble + length)};
  if (found.descr.empty() || found.shape.empty() ||
      python_value(head, "'fortran_order'") != "False") {
    throw InputError(path, 0, "expected an .npy array in C order");
  }
  return found;
}

/// Takes the text between the next two single quotes off `text`; nullopt if there is none.
std::optional<std::string_view> take_python_text(std::string_view& text) {
  const std::size_t begin = text.find('\'');
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find('\'', begin + 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view quoted = text.substr(begin + 1, end - begin - 1);
  text.remove_prefix(end + 1);
  return quoted;
}

/// The fields of records, and their size; empty if one of them is no number.
std::vector<NpyField> fields_of(std::string_view descr, std::size_t& record_bytes) {
  std::vector<NpyField> fields;
  record_bytes = 0;
  while (const auto name = take_python_text(descr)) {
    const auto type_name = take_python_text(descr);
    const auto* const type =
        std::find_if(kNpyTypes.begin(), kNpyTypes.end(),
                     [&](const NpyType& known) { return known.name == type_name; });
    if (type == kNpyTypes.end()) return {};
    fields.push_back({*name, record_bytes, type->format});
    record_bytes += type->bytes;
  }
  return fields;
}

/// The wanted columns among the fields; empty if a required one is not there.
std::vector<NpyField> chosen(const std::vector<NpyField>& fields, const WantedColumns& wanted) {
  std::vector<NpyField> columns;
  for (const std::string_view name : wanted.names) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const NpyField& field) { return field.name == name; });
    if (found == fields.end() && name != wanted.optional) return {};
    columns.push_back(found == fields.end() ? NpyField{} : *found);
  }
  return columns;
}

/// The columns of a two-dimensional array of int64.
std::vector<NpyField> array_columns(const WantedColumns& wanted, std::size_t& row_bytes) {
  std::vector<NpyField> columns;
  for (const std::string_view name : wanted.names) {
    columns.push_back({name, columns.size() * sizeof(std::int64_t), kNpyTypes.front().format});
  }
  row_bytes = columns.size() * sizeof(std::int64_t);
  return columns;
}

}  // namespace

bool read_npy_rows(const std::string& path, std::string_view bytes, const WantedColumns& wanted,
                   const ReadRow& row) {
  const NpyHead head = read_npy_head(path, bytes);
  const bool is_array = head.descr == "'<i8'";
  std::size_t row_bytes = 0;
  const std::vector<NpyField> columns = is_array ? array_columns(wanted, row_bytes)
                                                 : chosen(fields_of(head.descr, row_bytes), wanted);
  if (columns.empty()) {
    throw InputError(path, 0,
                     fmt::format("expected records with the fields {}, each of <i8, <u8, <i4, <u4, "
                                 "<f8 or <f4, found {}",
                                 fmt::join(wanted.names, ", "), head.descr));
  }
  const std::size_t rows = head.data.size() / row_bytes;
  const std::string shape =
      is_array ? fmt::format("({}, {})", rows, columns.size()) : fmt::format("({},)", rows);
  if (head.data.size() % row_bytes != 0 || head.shape != shape) {
    throw InputError(path, 0,
                     fmt::format("the file holds {} bytes of rows, which is not the shape {} that "
                                 "its header says",
                                 head.data.size(), head.shape));
  }
  std::vector<Digits> digits(columns.size());
  std::vector<std::string_view> cells(columns.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const char* const record = head.data.data() + i * row_bytes;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].format == nullptr) continue;
      cells[c] = columns[c].format(record + columns[c].offset, digits[c]);
    }
    row(i + 1, cells);
  }
  return std::all_of(columns.begin(), columns.end(),
                     [](const NpyField& column) { return column.format != nullptr; });
}

}  // namespace strider
