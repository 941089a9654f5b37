// Graphs that ranks share, and what is found in them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "call.hpp"
#include "solver_pool.hpp"
#include "strider/dist.hpp"
#include "violations.hpp"

namespace strider::python {

struct PyRanksGraph {
  PyRanksGraph(std::shared_ptr<Cluster> of_cluster, DistInput of_input,
               const PartitionOptions& options)
      : cluster(std::move(of_cluster)),
        input(std::move(of_input)),
        graph(*cluster, input, options),
        threads(options.threads) {}

  std::shared_ptr<Cluster> cluster;
  DistInput input;
  DistGraph graph;
  int threads;

  SolverPool<DistBfsSolver> bfs_solvers = {};
  WeightedSolverPools<DistSsspSolver> sssp_solvers = {};
};

/// body() without the GIL. No signal ends it: the other ranks would wait for this one.
template <class F>
auto collective(F&& body) {
  require_threads(0);
  const nanobind::gil_scoped_release released;
  return std::forward<F>(body)();
}

/// A number for each vertex, or end of an edge, that this rank owns.
template <class Number>
Array<std::int64_t> owned_numbers(std::size_t size, Number&& number) {
  const nanobind::gil_scoped_release released;
  Array<std::int64_t> numbers(size);
  for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<std::int64_t>(number(i));
  return numbers;
}

/// The vertices that this rank owns in `result`.
template <class Result>
NumpyArray<std::int64_t> owned_vertices(const Result& result) {
  return to_numpy(
      owned_numbers(result.num_owned(), [&](std::size_t i) { return result.vertex(i); }));
}

/// The format that the suffix of a path names. Throws UsageError if it names none.
ResultFormat result_format(const std::string& path);

void add_cluster(nanobind::module_& module);
void add_ranks_graph(nanobind::module_& module);
void add_ranks_bfs(nanobind::module_& module);
void add_ranks_sssp(nanobind::module_& module);
void add_ranks_components(nanobind::module_& module);
void add_ranks_msf(nanobind::module_& module);
void add_ranks_betweenness(nanobind::module_& module);

}  // namespace strider::python
