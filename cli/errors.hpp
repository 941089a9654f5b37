// How the program ends.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace strider::cli {

/// The statuses that scripts rely on. After SIGTERM and SIGHUP it is 143 and 129.
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

/// A failure that the user has been informed of already.
class Reported : public std::exception {
 public:
  explicit Reported(ExitStatus status) : status_(status) {}
  [[nodiscard]] ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// The status of a run that a signal ended, as shells have it: 128 and its number; 0 is none.
[[nodiscard]] ExitStatus interrupted_by(int signal);
/// The status that stands for an error.
[[nodiscard]] ExitStatus exit_status(const std::exception& error);
/// Tells the user of it: one line on stderr, without control characters.
void report_error(std::string message);
/// What the line says.
[[nodiscard]] std::string error_message(const std::exception& error);

}  // namespace strider::cli
