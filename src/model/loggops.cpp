#include "model/loggops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "strider/error.hpp"

namespace strider::model {
namespace {

/// Of the bytes of one message, where they follow each other on the network.
double seconds_per_byte(const Machine& machine) {
  return machine.gap_s_per_byte + 2 * machine.overhead_s_per_byte;
}

/// Of each of a rank's messages.
double point_to_point_seconds(const Machine& machine, double messages, double bytes) {
  if (messages <= 0) return 0;
  const double size = bytes / messages;
  const double processor = 2 * (machine.overhead_s + size * machine.overhead_s_per_byte);
  const double network = std::max(machine.gap_s, size * machine.gap_s_per_byte);
  const double announced = size > machine.rendezvous_bytes ? 2 * machine.latency_s : 0;
  return messages * std::max(processor, network) + machine.latency_s + announced;
}

/// Rounds of a tree, each with the whole payload; or twice as many with next to nothing, and the
/// payload twice in parts.
double tree_seconds(const Machine& machine, int group, double payload) {
  const double rounds = std::ceil(std::log2(group));
  const double parts = 2 * payload * (group - 1) / group;
  return std::min(rounds * message_seconds(machine, payload),
                  2 * rounds * message_seconds(machine, 0) + parts * seconds_per_byte(machine));
}

double barrier_seconds(const Machine& machine, int group) {
  return std::ceil(std::log2(group)) * message_seconds(machine, 0);
}

}  // namespace

namespace {

/// As the ranks of a step see it: within a node, or as leaders of nodes, which have a network for
/// themselves.
Machine seen_by(const Machine& machine, const Step& step, int ranks) {
  Machine seen = machine;
  const bool of_nodes = step.kind == StepKind::kReduce || step.kind == StepKind::kBroadcast;
  if (of_nodes || ranks <= machine.ranks_per_node) {
    seen.latency_s = machine.node_latency_s;
    seen.gap_s_per_byte = machine.node_gap_s_per_byte;
  } else if (step.kind == StepKind::kAllReduce && step.group < ranks) {
    seen.gap_s_per_byte /= std::min(ranks, machine.ranks_per_node);
  }
  return seen;
}

}  // namespace

double message_seconds(const Machine& machine, double bytes) {
  const double announced = bytes > machine.rendezvous_bytes ? 2 * machine.latency_s : 0;
  return 2 * machine.overhead_s + machine.latency_s + announced + bytes * seconds_per_byte(machine);
}

double step_seconds(const Machine& machine, const Step& step, int ranks) {
  const Machine seen = seen_by(machine, step, ranks);
  switch (step.kind) {
    case StepKind::kRound: {
      const double rounds = double{1} * ranks * step.times;
      return step.times * point_to_point_seconds(seen, step.messages / rounds, step.bytes / rounds);
    }
    case StepKind::kAllReduce:
    case StepKind::kReduce:
    case StepKind::kBroadcast:
      return tree_seconds(seen, step.group, step.bytes / step.messages);
    case StepKind::kAllToAll:
    case StepKind::kPackets:
    case StepKind::kNodePackets:
      return point_to_point_seconds(seen, step.messages / ranks, step.bytes / ranks);
    case StepKind::kSparse: {
      const double barrier = 2.0 * (step.group - 1);
      return point_to_point_seconds(seen, (step.messages - barrier) / ranks, step.bytes / ranks) +
             barrier_seconds(seen, step.group);
    }
    case StepKind::kBarrier:
      return barrier_seconds(seen, step.group);
    case StepKind::kAllGather:
      break;
  }
  throw Error(fmt::format("searches have no step {}", comm::step_kind_name(step.kind)));
}

}  // namespace strider::model
