#include "ranks/edges/tuples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/traffic.hpp"
#include "ranks/edges/check_edge.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {

template <class W>
class TupleCollector {
 public:
  TupleCollector(const comm::Communicator& comm, OwnerMap owners, Directedness directedness)
      : comm_(comm), tuples_(std::move(owners), directedness) {}

  Tuples<W> collect(const EdgeSource& source, const RedistributeSettings& settings) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    redistribute<Incidence, W, 2>(
        comm_, source, settings, [&](const ListedEdge<W>& edge, auto&& emit) { route(edge, emit); },
        [&](Array<Incidence>&& part) {
          for (const Incidence& incidence : part) tuples_.ghosts_.insert(incidence.from);
          received_.push_back(std::move(part));
        });
    comm::try_on_all_ranks(comm_, [&] { place_rows(); });
    subscribe();
    return std::move(tuples_);
  }

 private:
  struct Incidence {
    GlobalVertex from;
    std::uint32_t to;
    [[no_unique_address]] W weight;
  };

  template <class Emit>
  void route(const ListedEdge<W>& edge, Emit& emit) const {
    const auto [u, v] = std::pair(edge.source, edge.target);
    check_ends(edge, tuples_.owners_.num_vertices());
    const auto send = [&](GlobalVertex from, GlobalVertex to) {
      const OwnedVertex owned = tuples_.owners_.locate(to);
      emit(owned.rank, Incidence{from, index(owned.vertex), edge.weight});
    };
    send(u, v);
    if (tuples_.directedness_ == Directedness::kUndirected && u != v) send(v, u);
  }

  void place_rows();
  void subscribe();

  const comm::Communicator& comm_;
  Tuples<W> tuples_;
  std::vector<Array<Incidence>> received_;
};

template <class W>
void TupleCollector<W>::place_rows() {
  const std::uint32_t own = tuples_.owners_.size(comm_.rank());
  std::uint64_t total = 0;
  for (const Array<Incidence>& part : received_) total += part.size();
  // Counted one place up and filled from there, so that what are ends of rows becomes beginnings.
  Array<EdgeIndex>& offsets = tuples_.offsets_;
  Workspace workspace;
  workspace.declare("where rows begin", offsets, own + 2ULL);
  workspace.declare("the rows", tuples_.local_ids_, total);
  if (!std::is_empty_v<W>) workspace.declare("the weights", tuples_.weights_, total);
  workspace.take("the listed edges of every vertex", NodeMemory(comm_));
  std::fill(offsets.begin(), offsets.end(), EdgeIndex{0});
  tuples_.ghost_vertices_ = tuples_.ghosts_.number();
  for (const Array<Incidence>& part : received_) {
    for (const Incidence& incidence : part) ++offsets[incidence.to + 2ULL];
  }
  for (std::size_t v = 2; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
  for (Array<Incidence>& part : received_) {
    for (const Incidence& incidence : part) {
      const EdgeIndex place = offsets[incidence.to + 1ULL]++;
      tuples_.local_ids_[place] = tuples_.ghosts_.local_id(incidence.from);
      const GlobalVertex to = tuples_.owners_.global(comm_.rank(), local_vertex(incidence.to));
      if constexpr (!std::is_empty_v<W>) {
        tuples_.weights_[place] = incidence.weight;
        if (is_bad_weight(incidence.weight)) {
          (to == incidence.from ? tuples_.bad_loop_ : tuples_.bad_edge_)
              .merge({incidence.from, to, incidence.weight});
          // A self-loop that does not count must not show a shorter way.
          if (to == incidence.from) tuples_.weights_[place] = 0;
        }
      }
      if (to == incidence.from) tuples_.self_loops_.push_back(incidence.to);
    }
    part = Array<Incidence>();
  }
  received_.clear();
}

template <class W>
void TupleCollector<W>::subscribe() {
  // Ghosts ascend and blocks do so too: they stand rank by rank already.
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  Array<std::uint32_t> wanted(tuples_.ghost_vertices_.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const OwnedVertex owned = tuples_.owners_.locate(tuples_.ghost_vertices_[i]);
    ++counts[static_cast<std::size_t>(owned.rank)];
    wanted[i] = index(owned.vertex);
  }
  tuples_.subscribed_ = comm_.all_to_all<std::uint32_t>(std::as_const(wanted).span(), counts,
                                                        tuples_.subscribed_counts_);
}

template <class W>
Tuples<W> collect_tuples(const comm::Communicator& comm, const EdgeSource& source,
                         const RedistributeSettings& settings) {
  OwnerMap owners;
  comm::try_on_all_ranks(comm,
                         [&] { owners = OwnerMap::block(source.num_vertices(), comm.size()); });
  return TupleCollector<W>(comm, std::move(owners), source.directedness())
      .collect(source, settings);
}

template Tuples<NoWeight> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                         const RedistributeSettings&);
template Tuples<float> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                      const RedistributeSettings&);
template Tuples<double> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                       const RedistributeSettings&);
template Tuples<std::uint32_t> collect_tuples(const comm::Communicator&, const EdgeSource&,
                                              const RedistributeSettings&);

}  // namespace strider::detail
