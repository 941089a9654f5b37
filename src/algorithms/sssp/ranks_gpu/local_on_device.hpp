// The local work of a rank on its device, as far as it is the same in every scheme.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "algorithms/sssp/ranks_gpu/fetched_paths.hpp"
#include "algorithms/sssp/tree.hpp"

namespace strider::detail {

/// What a rank brings to its device.
template <class W>
struct OwnPart {
  RankShape shape;
  int rank = 0;
  WeightedRows<W> rows;
  std::vector<MessagePeer> peers;  ///< by rank
};

/// What LocalPaths says, by RankPaths. `Scheme` is LocalPaths1d<W> or DelegatePaths<W>.
template <class W, class Scheme>
class LocalOnDevice : public Scheme {
 public:
  using Distance = SsspDistance<W>;

  /// Throws MemoryError.
  LocalOnDevice(const OwnPart<W>& part, double delta, comm::Encoding encoding, const Device& device,
                const RankPathsSettings& settings)
      : fetched_(part.shape),
        paths_(make_paths_on<W>({.device = device,
                                 .shape = part.shape,
                                 .rank = part.rank,
                                 .delta = delta,
                                 .begins = part.rows.begins(),
                                 .local_ids = part.rows.local_ids(),
                                 .weights = part.rows.weights(),
                                 .peers = part.peers,
                                 .encoding = encoding,
                                 .place = settings.place,
                                 .block_threads = settings.block_threads})),
        messages_(paths_->messages()),
        num_own_(part.shape.num_own) {
    for (const MessagePeer& peer : part.peers) {
      bounds_.push_back(bound_of_paths(peer, sizeof(Distance), encoding));
    }
  }

  [[nodiscard]] std::size_t message_bound(int peer) const override {
    return bounds_[static_cast<std::size_t>(peer)];
  }
  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override { return messages_; }

  void start(DistSsspTree<W>& tree, Distance bound) override {
    fit_array(tree.distances, num_own_, "the distances");
    fit_array(tree.parents, num_own_, "the parents");
    paths_->start(bound);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    return std::min(paths_->next_bucket(), LocalPaths<W>::kNoBucket);
  }
  void relax(std::uint64_t bucket) override { paths_->relax(bucket); }
  [[nodiscard]] Distance beyond() const override { return paths_->beyond(); }
  [[nodiscard]] std::uint64_t settled_arcs() const override { return paths_->settled_arcs(); }
  void continue_to(Distance bound) override { paths_->continue_to(bound); }

  std::size_t write_settled(int subscriber, std::span<std::byte> to) override {
    return paths_->write_reached(subscriber, to);
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    paths_->take_reached(owner, message);
  }
  void pull(double width) override { paths_->pull(width); }

  std::size_t write_relaxations(int owner, std::span<std::byte> to) override {
    return paths_->write_changed(owner, to);
  }
  void finish_relaxations() override { paths_->clear_changed(); }
  void take_relaxations(int parent_rank, std::span<const std::byte> message) override {
    paths_->take_found(parent_rank, message);
  }

  void note_overflows() override { paths_->note_overflows(); }

 protected:
  [[nodiscard]] RankPaths<W>& paths() const { return *paths_; }
  /// What the device knows, once a search is over.
  const FetchedPaths<W>& fetch() {
    fetched_.fetch(*paths_);
    return fetched_;
  }
  /// As it was last.
  [[nodiscard]] const FetchedPaths<W>& fetched() const { return fetched_; }
  [[nodiscard]] std::size_t most_message_bytes() const {
    return bounds_.empty() ? 0 : *std::ranges::max_element(bounds_);
  }

 private:
  FetchedPaths<W> fetched_;
  std::unique_ptr<RankPaths<W>> paths_;
  std::shared_ptr<comm::MessageMemory> messages_;
  Vertex num_own_;
  std::vector<std::size_t> bounds_;  // of messages, by rank
};

}  // namespace strider::detail
