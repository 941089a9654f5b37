#include "references.hpp"

#include <CLI/App.hpp>

#include "checks.hpp"
#include "help.hpp"
#include "option_values.hpp"

namespace strider::cli {
namespace {

void add_pages(const std::string& name, const CLI::App& app, std::vector<VerbPage>& pages) {
  pages.push_back({name, &app});
  for (const CLI::App* verb : verbs_of(app)) {
    add_pages(name + " " + verb->get_name(), *verb, pages);
  }
}

/// Ends the parsing as --version does: the parser prints the text, and a line feed.
[[noreturn]] void print_and_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  throw CLI::CallForVersion(std::move(text), 0);
}

}  // namespace

std::vector<VerbPage> verb_pages(const CLI::App& program) {
  std::vector<VerbPage> pages;
  add_pages(program.get_name(), program, pages);
  return pages;
}

void add_references(CLI::App& program) {
  program
      .add_flag_callback(
          "--man", [&program] { print_and_end(manual_page(program)); },
          "Print the manual page: strider --man | man -l -")
      ->trigger_on_parse()
      ->group(kRareGroup);
  auto* completion = program.add_option_function<std::string>(
      "--completion",
      [&program](const std::string& shell) {
        print_and_end(shell == "bash" ? bash_completion(program) : zsh_completion(program));
      },
      "Print the completions of a shell: source <(strider --completion bash)");
  suggest_values(completion->check(one_of("bash, zsh")), "bash, zsh")
      ->type_name("bash|zsh")
      ->trigger_on_parse()
      ->group(kRareGroup);
}

}  // namespace strider::cli
