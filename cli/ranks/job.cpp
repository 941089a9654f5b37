#include "ranks/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <thread>

#include "devices/device.hpp"
#include "environment.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "labels.hpp"
#include "output.hpp"
#include "print.hpp"
#include "stopwatch.hpp"
#include "strider/binding.hpp"
#include "strider/error.hpp"
#include "strider/watchdog.hpp"

namespace strider::cli {
namespace {

/// All ranks throw the same, and know it.
[[noreturn]] void refuse(const Cluster& cluster, const std::string& message) {
  cluster.throw_on_all_ranks(std::make_exception_ptr(UsageError(message)));
  std::abort();
}

/// A launcher of another MPI than the build's starts processes that do not find each other.
void require_all_joined(const Cluster& cluster) {
  const std::optional<Launch> job = launch();
  if (!job || job->size == cluster.size()) return;
  throw UnavailableError(
      fmt::format("{} started {} processes, but this build's MPI finds {} of them: use the "
                  "launcher of the MPI that strider was built with",
                  job->launcher, job->size, cluster.size()));
}

/// A launcher may start ranks with a command line each.
void require_one_command(const Cluster& cluster, const RunOptions& run) {
  if (const std::optional<int> rank = cluster.first_difference(run.given.command)) {
    refuse(cluster, fmt::format("rank {} was started with other options than rank 0: give all "
                                "ranks the same; only --threads, --device-memory and the number "
                                "in --device cuda:N may differ",
                                *rank));
  }
}

/// Ends this process, and thereby the job: to talk about it with other ranks is no longer possible.
void end_hanging_job(const std::string& line) {
  report_error(line);
  // The others, who have waited as long, say so, too.
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::_Exit(static_cast<int>(ExitStatus::kInternalError));
}

/// Where the environment asks for one.
void start_watchdog(const Cluster& cluster, std::optional<Watchdog>& watchdog) {
  constexpr const char* kName = "STRIDER_WATCHDOG";
  const char* const text = std::getenv(kName);
  if (text == nullptr || *text == '\0') return;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end != '\0' || !(seconds > 0) || !std::isfinite(seconds)) {
    throw UsageError(fmt::format("{} must be a number of seconds above 0, got '{}'", kName, text));
  }
  watchdog.emplace(cluster, seconds, end_hanging_job);
}

/// With --traffic, which tells why ranks wait. Collective.
void warn_of_crowded_cores(const Cluster& cluster, int threads) {
  const std::optional<CrowdedCores> crowded = crowded_cores(cluster, threads);
  if (!crowded || cluster.rank() != 0) return;
  print_line(stderr,
             "strider: warning: {} from rank {} on have {} for {}: give each its own cores "
             "(--map-by, --bind-to, --cpus-per-task), or fewer --threads",
             counted(static_cast<std::uint64_t>(crowded->ranks), "rank"), crowded->rank,
             counted(static_cast<std::uint64_t>(crowded->threads), "thread"),
             counted(static_cast<std::uint64_t>(crowded->cores), "core"));
}

/// Rank 0 has the file to write, or makes it for all; all learn at once where it cannot.
void require_writable_by_first(const Cluster& cluster, const std::string& path) {
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() == 0) require_writable(path);
  });
}

/// Vertices with an edge, of which there must be one.
std::vector<GlobalVertex> random_sources(const DistGraph& graph, std::size_t count,
                                         std::uint64_t seed) {
  constexpr std::size_t kAtOnce = 256;
  std::mt19937_64 random(seed);
  std::vector<GlobalVertex> sources;
  while (sources.size() < count) {
    std::vector<GlobalVertex> drawn(kAtOnce);
    for (GlobalVertex& v : drawn) v = random() % graph.num_vertices();
    const std::vector<std::uint8_t> have_edges = graph.have_edges(drawn);
    for (std::size_t i = 0; i < kAtOnce && sources.size() < count; ++i) {
      if (have_edges[i] != 0) sources.push_back(drawn[i]);
    }
  }
  return sources;
}

}  // namespace

