#include "algorithms/bfs/ranks_gpu/two_d/factory.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "algorithms/bfs/ranks/two_d/message_peers.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/input.hpp"
#include "gpu/dispatch.hpp"
#include "partition/owner_map.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail {
namespace {

/// A matrix with an offset for each column, whatever its format. Lives as long as the matrix.
class AllColumns {
 public:
  explicit AllColumns(const LocalMatrix& matrix) {
    matrix.visit([&](const auto& columns) {
      if constexpr (std::is_same_v<std::decay_t<decltype(columns)>, Csr>) {
        view_ = {columns.offsets().span(), columns.targets().span()};
      } else {
        offsets_ = Array<EdgeIndex>(std::size_t{matrix.num_columns()} + 1, 0);
        for (std::size_t k = 0; k < columns.columns().size(); ++k) {
          offsets_[columns.columns()[k] + std::size_t{1}] = columns.rows_of(k).size();
        }
        for (std::size_t c = 1; c < offsets_.size(); ++c) offsets_[c] += offsets_[c - 1];
        view_ = {offsets_.span(), {columns.first_row(), columns.num_entries()}};
      }
    });
  }
  AllColumns(const AllColumns&) = delete;
  AllColumns& operator=(const AllColumns&) = delete;

  [[nodiscard]] const MatrixOnHost& view() const { return view_; }
  /// Of the host's memory.
  [[nodiscard]] static std::uint64_t predict_bytes(const LocalMatrix& matrix) {
    const std::uint64_t offsets = std::uint64_t{matrix.num_columns()} + 1;
    return matrix.format() == MatrixFormat::kDcsc ? offsets * sizeof(EdgeIndex) : 0;
  }
  /// Of the device's.
  [[nodiscard]] static std::uint64_t predict_device_bytes(const LocalMatrix& matrix) {
    return MatrixOnHost::predict_bytes(std::uint64_t{matrix.num_columns()} + 1,
                                       matrix.num_entries());
  }

 private:
  Array<EdgeIndex> offsets_;
  MatrixOnHost view_;
};

bool is_directed(const Graph2d& graph) {
  return graph.directedness == Directedness::kDirected;
}
bool goes_bottom_up(const Graph2d& graph, const TwoDSettings& settings) {
  return !is_directed(graph) &&
         settings.search.direction == DistBfsSettings::Direction::kDirectionOptimizing;
}

class DeviceFactory2d final : public LocalFactory2d {
 public:
  DeviceFactory2d(const Device& device, const DeviceBfsOptions& options)
      : device_(device), options_(options) {}

  [[nodiscard]] std::uint64_t predict_bytes(const Graph2d& graph) const override {
    const std::uint64_t block = graph.place.block_size();
    // What results are read into, of either kind of device; the tree, and what is named at its end.
    const auto staged = on_simt::Sets::predict_host_bytes(
        {.most_words = std::max(graph.place.block_size(), graph.place.num_columns()) / 32,
         .most_universe = graph.place.block_size()});
    return staged + block * (sizeof(GlobalVertex) + sizeof(Level) + 3 * sizeof(std::uint32_t)) +
           AllColumns::predict_bytes(graph.by_source) + AllColumns::predict_bytes(graph.by_target);
  }

  [[nodiscard]] std::uint64_t predict_device_bytes(const Graph2d& graph,
                                                   const TwoDSettings& settings) const override {
    DeviceSizes2d sizes{.place = graph.place,
                        .matrix_bytes = AllColumns::predict_device_bytes(graph.by_source),
                        .encoding = settings.encoding,
                        .messages = place_of_messages(options_.transport)};
    if (goes_bottom_up(graph, settings)) {
      sizes.matrix_bytes += AllColumns::predict_device_bytes(graph.by_target);
    }
    const std::uint64_t bytes = on_device(
        device_, [&] { return on_cuda::predict_device_search_2d_bytes(sizes); },
        [&] { return on_simt::predict_device_search_2d_bytes(sizes); });
    return sizes.messages == MessagePlace::kDevice
               ? bytes + grid_peers(graph.place, settings.encoding).memory_bytes()
               : bytes;
  }

  [[nodiscard]] std::unique_ptr<LocalSearch2d> make(const Graph2d& graph,
                                                    const TwoDSettings& settings) const override {
    const bool bottom_up = goes_bottom_up(graph, settings);
    const AllColumns by_source(graph.by_source);
    std::optional<AllColumns> by_target;
    if (bottom_up) by_target.emplace(graph.by_target);
    const DeviceInput2d input{.device = device_,
                              .messages = place_of_messages(options_.transport),
                              .place = graph.place,
                              .shuffle = graph.owners.shuffle(),
                              .num_own = graph.owners.size(graph.place.rank()),
                              .is_directed = is_directed(graph),
                              .by_source = by_source.view(),
                              .by_target = bottom_up ? by_target->view() : MatrixOnHost{},
                              .degrees = graph.degrees.span(),
                              .encoding = settings.encoding,
                              .options = options_};
    return on_device(
        device_, [&] { return on_cuda::make_device_search_2d(input); },
        [&] { return on_simt::make_device_search_2d(input); });
  }

 private:
  const Device device_;
  const DeviceBfsOptions options_;
};

}  // namespace

std::shared_ptr<const LocalFactory2d> make_device_factory_2d(const Device& device,
                                                             const DeviceBfsOptions& options) {
  return std::make_shared<const DeviceFactory2d>(device, options);
}

}  // namespace strider::detail
