#include "tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "strider/error.hpp"

namespace benchmark {
namespace {

using strider::DeviceBfsOptions;
using enum strider::DeviceBfsMethod;

template <auto Member>
Knob knob(std::string_view name, std::vector<double> values,
          std::vector<strider::DeviceBfsMethod> methods) {
  return {
      name,
      [](DeviceBfsOptions& options, double value) {
        using Value = std::remove_reference_t<decltype(options.tuning.*Member)>;
        if constexpr (std::is_integral_v<Value>) {
          if (value != std::floor(value) ||
              value > static_cast<double>(std::numeric_limits<Value>::max())) {
            throw strider::UsageError("--set: " + std::to_string(value) +
                                      " is not a whole number that the option can hold");
          }
        }
        options.tuning.*Member = static_cast<Value>(value);
      },
      [](const DeviceBfsOptions& options) { return static_cast<double>(options.tuning.*Member); },
      std::move(values), std::move(methods)};
}

}  // namespace

std::span<const Knob> knobs() {
  using O = strider::DeviceBfsTuning;
  static const std::vector<Knob> kKnobs = {
      knob<&O::edges_per_thread>("edges_per_thread", {1, 2, 4, 8, 16},
                                 {kEdgeMapped, kScatterCompact}),
      knob<&O::warp_degree>("warp_degree", {4, 8, 16, 64, 128, 256}, {kTwc, kAuto}),
      knob<&O::block_degree>("block_degree", {128, 256, 512, 2048, 4096, 16384}, {kTwc}),
      knob<&O::grid_degree>("grid_degree", {64, 128, 512, 1024, 4096, 16384}, {kAuto}),
      knob<&O::block_threads>("block_threads", {64, 128, 512, 1024},
                              {kEdgeMapped, kTwc, kMergePath, kDirectionOptimizing, kPersistent}),
      knob<&O::blocks_per_multiprocessor>("blocks_per_multiprocessor", {1, 2, 4, 8, 16, 64},
                                          {kEdgeMapped, kTwc, kDirectionOptimizing, kPersistent}),
      knob<&O::forward_factor>("forward_factor", {0.01, 0.1, 0.3, 3, 10, 100},
                               {kDirectionOptimizing}),
      knob<&O::backward_factor>("backward_factor", {1e-3, 1e-2, 0.03, 0.3, 1},
                                {kDirectionOptimizing}),
      knob<&O::long_row>("long_row", {8, 16, 32, 128, 256, 1024}, {kDirectionOptimizing}),
      knob<&O::single_block_vertices>("single_block_vertices", {0, 64, 256, 512, 2048, 4096, 16384},
                                      {kPersistent, kAuto}),
      knob<&O::single_block_edges>("single_block_edges", {512, 2048, 8192, 16384, 65536},
                                   {kPersistent, kAuto}),
  };
  return kKnobs;
}

void set_knob(DeviceBfsOptions& options, const std::string& assignment) {
  const auto equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  const auto found = std::ranges::find(knobs(), name, &Knob::name);
  if (equals == std::string::npos || found == knobs().end()) {
    std::string names;
    for (const Knob& known : knobs()) names.append(1, ' ').append(known.name);
    throw strider::UsageError("--set " + assignment + ": expected NAME=NUMBER, with a name of" +
                              names);
  }
  double value = 0;
  const char* const end = assignment.data() + assignment.size();
  const auto parsed = std::from_chars(assignment.data() + equals + 1, end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || !(value >= 0) || value > 1e15) {
    throw strider::UsageError("--set " + assignment + ": not a number from 0 to 10^15");
  }
  found->set(options, value);
}

}  // namespace benchmark
