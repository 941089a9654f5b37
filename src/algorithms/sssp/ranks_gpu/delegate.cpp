// The local work of a rank of a graph separated by degrees, on its device. Masks of delegates, and
// their distances, are the host's while ranks reduce them; parents are named by the host, once a
// search is over.
#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks/delegate/local_ids.hpp"
#include "algorithms/sssp/ranks/delegate/parents.hpp"
#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "algorithms/sssp/ranks_gpu/local_on_device.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {
namespace {

/// Ghosts are named as their owner does; so are own vertices, by local ids.
std::vector<MessagePeer> peers_of(const GraphDelegate& g) {
  const DelegateLocalIds local_ids(g);
  std::vector<MessagePeer> peers(static_cast<std::size_t>(g.owners.num_ranks()));
  for (std::size_t r = 0; r < peers.size(); ++r) {
    const std::uint32_t begin = g.ghost_begin[r];
    const std::uint32_t end = g.ghost_begin[r + 1];
    peers[r].theirs = {.count = end - begin,
                       .universe = g.owners.size(static_cast<int>(r)),
                       .first_local_id = local_ids.ghosts + begin,
                       .name = MessagePlaces::Name::kListed};
    peers[r].theirs.names.assign(g.ghost_vertices.begin() + begin, g.ghost_vertices.begin() + end);
    peers[r].ours = {.universe = g.num_local, .name = MessagePlaces::Name::kLocalId};
  }
  for_each_subscribed(g, [&](int rank, Vertex v) {
    MessagePlaces& ours = peers[static_cast<std::size_t>(rank)].ours;
    ours.local_ids.push_back(v);
    ++ours.count;
  });
  return peers;
}

template <class W>
class DeviceDelegatePaths final : public LocalOnDevice<W, DelegatePaths<W>> {
  using Base = LocalOnDevice<W, DelegatePaths<W>>;

 public:
  using typename Base::Distance;

  DeviceDelegatePaths(const WeightedGraphDelegate<W>& graph, double delta,
                      const DistSsspSettings& search, comm::Encoding encoding, const Device& device,
                      const RankPathsSettings& settings)
      : Base(part_of(graph, search.threads), delta, encoding, device, settings),
        g_(graph.graph),
        threads_(search.threads),
        local_ids_(g_),
        parents_(g_, search.threads),
        mask_((g_.num_delegates + std::size_t{63}) / 64),
        own_mask_(mask_.size()),
        knows_(g_.num_delegates) {
    for (std::vector<Distance>* of_delegates : {&here_, &reduced_}) {
      of_delegates->reserve(g_.num_delegates);
    }
    found_.reserve(g_.num_delegates);
  }

  void start(DistSsspTree<W>& tree, Distance bound) override {
    Base::start(tree, bound);
    knows_.clear(threads_);
    source_delegate_ = kNoDelegate;
  }
  void visit_source(std::uint32_t delegate, LocalVertex vertex) override {
    source_delegate_ = delegate;
    paths().put_source(delegate == kNoDelegate ? index(vertex) : local_ids_.delegates + delegate);
  }

  [[nodiscard]] GlobalVertex overflowed() const override {
    return local_ids_.vertex_of_row(g_, paths().overflowed_row());
  }

  [[nodiscard]] bool has_outgoing() const override {
    return paths().any_changed(local_ids_.ghosts, local_ids_.end);
  }
  [[nodiscard]] bool has_found() const override {
    return paths().any_changed(local_ids_.delegates, local_ids_.ghosts);
  }
  std::span<std::uint64_t> found_mask() override {
    paths().copy_changed(local_ids_.delegates, mask_.span());
    std::copy(mask_.begin(), mask_.end(), own_mask_.begin());
    return mask_.span();
  }
  std::span<Distance> found_distances() override {
    found_.clear();
    for (std::size_t w = 0; w < mask_.size(); ++w) {
      Bitmap::for_each_bit(mask_[w], w,
                           [&](std::uint32_t i) { found_.push_back(local_ids_.delegates + i); });
    }
    here_.resize(found_.size());
    paths().get_distances(found_, here_);
    reduced_ = here_;
    return reduced_;
  }
  void take_reduced() override {
    for (std::size_t place = 0; place < found_.size(); ++place) {
      const std::uint32_t i = found_[place] - local_ids_.delegates;
      // Who found the least distance first keeps its record until there is a smaller one.
      const bool is_found_here = ((own_mask_[i / 64] >> (i % 64)) & 1U) != 0;
      if (is_found_here && !(reduced_[place] < here_[place])) {
        knows_.set(i);
      } else {
        knows_.reset(i);
      }
    }
    paths().take_reduced(found_, reduced_);
  }

