// Times spanning forests that ranks share, as a JSON line of rank 0.
//
//   mpirun -n P benchmark_ranks_msf GRAPH [--weights integer|float|unit] [--edge-factor F]
//          [--method auto|ghs] [--threads T] [--repetitions R] [options of the method]
//
// Times are from when the first rank could start until the last has its edges, sorted. The first
// run, which takes the memory, is not among them; nor is the distribution of the graph. Parts of
// the time are of the run of median time.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph_source.hpp"
#include "strider/dist_msf.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace {

using benchmark::Json;

struct Arguments {
  std::string graph;
  std::string weights = "integer";
  std::uint64_t edge_factor = 16;
  std::uint32_t max_clique_size = 46;  // average degree 32, as of the other graphs
  std::uint64_t seed = 1;
  std::string method = "auto";
  std::string distribution = "auto";
  bool shuffle = false;
  bool maximum = false;
  int repetitions = 5;
  strider::DistMsfOptions options;
};

/// This rank's slice of a generated graph, with weights from the seed.
template <class Parameters>
strider::DistInput share(const strider::Cluster& cluster, const Parameters& parameters,
                         const Arguments& arguments) {
  const auto size = strider::generated_size(parameters);
  const auto rank = static_cast<std::uint64_t>(cluster.rank());
  const auto ranks = static_cast<std::uint64_t>(cluster.size());
  const strider::EdgeRange range{size.num_edges * rank / ranks,
                                 size.num_edges * (rank + 1) / ranks};
  const std::uint64_t count = range.last - range.first;
  strider::Array<strider::GlobalEdge> edges(count);
  if constexpr (std::is_same_v<Parameters, strider::KroneckerParameters>) {
    strider::generate_slice(parameters, range, edges.span(), {}, 1);
  } else {
    strider::generate_slice(parameters, range, edges.span(), 1);
  }
  strider::Weights weights;
  if (arguments.weights == "integer") {
    constexpr std::uint32_t kLargest = 1'000'000;
    strider::Array<std::uint32_t> integers(count);
    strider::generate_weights(arguments.seed,
                              {.kind = strider::WeightKind::kUniformInteger, .high = kLargest},
                              range, integers.span(), 1);
    weights = std::move(integers);
  } else if (arguments.weights == "float") {
    strider::Array<float> floats(count);
    strider::generate_weights(arguments.seed, range, floats.span(), 1);
    weights = std::move(floats);
  }
  return strider::DistInput::from_edges(cluster, size.num_vertices,
                                        strider::Directedness::kUndirected, std::move(edges),
                                        std::move(weights));
}

strider::DistInput make_input(const strider::Cluster& cluster, const Arguments& arguments) {
  const std::string& name = arguments.graph;
  const auto colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const auto scale = [&] { return std::stoi(name.substr(colon + 1)); };
  const auto vertices = [&] { return std::uint64_t{1} << static_cast<unsigned>(scale()); };
  const std::uint64_t factor = arguments.edge_factor;
  if (colon == std::string::npos) {
    return strider::DistInput::read(cluster, name,
                                    {.plain_edge_list = strider::Directedness::kUndirected});
  }
  if (kind == "kronecker") {
    return share(cluster, strider::KroneckerParameters{.scale = scale(), .edge_factor = factor},
                 arguments);
  }
  if (kind == "rmat") {
    return share(cluster, strider::RmatParameters{.scale = scale(), .edge_factor = factor},
                 arguments);
  }
  if (kind == "ssca2") {
    return share(
        cluster,
        strider::Ssca2Parameters{.scale = scale(), .max_clique_size = arguments.max_clique_size},
        arguments);
  }
  if (kind == "uniform") {
    return share(
        cluster,
        strider::UniformParameters{.num_vertices = vertices(), .num_edges = factor * vertices()},
        arguments);
  }
  if (kind == "grid") {
    const std::uint64_t rows = std::uint64_t{1} << static_cast<unsigned>(scale() / 2);
    return share(cluster, strider::GridParameters{.rows = rows, .columns = vertices() / rows},
                 arguments);
  }
  throw strider::UsageError(name +
                            " is no graph: expected a file or kronecker, rmat, ssca2, "
                            "uniform or grid with a scale, as in kronecker:20");
}

