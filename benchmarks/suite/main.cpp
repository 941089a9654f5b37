// Times Strider: a command for each algorithm, which prints one JSON object a line.
#include <fmt/core.h>

#include <cstdio>
#include <exception>

#include "commands.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App program("Times Strider, one JSON object a line");
  program.require_subcommand(1);
  benchmark::add_bc(program);
  benchmark::add_bfs(program);
  benchmark::add_bipartite(program);
  benchmark::add_components(program);
  benchmark::add_pagerank(program);
  benchmark::add_flow(program);
  benchmark::add_msf(program);
  benchmark::add_paths(program);
  benchmark::add_questions(program);
  benchmark::add_sssp(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "strider_benchmark: {}\n", error.what());
    return 1;
  }
}
