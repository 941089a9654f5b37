// GHS as an engine: names for edges, a search, and edges from names again.
#include <utility>

#include "algorithms/msf/ranks/engine.hpp"
#include "algorithms/msf/ranks/ghs/named_arcs.hpp"
#include "algorithms/msf/ranks/ghs/search.hpp"
#include "graph/weight_order.hpp"

namespace strider::detail {
namespace {

template <class W>
class Ghs final : public DistMsfEngine<W> {
 public:
  Ghs(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
      const DistMsfOptions& options)
      : order_(options.objective),
        arcs_(ghs::name_arcs(comm, graph, options)),
        search_(ghs::make_search(comm, graph.topology.owners, arcs_, options)) {}

  void run(DistForest<W>& forest) override {
    forest.edges.clear();
    search_->run(
        [&](std::uint32_t u, std::uint32_t v, const ghs::EdgeName& name) {
          forest.edges.push_back({u, v, order_.weight(static_cast<WeightKey<W>>(name.key))});
        },
        forest.profile);
  }

 private:
  WeightOrder<W> order_;
  ghs::NamedArcs arcs_;
  std::unique_ptr<ghs::RankSearch> search_;
};

}  // namespace

template <class W>
std::unique_ptr<DistMsfEngine<W>> make_ghs(const comm::Communicator& comm,
                                           std::shared_ptr<const WeightedGraph1d<W>> graph,
                                           const DistMsfOptions& options) {
  return std::make_unique<Ghs<W>>(comm, *graph, options);
}

template std::unique_ptr<DistMsfEngine<float>> make_ghs(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<double>> make_ghs(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const DistMsfOptions&);
template std::unique_ptr<DistMsfEngine<std::uint32_t>> make_ghs(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const DistMsfOptions&);

}  // namespace strider::detail
