// strider._core: the library as the Python package sees it. The package checks arguments and shapes
// results; here are only calls of the library, without the GIL.
#include "module.hpp"

NB_MODULE(_core, module) {
  using namespace strider::python;
  // At exit daemon threads may still hold objects.
  nanobind::set_leak_warnings(false);
  add_errors(module);
  add_graph(module);
  add_files(module);
  add_generators(module);
  add_bfs(module);
  add_bipartite(module);
  add_sssp(module);
  add_distance_rows(module);
  add_msf(module);
  add_closeness(module);
  add_components(module);
  add_clusters(module);
  add_core(module);
  add_diameter(module);
  add_pagerank(module);
  add_flow(module);
  add_betweenness(module);
  add_validation(module);
  add_graph500(module);
  add_ranks(module);
}
