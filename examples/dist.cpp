// Generates a graph on all ranks, searches it, checks the tree and writes its levels to one file.
//
//     mpirun -n 4 dist 20 levels.tsv
#include <cstdlib>
#include <iostream>
#include <strider/dist.hpp>
#include <string>

namespace {

int search(const strider::Cluster& cluster, int scale, const std::string& output) {
  const auto input =
      strider::DistInput::generate(cluster, strider::KroneckerParameters{.scale = scale});
  const strider::DistGraph graph(cluster, input, {.purpose = strider::GraphPurpose::kLevels});
  const auto tree = strider::bfs(graph, strider::kronecker_search_key({.scale = scale}, 0));

  const auto checked = strider::DistValidator(cluster, input).validate(tree);
  strider::write_result(cluster, input, tree, output, strider::ResultFormat::kTsv);
  if (cluster.rank() == 0) {
    std::cout << tree.num_reached() << " vertices reached in " << tree.num_levels() << " levels; "
              << tree.traffic().total.bytes << " bytes sent by " << cluster.size()
              << " ranks; the tree is " << (checked.passed() ? "right" : "wrong") << '\n';
  }
  return checked.passed() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: dist SCALE OUTPUT\n";
    return 2;
  }
  return strider::on_ranks([&](const strider::Cluster& cluster) {
    return search(cluster, std::atoi(argv[1]), argv[2]);
  });
}
