// strider model network: how fast the ranks of a job send messages, by their size.
#include <memory>

#include "network_verb.hpp"
#include "option_table.hpp"
#include "strider/error.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

void run_alone(const NetworkVerb& /*verb*/) {
  throw UsageError(
      kHasRanks ? "model network measures messages between ranks: start two or more, as by "
                  "mpirun -n 2 strider model network"
                : "model network measures messages between ranks, which this build does not have");
}

}  // namespace

void add_network(CLI::App& model) {
  auto verb = std::make_shared<NetworkVerb>();
  OptionTable table(model, "network", "Measure messages between ranks, by their size");
  table.note_given(verb->run.given);
  table.add(kOutputGroup, {{"--json", flag(verb->run.json), "Print one JSON object"}});
  table.footer("Example:\n  mpirun -n 2 strider model network --json");
  table.on_run([verb] { run_at_place(*verb, run_alone); });
}

}  // namespace strider::cli
