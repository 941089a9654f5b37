// The verbs. Each registers its options with the program and runs when it is chosen; errors leave
// as exceptions.
#pragma once

#include "parser.hpp"

namespace strider::cli {

void add_info(CLI::App& program);
void add_convert(CLI::App& program);
void add_generate(CLI::App& program);
void add_bfs(CLI::App& program);
void add_bc(CLI::App& program);
void add_closeness(CLI::App& program);
void add_bipartite(CLI::App& program);
void add_components(CLI::App& program);
void add_cluster(CLI::App& program);
void add_core(CLI::App& program);
void add_pagerank(CLI::App& program);
void add_cdlp(CLI::App& program);
void add_lcc(CLI::App& program);
void add_diameter(CLI::App& program);
void add_flow(CLI::App& program);
void add_msf(CLI::App& program);
void add_sssp(CLI::App& program);
void add_graph500(CLI::App& program);
void add_model(CLI::App& program);
/// Below `model`.
void add_network(CLI::App& model);
void add_report(CLI::App& program);
void add_validate(CLI::App& program);
/// The verbs below `validate`.
void add_validate_bfs(CLI::App& validate);
void add_validate_sssp(CLI::App& validate);
void add_validate_msf(CLI::App& validate);
void add_validate_components(CLI::App& validate);

}  // namespace strider::cli
