#include "option_table.hpp"

#include <algorithm>
#include <array>

namespace strider::cli {
namespace {

constexpr std::array<std::string_view, 3> kMayDifferByRank = {"--threads", "--device-memory",
                                                              "--no-progress"};

/// "\n--name=value=value", without what may differ between ranks.
std::string as_line(const CLI::Option& option, const std::string& name) {
  if (std::ranges::find(kMayDifferByRank, name) != kMayDifferByRank.end()) return "";
  std::string line = '\n' + name;
  for (const std::string& value : option.results()) {
    line += '=';
    line += name == "--device" ? value.substr(0, value.find(':')) : value;
  }
  return line;
}

/// "a|b" of "a, b".
std::string alternatives(std::string names) {
  std::erase(names, ' ');
  std::ranges::replace(names, ',', '|');
  return names;
}

}  // namespace

OptionTable::OptionTable(CLI::App& above, const std::string& name, const std::string& description)
    : verb_(above.add_subcommand(name, description)) {}

void OptionTable::add(const char* group, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const std::size_t blank = std::min(row.names.find(' '), row.names.size());
    CLI::Option* option =
        row.value.declare(*verb_, row.names.substr(0, blank),
                          fmt::format(fmt::runtime(row.help), row.value.otherwise));
    option->group(group)->required(row.limits.is_required);
    const std::string word = row.names.substr(std::min(blank + 1, row.names.size()));
    if (!word.empty()) option->type_name(word);
    if (!row.value.suggested.empty()) {
      if (word.empty()) option->type_name(alternatives(row.value.suggested));
      suggest_values(option, row.value.suggested);
    }
    for (const std::string& other : row.limits.excludes) option->excludes(verb_->get_option(other));
    for (const std::string& other : row.limits.needs) option->needs(verb_->get_option(other));
    declared_->emplace_back(option, row.limits);
    if (row.value.file != nullptr) {
      files_->push_back({option->get_name(), row.value.file, row.value.use});
    }
  }
}

void OptionTable::move(const char* group, const std::vector<std::string>& names) {
  for (const std::string& name : names) verb_->get_option(name)->group(group);
}

void OptionTable::note_given(GivenOptions& given) {
  verb_->parse_complete_callback([&given, verb = verb_, declared = declared_] {
    given.command = verb->get_name();
    for (const auto& [option, limits] : *declared) {
      if (option->count() == 0) continue;
      const std::string name = option->get_name();
      given.command += as_line(*option, name);
      const auto& values = option->results();
      given.options.push_back(
          {name, values.empty() ? "" : values.front(), option->get_group(), limits});
    }
  });
}

void OptionTable::footer(const std::string& text) {
  verb_->footer(text);
}

void OptionTable::on_run(std::function<void()> run) {
  verb_->callback([files = files_, run = std::move(run)] {
    require_apart(*files);
    run();
  });
}

Value flag(bool& into) {
  return {[&into](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_flag(names, into, help);
  }};
}

Value input_file(std::string& into) {
  Value value{[&into](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_option(names, into, help)->check(not_empty)->transform(input_name);
  }};
  value.file = &into;
  return value;
}

Value output_file(std::string& into) {
  Value value = text(into);
  value.file = &into;
  value.use = FileUse::kWritten;
  return value;
}

}  // namespace strider::cli
