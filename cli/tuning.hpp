// Tuning values: --tune KEY=VALUE, of all verbs, out of one table of keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser.hpp"
#include "strider/bfs.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/device_msf.hpp"
#include "strider/device_sssp.hpp"
#include "strider/dist.hpp"
#include "strider/dist_bc.hpp"
#include "strider/dist_msf.hpp"
#include "strider/gpu.hpp"

namespace strider::cli {

struct RunOptions;

/// What the keys set; the library's defaults where no key was given.
struct Tuning {
  BfsTuning bfs;
  DistBfsTuning bfs_on_ranks;
  DeviceBfsTuning bfs_on_device;
  DeviceSsspTuning sssp_on_device;
  DeviceMsfTuning msf_on_device;
  DistMsfTuning msf_on_ranks;
  GhsOptions ghs;
  DeviceBetweennessTuning bc_on_device;
  DistBetweennessTuning bc_on_ranks;
  std::set<std::string, std::less<>> keys;  ///< those given

  [[nodiscard]] bool has(std::string_view key) const { return keys.contains(key); }
};

/// Where a search runs, as far as tuning values depend on it.
enum class Place : std::uint8_t { kHost, kDevice, kRanks, kRanksOnDevices };
[[nodiscard]] Place place_of(const RunOptions& run, bool on_ranks);

/// A search that uses tuning values: the verb that it belongs to, its place and its method.
struct TunedSearch {
  std::string_view verb;
  Place place;
  std::string_view method;
};

/// --tune, with the keys of `verbs`; --help-all lists these.
void add_tuning_option(CLI::App& verb, Tuning& into, std::vector<std::string_view> verbs);

/// Throws UsageError where a key was given that none of `searches` uses.
void require_keys_in_use(const Tuning& tuning, std::initializer_list<TunedSearch> searches);

/// The first key given that the verb uses on ranks only; "" where there is none.
[[nodiscard]] std::string first_key_of_ranks(const Tuning& tuning, std::string_view verb);

}  // namespace strider::cli
