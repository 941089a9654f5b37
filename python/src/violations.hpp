// What a check of a result found.
#pragma once

#include <string>
#include <vector>

namespace strider::python {

/// A sentence for each rule that is broken.
template <class Validation>
std::vector<std::string> messages(const Validation& validation) {
  std::vector<std::string> messages;
  for (const auto& violation : validation.violations) messages.push_back(violation.message);
  return messages;
}

}  // namespace strider::python
