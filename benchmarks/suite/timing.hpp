// What all benchmarks do alike.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "strider/io.hpp"

namespace benchmark {

using Json = nlohmann::ordered_json;

inline double now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

/// Of at least one value.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What a line of output starts with.
inline Json graph_facts(const std::string& path, const strider::Graph& graph, double load_seconds) {
  return {{"graph", path},
          {"vertices", graph.num_vertices()},
          {"edges", graph.num_edges()},
          {"load_seconds", load_seconds}};
}

}  // namespace benchmark
