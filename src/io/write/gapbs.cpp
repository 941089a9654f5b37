#include "io/binary/gapbs.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "io/write/graph_files.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Throws UsageError where the weight is no 32-bit signed integer.
template <class W>
std::int32_t to_weight(W weight) {
  // Compared as doubles: both ends of the range, and every weight that fits, are exact there.
  const auto wide = static_cast<double>(weight);
  if (!(wide >= std::numeric_limits<std::int32_t>::min() &&
        wide <= std::numeric_limits<std::int32_t>::max()) ||
      static_cast<double>(static_cast<std::int32_t>(wide)) != wide) {
    throw UsageError(
        fmt::format(".wsg files hold 32-bit integer weights, but this graph has the weight {}: "
                    "write mtx or the native container",
                    weight));
  }
  return static_cast<std::int32_t>(wide);
}

template <class T>
std::string bytes_of(const T& value) {
  std::string bytes(sizeof(value), '\0');
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

std::string head_of_file(const GraphHeader& header) {
  return bytes_of(static_cast<std::uint8_t>(header.is_directed() ? 1 : 0)) +
         bytes_of(header.num_arcs) + bytes_of(header.num_vertices);
}

/// Where rows begin, and where the last one ends.
class GapbsOffsets final : public RowEncoder {
 public:
  GapbsOffsets(std::string head, std::uint64_t num_arcs)
      : head_(std::move(head)), num_arcs_(num_arcs) {}

  [[nodiscard]] std::string head() const override { return head_; }
  void append(const GraphRow& row, TextBuffer& out) const override { out.append_bytes(row.begin); }
  [[nodiscard]] std::string tail() const override { return bytes_of(num_arcs_); }

 private:
  std::string head_;
  std::uint64_t num_arcs_;
};

class GapbsNeighbors final : public RowEncoder {
 public:
  void append(const GraphRow& row, TextBuffer& out) const override {
    std::visit(
        [&](const auto& weights) {
          for (std::size_t i = 0; i < row.targets.size(); ++i) {
            const auto target = static_cast<Vertex>(row.targets[i]);
            if constexpr (kNoWeights<decltype(weights)>) {
              out.append_bytes(target);
            } else {
              out.append_bytes(GapbsNeighbor{target, to_weight(weights[i])});
            }
          }
        },
        row.weights);
  }
};

}  // namespace

std::vector<GraphFile> gapbs_files(const GraphHeader& header, const std::string& path) {
  if (header.num_vertices > static_cast<Vertex>(std::numeric_limits<std::int32_t>::max())) {
    throw UsageError(".sg files hold at most 2^31 - 1 vertices");
  }
  auto files = one_section<GapbsOffsets>(path, head_of_file(header), header.num_arcs);
  auto& sections = files[0].sections;
  sections.push_back({std::make_unique<GapbsNeighbors>()});
  if (header.is_directed()) {
    sections.push_back({std::make_unique<GapbsOffsets>("", header.num_arcs), RowsBy::kTarget});
    sections.push_back({std::make_unique<GapbsNeighbors>(), RowsBy::kTarget});
  }
  return files;
}

}  // namespace strider
