// A build without devices.
#include "devices/bc.hpp"
#include "devices/forest.hpp"
#include "devices/place.hpp"
#include "devices/sssp.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

[[noreturn]] void refuse() {
  throw UnavailableError("this build has no device support: build with -DSTRIDER_GPU=ON");
}

}  // namespace

bool has_devices() {
  return false;
}
std::string device_methods() {
  return "";
}
DeviceBfsOptions device_options(const DeviceOptions& /*on_device*/, const Tuning& /*tuning*/) {
  refuse();
}
Device open_device(const DeviceChoice& /*device*/, const DeviceOptions& /*on_device*/,
                   std::uint64_t /*seed*/, int /*number_here*/) {
  refuse();
}
std::string device_name(const Device& /*device*/) {
  refuse();
}
std::unique_ptr<SearchPlace> device_place(const PreparedGraph& /*graph*/,
                                          const SearchOptions& /*search*/,
                                          const DeviceChoice& /*device*/, std::uint64_t /*seed*/) {
  refuse();
}
TimedComponents components_on_device(const Graph& /*graph*/, const ComponentsVerb& /*verb*/) {
  refuse();
}

std::string device_path_methods() {
  return "";
}
DeviceSsspOptions device_path_options(const PathOptions& /*paths*/,
                                      const DeviceOptions& /*on_device*/) {
  refuse();
}
template <class W>
PathPlace<W> device_path_place(const WeightedGraph<W>& /*graph*/, const SsspOptions& /*search*/,
                               const PathOptions& /*paths*/, const DeviceOptions& /*on_device*/,
                               const RunOptions& /*run*/, std::uint64_t /*seed*/) {
  refuse();
}
template PathPlace<float> device_path_place(const WeightedGraph<float>&, const SsspOptions&,
                                            const PathOptions&, const DeviceOptions&,
                                            const RunOptions&, std::uint64_t);
template PathPlace<double> device_path_place(const WeightedGraph<double>&, const SsspOptions&,
                                             const PathOptions&, const DeviceOptions&,
                                             const RunOptions&, std::uint64_t);
template PathPlace<std::uint32_t> device_path_place(const WeightedGraph<std::uint32_t>&,
                                                    const SsspOptions&, const PathOptions&,
                                                    const DeviceOptions&, const RunOptions&,
                                                    std::uint64_t);

DeviceBetweennessOptions device_betweenness_options(const BcOptions& /*options*/) {
  refuse();
}
BetweennessResult betweenness_on_device(const BcOptions& /*options*/, const Graph& /*graph*/,
                                        const BetweennessOptions& /*exact*/,
                                        std::string& /*device_name*/) {
  refuse();
}
template <class W>
BetweennessResult betweenness_on_device(const BcOptions& /*options*/,
                                        const WeightedGraph<W>& /*graph*/,
                                        const BetweennessOptions& /*exact*/,
                                        std::string& /*device_name*/) {
  refuse();
}
template BetweennessResult betweenness_on_device(const BcOptions&, const WeightedGraph<float>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcOptions&, const WeightedGraph<double>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcOptions&,
                                                 const WeightedGraph<std::uint32_t>&,
                                                 const BetweennessOptions&, std::string&);
BetweennessEstimate estimate_on_device(const BcOptions& /*options*/, const Graph& /*graph*/,
                                       const EstimateOptions& /*adaptive*/,
                                       std::string& /*device_name*/) {
  refuse();
}
Graph500Report run_graph500_on_device(const Graph500Options& /*benchmark*/,
                                      const SearchOptions& /*search*/, const PathOptions& /*paths*/,
                                      const DeviceChoice& /*device*/, std::uint64_t /*seed*/) {
  refuse();
}

std::string device_forest_methods() {
  return "";
}
DeviceMsfOptions device_forest_options(const MsfVerb& /*options*/) {
  refuse();
}
template <class W>
DeviceForest<W> forest_on_device(const WeightedGraph<W>& /*graph*/, const MsfVerb& /*options*/) {
  refuse();
}
template DeviceForest<float> forest_on_device(const WeightedGraph<float>&, const MsfVerb&);
template DeviceForest<double> forest_on_device(const WeightedGraph<double>&, const MsfVerb&);
template DeviceForest<std::uint32_t> forest_on_device(const WeightedGraph<std::uint32_t>&,
                                                      const MsfVerb&);

}  // namespace strider::cli
