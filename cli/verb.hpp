// What verbs that compute have in common: where one may run, by which methods, and what it does
// first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "options.hpp"
#include "place.hpp"
#include "result_option.hpp"
#include "tuning.hpp"

namespace strider::cli {

/// The methods of a verb at each place, with commas between; "" where it does not run.
struct Methods {
  std::string host = "auto";
  std::string device = {};
  std::string ranks = {};
  std::string ranks_on_devices = {};

  [[nodiscard]] const std::string& at(Place place) const;
};
/// Whether `names`, with commas between, have that one.
[[nodiscard]] bool is_among(std::string_view name, std::string_view names);

/// --algorithm.
struct Method {
  std::string name = "auto";
  Methods all = {};
};

struct Verb {
  explicit Verb(std::string_view name) : name(name), searches{name} {}

  std::string_view name;
  std::vector<std::string_view> searches;  ///< the verbs whose tuning values it uses
  RunOptions run;
  RanksOptions ranks;
  DeviceOptions device;
  Method algorithm;
  Tuning tuning;
  bool validate = false;
  std::uint64_t default_seed = 0;
  Place place = Place::kHost;  ///< since settle()

  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(default_seed); }
};

/// A verb that reads a graph.
struct GraphVerb : Verb {
  using Verb::Verb;

  GraphOptions graph;
  ResultTables tables = ResultTables::kNone;
  ResultFormat format = ResultFormat::kTsv;  ///< of --output, since settle()
};

/// --algorithm of a verb: one of `verb.algorithm.all`. --help lists those of the host, and those of
/// some `other` places.
void add_algorithm_option(OptionTable& table, Verb& verb, const std::vector<Place>& others = {});
/// The same of verbs that have no method to choose.
void add_only_algorithm(OptionTable& table, Verb& verb);
/// --tune, with the keys of the verb's searches.
void add_tuning_option(OptionTable& table, Verb& verb);

/// --validate. It verifies all of a container, so --trust contradicts it.
void add_validate_option(OptionTable& table, Verb& verb, const std::string& what,
                         std::vector<Refusal> refusals = {});

// Why --prepare is refused:
[[nodiscard]] Refusal no_layout_on_ranks();
[[nodiscard]] Refusal no_locality_on_device();

/// Chooses the place: that of --device, and ranks if a launcher started several processes, or if
/// one process of a launcher is given what counts on ranks only, or `wants_ranks`. Throws
/// UsageError or UnavailableError where an option, the method or a tuning value does not count
/// there.
void settle(Verb& verb, bool wants_ranks = false);
/// Also finds the format of the result.
void settle(GraphVerb& verb, bool wants_ranks = false);

/// What a run in one process does first: refuses several processes, and minds Ctrl-C. Throws
/// UnavailableError, UsageError, InputError where the output cannot be written.
void begin(const RunOptions& run, const Methods& methods = {});
/// The same on ranks.
void begin_on_ranks(const RunOptions& run, const Methods& methods);

/// Runs a verb at its place: by run_here(verb) in one process, on ranks by run_on_ranks(verb),
/// which verbs declare that run there.
template <class AnyVerb>
void run_at_place(AnyVerb& verb, void (*run_here)(const std::type_identity_t<AnyVerb>&),
                  bool wants_ranks = false) {
  settle(verb, wants_ranks);
  if constexpr (kHasRanks && requires { run_on_ranks(verb); }) {
    if (is_on_ranks(verb.place)) {
      run_on_ranks(verb);
      return;
    }
  }
  begin(verb.run, verb.algorithm.all);
  run_here(verb);
}

}  // namespace strider::cli
