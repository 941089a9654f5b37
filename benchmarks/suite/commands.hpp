// The commands of strider_benchmark.
#pragma once

#include <CLI/CLI.hpp>

namespace benchmark {

void add_bc(CLI::App& program);
void add_bfs(CLI::App& program);
void add_bipartite(CLI::App& program);
void add_components(CLI::App& program);
void add_flow(CLI::App& program);
void add_msf(CLI::App& program);
void add_pagerank(CLI::App& program);
void add_paths(CLI::App& program);
/// Closeness, clustering, communities, cores, diameter, strong.
void add_questions(CLI::App& program);
void add_sssp(CLI::App& program);

}  // namespace benchmark
