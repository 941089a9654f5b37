// Files of numpy, made in memory.
#pragma once

#include <cstring>
#include <string>
#include <vector>

namespace strider::io_testing {

template <class T>
std::string raw_bytes(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline std::string npy_of(const std::string& header, const std::string& data) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() % 256);
  file += static_cast<char>(header.size() / 256);
  return file + header + data;
}

inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       const std::string& is_fortran = "False") {
  return npy_of(
      "{'descr': " + type + ", 'fortran_order': " + is_fortran + ", 'shape': " + shape + ", }\n",
      data);
}

}  // namespace strider::io_testing
