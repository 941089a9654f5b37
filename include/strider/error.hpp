// The exceptions that the library throws. The library never prints and never exits.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace strider {

/// Base of every error that the library throws on purpose. `what()` is one line: what was wrong,
/// where, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An invalid argument: an option out of range, or a vertex that the graph does not have.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be read, or whose content is not what its format says.
class InputError : public Error {
 public:
  using Error::Error;
  /// Builds "file:line: message"; a line of 0 stands for the file as a whole.
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : Error(line == 0 ? file + ": " + message
                        : file + ":" + std::to_string(line) + ": " + message) {}
};

/// Weights that an algorithm cannot work with: negative weights for shortest paths, or sums too
/// large for their type. The message names the place by the graph's labels; only the caller knows
/// the file.
class WeightError : public InputError {
 public:
  explicit WeightError(const std::string& message) : InputError(message) {}
};

/// A step needs more memory than is free. Where the library can predict the need, it throws before
/// it takes the memory.
class MemoryError : public Error {
 public:
  MemoryError(const std::string& purpose, std::uint64_t needed_bytes, std::uint64_t free_bytes);
  /// Keeps `message` as it is: the error of another process. 0 bytes: the number is not known.
  MemoryError(std::uint64_t needed_bytes, std::uint64_t free_bytes, const std::string& message)
      : Error(message), needed_bytes_(needed_bytes), free_bytes_(free_bytes) {}
  [[nodiscard]] std::uint64_t needed_bytes() const { return needed_bytes_; }
  [[nodiscard]] std::uint64_t free_bytes() const { return free_bytes_; }

 private:
  std::uint64_t needed_bytes_;
  std::uint64_t free_bytes_;
};

/// A backend or device that this build or this machine does not have.
class UnavailableError : public Error {
 public:
  using Error::Error;
};

/// The caller asked the run to stop.
class InterruptedError : public Error {
 public:
  using Error::Error;
};

}  // namespace strider
