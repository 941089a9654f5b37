#include <cstdio>
#include <strider/gpu.hpp>
#include <strider/strider.hpp>
#include <utility>

int main() {
  strider::EdgeList list;
  list.num_vertices = 5;
  list.edges = strider::Array<strider::Edge>(3);
  list.edges[0] = {0, 1};
  list.edges[1] = {0, 2};
  list.edges[2] = {2, 3};
  const strider::Graph graph = strider::build_graph(std::move(list));
  const strider::DeviceGraph on_device(strider::Device::simt(), graph);
  strider::BfsSolver solver(on_device, strider::DeviceBfsOptions{});
  const strider::BfsResult tree = solver.run(0);
  std::printf("reached %u of %u vertices on simt\n", tree.num_reached(), graph.num_vertices());
  return tree.parents()[3] == 2 ? 0 : 1;
}