void run_job(const Verb& verb,
             const std::function<void(const Cluster&, const RunOptions& mine)>& body) {
  const RunOptions& run = verb.run;
  begin_on_ranks(run, verb.algorithm.all);
  int status = 0;
  {
    const Cluster cluster;
    require_all_joined(cluster);
    status = cluster.run(
        [&] {
          require_one_command(cluster, run);
          std::optional<Watchdog> watchdog;
          attempt_on_all_ranks(cluster, [&] { start_watchdog(cluster, watchdog); });
          RunOptions mine = run;
          // Collective, so a rank with --threads asks, too.
          const int fair = cluster.threads_per_rank();
          if (mine.threads == 0) mine.threads = fair;
          if (cluster.rank() != 0) {
            mine.json = false;
            mine.quiet = true;
            mine.tells = false;
          }
          if (verb.ranks.traffic) warn_of_crowded_cores(cluster, mine.threads);
          for (const std::string& path : {run.output, run.page, run.trace}) {
            require_writable_by_first(cluster, path);
          }
          if (shows_ranks(cluster, run)) cluster.record_ranks();
          try {
            body(cluster, mine);
          } catch (const ValidationFailed& failure) {
            // All ranks have come to the same.
            if (cluster.rank() == 0) report_error(failure.what());
            return static_cast<int>(ExitStatus::kValidationFailed);
          } catch (const InterruptedError& stop) {
            // All ranks stop where one of them got the signal.
            if (cluster.rank() == 0) report_error(stop.what());
            return static_cast<int>(
                interrupted_by(static_cast<int>(cluster.maximum(interrupt_signal()))));
          }
          return 0;
        },
        {.exit_status =
             [](const std::exception& error) { return static_cast<int>(exit_status(error)); },
         .report = report_error});
  }
  if (status != 0) throw Reported(static_cast<ExitStatus>(status));
}

bool shows_ranks(const Cluster& cluster, const RunOptions& run) {
  // More are not seen on a page.
  constexpr int kMostRanksShown = 128;
  return cluster.size() <= kMostRanksShown && (!run.page.empty() || !run.trace.empty());
}

std::optional<RankDevice> open_device(const Cluster& cluster, const Verb& verb) {
  std::optional<RankDevice> opened;
  if constexpr (kHasDevices) {
    if (!is_on_device(verb.place)) return opened;
    const int number_here = cluster.rank_on_machine();
    // Ranks run in orders of their own.
    const std::uint64_t seed = verb.seed() + static_cast<std::uint64_t>(cluster.rank());
    attempt_on_all_ranks(cluster, [&] {
      const Device device = open_device(verb, seed, number_here);
      opened.emplace(RankDevice{device, device.name()});
    });
  }
  return opened;
}

namespace {

double bytes_a_second(const Verb& verb) {
  constexpr double kGigabyte = 1e9;
  return kGigabyte * verb.ranks.bandwidth.value_or(0);
}

}  // namespace

DistBfsOptions bfs_options(const Verb& verb) {
  DistBfsOptions bfs = verb.ranks.search;
  bfs.bandwidth = bytes_a_second(verb);
  if (verb.algorithm.name == "top-down") bfs.direction = DistDirection::kTopDown;
  bfs.threads = verb.run.threads;
  bfs.tuning = verb.tuning.bfs_on_ranks;
  return bfs;
}

DeviceBfsOptions device_bfs_options(const Verb& verb) {
  return {.tuning = verb.tuning.bfs_on_device, .transport = verb.device.transport};
}

DistSsspOptions sssp_options(const Verb& verb, double delta) {
  return {.threads = verb.run.threads,
          .delta = delta,
          .encoding = verb.ranks.search.encoding,
          .bandwidth = bytes_a_second(verb),
          .transport = verb.device.transport};
}

