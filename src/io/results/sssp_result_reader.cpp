#include "io/input_file.hpp"
#include "io/results/claimed_cells.hpp"
#include "strider/results.hpp"

namespace strider {

template <class W>
SubmittedSssp<W> read_sssp_result(const std::string& path, const Labels& labels,
                                  Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  auto tree = read_claimed_tree(path, file.bytes(), {kPathColumns, ""}, {labels, num_vertices},
                                kInfiniteDistance<W>, parse_distance<W>);
  SubmittedSssp<W> claim;
  claim.parents = std::move(tree.parents);
  claim.distances = std::move(tree.depths);
  claim.source = tree.source;
  return claim;
}

template SubmittedSssp<float> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<double> read_sssp_result(const std::string&, const Labels&, Vertex);
template SubmittedSssp<std::uint32_t> read_sssp_result(const std::string&, const Labels&, Vertex);

}  // namespace strider
