#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "environment.hpp"
#include "errors.hpp"
#include "print.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

ExitStatus fail(ExitStatus status, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  print(stderr, "strider: {}\n", message);
  return status;
}

/// --help and --version arrive as exceptions, too.
ExitStatus explain(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    program.exit(error);
    require_output_written();
    return ExitStatus::kDone;
  }
  std::string verb;
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    verb += " " + app->get_name();
  }
  std::string fault = error.what();
  const std::vector<std::string> unknown = app->remaining();
  if (app->get_require_subcommand_min() > 0 && !unknown.empty()) {
    fault = fmt::format("'{}' is no verb of strider{}", unknown.front(), verb);
  }
  return fail(ExitStatus::kWrongUse, fmt::format("{} (see strider{} --help)", fault, verb));
}

ExitStatus run(int argc, char** argv) {
  CLI::App program("Strider: parallel graph traversal.", "strider");
  program.set_version_flag("--version", "strider " STRIDER_VERSION);
  program.require_subcommand(1);
  program.footer(
      "Example:\n  strider generate kronecker --scale 16 -o kron16.strider\n"
      "  strider bfs kron16.strider --source 1 --validate\n"
      "Exit status: 0 done, 1 internal error, 2 wrong use, 3 bad input, 4 validation failed,\n"
      "5 not enough memory, 6 backend or device not available, 130 interrupted.");
  add_info(program);
  add_convert(program);
  add_generate(program);
  add_bfs(program);
  add_sssp(program);
  add_msf(program);
  add_bc(program);
  add_graph500(program);
  add_validate(program);
  try {
    require_single_process();
    program.parse(argc, argv);
    require_output_written();
    return ExitStatus::kDone;
  } catch (const CLI::ParseError& error) {
    return explain(program, error);
  }
}

ExitStatus run_and_report(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    return fail(ExitStatus::kWrongUse, error.what());
  } catch (const InterruptedError& error) {
    return fail(ExitStatus::kInterrupted, error.what());
  } catch (const InputError& error) {
    return fail(ExitStatus::kBadInput, error.what());
  } catch (const ValidationFailed& error) {
    return fail(ExitStatus::kValidationFailed, error.what());
  } catch (const MemoryError& error) {
    return fail(ExitStatus::kNotEnoughMemory, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::kNotEnoughMemory,
                "not enough memory: a smaller graph or a larger limit is needed");
  } catch (const UnavailableError& error) {
    return is_first_process() ? fail(ExitStatus::kUnavailable, error.what())
                              : ExitStatus::kUnavailable;
  } catch (const std::exception& error) {
    return fail(ExitStatus::kInternalError, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace
}  // namespace strider::cli

int main(int argc, char** argv) {
  strider::cli::reserve_standard_streams();
  return static_cast<int>(strider::cli::run_and_report(argc, argv));
}