SharedGraph load(const Cluster& cluster, const GraphVerb& verb, Sought sought,
                 const std::function<void(const DistInput&)>& accept) {
  PartitionOptions partition = partition_options(verb, sought);
  partition.self_loops = verb.graph.self_loops();
  partition.duplicates = verb.graph.duplicates();
  const Stopwatch watch;
  DistInput input = DistInput::read(cluster, verb.graph.path, verb.graph.reading(verb.run));
  const double load_s = cluster.maximum(watch.seconds());
  attempt_on_all_ranks(cluster, [&] {
    if (accept) accept(input);
  });
  DistGraph graph(cluster, input, partition);
  return {std::move(input), std::move(graph), load_s};
}

void naming_file(const Cluster& cluster, const std::string& path,
                 const std::function<void()>& body) {
  std::exception_ptr error;
  try {
    body();
  } catch (const WeightError& fault) {
    error = std::make_exception_ptr(InputError(path, 0, fault.what()));
  }
  cluster.throw_on_all_ranks(error);
}

GlobalVertex vertex_of_label(const Cluster& cluster, const DistInput& input,
                             const std::string& label) {
  if (const auto vertex = input.find(cluster, label)) return *vertex;
  const std::uint64_t n = input.num_vertices();
  if (n == 0) refuse(cluster, fmt::format("the graph has no vertex '{}': it is empty", label));
  // Of words a good many, among which the nearest is looked for.
  constexpr std::uint64_t kMostWords = 100'000;
  std::vector<GlobalVertex> some;
  if (input.facts().labels == LabelKind::kText) {
    for (GlobalVertex v = 0; v + 1 < std::min(n, kMostWords); ++v) some.push_back(v);
  } else if (n > 1) {
    some.push_back(0);
  }
  some.push_back(n - 1);
  const std::vector<std::string> words = input.labels_of(cluster, some);
  if (input.facts().labels != LabelKind::kText) {
    refuse(cluster, no_vertex_message(label, words.front(), words.back()));
  }
  refuse(cluster, no_vertex_message(label, words));
}

std::vector<Source> choose_sources(const Cluster& cluster, const TrialOptions& options,
                                   const SharedGraph& shared, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(options.trials.value_or(1));
  if (options.source) {
    return std::vector<Source>(
        count, {vertex_of_label(cluster, shared.input, *options.source), *options.source});
  }
  if (!options.trials) refuse(cluster, kNoSource);
  if (shared.graph.num_edges() == 0) refuse(cluster, kNoEdges);
  const std::vector<GlobalVertex> drawn = random_sources(shared.graph, count, seed);
  const std::vector<std::string> labels = shared.input.labels_of(cluster, drawn);
  std::vector<Source> sources;
  for (std::size_t i = 0; i < count; ++i) sources.push_back({drawn[i], labels[i]});
  return sources;
}

void require_file_of_all_ranks(const NamedFile& file) {
  if (!is_stream(*file.path)) return;
  throw UsageError(
      fmt::format("{} must be a file, because each rank reads it: save {} to a file first",
                  file.option, *file.path));
}

std::vector<GlobalVertex> read_vertices(const Cluster& cluster, const DistInput& input,
                                        const std::string& path) {
  std::vector<LabelLine> lines;
  attempt_on_all_ranks(cluster, [&] { lines = read_labels(path); });
  std::vector<GlobalVertex> vertices;
  for (const LabelLine& line : lines) {
    const auto vertex = input.find(cluster, line.label);
    if (!vertex) {
      attempt_on_all_ranks(cluster, [&] {
        throw InputError(path, line.number,
                         fmt::format("the graph has no vertex '{}'", line.label));
      });
    }
    vertices.push_back(*vertex);
  }
  return vertices;
}

std::string label_of(const Cluster& cluster, const DistInput& input, GlobalVertex vertex) {
  if (vertex >= input.num_vertices()) return "none";
  return input.labels_of(cluster, std::vector{vertex}).front();
}

}  // namespace strider::cli
