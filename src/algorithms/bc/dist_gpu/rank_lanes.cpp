// Counts, masks and lists stay on the device. The host knows how many vertices a level has, and how
// many entries and numbers each message: it waits for these.
#include "algorithms/bc/dist_gpu/rank_lanes.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "algorithms/bc/dist_gpu/entry_list.hpp"
#include "algorithms/bc/dist_gpu/lane_post.hpp"
#include "algorithms/bc/dist_gpu/rank_lane_messages.hpp"
#include "algorithms/bc/dist_gpu/rank_lane_steps.hpp"
#include "gpu/buffer.hpp"
#include "gpu/device_state.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Of the sums that settle() brings, so many at a time.
constexpr std::size_t kSumsAtOnce = std::size_t{1} << 17U;

class RankLanes final : public LaneLocal {
 public:
  RankLanes(Context& context, const RankLanesInput& input, const RankLanesSizes& sizes)
      : graph_(*input.graph),
        question_(*input.question),
        sizes_(sizes),
        ranks_(static_cast<u32>(sizes.num_ranks)),
        block_threads_(input.block_threads),
        context_(context),
        queue_(context),
        begins_(context, sizes.num_rows + 1),
        columns_(context, sizes.num_arcs),
        begins_of_columns_(context, sizes.num_columns + 1),
        rows_(context, sizes.num_arcs),
        counts_(context, sizes.num_columns * sizes.lanes),
        seen_(context, sizes.num_columns),
        next_(context, sizes.num_columns),
        from_(context, sizes.num_columns),
        sums_(context, sizes.scores_edges ? sizes.num_arcs : sizes.num_rows),
        facts_(context, 1 + kMostBcLanes),
        weights_(context, sizes.has_weights ? sizes.num_rows : 0),
        mutual_weights_(context, sizes.has_mutual_weights ? sizes.num_rows : 0),
        own_(context, sizes.num_rows * sizes.lanes),
        sent_(context, sizes.cut.columns * sizes.lanes),
        received_(context, sizes.cut.subscribed * sizes.lanes),
        reached_(context, sizes.num_rows),
        ghosts_(context, sizes.cut.columns),
        found_(context, sizes.num_ranks + 1),
        post_(queue_, ranks_, std::max(sizes.cut.columns, sizes.cut.subscribed), block_threads_),
        sections_(context, 4 * sizes.num_ranks),
        slots_(context, sizes.listed),
        out_(context, sizes.out_bytes),
        back_(context, sizes.back_bytes),
        found_here_(context, sizes.num_ranks + 1),
        facts_here_(context, facts_.size()) {
    upload_graph();
    upload_peers();
    upload(queue_, weights_, std::span<const double>(question_.target_weights.span()));
    upload(queue_, mutual_weights_,
           std::span<const double>(question_.mutual_target_weights.span()));
    queue_.fill(sums_.data(), 0, sums_.size_bytes());
    queue_.wait();
  }

  [[nodiscard]] static std::uint64_t predict_bytes(const RankLanesSizes& sizes) {
    const std::uint64_t entries = std::max(sizes.cut.columns, sizes.cut.subscribed);
    return sizeof(u64) * (sizes.num_rows + sizes.num_columns + 2) +
           2 * sizeof(u32) * sizes.num_arcs +
           (sizeof(PathCount) * sizes.lanes + 3 * sizeof(u64)) * sizes.num_columns +
           sizeof(double) * (sizes.scores_edges ? sizes.num_arcs : sizes.num_rows) +
           sizeof(u64) * (1 + kMostBcLanes) +
           sizeof(double) * sizes.num_rows *
               ((sizes.has_weights ? 1U : 0U) + (sizes.has_mutual_weights ? 1U : 0U)) +
           EntryList::kEntryBytes * sizes.lanes *
               (sizes.num_rows + sizes.cut.columns + sizes.cut.subscribed) +
           sizeof(u32) * (sizes.num_rows + sizes.cut.columns + sizes.num_ranks + 1) +
           LanePost::predict_bytes(sizes.num_ranks, entries) + sizeof(u32) * 4 * sizes.num_ranks +
           sizeof(u32) * sizes.listed + sizes.out_bytes + sizes.back_bytes;
  }

