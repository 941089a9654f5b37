// How the program ends.
#pragma once

#include <stdexcept>

namespace strider::cli {

/// The statuses that scripts rely on.
enum class ExitStatus : int {
  kDone = 0,
  kInternalError = 1,
  kWrongUse = 2,
  kBadInput = 3,
  kValidationFailed = 4,
  kNotEnoughMemory = 5,
  kUnavailable = 6,
  kInterrupted = 130
};

/// A result that broke a rule; what() is the line for the user.
class ValidationFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace strider::cli