strider::DistGraph distribute(const strider::Cluster& cluster, const strider::DistInput& input,
                              const Arguments& arguments) {
  strider::PartitionOptions options{.scheme = strider::PartitionScheme::k1d,
                                    .purpose = strider::GraphPurpose::kForest};
  if (arguments.distribution == "cyclic") {
    options.distribution = strider::VertexDistribution::kCyclic;
  } else if (arguments.distribution == "block") {
    options.distribution = strider::VertexDistribution::kBlock;
  }
  if (arguments.shuffle) options.shuffle_seed = 1;
  if (arguments.maximum) options.duplicates = strider::Duplicates::kKeepHeaviest;
  return {cluster, input, options};
}

template <class W>
Json result_facts(const strider::DistMsfResult<W>& result) {
  const strider::DistMsfProfile& profile = result.profile();
  Json parts;
  for (const auto& part : profile.parts) parts[std::string(part.name)] = part.seconds;
  Json messages;
  for (const auto& message : profile.messages) {
    messages[std::string(message.type)] = {
        {"sent", message.sent}, {"wired", message.wired}, {"bytes", message.bytes}};
  }
  Json phases;
  for (const auto& phase : result.traffic().by_phase) {
    phases[std::string(phase.name)] = {{"bytes", phase.sum.bytes},
                                       {"messages", phase.sum.messages},
                                       {"seconds", phase.sum.seconds}};
  }
  Json packets = Json::array();
  const strider::DistTraffic& traffic = result.traffic();
  for (const auto& step : traffic.steps) {
    if (!step.kind.ends_with("packets") || step.phase != "exchange") continue;
    packets.push_back({{"kind", step.kind}, {"messages", step.messages}, {"bytes", step.bytes}});
  }
  Json facts = {{"weight", result.weight()},
                {"forest_edges", result.num_edges()},
                {"trees", result.num_trees()},
                {"parts", parts},
                {"levels", profile.levels},
                {"steps", profile.collective_rounds},
                {"settled_edges", profile.settled_edges},
                {"edges_left", profile.edges_left},
                {"messages", result.traffic().total.messages},
                {"bytes", result.traffic().total.bytes},
                {"communication_seconds", result.traffic().total.seconds},
                {"traffic", phases}};
  if (!profile.messages.empty()) {
    facts["message_types"] = messages;
    facts["packets"] = packets;
    facts["postponed"] = profile.postponed;
    facts["longest_chain"] = profile.longest_chain;
  }
  return facts;
}

template <class W>
Json time_runs(const strider::Cluster& cluster, const strider::DistGraph& graph,
               const Arguments& arguments) {
  const double start = benchmark::now();
  strider::DistMsfSolver<W> solver(graph, arguments.options);
  const double prepared = cluster.maximum(benchmark::now() - start);
  strider::DistMsfResult<W> result;
  solver.run(result);
  const double first = result.seconds();
  std::vector<std::pair<double, Json>> runs;
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    solver.run(result);
    runs.emplace_back(result.seconds(), result_facts(result));
  }
  const auto by_seconds = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::nth_element(runs.begin(), middle, runs.end(), by_seconds);
  Json line = {{"prepare_seconds", prepared},
               {"first_seconds", first},
               {"median_seconds", middle->first},
               {"min_seconds", std::min_element(runs.begin(), runs.end(), by_seconds)->first}};
  line.update(middle->second);
  return line;
}

void run(const strider::Cluster& cluster, Arguments arguments) {
  const auto method = strider::dist_msf_method_from_name(arguments.method);
  if (!method) throw strider::UsageError("--method " + arguments.method + " is not a method");
  arguments.options.method = *method;
  if (arguments.maximum) arguments.options.objective = strider::MsfObjective::kMaximum;
  const strider::DistInput input = make_input(cluster, arguments);
  const strider::DistGraph graph = distribute(cluster, input, arguments);
  Json line = {{"graph", arguments.graph},
               {"vertices", graph.num_vertices()},
               {"edges", graph.num_edges()},
               {"weights", arguments.weights},
               {"build_seconds", graph.facts().seconds},
               {"method", arguments.method},
               {"ranks", cluster.size()},
               {"threads", arguments.options.threads}};
  strider::visit_weight_type(input, [&]<class W>(W /*of the type*/) {
    line.update(time_runs<W>(cluster, graph, arguments));
  });
  if (cluster.rank() == 0) fmt::print("{}\n", line.dump());
}