  void begin(std::uint64_t first, unsigned count) override {
    for (const DeviceBuffer<u64>* masks : {&seen_, &next_, &from_, &facts_}) {
      queue_.fill(masks->data(), 0, masks->size_bytes());
    }
    own_.clear();
    sent_.clear();
    received_.clear();
    mutual_lanes_ = 0;
    std::vector<u32> names;
    std::vector<u64> lanes;
    for (unsigned lane = 0; lane < count; ++lane) {
      const u64 bit = u64{1} << lane;
      if (sizes_.has_mutual_weights &&
          question_.weights_for(first + lane) == question_.mutual_target_weights.data()) {
        mutual_lanes_ |= bit;
      }
      const Place place = graph_.owners.place(question_.source(first + lane));
      if (place.rank != graph_.rank) continue;
      names.push_back(index(place.vertex));
      lanes.push_back(bit);
    }
    upload_bytes(queue_, own_.all().names, names.data(), names.size() * sizeof(u32));
    upload_bytes(queue_, own_.all().lanes, lanes.data(), lanes.size() * sizeof(u64));
    simt::launch(queue_.handle(), shape(names.size()), put_sources, view(), own_.all(),
                 static_cast<u32>(names.size()));
    own_.end_stretch({names.size()});
  }

  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override {
    const EntryList::Stretch& frontier = own_.stretch(level);
    queue_.fill(found_.data(), 0, found_.size_bytes());
    mark(own_, frontier);
    simt::launch(queue_.handle(), warps(frontier.size()), claim_neighbors, view(), rows(),
                 own_.all(), frontier.begin, frontier.end(), reached(), ghost_queues());
    read_found();
    const u32 own = found_here_[ranks_];
    simt::launch(queue_.handle(), warps(own), count_paths, view(), rows_of_columns(),
                 reached_.data(), own);
    std::vector<u64> first{0};
    for (u32 r = 0; r < ranks_; ++r) first.push_back(first.back() + found_here_[r]);
    const auto sent = static_cast<u32>(first.back());
    const LaneEntries entries = sent_.end();
    if (sent > 0) {
      simt::launch(queue_.handle(), shape(sent), list_sent, view(), post_.put_first_entries(first),
                   ranks_, queue_begins(), ghosts_.data(), entries, sent);
      simt::launch(queue_.handle(), warps(sent), count_paths, view(), rows_of_columns(),
                   entries.names, sent);
      simt::launch(queue_.handle(), shape(sent), close_sent, view(), entries, sent);
    }
    post_.write(view(), entries, first, out_, sections(kSectionOfRank), to, bytes);
    sent_.end_stretch(std::move(first));
    unmark(own_, frontier);
    return frontier.size();
  }

  void take_parts(LaneMessageSpans messages) override {
    std::vector<u64> first = post_.bring(messages, back_);
    const LaneMessages came = post_.messages(back_);
    for (u32 r = 0; r < ranks_; ++r) {
      const auto begin = static_cast<u32>(first[r]);
      const auto end = static_cast<u32>(first[r + 1]);
      // One rank after the other: ranks tell of the same vertices.
      simt::launch(queue_.handle(), shape(end - begin), take_parts_of_rank, view(), came, begin,
                   end, slots_of_[r], received_.end(), reached());
    }
    received_.end_stretch(std::move(first));
    read_found();
    const u32 own = found_here_[ranks_];
    simt::launch(queue_.handle(), shape(own), close_reached, view(), reached_.data(), own,
                 own_.end());
    own_.end_stretch({own});
  }

  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override {
    const EntryList::Stretch& asked = received_.stretch(level);
    post_.write(view(), received_.from(asked.begin), asked.first, back_, nullptr, to, bytes);
  }

  void take_coefficients(std::size_t level, LaneMessageSpans messages) override {
    static_cast<void>(post_.bring(messages, out_));
    const EntryList::Stretch& asked = sent_.stretch(level);
    simt::launch(queue_.handle(), shape(asked.size()), take_entries, view(), post_.messages(out_),
                 sent_.from(asked.begin).names, asked.size());
    mark(own_, own_.stretch(level + 1));
  }

