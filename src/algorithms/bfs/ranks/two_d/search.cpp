// The search on a grid of ranks (Bisson, Bernaschi and Mastrostefano 2014, Algorithm 2), and
// bottom-up steps on it (Buluç, Beamer, Madduri, Asanović and Patterson 2017, "Distributed-memory
// breadth-first search on massive graphs", section on 2D bottom-up).
#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/bfs/kernels.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "algorithms/bfs/ranks/two_d/local.hpp"
#include "algorithms/bfs/ranks/two_d/message_peers.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::RoundExchange;

/// What a rank takes top-down for a column of the frontier, most often two misses of the cache, and
/// for one of its entries, in looks at the bit of a row that was found before. Measured on
/// Kronecker graphs of scale 18 to 20.
constexpr double kCostOfColumn = 250;
constexpr double kCostOfEntry = 8;
/// Of a rank's vertices, more than one in so many in the frontier are never walked top-down again.
constexpr std::uint64_t kFew = 32;

class TwoDSearch final : public DistBfsEngine {
 public:
  TwoDSearch(const comm::Communicator& world, std::shared_ptr<const Graph2d> graph,
             const TwoDSettings& settings)
      : shared_(std::move(graph)),
        graph_(*shared_),
        settings_(settings.search),
        factory_(settings.local),
        world_(world),
        row_(world.split(graph_.place.row(), graph_.place.column())),
        column_(world.split(graph_.place.column(), graph_.place.row())),
        ring_(row_.duplicate()),
        traffic_(world.traffic()),
        num_own_(graph_.owners.size(world.rank())) {
    const GridPeers peers = grid_peers(graph_.place, settings.encoding);
    comm::try_on_all_ranks(world, [&] {
      const std::uint64_t of_messages = peers.memory_bytes();
      // Where the work is done elsewhere, messages may lie there, too.
      const NodeMemory memory(world);
      const bool is_on_host = factory_ == nullptr;
      memory.require(predict_local_bytes() + (is_on_host ? of_messages : 0),
                     "a search on a grid of ranks");
      local_ =
          is_on_host ? make_host_search_2d(graph_, settings) : factory_->make(graph_, settings);
      const auto messages = local_->messages();
      if (!is_on_host) {
        require_message_memory(memory, messages.get(), of_messages, "the messages of the search");
      }
      expand_.emplace(column_, peers.to_column, messages);
      fold_.emplace(row_, peers.to_row, messages);
      pass_.emplace(ring_, peers.round_row, messages);
    });
    for (const std::uint32_t degree : graph_.degrees) num_connected_ += degree > 0 ? 1 : 0;
    num_connected_ = world.all_reduce(num_connected_, comm::Reduction::kSum);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_.owners; }

  void search(GlobalVertex source, DistBfsTree& tree) override {
    start(source, tree);
    while (frontier_.vertices > 0) {
      traffic_.begin_level(level_);
      const Timer timer;
      if (leads_nowhere()) {
        if (is_one_column() && level_ == 0) comm::throw_on_all_ranks(world_, error_);
        note_level(BfsDirection::kNone, timer, tree);
        ++level_;
        break;
      }
      choose_direction();
      if (error_ == nullptr) search_level();
      finish_level(timer, tree);
    }
    exchange_parents();
    local_->finish(level_, tree);
    tree.num_reached = reached_.vertices;
    tree.num_levels = level_;
  }

 private:
  [[nodiscard]] std::uint64_t predict_local_bytes() const {
    return factory_ != nullptr ? factory_->predict_bytes(graph_)
                               : predict_host_search_2d_bytes(graph_);
  }
  /// Every rank sends its part of a frontier to all others then, whichever way it is expanded.
  [[nodiscard]] bool is_one_column() const { return graph_.place.grid().columns == 1; }
  [[nodiscard]] bool is_tracing() const { return settings_.trace == BfsTrace::kLevels; }

  void search_level() {
    if (level_ + 1 == LevelView::kNarrowUnreached) local_->widen();
    if (!is_one_column()) expand();
    if (direction_ == BfsDirection::kTopDown) {
      local_->search_columns(level_ + 1);
      fold();
    } else {
      search_bottom_up();
    }
  }

