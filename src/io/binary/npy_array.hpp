// Arrays of numpy: the .npy format, NumPy Enhancement Proposal 1 and its versions 1 to 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "strider/array.hpp"

namespace strider {

/// The type of a value: kind is b, i, u or f; S and U for texts, and others that are not read.
struct NpyType {
  char kind = 0;
  std::size_t bytes = 0;
  bool swapped = false;  ///< big-endian

  [[nodiscard]] bool is_bool() const { return kind == 'b'; }
};

/// The values of a column or of a whole array, one every `stride` bytes.
struct NpyColumn {
  const char* data = nullptr;
  std::size_t stride = 0;
  std::uint64_t size = 0;
  NpyType type;
};

/// An array in memory that another object owns.
class NumpyArray {
 public:
  struct Field {
    std::string name;  ///< empty if the array is no record
    NpyType type;
    std::size_t offset = 0;
  };

  /// Reads the header of `bytes`, the whole content of a .npy file, and checks the shape against
  /// their number. Errors name `name`. Throws InputError.
  NumpyArray(std::string_view bytes, std::string name);

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
  [[nodiscard]] bool is_record() const { return !fields_.front().name.empty(); }
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const { return shape_; }
  [[nodiscard]] bool is_fortran() const { return fortran_; }
  [[nodiscard]] std::string_view data() const { return data_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The number of elements.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// All elements of field `i` in the order of the file.
  [[nodiscard]] NpyColumn column(std::size_t i = 0) const {
    return {data_.data() + fields_[i].offset, item_bytes_, size_, fields_[i].type};
  }
  /// Line `i` along axis 0 or 1 of an array of two axes: its row i, or its column i.
  [[nodiscard]] NpyColumn line(int axis, std::uint64_t i) const;

  [[noreturn]] void refuse(const std::string& message) const;

 private:
  void parse_header(std::string_view header);
  void check_size();

  std::string name_;
  std::vector<Field> fields_;
  std::vector<std::uint64_t> shape_;
  bool fortran_ = false;
  std::size_t item_bytes_ = 0;
  std::uint64_t size_ = 1;
  std::string_view data_;
};

}  // namespace strider
