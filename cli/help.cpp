#include "help.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace strider::cli {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTextColumn = 27;

/// Adds the words of `text` to `line`, which has no line feed yet, and breaks it before kWidth;
/// lines after the first begin with `indent` blanks.
std::string wrapped(std::string line, std::string_view text, std::size_t indent) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const bool is_first = line.find_first_not_of(' ') == std::string::npos || line.back() == ' ';
    if (!is_first && line.size() + 1 + word.size() > kWidth) {
      lines += line + "\n";
      line = std::string(indent, ' ').append(word);
    } else {
      line.append(is_first ? "" : " ").append(word);
    }
  }
  return lines + line + "\n";
}

/// A name and what it means, side by side. What follows the first line of `meaning` is a list,
/// which gets lines of its own.
std::string row(const std::string& name, std::string_view meaning) {
  constexpr std::size_t kListIndent = 4;
  std::string line = "  " + name;
  std::string text;
  if (line.size() + 2 > kTextColumn) {
    text = line + "\n";
    line.clear();
  }
  line.resize(kTextColumn, ' ');
  std::size_t end = std::min(meaning.find('\n'), meaning.size());
  text += wrapped(line, meaning.substr(0, end), kTextColumn);
  while (end < meaning.size()) {
    meaning.remove_prefix(end + 1);
    end = std::min(meaning.find('\n'), meaning.size());
    text += wrapped(std::string(kListIndent, ' '), meaning.substr(0, end), 2 * kListIndent);
  }
  return text;
}

std::string row(const CLI::Option& option) {
  return row(option.get_name(option.get_positional(), true) +
                 (option.get_positional() ? "" : value_name(option)),
             option.get_description());
}

class HelpFormatter final : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                      CLI::AppFormatMode mode) const override {
    std::string text =
        fmt::format("{}\nUsage: {}{}\n", app->get_description(), name, usage_of(*app));
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_positional()) text += row(*option);
    }
    for (const char* group : kFirstGroups) text += section(*app, group);
    std::string others;
    for (const char* group : kOtherGroups) {
      const std::string more = section(*app, group);
      if (more.empty()) continue;
      others += fmt::format("{}{}", others.empty() ? "" : ", ", group);
      if (mode == CLI::AppFormatMode::All) text += more;
    }
    text += verbs(*app);
    if (!app->get_footer().empty()) text += app->get_footer() + "\n";
    if (mode != CLI::AppFormatMode::All && !others.empty()) {
      text += fmt::format("--help-all shows the rest: {}.\n", others);
    }
    return text;
  }

 private:
  /// The options of a group, under its name; empty where there are none.
  static std::string section(const CLI::App& app, std::string_view group) {
    std::string text;
    for (const CLI::Option* option : options_of_group(app, group)) text += row(*option);
    return text.empty() ? text : fmt::format("{}:\n", group) + text;
  }

  static std::string verbs(const CLI::App& app) {
    std::string text;
    for (const CLI::App* verb : verbs_of(app)) {
      text += row(verb->get_name(), verb->get_description());
    }
    return text.empty() ? text : "Verbs:\n" + text;
  }
};

}  // namespace

std::string value_name(const CLI::Option& option) {
  std::string name = option.get_type_name();
  // The parser appends what checks say of themselves.
  name.resize(std::min(name.find(':'), name.size()));
  if (name == "INT" || name == "UINT") return " N";
  if (name == "FLOAT") return " X";
  return name.empty() ? name : " " + name;
}

std::vector<const CLI::Option*> options_of_group(const CLI::App& app, std::string_view group) {
  return app.get_options([&](const CLI::Option* option) {
    if (option->get_positional() || option == app.get_help_all_ptr()) return false;
    // The flags of help are made by the parser, in a group of its own.
    const bool is_made = option == app.get_help_ptr() || option == app.get_version_ptr();
    return option->get_group() == group || (is_made && group == kRunGroup);
  });
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string usage_of(const CLI::App& app) {
  std::string text = " [OPTIONS]";
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) text += " " + option->get_name(true);
  }
  return text + (app.get_require_subcommand_min() > 0 ? " VERB" : "");
}

void set_help(CLI::App& program) {
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("-h,--help", "Show this help; --help-all shows every option");
  program.set_help_all_flag("--help-all", "Show every option");
}

}  // namespace strider::cli