  void walk_back(std::size_t level, std::span<double> /*sums*/) override {
    const EntryList::Stretch& own = own_.stretch(level);
    simt::launch(queue_.handle(), warps(own.size()), walk_level_back, view(), rows(), own_.all(),
                 own.begin, own.end(), level > 0);
  }

  void forget(std::size_t level) override {
    unmark(own_, own_.stretch(level + 1));
    unmark(sent_, sent_.stretch(level));
  }

  void settle(std::span<double> sums) override {
    std::vector<double> some(std::min(kSumsAtOnce, sums_.size()));
    u64 begin = 0;
    u64 end = 0;
    const auto next = [&](u64 place) {
      if (place == end) {
        begin = end;
        end = std::min<u64>(sums_.size(), end + some.size());
        download_bytes(queue_, some.data(), sums_.data() + begin, (end - begin) * sizeof(double));
      }
      return some[place - begin];
    };
    if (!sizes_.scores_edges) {
      for (std::size_t v = 0; v < sums.size(); ++v) sums[v] += next(v);
    } else {
      u64 place = 0;
      for (Vertex v = 0; v < graph_.num_rows(); ++v) {
        for_each_neighbor(graph_, v,
                          [&](std::uint32_t, EdgeIndex arc) { sums[arc] += next(place++); });
      }
    }
    queue_.fill(sums_.data(), 0, sums_.size_bytes());
  }

  [[nodiscard]] std::uint64_t arcs() override {
    read_facts();
    return facts_here_[0];
  }
  void add_weights_reached(std::span<double> by_lane) override {
    read_facts();
    for (std::size_t lane = 0; lane < by_lane.size(); ++lane) {
      by_lane[lane] += static_cast<double>(facts_here_[1 + lane]) / 2;
    }
  }

 private:
  void upload_graph() {
    const RankLaneArcs arcs(graph_);
    const u64 kept = arcs.begins[sizes_.num_rows];
    upload_bytes(queue_, begins_.data(), arcs.begins.data(), begins_.size_bytes());
    upload_bytes(queue_, columns_.data(), arcs.columns.data(), kept * sizeof(u32));
    upload_bytes(queue_, begins_of_columns_.data(), arcs.begins_of_columns.data(),
                 begins_of_columns_.size_bytes());
    upload_bytes(queue_, rows_.data(), arcs.rows.data(), kept * sizeof(u32));
  }
  void upload_peers() {
    std::vector<u32> tables(4 * std::size_t{ranks_}, 0);
    u32 queue_begin = 0;
    u64 slot = 0;
    slots_of_.assign(ranks_, nullptr);
    for (u32 r = 0; r < ranks_; ++r) {
      const PeerSlots peer = slots_with(graph_, static_cast<int>(r));
      tables[kQueueBegins * ranks_ + r] = queue_begin;
      tables[kSectionOfRank * ranks_ + r] = peer.section_begin;
      queue_begin += peer.section_size;
      if (peer.section_size > 0) {
        tables[kSectionBegins * ranks_ + num_sections_] = peer.section_begin;
        tables[kRankOfSection * ranks_ + num_sections_++] = r;
      }
      if (peer.subscribed == PeerSlots::Subscribed::kAll) continue;
      std::vector<u32> vertices;
      vertices.reserve(peer.num_subscribed);
      for_each_slot(peer, [&](std::uint32_t, std::uint32_t v) { vertices.push_back(v); });
      slots_of_[r] = slots_.data() + slot;
      upload_bytes(queue_, slots_.data() + slot, vertices.data(), vertices.size() * sizeof(u32));
      slot += vertices.size();
    }
    upload(queue_, sections_, std::span<const u32>(tables));
  }
  enum SectionTable : u32 { kSectionBegins, kRankOfSection, kQueueBegins, kSectionOfRank };
  [[nodiscard]] const u32* sections(SectionTable table) const {
    return sections_.data() + std::size_t{table} * ranks_;
  }
  [[nodiscard]] const u32* queue_begins() const { return sections(kQueueBegins); }

