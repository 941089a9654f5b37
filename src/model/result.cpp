#include "model/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "comm/traffic.hpp"
#include "model/loggops.hpp"
#include "model/step_list.hpp"
#include "strider/error.hpp"

namespace strider::model {
namespace {

void add(ModelPhase& sum, const ModelPhase& part) {
  sum.network_s += part.network_s;
  sum.computing_s += part.computing_s;
  sum.bytes += part.bytes;
  sum.messages += part.messages;
}

}  // namespace

void require(bool holds, const std::string& message) {
  if (!holds) throw UsageError(message);
}

void require_valid(const Machine& machine) {
  const auto check = [&](std::string_view key, double value) {
    require(value >= 0 && std::isfinite(value),
            fmt::format("machine {}: {} must be a finite number of at least 0, got {}",
                        machine.name, key, value));
  };
  check("latency_s", machine.latency_s);
  check("overhead_s", machine.overhead_s);
  check("gap_s", machine.gap_s);
  check("gap_s_per_byte", machine.gap_s_per_byte);
  check("overhead_s_per_byte", machine.overhead_s_per_byte);
  check("rendezvous_bytes", machine.rendezvous_bytes);
  require(machine.ranks_per_node >= 1,
          fmt::format("machine {}: ranks_per_node must be at least 1, got {}", machine.name,
                      machine.ranks_per_node));
  check("node_latency_s", machine.node_latency_s);
  check("node_gap_s_per_byte", machine.node_gap_s_per_byte);
  const auto check_rate = [&](std::string_view key, double value) {
    require(value > 0, fmt::format("machine {}: {} must be a number above 0, got {}", machine.name,
                                   key, value));
  };
  check_rate("arcs_per_s", machine.arcs_per_s);
  check_rate("bytes_per_s", machine.bytes_per_s);
}

void require_ranks(int ranks, int scale) {
  require(ranks >= 1, fmt::format("ranks must be at least 1, got {}", ranks));
  require(std::ldexp(1.0, scale) >= ranks,
          fmt::format("{} ranks are more than the 2^{} vertices", ranks, scale));
}

/// Of 8 bytes an offset, 4 an end and a name. Which of its vertices another rank has arcs to is a
/// list or a bitmap; where they are few, that rank has a list of them, too (one_d/local_ids.hpp).
double graph_bytes_1d(const DegreeLaw& law, int ranks) {
  const double own = law.num_vertices() / ranks;
  const double named = own * law.share_with(law.degrees() / (1.0 * ranks));
  const double here = named < kPlainShare * own ? 4 * named : 0;
  return 8 * own + 4 * law.num_arcs() / ranks + (ranks - 1) * (here + std::min(own / 8, 4 * named));
}

ModelStep timed(const Step& step, const Machine& machine, int ranks) {
  // Written by one rank, and read by another.
  const double handled = 2 * step.bytes / ranks;
  return {.phase = comm::phase_name(step.phase),
          .kind = comm::step_kind_name(step.kind),
          .level = step.level,
          .group = step.group,
          .times = step.times,
          .peers = step.peers,
          .messages = step.messages,
          .bytes = step.bytes,
          .network_s = step_seconds(machine, step, ranks),
          .computing_s = handled / machine.bytes_per_s};
}

void add_phase(SearchModel& found, const ModelPhase& part) {
  auto phase = std::ranges::find(found.phases, part.name, &ModelPhase::name);
  if (phase == found.phases.end()) {
    phase = found.phases.insert(found.phases.end(), {.name = part.name});
  }
  add(*phase, part);
  add(found.total, part);
}

void add_step(SearchModel& found, const Step& step, const Machine& machine, int ranks) {
  found.steps.push_back(timed(step, machine, ranks));
  const ModelStep& last = found.steps.back();
  add_phase(found, {.name = last.phase,
                    .network_s = last.network_s,
                    .computing_s = last.computing_s,
                    .bytes = last.bytes / ranks,
                    .messages = last.messages / ranks});
}

}  // namespace strider::model
