// The manual page, in the macros of man(7).
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>

#include "help.hpp"
#include "references.hpp"

namespace strider::cli {
namespace {

/// Text as roff prints it: no escapes, no requests at the beginning of a line.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
    begins_line = c == '\n';
  }
  return escaped;
}

/// The lines after the first are a list, each on a line of its own.
std::string roff_lines(std::string_view meaning) {
  std::string text;
  while (true) {
    const std::size_t end = std::min(meaning.find('\n'), meaning.size());
    text += roff(meaning.substr(0, end)) + "\n";
    if (end == meaning.size()) return text;
    text += ".br\n";
    meaning.remove_prefix(end + 1);
  }
}

std::string roff_entry(const CLI::Option& option) {
  const bool is_operand = option.get_positional();
  return fmt::format(
      ".TP\n.B {}\n{}",
      roff(option.get_name(is_operand, true) + (is_operand ? std::string() : value_name(option))),
      roff_lines(option.get_description()));
}

std::string roff_entries(const CLI::App& app, std::string_view group) {
  std::string text;
  for (const CLI::Option* option : options_of_group(app, group)) text += roff_entry(*option);
  return text.empty() ? text : fmt::format(".PP\n.I {}\n", roff(group)) + text;
}

std::string roff_options(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) text += roff_entry(*option);
  }
  for (const char* group : kFirstGroups) text += roff_entries(app, group);
  for (const char* group : kOtherGroups) text += roff_entries(app, group);
  return text;
}

/// Lines as they are.
std::string roff_verbatim(const std::string& text) {
  return text.empty() ? text : fmt::format(".PP\n.nf\n{}\n.fi\n", roff(text));
}

}  // namespace

std::string manual_page(const CLI::App& program) {
  const std::vector<VerbPage> pages = verb_pages(program);
  std::string text = fmt::format(
      ".TH STRIDER 1 \"\" \"strider {}\" \"User Commands\"\n.SH NAME\nstrider \\- parallel graph "
      "traversal\n.SH SYNOPSIS\n",
      STRIDER_VERSION);
  for (const VerbPage& page : pages) {
    if (page.app->get_require_subcommand_min() > 0) continue;
    text += fmt::format(".B {}\n{}\n.br\n", roff(page.name), roff(usage_of(*page.app).substr(1)));
  }
  text += ".SH DESCRIPTION\n" + roff(program.get_description()) + "\n" +
          roff_verbatim(program.get_footer()) + ".SH OPTIONS\n" + roff_options(program) +
          ".SH VERBS\n";
  for (const VerbPage& page : pages) {
    if (page.app == &program) continue;
    text += fmt::format(".SS {}\n{}\n", roff(page.name), roff(page.app->get_description())) +
            roff_options(*page.app) + roff_verbatim(page.app->get_footer());
  }
  return text;
}

}  // namespace strider::cli
