// Results that files claim, on ranks: every rank reads the table and keeps the vertices of a part
// of its rows, finds them by their labels, and sends them to the ranks that have their blocks.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "io/input_file.hpp"
#include "io/results/claimed_cells.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "strider/dist_results.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

/// What is wrong with the first bad row of a table.
enum class RowFault : std::uint8_t { kVertex, kSecondRow, kValue };

/// The line of the first bad row, and what is wrong there; the least of several is the first.
class FirstFault {
 public:
  void note(std::uint64_t line, RowFault fault) {
    first_ = std::min(first_, line * 4 + static_cast<std::uint64_t>(fault));
  }
  void share(const comm::Communicator& comm) {
    first_ = comm.all_reduce(first_, comm::Reduction::kMin);
  }
  [[nodiscard]] bool found() const { return first_ != kNone; }
  [[nodiscard]] std::uint64_t line() const { return first_ / 4; }
  [[nodiscard]] RowFault fault() const { return static_cast<RowFault>(first_ % 4); }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t first_ = kNone;
};

/// The label of a vertex in a cell: the vertex, kNoGlobalVertex where there is none; or a number
/// that is looked up later.
struct CellVertex {
  std::uint64_t id = kNoGlobalVertex;
  bool is_number = false;
};

template <class Value>
struct ClaimedRow {
  std::uint64_t line = 0;
  CellVertex vertex;
  CellVertex other;  ///< the parent, or what names a component
  Value value{};
  bool says_none = false;  ///< the other one is "-1"
};

/// Which columns a kind of result has: cells[0] is a vertex, cells[other] another one, and
/// parse(cells, place) gives the value.
template <class Value, class Parse>
struct ClaimedColumns {
  WantedColumns names;
  std::size_t other;
  Parse parse;
};

class CellVertices {
 public:
  CellVertices(const VertexNames& names, std::uint64_t num_vertices)
      : names_(names), num_vertices_(num_vertices) {}

  [[nodiscard]] CellVertex find(std::string_view label) const {
    if (names_.labels() != nullptr) {
      return {names_.find_here(label, num_vertices_).value_or(kNoGlobalVertex)};
    }
    const auto number = parse_number(label);
    return number ? CellVertex{*number, true} : CellVertex{};
  }
  /// Finds the vertices of all numbers. Collective.
  template <class Value>
  void look_up(const comm::Communicator& comm, std::vector<ClaimedRow<Value>>& rows) const {
    if (names_.dictionary() == nullptr) return;
    std::vector<std::uint64_t> numbers;
    comm::try_on_all_ranks(comm, [&] {
      for (const auto& row : rows) {
        if (row.vertex.is_number) numbers.push_back(row.vertex.id);
        if (row.other.is_number) numbers.push_back(row.other.id);
      }
      std::ranges::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    });
    const Array<GlobalVertex> vertices = names_.dictionary()->vertices_of(comm, numbers);
    const auto replace = [&](CellVertex& cell) {
      if (!cell.is_number) return;
      const auto place = std::lower_bound(numbers.begin(), numbers.end(), cell.id);
      cell = {vertices[static_cast<std::size_t>(place - numbers.begin())]};
    };
    for (auto& row : rows) {
      replace(row.vertex);
      replace(row.other);
    }
  }

 private:
  const VertexNames& names_;
  std::uint64_t num_vertices_;
};

/// A table that all ranks read.
template <class Value, class Parse>
class ClaimedTable {
 public:
  using Row = ClaimedRow<Value>;

  ClaimedTable(const comm::Communicator& comm, const std::string& path,
               const ClaimedColumns<Value, Parse>& columns, const DistInput::State& input)
      : comm_(comm),
        path_(path),
        columns_(columns),
        vertices_(input.names, input.source->num_vertices()),
        blocks_(comm::try_on_all_ranks(
            comm, [&] { return OwnerMap::block(input.source->num_vertices(), comm.size()); })) {}

  [[nodiscard]] const OwnerMap& blocks() const { return blocks_; }

  /// The rows of the vertices of this rank's block, each at most once. Throws InputError as one
  /// machine. Collective.
  Array<Row> read_block() {
    std::vector<Row> mine = read_part();
    vertices_.look_up(comm_, mine);
    for (const Row& row : mine) {
      if (row.vertex.id == kNoGlobalVertex) first_.note(row.line, RowFault::kVertex);
    }
    Array<Row> block = send_to_blocks(std::move(mine));
    find_second_rows(block);
    first_.share(comm_);
    comm::try_on_all_ranks(comm_, [&] {
      if (first_.found()) fail();
      if (!has_all_ && !columns_.names.optional.empty()) {
        throw UnavailableError(fmt::format(
            "{} has no column '{}', which several ranks do not derive: check it with one process",
            path_, columns_.names.optional));
      }
    });
    return block;
  }

