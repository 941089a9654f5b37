#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "graph500/graph500.hpp"

namespace strider {
namespace {

/// Kernels as the reference prefixes their keys, in its order.
struct NamedKernel {
  std::string_view prefix;
  const Graph500Kernel* kernel;
};

std::vector<NamedKernel> kernels_of(const Graph500Report& report) {
  std::vector<NamedKernel> kernels;
  if (report.kernels != Graph500Kernels::kSssp) kernels.push_back({"bfs  ", &report.bfs});
  if (report.kernels != Graph500Kernels::kBfs) kernels.push_back({"sssp ", &report.sssp});
  return kernels;
}

using Keys = std::vector<std::pair<std::string, double>>;

void add_statistics(Keys& keys, std::string_view prefix, const Statistics& of,
                    std::string_view suffix) {
  const auto add = [&](std::string_view name, double value) {
    keys.emplace_back(fmt::format("{}{}_{}", prefix, name, suffix), value);
  };
  add("min", of.min);
  add("firstquartile", of.first_quartile);
  add("median", of.median);
  add("thirdquartile", of.third_quartile);
  add("max", of.max);
  add("mean", of.mean);
  add("stddev", of.stddev);
}

void add_rates(Keys& keys, std::string_view prefix, const RateStatistics& of) {
  const auto add = [&](std::string_view name, double value) {
    keys.emplace_back(fmt::format("{}{}_TEPS", prefix, name), value);
  };
  add("min", of.min);
  add("firstquartile", of.first_quartile);
  add("median", of.median);
  add("thirdquartile", of.third_quartile);
  add("max", of.max);
  add("harmonic_mean", of.harmonic_mean);
  add("harmonic_stddev", of.harmonic_stddev);
}

/// What the reference reports where nothing was validated.
constexpr Statistics kNotValidated{-1, -1, -1, -1, -1, -1, 0};

}  // namespace

bool Graph500Report::passed() const {
  const auto is_right = [&](const Graph500Search& search) {
    return search.violations.empty() &&
           (!validated || search.edges_validated == search.edges_traversed);
  };
  return std::all_of(bfs.searches.begin(), bfs.searches.end(), is_right) &&
         std::all_of(sssp.searches.begin(), sssp.searches.end(), is_right);
}

std::vector<std::pair<std::string, double>> reference_keys(const Graph500Report& report) {
  const auto kernels = kernels_of(report);
  Keys keys;
  keys.emplace_back("SCALE", report.scale);
  keys.emplace_back("edgefactor", static_cast<double>(report.edge_factor));
  keys.emplace_back("NBFS", report.roots);
  keys.emplace_back("graph_generation", report.generation_seconds);
  keys.emplace_back("num_mpi_processes", report.processes);
  keys.emplace_back("construction_time", report.construction_seconds);
  for (const auto& [prefix, kernel] : kernels) add_statistics(keys, prefix, kernel->time, "time");
  add_statistics(keys, "", report.edges, "nedge");
  for (const auto& [prefix, kernel] : kernels) add_rates(keys, prefix, kernel->teps);
  for (const auto& [prefix, kernel] : kernels) {
    add_statistics(keys, prefix, report.validated ? kernel->validate : kNotValidated, "validate");
  }
  keys.emplace_back("preparation_time", report.preparation_seconds);
  return keys;
}

std::string to_reference_text(const Graph500Report& report) {
  // The reference marks its figure of merit, and writes counts of edges to eleven digits.
  constexpr std::string_view kFigureOfMerit = "harmonic_mean_TEPS";
  constexpr std::string_view kEdges = "_nedge";
  constexpr std::size_t kValueColumn = 32;
  std::string text;
  for (const auto& [key, value] : reference_keys(report)) {
    std::string line = key + ":";
    if (key.ends_with(kFigureOfMerit)) line += "     !";
    line.resize(std::max(kValueColumn, line.size() + 1), ' ');
    const int digits = key.ends_with(kEdges) ? 11 : 6;
    fmt::format_to(std::back_inserter(text), "{}{:.{}g}\n", line, value, digits);
  }
  return text;
}

}  // namespace strider