  [[nodiscard]] RankLaneView view() const {
    return {.num_rows = static_cast<u32>(sizes_.num_rows),
            .lanes = sizes_.lanes,
            .width = std::min(simt::kWarp, std::bit_ceil(sizes_.lanes)),
            .counts = counts_.data(),
            .seen = seen_.data(),
            .next = next_.data(),
            .from = from_.data(),
            .weights = weights_.data(),
            .mutual_weights = mutual_weights_.data(),
            .mutual_lanes = mutual_lanes_,
            .sums = sums_.data(),
            .facts = facts_.data(),
            .scores_edges = sizes_.scores_edges,
            .counts_endpoints = question_.counts_endpoints};
  }
  [[nodiscard]] LaneRows rows() const { return {begins_.data(), columns_.data()}; }
  [[nodiscard]] LaneRows rows_of_columns() const {
    return {begins_of_columns_.data(), rows_.data()};
  }
  [[nodiscard]] VertexQueue reached() const { return {reached_.data(), found_.data() + ranks_}; }
  [[nodiscard]] GhostQueues ghost_queues() const {
    return {sections(kSectionBegins), sections(kRankOfSection), num_sections_,
            queue_begins(),           ghosts_.data(),           found_.data()};
  }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(context_, work, block_threads_);
  }
  [[nodiscard]] simt::LaunchShape warps(u64 work) const { return shape(work * simt::kWarp); }

  void mark(const EntryList& list, const EntryList::Stretch& stretch) {
    simt::launch(queue_.handle(), shape(stretch.size()), mark_level, view(), list.all(),
                 stretch.begin, stretch.end());
  }
  void unmark(const EntryList& list, const EntryList::Stretch& stretch) {
    simt::launch(queue_.handle(), shape(stretch.size()), clear_level, view(), list.all(),
                 stretch.begin, stretch.end());
  }
  void read_found() {
    queue_.copy(found_here_.data(), found_.data(), found_.size_bytes());
    queue_.wait();
  }
  void read_facts() {
    queue_.copy(facts_here_.data(), facts_.data(), facts_.size_bytes());
    queue_.wait();
  }

  const Graph1d& graph_;
  const LaneQuestion& question_;
  const RankLanesSizes sizes_;
  const u32 ranks_;
  const u32 block_threads_;
  Context& context_;
  Queue queue_;

  DeviceBuffer<u64> begins_;
  DeviceBuffer<u32> columns_;
  DeviceBuffer<u64> begins_of_columns_;
  DeviceBuffer<u32> rows_;

  // What RankLaneView says of them.
  DeviceBuffer<PathCount> counts_;
  DeviceBuffer<u64> seen_;
  DeviceBuffer<u64> next_;
  DeviceBuffer<u64> from_;
  DeviceBuffer<double> sums_;  // what is not settled yet
  DeviceBuffer<u64> facts_;
  DeviceBuffer<double> weights_;
  DeviceBuffer<double> mutual_weights_;
  u64 mutual_lanes_ = 0;

  EntryList own_;       // a stretch a level
  EntryList sent_;      // the same, rank by rank: columns
  EntryList received_;  // the same: own vertices, lanes in which they were new
  DeviceBuffer<u32> reached_;
  DeviceBuffer<u32> ghosts_;
  DeviceBuffer<u32> found_;  // columns in ghosts_, by rank; then vertices in reached_

  LanePost post_;
  DeviceBuffer<u32> sections_;
  u32 num_sections_ = 0;
  DeviceBuffer<u32> slots_;
  std::vector<const u32*> slots_of_;  // by rank; null: slots are vertices
  DeviceBuffer<std::byte> out_;       // written on the way out, read on the way back
  DeviceBuffer<std::byte> back_;      // the other way round
  PinnedBuffer<u32> found_here_;
  PinnedBuffer<u64> facts_here_;
};

}  // namespace

std::uint64_t predict_rank_lanes_bytes(const RankLanesSizes& sizes) {
  return RankLanes::predict_bytes(sizes);
}

std::unique_ptr<LaneLocal> make_rank_lanes(const RankLanesInput& input) {
  const RankLanesSizes sizes = rank_lanes_sizes(*input.graph, *input.question, input.lanes);
  auto& context = static_cast<Context&>(*input.device.state().context);
  context.require(predict_rank_lanes_bytes(sizes), "betweenness: searches in a shared graph");
  return std::make_unique<RankLanes>(context, input, sizes);
}

}  // namespace strider::detail::STRIDER_DEVICE
