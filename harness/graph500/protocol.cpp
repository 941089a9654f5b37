// The order of the benchmark, and what of it is timed.
#include <fmt/format.h>

#include "graph500/graph500.hpp"
#include "graph500/machine.hpp"
#include "graph500/stopwatch.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

class Protocol {
 public:
  Protocol(const Graph500Options& options, Graph500Machine& machine)
      : options_(options), machine_(machine) {}

  Graph500Report run() {
    report_.kernels = options_.kernels;
    report_.scale = options_.scale;
    report_.edge_factor = options_.edge_factor;
    report_.validated = options_.validation == Graph500Validation::kEachSearch;
    progress("generation", 0);
    report_.generation_seconds = timed([&] { machine_.generate(); });
    machine_.look_at_tuples();
    progress("construction", 0);
    const double built = timed([&] { machine_.build(); });
    progress("preparation", 0);
    report_.preparation_seconds = timed([&] { machine_.prepare(); });
    report_.construction_seconds = built + report_.preparation_seconds;
    machine_.describe(report_);
    keys_ = machine_.keys(options_.roots);
    report_.roots = static_cast<int>(keys_.size());
    if (report_.validated) machine_.prepare_validation();
    if (auto* searches = machine_.bfs()) search_all("searches", report_.bfs, *searches);
    if (auto* searches = machine_.sssp()) search_all("shortest paths", report_.sssp, *searches);
    return std::move(report_);
  }

 private:
  template <class F>
  double timed(F&& work) {
    machine_.synchronize();
    const Stopwatch watch;
    work();
    return machine_.slowest(watch.seconds());
  }

  /// Kernel 2 or 3, from every key.
  void search_all(std::string_view phase, Graph500Kernel& kernel, Graph500Searches& searches) {
    std::vector<double> seconds;
    std::vector<double> edges;
    std::vector<double> validation;
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      progress(phase, static_cast<double>(k) / static_cast<double>(keys_.size()));
      Graph500Search search;
      search.root = keys_[k];
      search.seconds = timed([&] { searches.run(search.root); });
      searches.count(search);
      if (report_.validated) {
        search.validation_seconds = timed([&] { searches.validate(search); });
      }
      seconds.push_back(search.seconds);
      edges.push_back(static_cast<double>(search.edges_traversed));
      validation.push_back(search.validation_seconds);
      kernel.searches.push_back(std::move(search));
    }
    progress(phase, 1);
    report_.edges = statistics_of(edges);
    kernel.time = statistics_of(seconds);
    kernel.teps = rate_statistics_of(edges, seconds);
    kernel.validate = statistics_of(validation);
  }

  void progress(std::string_view phase, double fraction) const {
    if (options_.progress) options_.progress(phase, fraction);
  }

  const Graph500Options& options_;
  Graph500Machine& machine_;
  Graph500Report report_;
  std::vector<GlobalVertex> keys_;
};

}  // namespace

void require_in_range(const Graph500Options& options, int largest_scale) {
  constexpr int kMostRoots = 1 << 20;
  if (options.scale < 1 || options.scale > largest_scale) {
    throw UsageError(fmt::format("graph500: scale is {}; it must be 1 to {}{}", options.scale,
                                 largest_scale, largest_scale < 32 ? " on one machine" : ""));
  }
  if (options.roots < 1 || options.roots > kMostRoots) {
    throw UsageError(fmt::format("graph500: the number of search keys is {}; it must be 1 to {}",
                                 options.roots, kMostRoots));
  }
}

Graph500Report run_protocol(const Graph500Options& options, Graph500Machine& machine) {
  return Protocol(options, machine).run();
}

}  // namespace strider
