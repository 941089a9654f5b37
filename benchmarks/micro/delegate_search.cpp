// What searches with delegates send and hold on Kronecker graphs, beside the formulas of Pan,
// Pearce and Owens 2018: Table I, and d p / 4 S' + 4 |Enn| bytes a search.
//
//   mpirun -n P delegate_search SCALE [threshold|auto] [searches] [threads] [key=value ...]
//
// keys: reduce=blocking, gather=node, unique=off, direction=top-down, node=RANKS,
// workload=vertices, dd= dn= nd=FACTOR. One line of comma-separated values on rank 0, under a line
// of their names.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "base/timer.hpp"
#include "comm/environment.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "searches.hpp"
#include "strider/generate.hpp"

namespace {

using strider::comm::Phase;
using strider::comm::Reduction;
using strider::detail::DelegateBfsSettings;

struct Arguments {
  int scale = 16;
  std::optional<std::uint64_t> threshold;
  int searches = 16;
  DelegateBfsSettings settings;
};

Arguments read(int argc, char** argv) {
  Arguments arguments;
  if (argc > 1) arguments.scale = std::atoi(argv[1]);
  if (argc > 2 && std::string(argv[2]) != "auto") {
    arguments.threshold = std::string(argv[2]) == "none" ? strider::detail::kNoDelegates
                                                         : std::strtoull(argv[2], nullptr, 10);
  }
  if (argc > 3) arguments.searches = std::atoi(argv[3]);
  if (argc > 4) arguments.settings.search.threads = std::atoi(argv[4]);
  for (int i = 5; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string key = word.substr(0, word.find('='));
    const std::string value = word.substr(word.find('=') + 1);
    DelegateBfsSettings& settings = arguments.settings;
    if (key == "reduce") settings.reduction = strider::detail::MaskReduction::kBlocking;
    if (key == "gather") settings.local_all_to_all = strider::detail::LocalAllToAll::kOn;
    if (key == "unique") settings.uniquify = strider::detail::Uniquify::kOff;
    if (key == "direction") {
      settings.search.direction = strider::detail::DistBfsSettings::Direction::kTopDown;
    }
    if (key == "node") settings.ranks_per_node = std::stoi(value);
    const auto set = [&](strider::detail::SwitchFactors& factors) {
      factors = {std::stod(value), std::stod(value) / 10};
    };
    if (key == "workload") settings.backward_workload = strider::BackwardWorkload::kVertices;
    if (key == "dd") set(settings.dd);
    if (key == "dn") set(settings.dn);
    if (key == "nd") set(settings.nd);
  }
  return arguments;
}

double mebibytes(double bytes) {
  return bytes / 1048576;
}

}  // namespace

int main(int argc, char** argv) {
  const strider::comm::Environment environment;
  const strider::comm::Communicator world = environment.world();
  const Arguments arguments = read(argc, argv);
  const strider::KroneckerParameters parameters{.scale = arguments.scale};
  const auto source = strider::detail::make_source(parameters, world.rank(), world.size());
  const strider::Timer building;
  const auto graph =
      std::make_shared<const strider::detail::GraphDelegate>(strider::detail::build_graph_delegate(
          world, *source,
          {.threshold = arguments.threshold,
           .redistribute = {.threads = arguments.settings.search.threads}}));
  const double build_seconds = building.seconds();
  strider::detail::Workspace workspace;
  const auto engine =
      strider::detail::make_delegate_bfs(workspace, world, graph, arguments.settings);
  strider::detail::take_on_all_ranks(world, workspace, "a search");
  const auto& sizes = graph->sizes;
  const auto p = static_cast<double>(world.size());

  std::array<double, strider::comm::kNumPhases> bytes{};
  std::array<double, strider::comm::kNumPhases> messages{};
  double bound = 0;
  double reductions = 0;
  double levels = 0;
  double inverse_rates = 0;
  std::vector<double> rates;
  const auto edges =
      static_cast<double>(source->num_edges() * static_cast<std::uint64_t>(world.size()));
  const auto count = [&](const strider::micro::Searched& search) {
    levels += search.tree.num_levels;
    inverse_rates += search.seconds / edges;
    rates.push_back(edges / search.seconds);
    double reducing = 0;
    for (const auto& level : search.by_level) {
      const auto messages_here = level[static_cast<std::size_t>(Phase::kReduce)].messages;
      reducing += world.all_reduce(messages_here, Reduction::kMax) > 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < search.by_phase.size(); ++i) {
      const auto& sent = search.by_phase[i];
      bytes[i] += static_cast<double>(world.all_reduce(sent.bytes, Reduction::kSum));
      messages[i] += static_cast<double>(world.all_reduce(sent.messages, Reduction::kSum));
    }
    reductions += reducing;
    bound += static_cast<double>(sizes.delegates) * p / 4 * reducing +
             4.0 * static_cast<double>(sizes.nn);
  };
  const int done = arguments.searches;
  strider::micro::search_from_keys(world, *engine, parameters, done, count);
  const auto memory =
      static_cast<double>(world.all_reduce(graph->subgraph_bytes().total(), Reduction::kSum));
  std::uint64_t peak = 0;
  for (const auto& step : graph->build_steps) peak = std::max(peak, step.peak_bytes);
  peak = world.all_reduce(peak, Reduction::kMax);
  if (world.rank() != 0) return 0;
  std::sort(rates.begin(), rates.end());
  const double searches = done;
  const auto a_search = [&](const auto& sums, Phase phase) {
    return sums[static_cast<std::size_t>(phase)] / searches;
  };
  double all_bytes = 0;
  double all_messages = 0;
  for (const Phase phase :
       {Phase::kReduce, Phase::kExchange, Phase::kPredecessors, Phase::kControl}) {
    all_bytes += a_search(bytes, phase);
    all_messages += a_search(messages, phase);
  }
  const double table = static_cast<double>(strider::detail::table_one_bytes(sizes, world.size()));
  std::printf(
      "scale,ranks,threshold,delegates%%,nn%%,memory MiB,Table I MiB,memory/Table I,peak MiB a "
      "rank,"
      "levels,S',reduce B,exchange B,parents B,control B,all B,bound B,all/bound,messages,"
      "build s,harmonic MTEPS,median MTEPS\n");
  std::printf(
      "%d,%d,%llu,%.2f,%.2f,%.2f,%.2f,%.3f,%.1f,%.1f,%.1f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.3f,%.0f,%"
      ".2f,%.0f,%.0f\n",
      arguments.scale, world.size(), static_cast<unsigned long long>(graph->threshold),
      100.0 * static_cast<double>(sizes.delegates) / static_cast<double>(sizes.vertices),
      100.0 * static_cast<double>(sizes.nn) / static_cast<double>(sizes.arcs), mebibytes(memory),
      mebibytes(table), memory / table, mebibytes(static_cast<double>(peak)), levels / searches,
      reductions / searches, a_search(bytes, Phase::kReduce), a_search(bytes, Phase::kExchange),
      a_search(bytes, Phase::kPredecessors), a_search(bytes, Phase::kControl), all_bytes,
      bound / searches, all_bytes / (bound / searches), all_messages, build_seconds,
      1e-6 * searches / inverse_rates, 1e-6 * rates[rates.size() / 2]);
  return 0;
}
