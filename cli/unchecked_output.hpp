// An output that gets its name only when it has passed a check.
#pragma once

#include <filesystem>
#include <string>

namespace strider::cli {

/// A hidden folder beside an output file, in which the file is written and read back, by its own
/// name, because readers look at the name and for files beside it. accept() moves it, and files
/// that were written with it, to where they belong; otherwise nothing is left, whatever signal ends
/// the program but a kill. One at a time.
class UncheckedOutput {
 public:
  /// Throws InputError if the folder cannot be made.
  explicit UncheckedOutput(std::string output);
  UncheckedOutput(const UncheckedOutput&) = delete;
  UncheckedOutput& operator=(const UncheckedOutput&) = delete;
  ~UncheckedOutput();

  /// Where to write the file.
  [[nodiscard]] std::string path() const { return folder_ / output_.filename(); }
  /// Replaces what had the output's name: links are followed; owner and permissions stay. Throws
  /// InputError.
  void accept();

 private:
  std::filesystem::path output_;
  std::filesystem::path folder_;
};

}  // namespace strider::cli
