// strider model network on ranks.
#include "strider/network.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "network_verb.hpp"
#include "print.hpp"
#include "ranks/job.hpp"

namespace strider::cli {
namespace {

// Pan, Pearce and Owens 2018, section VI-A.
constexpr std::uint64_t kLeast = std::uint64_t{128} << 10U;
constexpr std::uint64_t kMost = std::uint64_t{16} << 20U;

void report(const NetworkVerb& verb, int ranks, const std::vector<MessageRate>& rates) {
  Json json = common_json({.verb = std::string(verb.name), .ranks = ranks}, verb.run);
  json["messages"] = Json::array();
  for (const MessageRate& rate : rates) {
    json["messages"].push_back(
        {{"bytes", rate.bytes}, {"time_s", rate.seconds}, {"bytes_per_s", rate.bytes_per_s}});
  }
  add_run_json(json);
  if (verb.run.json) return print_json(json);
  Summary summary(verb.run);
  std::string table = fmt::format("{:>14}{:>12}{:>12}\n", "bytes", "time", "GB/s");
  for (const MessageRate& rate : rates) {
    table += fmt::format("{:>14}{:>12}{:>12.2f}\n", grouped(rate.bytes), duration(rate.seconds),
                         rate.bytes_per_s / 1e9);
  }
  summary.text(table);
}

}  // namespace

void run_on_ranks(const NetworkVerb& verb) {
  run_job(verb, [&](const Cluster& cluster, const RunOptions& /*mine*/) {
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t bytes = kLeast; bytes <= kMost; bytes *= 2) sizes.push_back(bytes);
    const std::vector<MessageRate> rates = measure_messages(cluster, sizes);
    attempt_on_all_ranks(cluster, [&] {
      if (cluster.rank() == 0) report(verb, cluster.size(), rates);
    });
  });
}

}  // namespace strider::cli