 private:
  /// Ranks keep so many rows in turn.
  static constexpr std::uint64_t kRowsInTurn = 4096;

  std::vector<Row> read_part() {
    return comm::try_on_all_ranks(comm_, [&] {
      std::vector<Row> rows;
      const InputFile file = InputFile::open(path_);
      std::uint64_t count = 0;
      std::uint64_t last_line = 0;
      const auto ranks = static_cast<std::uint64_t>(comm_.size());
      const auto rank = static_cast<std::uint64_t>(comm_.rank());
      const auto keep = [&](std::uint64_t line, std::span<const std::string_view> cells) {
        last_line = line;
        if (count++ / kRowsInTurn % ranks == rank) rows.push_back(row_of(line, cells));
      };
      try {
        has_all_ = read_rows(path_, file.bytes(), columns_.names, keep);
      } catch (const InputError&) {
        // All ranks find what is wrong with the table itself, but one may know of an earlier row.
        first_.note(last_line + 1, RowFault::kValue);
      }
      return rows;
    });
  }

  Row row_of(std::uint64_t line, std::span<const std::string_view> cells) {
    Row row{.line = line,
            .vertex = vertices_.find(cells[0]),
            .other = vertices_.find(cells[columns_.other]),
            .says_none = cells[columns_.other] == "-1"};
    try {
      row.value = columns_.parse(cells, RowPlace{path_, line});
    } catch (const InputError&) {
      first_.note(line, RowFault::kValue);
    }
    return row;
  }

  Array<Row> send_to_blocks(std::vector<Row> rows) {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> came;
    Array<Row> sent;
    comm::try_on_all_ranks(comm_, [&] {
      std::erase_if(rows, [](const Row& row) { return row.vertex.id == kNoGlobalVertex; });
      counts.assign(static_cast<std::size_t>(comm_.size()), 0);
      came = counts;
      const auto rank_of = [&](const Row& row) {
        return static_cast<std::size_t>(blocks_.locate(row.vertex.id).rank);
      };
      for (const Row& row : rows) ++counts[rank_of(row)];
      std::vector<std::uint64_t> places = comm::begins_by_rank(counts);
      sent = Array<Row>(rows.size());
      for (const Row& row : rows) sent[places[rank_of(row)]++] = row;
    });
    rows = {};
    return comm::checked_all_to_all(comm_, std::as_const(sent).span(), counts, std::span(came));
  }

  /// Where rows of one vertex come from several ranks, the later line is the second one.
  void find_second_rows(Array<Row>& block) {
    std::sort(block.begin(), block.end(), [](const Row& a, const Row& b) {
      return std::pair(a.vertex.id, a.line) < std::pair(b.vertex.id, b.line);
    });
    for (std::size_t i = 1; i < block.size(); ++i) {
      if (block[i].vertex.id == block[i - 1].vertex.id) {
        first_.note(block[i].line, RowFault::kSecondRow);
      }
    }
  }

  /// Reads up to the first bad row once more, for what it says.
  [[noreturn]] void fail() const {
    const InputFile file = InputFile::open(path_);
    static_cast<void>(
        read_rows(path_, file.bytes(), columns_.names,
                  [&](std::uint64_t line, std::span<const std::string_view> cells) {
                    if (line != first_.line()) return;
                    const RowPlace place{path_, line};
                    if (first_.fault() == RowFault::kSecondRow) refuse_second_row(cells[0], place);
                    if (first_.fault() == RowFault::kValue)
                      static_cast<void>(columns_.parse(cells, place));
                    place.fail(fmt::format("the graph has no vertex {}", in_quotes(cells[0])));
                  }));
    throw InputError(path_, 0, "has changed while it was read");
  }

  const comm::Communicator& comm_;
  const std::string& path_;
  const ClaimedColumns<Value, Parse>& columns_;
  CellVertices vertices_;
  OwnerMap blocks_;
  FirstFault first_;
  bool has_all_ = true;  ///< the columns
};

/// The vertex that is its own parent, if all ranks have one together.
std::optional<GlobalVertex> only_source(const comm::Communicator& comm, std::uint64_t here,
                                        GlobalVertex source) {
  const std::uint64_t sources = comm.all_reduce(here, comm::Reduction::kSum);
  source = comm.all_reduce(here == 0 ? kNoGlobalVertex : source, comm::Reduction::kMin);
  return sources == 1 ? std::optional(source) : std::nullopt;
}

