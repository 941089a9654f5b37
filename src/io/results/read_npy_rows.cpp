// The rows of an .npy file, as text cells.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <type_traits>
#include <vector>

#include "base/stop.hpp"
#include "io/binary/npy_values.hpp"
#include "io/edge_table.hpp"
#include "io/results/read_rows.hpp"

namespace strider {
namespace {

constexpr std::size_t kLongestNumber = 32;  // -1.7976931348623157e+308 has 24
using Digits = std::array<char, kLongestNumber>;
using FormatElement = std::string_view (*)(const NpyColumn& column, std::uint64_t row,
                                           Digits& digits);

template <class T>
std::string_view format_element(const NpyColumn& column, std::uint64_t row, Digits& digits) {
  const auto print = [&digits](auto number) {
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  };
  const auto value = npy_element<T>(column, row);
  // 1e+05 is the label of no vertex. Other floats are printed as the doubles that they equal, which
  // read back as the same floats.
  if (const auto number = vertex_number(value)) return print(*number);
  if constexpr (std::is_integral_v<T>) return print(value);
  return print(static_cast<double>(value));
}

struct WantedColumn {
  NpyColumn values;
  FormatElement format = nullptr;  // nullptr if the array lacks the column
};

/// The wanted columns of `array`; empty if a required one is not there.
std::vector<WantedColumn> wanted_columns(const NumpyArray& array, const WantedColumns& wanted) {
  std::vector<WantedColumn> columns;
  const auto add = [&](const NpyColumn& values) {
    with_npy_type(values, array.name(), [&]<class T>() {
      columns.push_back({values, format_element<T>});
    });
  };
  if (!array.is_record()) {
    if (array.shape().size() != 2 || array.shape()[1] != wanted.names.size()) return {};
    for (std::size_t i = 0; i < wanted.names.size(); ++i) add(array.line(1, i));
    return columns;
  }
  if (array.shape().size() != 1) return {};
  for (const std::string_view name : wanted.names) {
    const auto found = std::ranges::find(array.fields(), name, &NumpyArray::Field::name);
    if (found != array.fields().end()) {
      add(array.column(static_cast<std::size_t>(found - array.fields().begin())));
    } else if (name == wanted.optional) {
      columns.emplace_back();
    } else {
      return {};
    }
  }
  return columns;
}

}  // namespace

bool read_npy_rows(const std::string& path, std::string_view bytes, const WantedColumns& wanted,
                   const ReadRow& row) {
  const NumpyArray array(bytes, path);
  const std::vector<WantedColumn> columns = wanted_columns(array, wanted);
  if (columns.empty()) {
    array.refuse(
        fmt::format("expected records with the fields {}, or an array of numbers with {} columns",
                    fmt::join(wanted.names, ", "), wanted.names.size()));
  }
  const std::uint64_t rows = array.shape()[0];
  std::vector<Digits> digits(columns.size());
  std::vector<std::string_view> cells(columns.size());
  sequential_for(0, rows, [&](std::size_t i) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].format == nullptr) continue;
      cells[c] = columns[c].format(columns[c].values, i, digits[c]);
    }
    row(i + 1, cells);
  });
  return std::ranges::all_of(columns, [](const WantedColumn& c) { return c.format != nullptr; });
}

}  // namespace strider
