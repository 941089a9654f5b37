// What is made of the tables of verbs and options, beside --help: the manual page, completions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser.hpp"

namespace strider::cli {

/// Adds --man and --completion to the program.
void add_references(CLI::App& program);

/// The program, or a verb.
struct VerbPage {
  std::string name;  ///< "strider validate bfs"
  const CLI::App* app;
};
/// The program, then all verbs, each before those below it.
[[nodiscard]] std::vector<VerbPage> verb_pages(const CLI::App& program);

/// A manual page for man(1), of the program and all verbs with all options.
[[nodiscard]] std::string manual_page(const CLI::App& program);

/// Scripts that complete verbs, options, and values that an option lists; files otherwise.
[[nodiscard]] std::string bash_completion(const CLI::App& program);
[[nodiscard]] std::string zsh_completion(const CLI::App& program);

}  // namespace strider::cli
