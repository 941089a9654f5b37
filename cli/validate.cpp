// strider validate: checks of result files, whoever wrote them.
#include <CLI/App.hpp>

#include "verbs.hpp"

namespace strider::cli {

void add_validate(CLI::App& program) {
  CLI::App* validate = program.add_subcommand("validate", "Check a result file");
  validate->require_subcommand(1);
  validate->footer("Example:\n  strider validate bfs roads.gr.gz levels.tsv");
  add_validate_bfs(*validate);
  add_validate_sssp(*validate);
  add_validate_msf(*validate);
  add_validate_components(*validate);
}

}  // namespace strider::cli