  void start(GlobalVertex source, DistBfsTree& tree) {
    const OwnedVertex owned = graph_.owners.locate(source);
    const bool mine = owned.rank == world_.rank();
    std::optional<std::uint32_t> own;
    if (mine) own = index(owned.vertex);
    level_ = 0;
    direction_ = BfsDirection::kTopDown;
    previous_vertices_ = 0;
    const auto start_here = [&] {
      local_->start(own, tree);
      tree.trace.clear();
      if (is_tracing()) tree.trace.reserve(64);
    };
    if (is_one_column()) {
      // All know the source and its degree: nothing travels. A rank that fails tells at the end of
      // the level.
      const std::uint32_t column =
          graph_.place.first_column(graph_.place.row_of(owned.rank)) + index(owned.vertex);
      error_ = nullptr;
      try {
        start_here();
        if (!mine) local_->add_column(column);
      } catch (...) {
        error_ = std::current_exception();
      }
      frontier_ = {1, graph_.column_degrees[column]};
    } else {
      comm::try_on_all_ranks(world_, start_here);
      frontier_ = {1, mine ? graph_.degrees[*own] : EdgeIndex{0}};
      frontier_.edges = world_.all_reduce(frontier_.edges, comm::Reduction::kSum);
    }
    reached_ = frontier_;
  }

  /// Whether the frontier has no edges but those that it was found by, or all is found.
  [[nodiscard]] bool leads_nowhere() const {
    if (graph_.directedness == Directedness::kDirected) return frontier_.edges == 0;
    return frontier_.edges == (level_ > 0 ? frontier_.vertices : 0) ||
           reached_.vertices >= num_connected_;
  }

  void choose_direction() {
    if (settings_.direction == DistBfsSettings::Direction::kTopDown ||
        graph_.directedness == Directedness::kDirected) {
      return;
    }
    const DirectionRule rule{settings_.alpha, settings_.beta, graph_.owners.num_vertices()};
    const EdgeIndex unvisited = graph_.num_arcs - std::min(graph_.num_arcs, reached_.edges);
    const BfsDirection next = rule.next(direction_, frontier_, previous_vertices_, unvisited);
    const bool back = direction_ == BfsDirection::kBottomUp && next == BfsDirection::kTopDown;
    direction_ = back && !is_cheap_top_down() ? BfsDirection::kBottomUp : next;
  }

  /// Late in a search most rows have been found, and a step bottom-up is hardly more than a look at
  /// their bits: C of them for each vertex, on all ranks together. Beamer's rule goes back too
  /// early then; a frontier of a few edges a vertex is walked top-down where this costs less: R
  /// ranks look for each of its columns.
  [[nodiscard]] bool is_cheap_top_down() const {
    const double columns = static_cast<double>(frontier_.vertices) * column_.size();
    const double top_down =
        kCostOfColumn * columns + kCostOfEntry * static_cast<double>(frontier_.edges);
    return top_down < static_cast<double>(graph_.owners.num_vertices()) * row_.size();
  }

  /// The frontier travels along the columns of the grid.
  void expand() {
    const PhaseScope phase(traffic_, Phase::kExpand);
    share_round(
        *expand_, [&](auto to) { return local_->write_frontier(to); },
        [&](int rank, auto message) { local_->take_frontier(rank, message); });
  }

  /// What was found travels along the rows of the grid, each vertex once from each rank.
  void fold() {
    const PhaseScope phase(traffic_, Phase::kFold);
    exchange_round(
        *fold_, [&](int rank, auto to) { return local_->write_found(rank, to); },
        [&](int rank, auto message) { local_->take_found(rank, message, level_ + 1); });
  }

  /// Those that look for a parent go round their row of the grid, from rank to rank to the left,
  /// until they are back at their owner; who finds one does not continue. All blocks of a row
  /// travel at the same time, each with another rank.
  void search_bottom_up() {
    const PhaseScope phase(traffic_, Phase::kFold);
    local_->begin_bottom_up();
    const int columns = row_.size();
    const int own = row_.rank();
    for (int step = 0; step < columns; ++step) {
      const int block = (own + step) % columns;
      local_->search_rows(block, level_ + 1);
      if (columns == 1) return;
      pass_->send(0, local_->write_unvisited(block, pass_->send_buffer(0)));
      const std::span<const std::byte> message = pass_->received(1);
      if (step + 1 < columns) {
        local_->take_unvisited((block + 1) % columns, message);
      } else {
        local_->take_back_unvisited(message, level_ + 1);
      }
      pass_->finish_round();
    }
  }

  /// All learn how large the next frontier is.
  void finish_level(const Timer& timer, DistBfsTree& tree) {
    LevelWork next;
    if (error_ == nullptr) next.vertices = local_->advance();
    // Bottom-up, the edges of a large frontier decide nothing, and counting them takes long: two a
    // vertex will do, which are more than lead nowhere.
    const bool counts =
        is_tracing() || direction_ == BfsDirection::kTopDown || next.vertices < num_own_ / kFew;
    if (next.vertices > 0 && counts) {
      next.edges = local_->frontier_edges(is_tracing() ? EdgeCount::kExact : EdgeCount::kEstimate);
    } else {
      next.edges = 2 * next.vertices;
    }
    if (is_one_column()) {
      share_frontier(next);
    } else {
      std::array<std::uint64_t, 2> sums = {next.vertices, next.edges};
      world_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
      next = {sums[0], sums[1]};
    }
    note_level(direction_, timer, tree);
    previous_vertices_ = frontier_.vertices;
    frontier_ = next;
    reached_ += frontier_;
    ++level_;
  }

