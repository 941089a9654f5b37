// The tuning values of searches on a device by name: to set one, and to vary one after the other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/gpu.hpp"

namespace benchmark {

/// One of the values of DeviceBfsTuning.
struct Knob {
  std::string_view name;  ///< as in DeviceBfsTuning
  void (*set)(strider::DeviceBfsOptions&, double);
  double (*get)(const strider::DeviceBfsOptions&);
  std::vector<double> values;                     ///< of a sweep, beside the default
  std::vector<strider::DeviceBfsMethod> methods;  ///< that it makes a difference to
};

[[nodiscard]] std::span<const Knob> knobs();

/// "block_threads=128". Throws UsageError where there is no such value, or it is no number.
void set_knob(strider::DeviceBfsOptions& options, const std::string& assignment);

}  // namespace benchmark
