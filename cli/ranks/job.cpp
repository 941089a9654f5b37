#include "ranks/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "environment.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "labels.hpp"
#include "output.hpp"
#include "ranks/verbs.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// All ranks throw the same, and know it.
[[noreturn]] void refuse(const Cluster& cluster, const std::string& message) {
  cluster.throw_on_all_ranks(std::make_exception_ptr(UsageError(message)));
  std::abort();
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
  if (const std::optional<int> rank = cluster.first_difference(run.given)) {
    refuse(cluster, fmt::format("rank {} was started with other options than rank 0: give all "
                                "ranks the same; only --threads, --device-memory and the number "
                                "in --device cuda:N may differ",
                                *rank));
  }
}

/// Rank 0 has the file to write, or makes it for all; all learn at once where it cannot.
void require_writable_by_first(const Cluster& cluster, const std::string& path) {
  std::exception_ptr error;
  try {
    if (cluster.rank() == 0) require_writable(path);
  } catch (const InputError&) {
    error = std::current_exception();
  }
  cluster.throw_on_all_ranks(error);
}

WireEncoding encoding_of(const std::string& name) {
  if (name == "threshold") return WireEncoding::kThreshold;
  if (name == "list") return WireEncoding::kList;
  if (name == "bitmap") return WireEncoding::kBitmap;
  if (name == "varint") return WireEncoding::kVarint;
  return WireEncoding::kAuto;
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

bool has_ranks() {
  return true;
}

bool runs_on_ranks(const DistributionOptions& options) {
  const std::optional<Launch> job = launch();
  return job && (job->size > 1 || !options.first_given().empty());
}

void run_job(const RunOptions& run, Devices devices,
             const std::function<void(const Cluster&, const RunOptions&)>& body) {
  begin_on_ranks(run, devices);
  int status = 0;
  {
    const Cluster cluster;
    require_all_joined(cluster);
    status = cluster.run(
        [&] {
          require_one_command(cluster, run);
          RunOptions mine = run;
          // Collective, so a rank with --threads asks, too.
          const int fair = cluster.threads_per_rank();
          if (mine.threads == 0) mine.threads = fair;
          if (cluster.rank() != 0) {
            mine.json = false;
            mine.quiet = true;
          }
          require_writable_by_first(cluster, run.output);
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

DistBfsOptions bfs_options(const DistributionOptions& options, const SearchOptions& search,
                           const RunOptions& run) {
  DistBfsOptions bfs;
  switch (search.method) {
    case BfsMethod::kAuto:
    case BfsMethod::kDirectionOptimizing:
      break;
    case BfsMethod::kTopDown:
      bfs.direction = DistDirection::kTopDown;
      break;
    default:
      throw UsageError(not_of_ranks(bfs_method_name(search.method)));
  }
  bfs.threads = run.threads;
  bfs.tuning = search.tuning.bfs_on_ranks;
  bfs.encoding = encoding_of(options.encoding);
  if (options.reduction == "blocking") bfs.reduction = MaskReduction::kBlocking;
  if (options.local_all_to_all) bfs.local_all_to_all = LocalAllToAll::kOn;
  if (options.uniquify == "off") bfs.uniquify = Uniquify::kOff;
  return bfs;
}

DistSsspOptions sssp_options(const DistributionOptions& options, const PathOptions& paths,
                             const RunOptions& run) {
  if (paths.method != SsspMethod::kAuto && paths.method != SsspMethod::kDeltaStepping) {
    throw UsageError(
        fmt::format("--algorithm {} is not supported on ranks: use auto or delta-stepping",
                    sssp_method_name(paths.method)));
  }
  return {.threads = run.threads, .delta = paths.delta, .encoding = encoding_of(options.encoding)};
}

SharedGraph load(const Cluster& cluster, const GraphOptions& options, PartitionOptions partition,
                 const RunOptions& run, const std::function<void(const DistInput&)>& accept) {
  partition.self_loops = options.self_loops();
  partition.duplicates = options.duplicates();
  const Stopwatch watch;
  DistInput input = DistInput::read(cluster, options.path, options.reading(run));
  const double load_s = cluster.maximum(watch.seconds());
  std::exception_ptr refusal;
  try {
    if (accept) accept(input);
  } catch (...) {
    refusal = std::current_exception();
  }
  cluster.throw_on_all_ranks(refusal);
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

std::vector<Source> choose_sources(const Cluster& cluster, const TrialOptions& options,
                                   const SharedGraph& shared, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(options.trials.value_or(1));
  if (options.source) {
    return std::vector<Source>(
        count, {vertex_of_label(cluster, shared.input, *options.source), *options.source});
  }
  if (!options.trials) {
    refuse(cluster,
           "the source is missing: name it with --source LABEL, or search from N random ones with "
           "--trials N");
  }
  if (shared.graph.num_edges() == 0)
    refuse(cluster, "the graph has no edges, so no random source can be drawn");
  const std::vector<GlobalVertex> drawn = random_sources(shared.graph, count, seed);
  const std::vector<std::string> labels = shared.input.labels_of(cluster, drawn);
  std::vector<Source> sources;
  for (std::size_t i = 0; i < count; ++i) sources.push_back({drawn[i], labels[i]});
  return sources;
}

}  // namespace strider::cli