  /// On a grid of one column the next frontier goes to all, with what would else be summed up by a
  /// reduction of its own: one message from each rank to each other ends a level and begins the
  /// next. `work` is this rank's, and becomes that of all.
  void share_frontier(LevelWork& work) {
    const PhaseScope phase(traffic_, Phase::kExpand);
    bool failed = error_ != nullptr;
    const auto write = [&](std::span<std::byte> message) {
      const LevelEnd end{failed ? LevelEnd::kFailed : work.vertices, work.edges};
      expand_->store(message, std::as_bytes(std::span(&end, 1)));
      return sizeof(end) + (failed ? 0 : local_->write_frontier(message.subspan(sizeof(end))));
    };
    share_round(*expand_, write, [&](int rank, std::span<const std::byte> message) {
      LevelEnd end;
      expand_->load(std::as_writable_bytes(std::span(&end, 1)), message);
      failed |= end.vertices == LevelEnd::kFailed;
      if (failed) return;
      work += {end.vertices, end.edges};
      local_->take_frontier(rank, message.subspan(sizeof(end)));
    });
    if (failed) comm::throw_on_all_ranks(world_, error_);
  }

  void note_level(BfsDirection direction, const Timer& timer, DistBfsTree& tree) const {
    if (!is_tracing()) return;
    tree.trace.push_back({level_, frontier_.vertices, frontier_.edges, direction, timer.seconds()});
  }

  /// Parents that other ranks of the row know: asked for and reported of first, then sent.
  void exchange_parents() {
    local_->fill_parents();
    if (row_.size() == 1) return;
    const PhaseScope phase(traffic_, Phase::kPredecessors);
    exchange_round(
        *fold_, [&](int rank, auto to) { return local_->write_requests(rank, to); },
        [&](int rank, auto message) { local_->take_requests(rank, message); });
    exchange_round(
        *fold_, [&](int rank, auto to) { return local_->write_reported(rank, to); },
        [&](int rank, auto message) { local_->take_reported(rank, message); });
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(row_.size()), 0);
    std::uint64_t total = 0;
    for (int rank = 0; rank < row_.size(); ++rank) {
      if (rank == row_.rank()) continue;
      counts[static_cast<std::size_t>(rank)] = local_->count_parent_words(rank);
      total += counts[static_cast<std::size_t>(rank)];
    }
    Array<std::uint64_t> words(total);
    std::span<std::uint64_t> rest = words.span();
    for (int rank = 0; rank < row_.size(); ++rank) {
      if (rank == row_.rank()) continue;
      local_->write_parents(rank, rest.first(counts[static_cast<std::size_t>(rank)]));
      rest = rest.subspan(counts[static_cast<std::size_t>(rank)]);
    }
    std::vector<std::uint64_t> received_counts;
    const Array<std::uint64_t> received =
        row_.all_to_all<std::uint64_t>(words.span(), counts, received_counts);
    std::span<const std::uint64_t> came = received.span();
    for (int rank = 0; rank < row_.size(); ++rank) {
      const std::uint64_t count = received_counts[static_cast<std::size_t>(rank)];
      if (rank != row_.rank()) local_->take_parents(rank, came.first(count));
      came = came.subspan(count);
    }
  }

  const std::shared_ptr<const Graph2d> shared_;
  const Graph2d& graph_;
  const DistBfsSettings settings_;
  const std::shared_ptr<const LocalFactory2d> factory_;
  const comm::Communicator& world_;
  const comm::Communicator row_;
  const comm::Communicator column_;
  const comm::Communicator ring_;
  comm::Traffic& traffic_;
  const std::uint64_t num_own_;
  std::uint64_t num_connected_ = 0;  // vertices with edges out, of all ranks
  std::unique_ptr<LocalSearch2d> local_;
  std::optional<RoundExchange> expand_;
  std::optional<RoundExchange> fold_;
  std::optional<RoundExchange> pass_;

  // Of the search under way; the same on all ranks.
  Level level_ = 0;  // of the frontier
  LevelWork frontier_;
  LevelWork reached_;  // edges of those found bottom-up are not all counted
  std::uint64_t previous_vertices_ = 0;
  BfsDirection direction_ = BfsDirection::kTopDown;
  std::exception_ptr error_;  // of this rank; on grids of one column
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_two_d(const comm::Communicator& world,
                                          std::shared_ptr<const Graph2d> graph,
                                          const TwoDSettings& settings) {
  return std::make_unique<TwoDSearch>(world, std::move(graph), settings);
}

}  // namespace strider::detail
