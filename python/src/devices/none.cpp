// A build without devices.
#include "devices/devices.hpp"
#include "strider/error.hpp"

namespace strider::python {
namespace {

[[noreturn]] void refuse() {
  throw UnavailableError(
      "this package was built without devices: pip install . -C cmake.define.STRIDER_GPU=ON");
}

}  // namespace

Place* place_named(const std::string& device) {
  if (device != "host") refuse();
  return nullptr;
}
std::vector<std::string> device_names() {
  return {"host"};
}
BfsResult bfs_on_device(PyGraph&, Place&, const BfsQuery&, const std::string&, BfsTrace) {
  refuse();
}
AnyPaths paths_on_device(PyGraph&, Place&, Vertex, const std::string&, const SsspOptions&) {
  refuse();
}
AnyForest forest_on_device(PyGraph&, Place&, MsfObjective, const std::string&, int) {
  refuse();
}
ComponentsResult components_on_device(PyGraph&, Place&) {
  refuse();
}
CoreResult core_numbers_on_device(PyGraph&, Place&) {
  refuse();
}
ComponentsResult strong_components_on_device(PyGraph&, Place&) {
  refuse();
}
PageRankResult page_rank_on_device(PyGraph&, Place&, const PageRankOptions&) {
  refuse();
}
LabelPropagationResult labels_on_device(PyGraph&, Place&, const LabelPropagationOptions&) {
  refuse();
}
LocalClusteringResult clustering_on_device(PyGraph&, Place&) {
  refuse();
}
DiameterResult diameter_on_device(PyGraph&, Place&, const DiameterOptions&) {
  refuse();
}
ClosenessResult closeness_on_device(PyGraph&, Place&, const ClosenessOptions&) {
  refuse();
}
DistanceMatrix distances_on_device(PyGraph&, Place&, std::span<const Vertex>) {
  refuse();
}
BetweennessResult betweenness_on_device(PyGraph&, Place&, const BetweennessOptions&,
                                        const std::string&) {
  refuse();
}
BetweennessResult weighted_betweenness_on_device(PyGraph&, Place&, const BetweennessOptions&,
                                                 const std::string&) {
  refuse();
}
BetweennessEstimate estimate_on_device(PyGraph&, Place&, const EstimateOptions&) {
  refuse();
}

template <class T>
nanobind::object array_on_device(Place*, const Array<T>&) {
  refuse();
}
template nanobind::object array_on_device(Place*, const Array<std::int32_t>&);
template nanobind::object array_on_device(Place*, const Array<std::uint64_t>&);
template nanobind::object array_on_device(Place*, const Array<float>&);
template nanobind::object array_on_device(Place*, const Array<double>&);
nanobind::object vertices_on_device(Place*, const Array<Vertex>&, Vertex) {
  refuse();
}

}  // namespace strider::python
