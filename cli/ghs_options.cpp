#include "ghs_options.hpp"

#include <CLI/App.hpp>
#include <vector>

#include "options.hpp"

namespace strider::cli {
namespace {

constexpr const char* kGroup = "GHS, on ranks";

void add_name(CLI::App& verb, const std::string& name, std::string& into,
              const std::vector<std::string>& choices, const std::string& what) {
  add_choice(verb, name, into, choices, what)->group(kGroup);
}

template <class Number>
CLI::Option* add_number(CLI::App& verb, const std::string& name, std::optional<Number>& into,
                        const std::string& what) {
  return verb.add_option(name, into, what)->group(kGroup);
}

}  // namespace

std::string_view GhsTuning::first_given() const {
  if (!lookup.empty()) return "--ghs-lookup";
  if (hash_factor) return "--ghs-hash-factor";
  if (!test_queue.empty()) return "--ghs-test-queue";
  if (!postponed.empty()) return "--ghs-postponed";
  if (!messages.empty()) return "--ghs-messages";
  if (!finish_test.empty()) return "--ghs-finish-test";
  if (!chains.empty()) return "--ghs-chains";
  if (aggregation_bytes) return "--ghs-aggregation";
  if (flush_frequency) return "--ghs-flush-frequency";
  if (queue_frequency) return "--ghs-queue-frequency";
  if (test_frequency) return "--ghs-test-frequency";
  if (finish_frequency) return "--ghs-finish-frequency";
  return "";
}

void add_ghs_options(CLI::App& verb, GhsTuning& options) {
  add_name(verb, "--ghs-lookup", options.lookup, {"linear", "binary", "hash"},
           "How the arc of a message is found (default: hash)");
  add_number(verb, "--ghs-hash-factor", options.hash_factor,
             "hash: places of the table for each arc, from 1.25 to 64 (default: 2)")
      ->check(not_empty);
  add_name(verb, "--ghs-test-queue", options.test_queue, {"shared", "separate"},
           "Where Test messages wait (default: separate)");
  add_name(verb, "--ghs-postponed", options.postponed, {"queue", "vertex"},
           "Where messages wait that cannot be served yet (default: vertex)");
  add_name(verb, "--ghs-messages", options.messages, {"plain", "compressed"},
           "How messages are written (default: compressed)");
  add_name(verb, "--ghs-finish-test", options.finish_test, {"allreduce", "counting"},
           "How ranks learn that no message is left (default: counting)");
  add_name(
      verb, "--ghs-chains", options.chains, {"none", "messages", "wired"},
      "What the longest chain of messages counts: all, or those to another rank (default: none)");
  add_number(verb, "--ghs-aggregation", options.aggregation_bytes,
             "Bytes of messages to one rank that are sent together, from 64 to 2^26 "
             "(default: 10000)")
      ->check(at_least_one<std::uint32_t>)
      ->type_name("BYTES");
  // Turns of a rank's loop:
  add_number(verb, "--ghs-flush-frequency", options.flush_frequency,
             "Turns after which what was not sent is (default: 5)")
      ->check(at_least_one<std::uint32_t>);
  add_number(verb, "--ghs-queue-frequency", options.queue_frequency,
             "Turns after which messages that came are served (default: 5)")
      ->check(at_least_one<std::uint32_t>);
  add_number(verb, "--ghs-test-frequency", options.test_frequency,
             "separate: turns after which Test messages are served (default: 10)")
      ->check(at_least_one<std::uint32_t>);
  add_number(verb, "--ghs-finish-frequency", options.finish_frequency,
             "allreduce: turns after which it is asked whether messages are left "
             "(default: 100000)")
      ->check(at_least_one<std::uint32_t>);
}

}  // namespace strider::cli
