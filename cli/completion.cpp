// Completions for bash and zsh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>

#include "option_values.hpp"
#include "references.hpp"
#include "shell_word.hpp"

namespace strider::cli {
namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// Lines of a case statement of shells: the page after each word that is a verb.
std::string page_cases(const std::vector<VerbPage>& pages) {
  std::string text;
  for (const VerbPage& page : pages) {
    if (page.name.find(' ') != std::string::npos) {
      text += fmt::format("      {0}) page={0} ;;\n", shell_word(page.name));
    }
  }
  return text;
}

/// Lines of a case statement of "page option": `command` completes with the values.
std::string value_cases(const std::vector<VerbPage>& pages, std::string_view before,
                        std::string_view behind) {
  std::string text;
  for (const VerbPage& page : pages) {
    for (const CLI::Option* option : page.app->get_options()) {
      const std::string values = values_of(*option);
      if (values.empty()) continue;
      for (const std::string& name : names_of(*option)) {
        text += fmt::format("    {}) {}{}{}; return ;;\n", shell_word(page.name + " " + name),
                            before, values, behind);
      }
    }
  }
  return text;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* verb : verbs_of(app)) words.push_back(verb->get_name());
  return words;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options()) {
    for (std::string& name : names_of(*option)) words.push_back(std::move(name));
  }
  return words;
}

/// A line of a zsh array: "name:meaning".
std::string described_word(std::string_view name, std::string_view meaning) {
  return fmt::format("        {}\n",
                     shell_word(fmt::format("{}:{}", name, meaning.substr(0, meaning.find('\n')))));
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  const std::vector<VerbPage> pages = verb_pages(program);
  std::string words;
  for (const VerbPage& page : pages) {
    words += fmt::format("    {}) verbs={} options={} ;;\n", shell_word(page.name),
                         shell_word(fmt::format("{}", fmt::join(verb_names(*page.app), " "))),
                         shell_word(fmt::format("{}", fmt::join(option_names(*page.app), " "))));
  }
  return fmt::format(R"(# bash completion for strider, made by strider --completion bash
_strider() {{
  local page=strider word verbs options
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$page $word" in
{}    esac
  done
  case "$page $before" in
{}  esac
  case $page in
{}  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $verbs ]]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$current"))
  fi
}}
complete -o default -F _strider strider
)",
                     page_cases(pages),
                     value_cases(pages, "COMPREPLY=($(compgen -W '", "' -- \"$current\"))"), words);
}

std::string zsh_completion(const CLI::App& program) {
  const std::vector<VerbPage> pages = verb_pages(program);
  std::string words;
  for (const VerbPage& page : pages) {
    std::string verbs;
    std::string options;
    for (const CLI::App* verb : verbs_of(*page.app)) {
      verbs += described_word(verb->get_name(), verb->get_description());
    }
    for (const CLI::Option* option : page.app->get_options()) {
      for (const std::string& name : names_of(*option)) {
        options += described_word(name, option->get_description());
      }
    }
    words += fmt::format("    {})\n      verbs=(\n{}      )\n      options=(\n{}      ) ;;\n",
                         shell_word(page.name), verbs, options);
  }
  return fmt::format(R"(#compdef strider
# zsh completion for strider, made by strider --completion zsh
_strider() {{
  local page=strider word
  local -a verbs options
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$page $word" in
{}    esac
  done
  case "$page ${{words[CURRENT-1]}}" in
{}  esac
  case $page in
{}  esac
  if [[ ${{words[CURRENT]}} == -* ]]; then
    _describe -o option options
  elif (( $#verbs )); then
    _describe verb verbs
  else
    _files
  fi
}}
if [[ $funcstack[1] == _strider ]]; then
  _strider "$@"
else
  compdef _strider strider
fi
)",
                     page_cases(pages), value_cases(pages, "compadd -- ", ""), words);
}

}  // namespace strider::cli
