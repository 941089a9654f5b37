#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "environment.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "help.hpp"
#include "print.hpp"
#include "references.hpp"
#include "strider/error.hpp"
#include "suggestion.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// Under a launcher every process usually comes to the same error before it talks to the others:
/// the first reports it, and the launcher ends the job. A process that is still alive after that
/// had an error of its own.
ExitStatus fail(ExitStatus status, std::string message) {
  if (!is_first_process()) {
    constexpr std::chrono::seconds kTurnOfFirst{3};  // launchers of busy machines take their time
    std::this_thread::sleep_for(kTurnOfFirst);
    message = fmt::format("rank {}: {}", launch()->rank, message);
  }
  report_error(std::move(message));
  return status;
}

/// The parser says of a number that does not fit, and of what is none, that it "Could not convert:
/// --option = text".
std::string plain_message(const std::string& fault) {
  constexpr std::string_view kPrefix = "Could not convert: ";
  constexpr std::string_view kBetween = " = ";
  const std::size_t between = fault.find(kBetween);
  if (!fault.starts_with(kPrefix) || between == std::string::npos) return fault;
  return fmt::format("{}: '{}' is not a number or is out of range",
                     fault.substr(kPrefix.size(), between - kPrefix.size()),
                     fault.substr(between + kBetween.size()));
}

/// The parser calls an argument by the option that may stand for it: "--output is required".
std::string missing_argument(const CLI::App& app, const std::string& fault) {
  for (const CLI::Option* option : app.get_options()) {
    if (fault == option->get_name() + " is required" && option->get_positional()) {
      return option->get_name(true) + " is required";
    }
  }
  return fault;
}

bool looks_like_option(const std::string& argument) {
  return argument.size() > 1 && argument.front() == '-';
}

/// Says that `app`, which messages call `name`, has none of the options among `unknown` arguments,
/// and what may have been meant by the first.
std::string unknown_options(const CLI::App& app, std::string_view name,
                            const std::vector<std::string>& unknown) {
  std::vector<std::string> options;
  for (const std::string& argument : unknown) {
    if (looks_like_option(argument)) options.push_back(argument.substr(0, argument.find('=')));
  }
  NearestWord nearest(options.front());
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& known : option->get_lnames()) nearest.look_at("--" + known);
  }
  return fmt::format("{} has no option '{}'{}", name, fmt::join(options, "', '"),
                     nearest.suggestion());
}

/// Says that `argument` stands where a verb of `app` should.
std::string unknown_verb(const CLI::App& app, const std::string& verb,
                         const std::string& argument) {
  if (verb.empty() && is_folder(argument)) {
    return fmt::format("'{}' is a folder: name a verb and a file", argument);
  }
  if (verb.empty() && is_stream(argument)) {
    return fmt::format("'{}' is no file and can be read only once: put a verb before it", argument);
  }
  std::string fault = fmt::format("'{}' is not a verb of strider{}", argument, verb);
  if (verb.empty()) {
    fault +=
        is_file(argument) ? ": put a verb before the file" : ", and there is no file of that name";
  }
  NearestWord nearest(argument);
  for (const CLI::App* known : verbs_of(app)) nearest.look_at(known->get_name());
  return fault + nearest.suggestion();
}

/// --help and --version arrive as exceptions, too.
ExitStatus explain(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    if (is_first_process()) program.exit(error);
    require_output_written();
    return ExitStatus::kDone;
  }
  std::string verb;
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    verb += " " + app->get_name();
  }
  std::string fault = missing_argument(*app, plain_message(error.what()));
  const std::string_view name = verb.empty() ? "strider" : std::string_view(verb).substr(1);
  const std::vector<std::string> unknown = program.remaining(true);
  const bool lacks_verb = app->get_require_subcommand_min() > 0;
  const auto option = std::ranges::find_if(unknown, looks_like_option);
  if (option != unknown.end() && (!lacks_verb || option == unknown.begin())) {
    fault = unknown_options(*app, name, unknown);
  } else if (lacks_verb && !unknown.empty()) {
    fault = unknown_verb(*app, verb, unknown.front());
  } else if (!unknown.empty()) {
    fault = fmt::format("{} takes no argument '{}'", name, unknown.front());
  }
  return fail(ExitStatus::kWrongUse, fmt::format("{} (see strider{} --help)", fault, verb));
}

bool is_verb(const CLI::App& program, std::string_view name) {
  return !program.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == name; })
              .empty();
}

/// Where no verb is given, but nothing or a file only: prints the commands to try next.
bool advise(const CLI::App& program, int argc, char** argv) {
  const bool is_file_alone = argc == 2 && !is_verb(program, argv[1]) && is_file(argv[1]);
  if (argc > 1 && !is_file_alone) return false;
  if (is_first_process()) argc == 1 ? print_first_steps() : print_next_commands(argv[1]);
  return true;
}

ExitStatus run(int argc, char** argv) {
  CLI::App program("Strider: parallel graph traversal.", "strider");
  program.set_version_flag("--version", "strider " STRIDER_VERSION);
  set_help(program);
  add_references(program);
  program.require_subcommand(1);
  program.footer(
      "Example:\n  strider generate kronecker --scale 16 -o kron16.strider\n"
      "  strider bfs kron16.strider --source 1 --validate\n"
      "On ranks, under mpirun or srun, all verbs but flow, model and report (Open MPI\n"
      "may ask for --oversubscribe, of more ranks than cores, or --allow-run-as-root):\n"
      "  mpirun -n 4 strider bfs kron16.strider --source 1 --validate\n"
      "Exit status: 0 done, 1 internal error, 2 wrong use, 3 bad input, 4 validation\n"
      "failed, 5 not enough memory, 6 backend or device not available; 130, 143, 129\n"
      "ended by SIGINT (Ctrl-C), SIGTERM, SIGHUP.");
  add_info(program);
  add_convert(program);
  add_generate(program);
  add_bfs(program);
  add_sssp(program);
  add_msf(program);
  add_bc(program);
  add_components(program);
  add_core(program);
  add_diameter(program);
  add_bipartite(program);
  add_closeness(program);
  add_pagerank(program);
  add_cdlp(program);
  add_lcc(program);
  add_cluster(program);
  add_flow(program);
  add_graph500(program);
  add_model(program);
  add_report(program);
  add_validate(program);
  try {
    if (!advise(program, argc, argv)) program.parse(argc, argv);
    require_output_written();
    return ExitStatus::kDone;
  } catch (const CLI::ParseError& error) {
    return explain(program, error);
  }
}

ExitStatus run_and_report(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Reported& reported) {
    return reported.status();
  } catch (const std::exception& error) {
    return fail(exit_status(error), error_message(error));
  }
}

}  // namespace
}  // namespace strider::cli

int main(int argc, char** argv) {
  strider::cli::reserve_standard_streams();
  strider::cli::fail_on_long_files();
  return static_cast<int>(strider::cli::run_and_report(argc, argv));
}
