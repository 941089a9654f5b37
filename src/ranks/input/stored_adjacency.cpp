#include "ranks/input/stored_adjacency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <vector>

#include "io/binary/gapbs_file.hpp"
#include "io/native/container.hpp"
#include "io/native/verify.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

template <class W>
Weights copy_weights(std::span<const W> weights, const std::string& path) {
  if (std::any_of(weights.begin(), weights.end(), [](W w) { return w != w; })) {
    throw InputError(path, 0, "has a weight that is not a number");
  }
  return Array<W>::copy_of(weights);
}

class StoredNative : public StoredAdjacency {
 public:
  explicit StoredNative(const std::string& path)
      : container_(path), graph_(container_.graph()), structure_(topology(graph_)) {}

  [[nodiscard]] std::uint64_t num_vertices() const override { return structure_.num_vertices(); }
  [[nodiscard]] EdgeIndex num_arcs() const override { return structure_.num_arcs(); }
  [[nodiscard]] Directedness directedness() const override { return structure_.directedness(); }
  [[nodiscard]] bool has_weights() const override { return graph_.index() != 0; }
  [[nodiscard]] const char* directedness_reason() const override { return "the container says so"; }
  [[nodiscard]] std::uint64_t duplicates_left_out() const override {
    return container_.duplicates_left_out();
  }
  [[nodiscard]] std::optional<native::StoredBuild> stored_build() const override {
    return container_.stored_build();
  }
  [[nodiscard]] Labels labels() const override { return structure_.labels(); }
  [[nodiscard]] bool has_transpose() const override {
    return structure_.is_directed() && structure_.has_transpose();
  }
  [[nodiscard]] std::vector<std::uint64_t> checksums_of_part(int part, int parts,
                                                             int threads) const override {
    // As long on all ranks, even if one of them sees another file.
    std::vector<std::uint64_t> sums =
        container_.checksums_of_part(part, parts, ReadLayouts::kNone, threads);
    sums.resize(native::kMostSections, 0);
    return sums;
  }
  void compare_checksums(std::span<const std::uint64_t> checksums) const override {
    container_.compare_checksums(checksums);
  }
  void check_labels(Range vertices) const override {
    native::check_label_offsets(structure_.labels(), vertices, container_.path());
  }
  void read_offsets(Part part, std::uint64_t first, std::span<EdgeIndex> offsets) const override {
    std::copy_n(csr(part).offsets().begin() + static_cast<std::ptrdiff_t>(first), offsets.size(),
                offsets.begin());
  }
  void read_targets(Part part, EdgeIndex first, std::span<Vertex> targets) const override {
    std::copy_n(csr(part).targets().begin() + static_cast<std::ptrdiff_t>(first), targets.size(),
                targets.begin());
  }
  [[nodiscard]] Weights read_weights(EdgeIndex first, EdgeIndex count) const override {
    return std::visit(
        [&](const auto& graph) -> Weights {
          if constexpr (std::is_same_v<std::decay_t<decltype(graph)>, Graph>) {
            return std::monostate{};
          } else {
            return copy_weights(graph.weights().span().subspan(first, count), container_.path());
          }
        },
        graph_);
  }
  [[nodiscard]] bool narrows_weights() const override { return false; }

 private:
  [[nodiscard]] const Csr& csr(Part part) const {
    return part == Part::kOut ? structure_.out() : structure_.in();
  }
  native::Container container_;
  AnyGraph graph_;
  const Graph& structure_;
};

class StoredGapbs : public StoredAdjacency {
 public:
  explicit StoredGapbs(const std::string& path) : file_(path) {}

  [[nodiscard]] std::uint64_t num_vertices() const override { return file_.num_vertices(); }
  [[nodiscard]] EdgeIndex num_arcs() const override { return file_.num_arcs(); }
  [[nodiscard]] Directedness directedness() const override {
    return file_.directed() ? Directedness::kDirected : Directedness::kUndirected;
  }
  [[nodiscard]] bool has_weights() const override { return file_.weighted(); }
  [[nodiscard]] const char* directedness_reason() const override { return "the header says so"; }
  [[nodiscard]] Labels labels() const override { return {}; }
  [[nodiscard]] bool has_transpose() const override { return file_.directed(); }
  [[nodiscard]] std::vector<std::uint64_t> checksums_of_part(int, int, int) const override {
    return {};
  }
  void compare_checksums(std::span<const std::uint64_t>) const override {}
  void check_labels(Range) const override {}
  void read_offsets(Part part, std::uint64_t first, std::span<EdgeIndex> offsets) const override {
    file_.read_at(begin_of(part) + first * sizeof(EdgeIndex), std::as_writable_bytes(offsets));
  }
  void read_targets(Part part, EdgeIndex first, std::span<Vertex> targets) const override {
    if (!file_.weighted()) {
      file_.read_at(arc_position(part, first), std::as_writable_bytes(targets));
      return;
    }
    for_each_pair(part, first, targets.size(),
                  [&](std::size_t i, const GapbsNeighbor& pair) { targets[i] = pair.target; });
  }
  [[nodiscard]] Weights read_weights(EdgeIndex first, EdgeIndex count) const override {
    Array<double> weights(count);
    for_each_pair(Part::kOut, first, count,
                  [&](std::size_t i, const GapbsNeighbor& pair) { weights[i] = pair.weight; });
    return weights;
  }
  [[nodiscard]] bool narrows_weights() const override { return true; }

 private:
  static constexpr std::size_t kBlock = 1 << 16;

  [[nodiscard]] std::size_t begin_of(Part part) const {
    return file_.part_begin(part == Part::kOut ? 0 : 1);
  }
  [[nodiscard]] std::size_t arc_position(Part part, EdgeIndex arc) const {
    return begin_of(part) + file_.offsets_bytes() + arc * file_.neighbor_bytes();
  }
  /// body(i, pair of arc first + i), in chunks.
  template <class F>
  void for_each_pair(Part part, EdgeIndex first, EdgeIndex count, F&& body) const {
    std::vector<GapbsNeighbor> pairs(std::min<EdgeIndex>(count, kBlock));
    for (EdgeIndex done = 0; done < count; done += pairs.size()) {
      const std::span chunk(pairs.data(), std::min<EdgeIndex>(pairs.size(), count - done));
      file_.read_at(arc_position(part, first + done), std::as_writable_bytes(chunk));
      for (std::size_t i = 0; i < chunk.size(); ++i) body(done + i, chunk[i]);
    }
  }

  GapbsFile file_;
};

}  // namespace

std::unique_ptr<StoredAdjacency> open_adjacency(const std::string& path, FileFormat format) {
  if (format == FileFormat::kGapbs) return std::make_unique<StoredGapbs>(path);
  return std::make_unique<StoredNative>(path);
}

}  // namespace strider::detail
