#include "verb.hpp"

#include <fmt/format.h>

#include <utility>

#include "environment.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "option_table.hpp"
#include "output.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// Whether only ranks have the method.
bool is_of_ranks(const Method& method) {
  return is_among(method.name, method.all.ranks) && !is_among(method.name, method.all.host);
}

bool runs_on_ranks(const Verb& verb, bool wants_ranks) {
  if (!kHasRanks || verb.algorithm.all.ranks.empty()) return false;
  const std::optional<Launch> job = launch();
  return job && (job->size > 1 || wants_ranks || is_of_ranks(verb.algorithm) ||
                 !verb.run.given.first_under(kRanksGroup).empty() ||
                 !first_key_of_ranks(verb.tuning, verb.searches).empty());
}

Place place_of(const Verb& verb, bool wants_ranks) {
  const bool on_host = device_choice(verb.run.device).kind == DeviceChoice::Kind::kHost;
  if (runs_on_ranks(verb, wants_ranks)) return on_host ? Place::kRanks : Place::kRanksOnDevices;
  return on_host ? Place::kHost : Place::kDevice;
}

/// "a, b or c".
std::string with_or(std::string names) {
  const std::size_t last = names.rfind(", ");
  return last == std::string::npos ? names : names.replace(last, 2, " or ");
}

void require_method(const Method& method, Place place) {
  const std::string& names = method.all.at(place);
  // A place without methods is refused as such.
  if (names.empty() || is_among(method.name, names)) return;
  const std::string suggestion = did_you_mean(method.name, names);
  if (names == "auto") throw UsageError("--algorithm: this verb supports only auto");
  if (is_on_ranks(place)) {
    throw UsageError(fmt::format("--algorithm {} is not supported on ranks: use {}", method.name,
                                 with_or(names)));
  }
  if (is_of_ranks(method)) refuse_distribution("--algorithm " + method.name);
  throw UsageError(fmt::format("--algorithm: '{}' is not a {} method: use one of {}{}", method.name,
                               is_on_device(place) ? "device" : "host", names, suggestion));
}

/// `what` runs by these methods on devices.
void require_usable(const RunOptions& run, const std::string& methods_on_device,
                    std::string_view what) {
  if (methods_on_device.empty()) require_host_device(run.device, what);
  if (run.json && run.writes_to_stdout()) {
    throw UsageError("--json and --output - would both write to the standard output");
  }
  for (const auto& [option, path] : {std::pair("--report", &run.page), {"--trace", &run.trace}}) {
    if (is_standard_output(*path)) {
      throw UsageError(fmt::format("{} needs the name of a file, not {}", option, *path));
    }
  }
}

}  // namespace

bool is_among(std::string_view name, std::string_view names) {
  return name.find_first_of(", ") == std::string_view::npos &&
         fmt::format(", {},", names).find(fmt::format(" {},", name)) != std::string::npos;
}

const std::string& Methods::at(Place place) const {
  if (is_on_ranks(place)) return is_on_device(place) ? ranks_on_devices : ranks;
  return is_on_device(place) ? device : host;
}

void add_algorithm_option(OptionTable& table, Verb& verb, const std::vector<Place>& others) {
  const Methods& all = verb.algorithm.all;
  std::string help = "One of " + all.host;
  for (const Place place : others) {
    if (all.at(place).empty()) continue;
    help += fmt::format("; on {} {}", is_on_ranks(place) ? "ranks" : "devices", all.at(place));
  }
  table.add(kSearchGroup,
            {{"--algorithm NAME",
              text(verb.algorithm.name, fmt::format("{}, {}, {}", all.host, all.ranks, all.device)),
              help + " (default: {})"}});
}

void add_only_algorithm(OptionTable& table, Verb& verb) {
  table.add(kRareGroup, {{"--algorithm NAME", text(verb.algorithm.name, "auto"), "auto"}});
}

void add_tuning_option(OptionTable& table, Verb& verb) {
  add_tuning_option(table, verb.tuning, verb.searches);
}

void add_validate_option(OptionTable& table, Verb& verb, const std::string& what,
                         std::vector<Refusal> refusals) {
  table.add(kOutputGroup, {{"--validate",
                            flag(verb.validate),
                            what,
                            {.excludes = {"--trust"}, .refusals = std::move(refusals)}}});
}

Refusal no_layout_on_ranks() {
  return {.places = {Place::kRanks, Place::kRanksOnDevices},
          .why = ": searches on ranks do not use layouts: leave it out",
          .but = "none"};
}

Refusal no_locality_on_device() {
  return {.places = {Place::kDevice},
          .why = ": devices cannot use this layout: use --prepare degree",
          .only = "locality"};
}

void settle(Verb& verb, bool wants_ranks) {
  verb.place = place_of(verb, wants_ranks);
  require_method(verb.algorithm, verb.place);
  require_in_use(verb.run.given, verb.place);
  std::vector<TunedSearch> searches;
  for (const std::string_view search : verb.searches) {
    searches.push_back({search, verb.place, verb.algorithm.name});
    // Of several searches, a name of one leaves the others their own choice.
    if (verb.searches.size() > 1) searches.push_back({search, verb.place, "auto"});
  }
  require_keys_in_use(verb.tuning, searches);
}

void settle(GraphVerb& verb, bool wants_ranks) {
  settle(static_cast<Verb&>(verb), wants_ranks);
  verb.format = result_format(verb.run, verb.tables);
}

void begin(const RunOptions& run, const Methods& methods) {
  require_single_process();
  require_usable(run, methods.device, "this verb");
  for (const std::string& path : {run.output, run.page, run.trace}) require_writable(path);
  end_on_interrupt(run.output);
}

void begin_on_ranks(const RunOptions& run, const Methods& methods) {
  require_usable(run, methods.ranks_on_devices, "this verb on ranks");
  end_on_interrupt_of_job(run.output);
}

}  // namespace strider::cli