template <class Depth, class Parse>
DistClaimedTree<Depth> read_tree(const comm::Communicator& comm, const std::string& path,
                                 const DistInput::State& input, const WantedColumns& names,
                                 Depth unreached, const Parse& parse_depth) {
  const auto parse = [&](std::span<const std::string_view> cells, const RowPlace& place) {
    return cells[1].data() == nullptr ? unreached : parse_depth(cells[1], place);
  };
  const ClaimedColumns<Depth, decltype(parse)> columns{names, 2, parse};
  ClaimedTable<Depth, decltype(parse)> table(comm, path, columns, input);
  const Array<ClaimedRow<Depth>> rows = table.read_block();
  const GlobalVertex no_vertex = input.source->num_vertices();
  DistClaimedTree<Depth> tree;
  std::uint64_t sources = 0;
  GlobalVertex source = 0;
  comm::try_on_all_ranks(comm, [&] {
    const std::uint32_t size = table.blocks().size(comm.rank());
    if (size > 0) tree.first = table.blocks().global(comm.rank(), local_vertex(0));
    tree.parents = Array<GlobalVertex>(size, kNoGlobalParent);
    tree.depths = Array<Depth>(size, unreached);
    for (const ClaimedRow<Depth>& row : rows) {
      const GlobalVertex v = row.vertex.id;
      const bool has_parent = row.other.id != kNoGlobalVertex;
      tree.depths[v - tree.first] = row.value;
      // A vertex may be called "-1" too; then the depth tells.
      if (row.says_none && (!has_parent || row.value == unreached)) continue;
      tree.parents[v - tree.first] = has_parent ? row.other.id : no_vertex;
      if (row.other.id != v) continue;
      source = v;
      ++sources;
    }
  });
  tree.source = only_source(comm, sources, source);
  return tree;
}

}  // namespace
}  // namespace detail

DistClaimedTree<Level> read_bfs_result(const Cluster& cluster, const DistInput& input,
                                       const std::string& path) {
  return detail::read_tree<Level>(cluster.state()->comm(), path, *input.state(),
                                  {kTreeColumns, "level"}, kUnreached, parse_level);
}

template <class W>
DistClaimedTree<SsspDistance<W>> read_sssp_result(const Cluster& cluster, const DistInput& input,
                                                  const std::string& path) {
  return detail::read_tree<SsspDistance<W>>(cluster.state()->comm(), path, *input.state(),
                                            {kPathColumns, ""}, kInfiniteDistance<W>,
                                            parse_distance<W>);
}

template DistClaimedTree<SsspDistance<float>> read_sssp_result<float>(const Cluster&,
                                                                      const DistInput&,
                                                                      const std::string&);
template DistClaimedTree<SsspDistance<double>> read_sssp_result<double>(const Cluster&,
                                                                        const DistInput&,
                                                                        const std::string&);
template DistClaimedTree<SsspDistance<std::uint32_t>> read_sssp_result<std::uint32_t>(
    const Cluster&, const DistInput&, const std::string&);

DistComponentsResult read_components_result(const Cluster& cluster, const DistInput& input,
                                            const std::string& path) {
  const comm::Communicator& comm = cluster.state()->comm();
  const auto no_value = [](std::span<const std::string_view>, const RowPlace&) {
    return std::uint8_t{0};
  };
  const detail::ClaimedColumns<std::uint8_t, decltype(no_value)> columns{
      {kComponentColumns, ""}, 1, no_value};
  detail::ClaimedTable<std::uint8_t, decltype(no_value)> table(comm, path, columns, *input.state());
  const auto rows = table.read_block();
  DistComponentsResult result;
  comm::try_on_all_ranks(comm, [&] {
    const std::uint32_t size = table.blocks().size(comm.rank());
    result.values = Array<GlobalVertex>(size, detail::kNoGlobalVertex);
    for (std::uint32_t v = 0; v < size; ++v) {
      result.vertices.push_back(table.blocks().global(comm.rank(), detail::local_vertex(v)));
    }
    for (const auto& row : rows) {
      const GlobalVertex label = row.other.id;
      result.values[detail::index(table.blocks().locate(row.vertex.id).vertex)] =
          label == detail::kNoGlobalVertex ? input.num_vertices() : label;
    }
  });
  return result;
}

}  // namespace strider