void add_ghs_options(CLI::App& app, strider::GhsOptions& ghs) {
  using strider::GhsChains;
  using strider::GhsFinishTest;
  using strider::GhsLookup;
  using strider::GhsMessages;
  using strider::GhsPostponed;
  using strider::GhsTestQueue;
  const std::map<std::string, GhsLookup> lookups = {
      {"linear", GhsLookup::kLinear}, {"binary", GhsLookup::kBinary}, {"hash", GhsLookup::kHash}};
  const std::map<std::string, GhsTestQueue> queues = {{"shared", GhsTestQueue::kShared},
                                                      {"separate", GhsTestQueue::kSeparate}};
  const std::map<std::string, GhsPostponed> places = {{"queue", GhsPostponed::kQueue},
                                                      {"vertex", GhsPostponed::kVertex}};
  const std::map<std::string, GhsMessages> messages = {{"plain", GhsMessages::kPlain},
                                                       {"compressed", GhsMessages::kCompressed}};
  const std::map<std::string, GhsFinishTest> tests = {{"all-reduce", GhsFinishTest::kAllReduce},
                                                      {"counting", GhsFinishTest::kCounting}};
  const std::map<std::string, GhsChains> chains = {
      {"none", GhsChains::kNone}, {"messages", GhsChains::kMessages}, {"wired", GhsChains::kWired}};
  app.add_option("--lookup", ghs.lookup)->transform(CLI::CheckedTransformer(lookups));
  app.add_option("--hash-factor", ghs.hash_factor);
  app.add_option("--test-queue", ghs.test_queue)->transform(CLI::CheckedTransformer(queues));
  app.add_option("--postponed", ghs.postponed)->transform(CLI::CheckedTransformer(places));
  app.add_option("--messages", ghs.messages)->transform(CLI::CheckedTransformer(messages));
  app.add_option("--finish-test", ghs.finish_test)->transform(CLI::CheckedTransformer(tests));
  app.add_option("--chains", ghs.chains, "What the longest chain counts; messages grow by 4 bytes")
      ->transform(CLI::CheckedTransformer(chains));
  app.add_option("--aggregation-bytes", ghs.aggregation_bytes);
  app.add_option("--ranks-per-node", ghs.ranks_per_node, "0: those that share memory");
  app.add_option("--flush-frequency", ghs.flush_frequency);
  app.add_option("--queue-frequency", ghs.queue_frequency);
  app.add_option("--test-frequency", ghs.test_frequency);
  app.add_option("--finish-frequency", ghs.finish_frequency);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times minimum spanning forests that ranks share");
  app.add_option("graph", arguments.graph,
                 "A file, or kronecker:S, rmat:S, ssca2:S, uniform:S, grid:S of 2^S vertices")
      ->required();
  app.add_option("--weights", arguments.weights,
                 "Of generated graphs: integer (1 to 10^6), float or unit")
      ->check(CLI::IsMember({"integer", "float", "unit"}));
  app.add_option("--edge-factor", arguments.edge_factor, "Edges for each vertex");
  app.add_option("--max-clique-size", arguments.max_clique_size,
                 "Of ssca2: vertices (46: average degree 32)");
  app.add_option("--seed", arguments.seed, "Of the weights");
  app.add_option("--method", arguments.method, "auto or ghs");
  app.add_option("--distribution", arguments.distribution, "auto, block or cyclic")
      ->check(CLI::IsMember({"auto", "block", "cyclic"}));
  app.add_flag("--shuffle", arguments.shuffle, "Rename vertices at random first");
  app.add_flag("--maximum", arguments.maximum, "The heaviest forest");
  app.add_option("--threads", arguments.options.threads, "A rank");
  app.add_option("--gather-edges", arguments.options.tuning.gather_edges,
                 "So few are left to one rank; 0: rounds to the end");
  app.add_option("--replicating-ranks", arguments.options.tuning.replicating_ranks,
                 "So many keep the fragments of all vertices each; 0: none ever");
  app.add_option("--repetitions", arguments.repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  add_ghs_options(app, arguments.options.ghs);
  CLI11_PARSE(app, argc, argv);
  try {
    const strider::Cluster cluster;
    return cluster.run(
        [&] {
          run(cluster, arguments);
          return 0;
        },
        {.exit_status = [](const std::exception&) { return 1; },
         .report = [](const std::string& line) { fmt::print(stderr, "{}\n", line); }});
  } catch (const std::exception& error) {
    fmt::print(stderr, "benchmark_ranks_msf: {}\n", error.what());
    return 1;
  }
}
