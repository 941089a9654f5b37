// Betweenness on a device.
#include "bc_verb.hpp"
#include "devices/search_on_device.hpp"
#include "strider/device_betweenness.hpp"

namespace strider::cli {
namespace {

/// search(graph there, options of the device).
template <class G, class Search>
auto score_on_device(const BcVerb& verb, const G& graph, std::string& device_name, Search search) {
  const DeviceBetweennessOptions on_device = device_betweenness_options(verb);
  return search_on_device(verb, graph, device_name,
                          [&](const auto& there) { return search(there, on_device); });
}

}  // namespace

template <class G>
BetweennessResult betweenness_on_device(const BcVerb& verb, const G& graph,
                                        const BetweennessOptions& exact, std::string& device_name) {
  return score_on_device(verb, graph, device_name,
                         [&](const auto& there, const DeviceBetweennessOptions& on_device) {
                           return betweenness(graph, there, exact, on_device);
                         });
}
template BetweennessResult betweenness_on_device(const BcVerb&, const Graph&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<float>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<double>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<std::uint32_t>&,
                                                 const BetweennessOptions&, std::string&);

BetweennessEstimate estimate_on_device(const BcVerb& verb, const Graph& graph,
                                       const EstimateOptions& adaptive, std::string& device_name) {
  return score_on_device(verb, graph, device_name,
                         [&](const auto& there, const DeviceBetweennessOptions& on_device) {
                           return estimate_betweenness(graph, there, adaptive, on_device);
                         });
}

}  // namespace strider::cli
