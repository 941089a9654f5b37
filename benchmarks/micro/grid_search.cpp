// What searches on a grid of ranks send on Kronecker graphs, beside the bound that Pan, Pearce and
// Owens 2018, section II-B, give for such searches: 8 nt sqrt(p) log sqrt(p) bytes top-down and
// 2 n Sb sqrt(p) log(sqrt(p)) / 8 bottom-up, for nt vertices found top-down and Sb bottom-up
// levels.
//
//   mpirun -n P grid_search SCALE [RxC|auto] [searches] [threads] [key=value ...]
//
// keys: encoding=auto|threshold|list|bitmap|varint, direction=top-down, format=csc|bitmap,
// alpha=, beta=FACTOR. One line of comma-separated values on rank 0, under a line of their names;
// bytes and messages are those of all ranks in a search. The rate counts all listed edges, and the
// time of the slowest rank.
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "base/timer.hpp"
#include "comm/environment.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "searches.hpp"
#include "strider/generate.hpp"

namespace {

using strider::comm::Encoding;
using strider::comm::Phase;
using strider::comm::Reduction;
using Direction = strider::detail::DistBfsSettings::Direction;

struct Arguments {
  int scale = 16;
  int searches = 16;
  std::string encoding = "auto";
  strider::detail::TwoDSettings search;
  strider::detail::Graph2dSettings graph;
};

Encoding encoding_of(const std::string& name) {
  if (name == "threshold") return Encoding::kThreshold;
  if (name == "list") return Encoding::kList;
  if (name == "bitmap") return Encoding::kBitmap;
  return name == "varint" ? Encoding::kVarint : Encoding::kAuto;
}

Arguments read(int argc, char** argv, int ranks) {
  Arguments arguments;
  auto& search = arguments.search.search;
  search.trace = strider::BfsTrace::kLevels;
  if (argc > 1) arguments.scale = std::atoi(argv[1]);
  if (argc > 2 && std::string(argv[2]) != "auto") {
    arguments.graph.grid = strider::detail::parse_grid(argv[2], ranks);
  }
  if (argc > 3) arguments.searches = std::atoi(argv[3]);
  if (argc > 4) arguments.graph.threads = search.threads = std::atoi(argv[4]);
  for (int i = 5; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string key = word.substr(0, word.find('='));
    const std::string value = word.substr(word.find('=') + 1);
    if (key == "encoding") arguments.encoding = value;
    if (key == "direction") search.direction = Direction::kTopDown;
    if (key == "format") {
      arguments.graph.format = value == "csc" ? strider::detail::MatrixFormat::kCsc
                                              : strider::detail::MatrixFormat::kBitmap;
    }
    if (key == "alpha") search.alpha = std::stod(value);
    if (key == "beta") search.beta = std::stod(value);
  }
  arguments.search.encoding = encoding_of(arguments.encoding);
  return arguments;
}

/// Pan's bound for one search.
double bound_of(const strider::detail::DistBfsTree& tree, double vertices, double ranks) {
  const double root = std::sqrt(ranks);
  const double hops = root * std::log2(root);
  double top_down = 1;  // the source
  double steps_up = 0;
  for (std::size_t level = 0; level < tree.trace.size(); ++level) {
    if (tree.trace[level].direction == strider::BfsDirection::kBottomUp) {
      ++steps_up;
    } else if (level + 1 < tree.trace.size()) {
      top_down += static_cast<double>(tree.trace[level + 1].vertices);
    }
  }
  return 8 * top_down * hops + 2 * vertices * steps_up * hops / 8;
}

}  // namespace

int main(int argc, char** argv) {
  const strider::comm::Environment environment;
  const strider::comm::Communicator world = environment.world();
  const Arguments arguments = read(argc, argv, world.size());
  const strider::KroneckerParameters parameters{.scale = arguments.scale};
  const auto source = strider::detail::make_source(parameters, world.rank(), world.size());
  const strider::Timer building;
  auto graph = strider::detail::build_graph_2d(world, *source, arguments.graph);
  const double build_seconds = building.seconds();
  const std::string grid = grid_name(graph.place.grid());
  const auto vertices = static_cast<double>(graph.owners.num_vertices());
  const std::uint64_t largest = world.all_reduce(graph.bytes(), Reduction::kMax);
  strider::detail::Workspace workspace;
  const auto engine = strider::detail::make_two_d(
      workspace, world, std::make_shared<const strider::detail::Graph2d>(std::move(graph)),
      arguments.search);
  strider::detail::take_on_all_ranks(world, workspace, "a search");

  std::array<double, strider::comm::kNumPhases> bytes{};
  double messages = 0;
  double bound = 0;
  double seconds = 0;
  double levels = 0;
  const auto count = [&](const strider::micro::Searched& search) {
    seconds += search.seconds;
    levels += search.tree.num_levels;
    bound += bound_of(search.tree, vertices, world.size());
    for (std::size_t i = 0; i < search.by_phase.size(); ++i) {
      const auto& sent = search.by_phase[i];
      bytes[i] += static_cast<double>(world.all_reduce(sent.bytes, Reduction::kSum));
      messages += static_cast<double>(world.all_reduce(sent.messages, Reduction::kSum));
    }
  };
  const int done = arguments.searches;
  strider::micro::search_from_keys(world, *engine, parameters, done, count);
  if (world.rank() != 0) return 0;
  double all = 0;
  for (double& sum : bytes) all += sum /= done;
  const auto of = [&](Phase phase) { return bytes[static_cast<std::size_t>(phase)]; };
  const double edges = vertices * static_cast<double>(parameters.edge_factor);
  fmt::print(
      "scale,ranks,grid,encoding,direction,levels,expand B,fold B,parents B,control B,all B,"
      "bound B,messages,largest rank MB,build s,mean ms,MTEPS\n");
  fmt::print(
      "{},{},{},{},{},{:.1f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.2f},{:.2f},{:.2f},"
      "{:.0f}\n",
      arguments.scale, world.size(), grid, arguments.encoding,
      arguments.search.search.direction == Direction::kTopDown ? "top-down" : "optimizing",
      levels / done, of(Phase::kExpand), of(Phase::kFold), of(Phase::kPredecessors),
      of(Phase::kControl), all, bound / done, messages / done, 1e-6 * static_cast<double>(largest),
      build_seconds, 1e3 * seconds / done, 1e-6 * edges * done / seconds);
  return 0;
}
