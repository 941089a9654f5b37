#include "options.hpp"

#include <cctype>
#include <map>

#include "files.hpp"
#include "option_table.hpp"

namespace strider::cli {
namespace {

/// What separates the columns of a table: a character, or its name where a shell would need quotes.
std::optional<char> delimiter_from_name(const std::string& name) {
  static const std::map<std::string, char> kNames = {
      {"tab", '\t'}, {"\\t", '\t'}, {"space", ' '}, {"comma", ','}, {"semicolon", ';'}};
  const auto found = kNames.find(name);
  if (found != kNames.end()) return found->second;
  const bool is_sign = name.size() == 1 && std::ispunct(static_cast<unsigned char>(name[0])) != 0;
  return is_sign || name == " " || name == "\t" ? std::optional(name[0]) : std::nullopt;
}

void add_table_options(OptionTable& table, GraphOptions& graph) {
  const std::string delimiters = "a sign, tab, space, comma or semicolon";
  const auto no_suggestion = [](std::string_view) { return std::string(); };
  table.add(kTableGroup,
            {{"--weight-column,--weight-attribute NAME|N", text(graph.weight_column),
              "Weights: a column by name or number, an attribute of GML or GraphML, or none"},
             {"--source-column NAME|N", text(graph.table.source_column),
              "Where edges begin (default: by its name, else the first)"},
             {"--target-column NAME|N", text(graph.table.target_column),
              "Where edges end (default: by its name, else the second)"},
             {"--header", flag(graph.table.header, TableHeader::kPresent),
              "The first row names the columns (default: as the rows look)"},
             {"--no-header",
              flag(graph.table.header, TableHeader::kAbsent),
              "The first row is an edge",
              {.excludes = {"--header"}}},
             {"--delimiter C",
              parsed(graph.table.delimiter, delimiter_from_name, delimiters, no_suggestion),
              "Between columns: " + delimiters + " (default: as the first row looks)"},
             {"--skip-lines", number(graph.table.skip_lines), "Lines before the table"},
             {"--only-listed", flag(graph.only_listed),
              "Leave out vertices that no line names (default: isolated vertices)"}});
}

}  // namespace

bool RunOptions::writes_to_stdout() const {
  return is_standard_output(output);
}

ReadOptions GraphOptions::reading(const RunOptions& run) const {
  ReadOptions options;
  options.format = format;
  options.plain_edge_list = plain_edge_list;
  if (directed) options.directedness = Directedness::kDirected;
  if (undirected) options.directedness = Directedness::kUndirected;
  options.weight_column = weight_column;
  options.table = table;
  if (only_listed) options.unlisted = UnlistedVertices::kLeftOut;
  if (trust) options.verification = Verification::kStructure;
  options.threads = run.threads;
  return options;
}

BuildOptions GraphOptions::building(const RunOptions& run) const {
  return {.self_loops = self_loops(), .duplicates = duplicates(), .threads = run.threads};
}

void add_graph_options(OptionTable& table, GraphOptions& graph, RanksOptions& ranks) {
  const auto formats = named(file_formats(), file_format_name);
  table.add(kGraphGroup, {{"GRAPH",
                           input_file(graph.path),
                           "The file of the graph; - is stdin",
                           {.is_required = true}},
                          {"--format NAME", choice(graph.format, formats, did_you_mean_format),
                           "Default: by content; or " + joined(formats)},
                          {"--directed", flag(graph.directed), "Edges lead one way"},
                          {"--undirected",
                           flag(graph.undirected),
                           "Edges lead both ways",
                           {.excludes = {"--directed"}}},
                          {"--keep-self-loops", flag(graph.keep_self_loops),
                           "Keep self-loops (default: they are removed)"},
                          {"--keep-duplicates", flag(graph.keep_duplicates),
                           "Keep parallel edges (default: only the lightest stays; msf --maximum: "
                           "the heaviest; flow: all)"}});
  table.add(kRareGroup, {{"--trust", flag(graph.trust),
                          "Do not compare the checksums of a native container when it is opened"}});
  add_table_options(table, graph);
  add_partition_options(table, ranks);
}

void add_partition_options(OptionTable& table, RanksOptions& ranks) {
  using Scheme = PartitionScheme;
  PartitionOptions& partition = ranks.partition;
  table.add(
      kRanksGroup,
      {{"--partition",
        choice(partition.scheme, {{"auto", Scheme::kAuto},
                                  {"1d", Scheme::k1d},
                                  {"2d", Scheme::k2d},
                                  {"delegate", Scheme::kDelegate}}),
        "How the graph is partitioned among ranks (default: {}); only under mpirun or srun"},
       {"--grid RxC",
        text(partition.grid),
        "2d: rows and columns of the process grid (default: near square)",
        {.scheme = Scheme::k2d}},
       {"--delegate-threshold",
        number(partition.delegate_threshold),
        "delegate: vertices of a higher degree are delegates (default: chosen from the degrees)",
        {.scheme = Scheme::kDelegate}}});
}

void add_ownership_options(OptionTable& table, RanksOptions& ranks) {
  PartitionOptions& partition = ranks.partition;
  table.add(
      kRanksGroup,
      {{"--distribution",
        choice(partition.distribution,
               {{"block", VertexDistribution::kBlock}, {"cyclic", VertexDistribution::kCyclic}}),
        "1d: which vertices a rank owns (default: block)",
        {.scheme = PartitionScheme::k1d}},
       {"--shuffle", number(partition.shuffle_seed),
        "Distribute the vertices in a random order with this seed (default: in their own order)"},
       {"--traffic", flag(ranks.traffic), "Print bytes, messages and steps by phase and level"}});
}

void add_ranks_options(OptionTable& table, RanksOptions& ranks) {
  add_ownership_options(table, ranks);
  DistBfsOptions& search = ranks.search;
  const Limits of_delegates = {.scheme = PartitionScheme::kDelegate, .is_of_levels = true};
  table.add(
      kRanksGroup,
      {{"--encoding",
        choice(search.encoding, {{"auto", WireEncoding::kAuto},
                                 {"threshold", WireEncoding::kThreshold},
                                 {"list", WireEncoding::kList},
                                 {"bitmap", WireEncoding::kBitmap},
                                 {"varint", WireEncoding::kVarint},
                                 {"fastest", WireEncoding::kFastest}}),
        "How messages encode sets of vertices (default: {}, the shortest; threshold: the shorter "
        "of list and bitmap; fastest: by predicted time)",
        {.refusals = {{.places = {Place::kRanksOnDevices},
                       .why = ": devices support only lists and bitmaps",
                       .only = "varint"}}}},
       {"--bandwidth GB",
        number(ranks.bandwidth, gigabytes),
        "--encoding fastest: GB that a rank sends in a second (default: measured)",
        {.needs = {"--encoding"}, .needs_value = "fastest"}},
       {"--reduction",
        choice(search.reduction, {{"blocking", MaskReduction::kBlocking},
                                  {"nonblocking", MaskReduction::kNonBlocking}}),
        "delegate: how ranks reduce the masks of delegates (default: {})", of_delegates},
       {"--local-all-to-all", flag(search.local_all_to_all, LocalAllToAll::kOn),
        "delegate: gather messages to other nodes within a node first", of_delegates},
       {"--uniquify", choice(search.uniquify, {{"on", Uniquify::kOn}, {"off", Uniquify::kOff}}),
        "delegate: send a vertex once even if it was found several times (default: {})",
        of_delegates},
       {"--backward-workload",
        choice(search.backward_workload,
               {{"arcs", BackwardWorkload::kArcs}, {"vertices", BackwardWorkload::kVertices}}),
        "delegate: the chance that a parent is in the frontier is the frontier's share of the "
        "arcs, or of the vertices (default: {})",
        of_delegates}});
}

void add_device_memory(OptionTable& table, DeviceOptions& device) {
  if (!kHasDevices) return;
  table.add(kDevicesGroup,
            {{"--device-memory BYTES", number(device.memory, at_least_one<std::uint64_t>),
              "Most bytes of device memory to use, in total for all ranks that share the device "
              "(default: all)"}});
}

void add_device_options(OptionTable& table, DeviceOptions& device) {
  add_device_memory(table, device);
  if (!kHasDevices) return;
  table.add(
      kDevicesGroup,
      {{"--transport",
        choice(device.transport, {{"auto", DeviceTransport::kAuto},
                                  {"staged", DeviceTransport::kHostStaged},
                                  {"gpu-direct", DeviceTransport::kGpuDirect}}),
        "How ranks send device data: staged through host memory, or gpu-direct if MPI accepts "
        "device memory (default: {})",
        {.refusals = {{.places = {Place::kDevice},
                       .why = " applies only to messages between ranks, but this run has one "
                              "process: leave it out"}}}}});
}

void add_output_option(OptionTable& table, RunOptions& run, const std::string& what) {
  table.add(kOutputGroup, {{"-o,--output FILE", output_file(run.output), what}});
}

void add_page_options(OptionTable& table, RunOptions& run) {
  table.add(kOutputGroup, {{"--report FILE", output_file(run.page),
                            "Write a page for browsers, with charts of the run (.html)"}});
  table.add(kRareGroup, {{"--trace FILE", output_file(run.trace),
                          "Write when what ran, for Perfetto (Trace Event format, .json)"}});
}

void add_run_options(OptionTable& table, RunOptions& run) {
  table.note_given(run.given);
  table.add(kOutputGroup,
            {{"--json", flag(run.json), "Print one JSON object instead of the summary"},
             {"--quiet", flag(run.quiet), "Print neither summary nor progress"}});
  table.add(kRareGroup,
            {{"--no-progress", flag(run.no_progress), "Show no progress bar on the terminal"}});
  table.add(kRunGroup, {{"--threads", number(run.threads),
                         "Threads (default: OMP_NUM_THREADS, else all cores)"},
                        {"--device NAME", text(run.device, "host, cuda, simt", anything),
                         "host, cuda[:N] or simt (default: {})"},
                        {"--seed", number(run.seed), "Seed of all random numbers"}});
}

void add_prepare_option(OptionTable& table, std::optional<LayoutChoice>& choice,
                        const std::string& otherwise, Limits limits) {
  const Names<LayoutChoice> layouts = {{"auto", LayoutChoice::kByGraph},
                                       {"degree", LayoutChoice::kDegree},
                                       {"locality", LayoutChoice::kLocality},
                                       {"none", LayoutChoice::kNone}};
  table.add(kSearchGroup, {{"--prepare,--layout NAME", cli::choice(choice, layouts),
                            fmt::format("Layout of the graph for faster searches: {} (default: {})",
                                        joined(layouts), otherwise),
                            std::move(limits)}});
}

}  // namespace strider::cli
