// The nodes that a file declares: their ids, by which edges name them, and their labels.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/labels.hpp"

namespace strider {

/// Throw ParseFault at `at`. `node` calls it in a sentence: "node 5".
[[noreturn]] void fail_declared_twice(const char* at, std::string_view node);
[[noreturn]] void fail_undeclared(const char* at, std::string_view node);

/// The texts, one for each vertex, as labels: numbers if all of them are. An empty text is none.
/// nullopt if there are none. nullopt, and a note that the nodes are labelled by their `ids`, if
/// some are missing or one occurs twice.
[[nodiscard]] std::optional<Labels> unique_labels(std::span<const std::string> texts,
                                                  std::string_view ids,
                                                  std::vector<std::string>& notes);

/// Notes that the nodes are called by an attribute that need not be one for that.
void note_labels_of(std::string_view attribute, std::vector<std::string>& notes);

}  // namespace strider
