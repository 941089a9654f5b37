// What the files of the extension module add to it.
#pragma once

#include <nanobind/nanobind.h>

namespace strider::python {

void add_errors(nanobind::module_& module);
void add_graph(nanobind::module_& module);
void add_files(nanobind::module_& module);
void add_generators(nanobind::module_& module);
void add_bfs(nanobind::module_& module);
void add_bipartite(nanobind::module_& module);
void add_sssp(nanobind::module_& module);
void add_distance_rows(nanobind::module_& module);
void add_flow(nanobind::module_& module);
void add_msf(nanobind::module_& module);
void add_closeness(nanobind::module_& module);
void add_components(nanobind::module_& module);
void add_clusters(nanobind::module_& module);
void add_core(nanobind::module_& module);
/// And what else LDBC Graphalytics asks for.
void add_pagerank(nanobind::module_& module);
void add_diameter(nanobind::module_& module);
void add_betweenness(nanobind::module_& module);
void add_validation(nanobind::module_& module);
void add_graph500(nanobind::module_& module);
/// Nothing in a build without MPI.
void add_ranks(nanobind::module_& module);

}  // namespace strider::python
