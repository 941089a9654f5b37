#include "errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "interrupt.hpp"
#include "print.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

template <class Type>
bool is(const std::exception& error) {
  return dynamic_cast<const Type*>(&error) != nullptr;
}

}  // namespace

ExitStatus interrupted_by(int signal) {
  constexpr int kBeforeSignals = 128;
  return signal == 0 ? ExitStatus::kInterrupted : ExitStatus{kBeforeSignals + signal};
}

ExitStatus exit_status(const std::exception& error) {
  if (is<UsageError>(error)) return ExitStatus::kWrongUse;
  if (is<InterruptedError>(error)) return interrupted_by(interrupt_signal());
  if (is<InputError>(error)) return ExitStatus::kBadInput;
  if (is<ValidationFailed>(error)) return ExitStatus::kValidationFailed;
  if (is<MemoryError>(error) || is<std::bad_alloc>(error)) return ExitStatus::kNotEnoughMemory;
  if (is<UnavailableError>(error)) return ExitStatus::kUnavailable;
  return ExitStatus::kInternalError;
}

std::string error_message(const std::exception& error) {
  if (is<std::bad_alloc>(error)) {
    return "not enough memory: use a smaller graph or a larger memory limit";
  }
  if (exit_status(error) == ExitStatus::kInternalError) {
    return fmt::format("internal error: {}", error.what());
  }
  return error.what();
}

void report_error(std::string message) {
  std::ranges::replace(message, '\n', ' ');
  print_line(stderr, "strider: {}", message);
}

}  // namespace strider::cli
