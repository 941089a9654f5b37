// Tuning values: --tune KEY=VALUE, of all verbs, out of one table of keys.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "place.hpp"
#include "strider/bfs.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/device_msf.hpp"
#include "strider/device_sssp.hpp"
#include "strider/dist.hpp"
#include "strider/dist_bc.hpp"
#include "strider/dist_msf.hpp"
#include "strider/gpu.hpp"

namespace strider::cli {

class OptionTable;

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

/// A search that uses tuning values: the verb that it belongs to, its place and its method.
struct TunedSearch {
  std::string_view verb;
  Place place;
  std::string_view method;
};

/// --tune, with the keys of `verbs`; --help-all lists these.
void add_tuning_option(OptionTable& table, Tuning& into, std::vector<std::string_view> verbs);

/// Throws UsageError where a key was given that none of `searches` uses.
void require_keys_in_use(const Tuning& tuning, std::span<const TunedSearch> searches);

/// The first key given that these verbs use on ranks only; "" where there is none.
[[nodiscard]] std::string first_key_of_ranks(const Tuning& tuning,
                                             std::span<const std::string_view> verbs);

/// The ways to partition a graph that use a key on ranks, in words of --partition; none: all do.
[[nodiscard]] std::vector<std::string> schemes_of_key(std::string_view name);

}  // namespace strider::cli