  std::vector<ArrivedFrom> open_vertices() override {
    return parents_.open_vertices(this->fetch());
  }
  std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) override {
    return parents_.finish(this->fetched(), source_delegate_, knows_, tree, open);
  }
  std::vector<std::uint32_t> parents_of(int owner,
                                        std::span<const std::uint32_t> vertices) override {
    return parents_.parents_of(this->fetched(), owner, vertices);
  }
  [[nodiscard]] bool knows_parent(std::uint32_t delegate) const override {
    return knows_.test(delegate);
  }
  [[nodiscard]] std::uint32_t parent_id(std::uint32_t delegate) const override {
    return parents_.parent_id(this->fetched(), delegate);
  }

 private:
  using Base::paths;

  static OwnPart<W> part_of(const WeightedGraphDelegate<W>& graph, int threads) {
    const GraphDelegate& g = graph.graph;
    const DelegateLocalIds local_ids(g);
    return {local_ids.shape(g), g.rank, rows_of(graph, local_ids, threads), peers_of(g)};
  }

  const GraphDelegate& g_;
  const int threads_;
  const DelegateLocalIds local_ids_;
  const DelegateParents parents_;
  std::uint32_t source_delegate_ = kNoDelegate;

  // By delegate.
  Array<std::uint64_t> mask_;      // found here since the last reduction, then by any rank
  Array<std::uint64_t> own_mask_;  // found here
  Bitmap knows_;                   // found here, and reduced since
  // Of the delegates in the mask.
  std::vector<std::uint32_t> found_;  // their local ids
  std::vector<Distance> here_;
  std::vector<Distance> reduced_;
};

template <class W>
class DelegateFactory final : public DelegatePathsFactory<W> {
 public:
  DelegateFactory(const Device& device, const RankPathsSettings& settings)
      : device_(device), settings_(settings) {}

  [[nodiscard]] std::uint64_t predict_bytes(const WeightedGraphDelegate<W>& graph) const override {
    const GraphDelegate& g = graph.graph;
    const RankShape shape = DelegateLocalIds(g).shape(g);
    std::uint64_t subscribed = 0;
    for_each_subscribed(g, [&](int, Vertex) { ++subscribed; });
    // The rows, and vertices by place, are made here on their way to the device.
    return FetchedPaths<W>::bytes(shape) + WeightedRows<W>::bytes(shape.num_rows, shape.num_arcs) +
           (g.num_ghosts() + 2 * subscribed) * sizeof(std::uint32_t) +
           g.num_delegates * (2 * sizeof(SsspDistance<W>) + sizeof(std::uint32_t) + 1) +
           g.num_local * std::uint64_t{sizeof(Vertex)};
  }
  [[nodiscard]] std::uint64_t predict_device_bytes(const WeightedGraphDelegate<W>& graph,
                                                   comm::Encoding encoding) const override {
    const GraphDelegate& g = graph.graph;
    return predict_paths_on<W>(device_, DelegateLocalIds(g).shape(g), peers_of(g), encoding,
                               settings_.place);
  }
  [[nodiscard]] std::unique_ptr<DelegatePaths<W>> make(const WeightedGraphDelegate<W>& graph,
                                                       double delta, const DistSsspSettings& search,
                                                       comm::Encoding encoding) const override {
    return std::make_unique<DeviceDelegatePaths<W>>(graph, delta, search, encoding, device_,
                                                    settings_);
  }

 private:
  const Device device_;
  const RankPathsSettings settings_;
};

}  // namespace

template <class W>
std::shared_ptr<const DelegatePathsFactory<W>> make_rank_paths_factory_delegate(
    const Device& device, const RankPathsSettings& settings) {
  return std::make_shared<const DelegateFactory<W>>(device, settings);
}

template std::shared_ptr<const DelegatePathsFactory<float>> make_rank_paths_factory_delegate(
    const Device&, const RankPathsSettings&);
template std::shared_ptr<const DelegatePathsFactory<double>> make_rank_paths_factory_delegate(
    const Device&, const RankPathsSettings&);
template std::shared_ptr<const DelegatePathsFactory<std::uint32_t>>
make_rank_paths_factory_delegate(const Device&, const RankPathsSettings&);

}  // namespace strider::detail
