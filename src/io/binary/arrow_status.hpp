// Failures of the Arrow library as errors of this one.
#pragma once

#include <arrow/result.h>
#include <arrow/status.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/quote.hpp"
#include "strider/error.hpp"

namespace strider {

/// Throws InputError if it is not. `done` is "read" or "written".
inline void require_ok(const arrow::Status& status, const std::string& path,
                       std::string_view done) {
  if (status.ok()) return;
  std::string why = status.message();
  std::replace(why.begin(), why.end(), '\n', ' ');
  throw InputError(path, 0,
                   fmt::format("cannot be {} by the Arrow library: {}", done, printable(why)));
}

template <class T>
[[nodiscard]] T value_or_throw(arrow::Result<T> result, const std::string& path,
                               std::string_view done) {
  require_ok(result.status(), path, done);
  return std::move(result).ValueUnsafe();
}

}  // namespace strider
