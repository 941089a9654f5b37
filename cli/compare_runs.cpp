// strider report: runs beside one another, on a page or as a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "files.hpp"
#include "option_table.hpp"
#include "page/comparison.hpp"
#include "print.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "verb.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct CompareVerb {
  std::vector<std::string> paths;
  double slower = 5;
  RunOptions run;
};

Value input_files(std::vector<std::string>& into) {
  return {[&into](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_option(names, into, help)->check(not_empty)->transform(input_name);
  }};
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, 0, "cannot be opened");
  // Iterators over the buffer would throw what a folder does.
  std::string text;
  std::array<char, 1U << 16U> block{};
  do {
    file.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  } while (file);
  if (file.bad()) throw InputError(path, 0, "cannot be read");
  return text;
}

/// Pages follow what is nested by recursion.
Json parsed_json(const std::string& path, const std::string& text) {
  constexpr int kMostDepth = 64;
  return Json::parse(text, [&](int depth, Json::parse_event_t /*event*/, const Json& /*value*/) {
    if (depth > kMostDepth) {
      throw InputError(path, 0, fmt::format("it is nested more than {} deep", kMostDepth));
    }
    return true;
  });
}

NamedRun read_run(const std::string& path) {
  const std::string text = content_of(path);
  NamedRun run{path, {}};
  try {
    run.json = parsed_json(path, text);
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    const std::string_view before = std::string_view(text).substr(0, at);
    const auto line = static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
    const std::size_t column = at - (before.rfind('\n') + 1) + 1;
    throw InputError(path, line,
                     fmt::format("this is not JSON, at character {} of the line: give the output "
                                 "of a verb with --json",
                                 column));
  } catch (const Json::exception& /*error*/) {
    throw InputError(path, 0, "a number in it is too large");
  }
  const bool is_run = run.json.is_object() && run.json.contains("verb") &&
                      run.json["verb"].is_string() && run.json.contains("time_s") &&
                      run.json["time_s"].is_number();
  if (!is_run) {
    throw InputError(path, 1,
                     "this is not the JSON of a run, which has the keys verb and time_s: give the "
                     "output of a verb with --json");
  }
  return run;
}

void compare(const CompareVerb& verb) {
  std::vector<NamedFile> files = {{"--output", &verb.run.output, FileUse::kWritten}};
  for (const std::string& path : verb.paths) files.push_back({"RUN", &path, FileUse::kRead});
  require_apart(files);
  begin(verb.run);
  std::vector<NamedRun> runs;
  for (const std::string& path : verb.paths) runs.push_back(read_run(path));
  if (verb.run.output.empty()) {
    print_text(stdout, comparison_text(runs, verb.slower));
  } else if (verb.run.writes_to_stdout()) {
    print_text(stdout, comparison_page(runs, verb.slower));
  } else {
    write_report(verb.run.output, comparison_page(runs, verb.slower));
  }
}

}  // namespace

void add_report(CLI::App& program) {
  auto verb = std::make_shared<CompareVerb>();
  OptionTable table(program, "report", "Compare runs: their methods, machines and times");
  table.add(kGraphGroup, {{"RUN",
                           input_files(verb->paths),
                           "Files with the JSON of runs (strider ... --json); - is stdin",
                           {.is_required = true}}});
  table.add(kOutputGroup,
            {{"--slower", number(verb->slower, percent),
              "Mark times that are so many percent above the first run's (default: {})"}});
  add_output_option(table, verb->run,
                    "Write a page for browsers (.html) instead of a table; - is stdout");
  table.footer(
      "Example:\n  strider report before.json after.json -o runs.html\n"
      "  strider report before.json after.json --slower 10");
  table.on_run([verb] { compare(*verb); });
}

}  // namespace strider::cli
