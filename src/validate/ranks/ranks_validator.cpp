#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/smallest_parents.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/error.hpp"
#include "validate/ranks/any_tuples.hpp"
#include "validate/ranks/validator.hpp"

namespace strider {

using detail::AnyTuples;
using detail::NoWeight;
using detail::TreeBlock;
using detail::Tuples;

struct DistValidator::State {
  std::shared_ptr<Cluster::State> cluster;
  AnyTuples tuples;
  detail::VertexNames names;
  int threads;

  [[nodiscard]] const comm::Communicator& comm() const { return cluster->comm(); }
};

namespace {

/// Levels without parents are right where they are those of a tree. Collective.
template <class W>
TreeBlock<Level> tree_of(const comm::Communicator& comm, const Tuples<W>& tuples,
                         const DistBfsResult& result, int threads) {
  const auto vertex_of = [&](std::size_t v) { return result.vertex(v); };
  const auto level_of = [levels = result.levels()](std::size_t v) {
    return levels[static_cast<Vertex>(v)];
  };
  if (result.query().output == BfsOutput::kTree) {
    return detail::to_tree_block<Level>(comm, tuples.owners(), result.parents(), vertex_of,
                                        level_of);
  }
  TreeBlock<Level> tree;
  tree.depths =
      detail::to_blocks<Level>(comm, tuples.owners(), result.num_owned(), vertex_of, level_of);
  tree.parents = detail::smallest_parents(comm, tuples, tree.depths, threads);
  if (!tree.depths.empty())
    tree.first = tuples.owners().global(comm.rank(), detail::local_vertex(0));
  return tree;
}

}  // namespace

DistValidator::DistValidator(const Cluster& cluster, const DistInput& input, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  state_ = std::make_unique<State>(State{cluster.state(),
                                         detail::collect(comm, *input.state()->source, threads),
                                         input.state()->names, threads});
}

DistValidator::DistValidator(DistValidator&&) noexcept = default;
DistValidator& DistValidator::operator=(DistValidator&&) noexcept = default;
DistValidator::~DistValidator() = default;

DistValidation<BfsRule> DistValidator::validate(const DistBfsResult& result) const {
  return std::visit(
      [&](const auto& tuples) {
        const TreeBlock<Level> tree = tree_of(state_->comm(), tuples, result, state_->threads);
        return detail::validate_levels(state_->comm(), tuples, result.query(), tree,
                                       state_->threads);
      },
      state_->tuples);
}

template <class W>
DistValidation<SsspRule> DistValidator::validate(const DistSsspResult<W>& result,
                                                 const SsspValidationOptions& options) const {
  const comm::Communicator& comm = state_->comm();
  using Distance = SsspDistance<W>;
  const auto check = [&]<class T>(const Tuples<T>& tuples) {
    detail::require_weights(comm, tuples, state_->names, options.self_loops);
    const TreeBlock<Distance> tree = detail::to_tree_block<Distance>(
        comm, tuples.owners(), result.parents(), [&](std::size_t v) { return result.vertex(v); },
        [&](std::size_t v) { return result.distances()[v]; });
    return detail::validate_distances<W>(comm, tuples, result.source(), tree, options);
  };
  if (const auto* tuples = std::get_if<Tuples<W>>(&state_->tuples)) return check(*tuples);
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    // Every edge weighs 1 where the input has no weights.
    if (const auto* tuples = std::get_if<Tuples<NoWeight>>(&state_->tuples)) return check(*tuples);
  }
  comm::try_on_all_ranks(comm, [] {
    throw UsageError("validation: the input's weights have another type than the distances");
  });
  return {};
}

template DistValidation<SsspRule> DistValidator::validate(const DistSsspResult<float>&,
                                                          const SsspValidationOptions&) const;
template DistValidation<SsspRule> DistValidator::validate(const DistSsspResult<double>&,
                                                          const SsspValidationOptions&) const;
template DistValidation<SsspRule> DistValidator::validate(const DistSsspResult<std::uint32_t>&,
                                                          const SsspValidationOptions&) const;

}  // namespace strider
