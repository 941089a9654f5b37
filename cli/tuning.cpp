#include "tuning.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "option_table.hpp"
#include "strider/error.hpp"
#include "tuning_keys.hpp"

namespace strider::cli {
namespace {

std::string_view name_of(Place place) {
  switch (place) {
    case Place::kHost:
      return "on the host";
    case Place::kDevice:
      return "on a device";
    case Place::kRanks:
      return "on ranks";
    case Place::kRanksOnDevices:
      return "on ranks with devices";
  }
  return "";
}

bool uses_method(const TuningUse& use, std::string_view method) {
  // A name may be a part of another one.
  return use.methods.empty() ||
         fmt::format(" {} ", use.methods).find(fmt::format(" {} ", method)) != std::string::npos;
}

bool is_used_by(const TuningUse& use, const TunedSearch& search) {
  return use.verb == search.verb && use.place == search.place && uses_method(use, search.method);
}

bool is_of(const TuningKey& key, std::span<const std::string_view> verbs) {
  return std::ranges::any_of(key.uses, [&](const TuningUse& use) {
    return std::ranges::find(verbs, use.verb) != verbs.end();
  });
}

/// "bfs on the host (bag), sssp on a device", of some verbs only where there are any.
std::string described_uses(const TuningKey& key, std::span<const std::string_view> verbs) {
  std::string text;
  for (const TuningUse& use : key.uses) {
    if (!verbs.empty() && std::ranges::find(verbs, use.verb) == verbs.end()) continue;
    if (!text.empty()) text += "; ";
    if (verbs.size() != 1) text += fmt::format("{} ", use.verb);
    text += name_of(use.place);
    std::string methods(use.methods);
    std::ranges::replace(methods, ' ', '/');
    if (!methods.empty()) text += fmt::format(" with --algorithm {}", methods);
  }
  return text;
}

const TuningKey* find_key(std::string_view name) {
  const auto keys = tuning_keys();
  const auto found = std::ranges::find(keys, name, &TuningKey::name);
  return found == keys.end() ? nullptr : &*found;
}

[[noreturn]] void refuse(std::string_view key, std::string_view why) {
  throw CLI::ValidationError(fmt::format("--tune {}: {}; --help-all lists the keys", key, why));
}

std::string nearest_key(std::string_view name, std::span<const std::string_view> verbs) {
  NearestWord nearest(name);
  for (const TuningKey& key : tuning_keys()) {
    if (is_of(key, verbs)) nearest.look_at(key.name);
  }
  return nearest.suggestion();
}

/// Sets what "key=value" says. Throws the parser's error.
void assign(Tuning& tuning, std::span<const std::string_view> verbs, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const TuningKey* key = find_key(name);
  if (key == nullptr) refuse(name, "there is no such key" + nearest_key(name, verbs));
  if (!is_of(*key, verbs)) {
    refuse(name,
           fmt::format("this verb does not use it; it is used by {}", described_uses(*key, {})));
  }
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (!key->set(tuning, value)) {
    refuse(name, fmt::format("the value must be {}, got '{}'", key->range, value));
  }
  tuning.keys.insert(name);
}

std::string described_keys(std::span<const std::string_view> verbs) {
  std::string text;
  for (const TuningKey& key : tuning_keys()) {
    if (!is_of(key, verbs)) continue;
    const std::string schemes =
        key.schemes.empty()
            ? ""
            : fmt::format("; on ranks, only with --partition {}", fmt::join(key.schemes, " or "));
    text += fmt::format("\n{}={}: {}{} ({}). Used {}.", key.name, key.value({}), key.meaning,
                        schemes, key.range, described_uses(key, verbs));
  }
  return text;
}

}  // namespace

void add_tuning_option(OptionTable& table, Tuning& into, std::vector<std::string_view> verbs) {
  const std::string keys = described_keys(verbs);
  const auto set = [&into, verbs = std::move(verbs)](const CLI::results_t& texts) {
    for (const std::string& text : texts) assign(into, verbs, text);
    return true;
  };
  const auto declare = [set](CLI::App& verb, const std::string& names, const std::string& help) {
    return verb.add_option(names, set, help)->delimiter(',')->take_all()->allow_extra_args(false);
  };
  table.add(kTuningGroup, {{"--tune KEY=VALUE,...",
                            {declare, keys},
                            "Set values that change only the speed; the defaults suit most graphs. "
                            "The keys and their defaults:{}"}});
}

void require_keys_in_use(const Tuning& tuning, std::span<const TunedSearch> searches) {
  for (const std::string& name : tuning.keys) {
    const TuningKey& key = *find_key(name);
    const bool is_used = std::ranges::any_of(key.uses, [&](const TuningUse& use) {
      return std::ranges::any_of(
          searches, [&](const TunedSearch& search) { return is_used_by(use, search); });
    });
    if (is_used) continue;
    std::vector<std::string_view> verbs;
    for (const TunedSearch& search : searches) verbs.push_back(search.verb);
    throw UsageError(fmt::format("--tune {}: this search does not use it; it is used {}", name,
                                 described_uses(key, verbs)));
  }
}

std::string first_key_of_ranks(const Tuning& tuning, std::span<const std::string_view> verbs) {
  for (const std::string& name : tuning.keys) {
    const bool elsewhere = std::ranges::any_of(find_key(name)->uses, [&](const TuningUse& use) {
      return !is_on_ranks(use.place) && std::ranges::find(verbs, use.verb) != verbs.end();
    });
    if (!elsewhere) return name;
  }
  return "";
}

std::vector<std::string> schemes_of_key(std::string_view name) {
  return find_key(name)->schemes;
}

}  // namespace strider::cli
