// What errors say.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace strider::test {

/// The message of the Error that `body` throws; "taken" where it throws none.
template <class Error, class Body>
[[nodiscard]] std::string message_of(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

/// Fails the running test where `body` does not throw an Error that says `text` somewhere, which is
/// not empty. clang 14 has no std::source_location.
template <class Error, class Body>
void expect_error(const std::string& text, const Body& body, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  const testing::ScopedTrace trace(file, line, "");
  EXPECT_FALSE(text.empty()) << "every message has an empty text in it";
  const std::string message = message_of<Error>(body);
  EXPECT_NE(message.find(text), std::string::npos) << "'" << text << "' is not in: " << message;
}

}  // namespace strider::test
