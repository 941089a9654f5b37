#include "io/binary/gapbs_file.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/memory.hpp"
#include "io/input_file.hpp"
#include "strider/error.hpp"

namespace strider {

GapbsFile::GapbsFile(const std::string& path) : file_(path) {
  if (without_compression_suffix(path).size() != path.size()) {
    refuse("is compressed, but binary graphs are read uncompressed only: unpack it first");
  }
  if (file_.size() < kGapbsHeaderBytes) refuse("is shorter than the header of a .sg file");
  std::byte header[kGapbsHeaderBytes];
  file_.read_at(0, header);
  const auto directed = static_cast<std::uint8_t>(header[0]);
  std::int64_t counts[2];
  std::memcpy(counts, header + 1, sizeof(counts));
  if (directed > 1) refuse("is not a .sg file: its first byte is neither 0 nor 1");
  if (counts[0] < 0 || counts[1] < 0) refuse("has a negative number of edges or vertices");
  directed_ = directed == 1;
  num_arcs_ = static_cast<EdgeIndex>(counts[0]);
  const auto n = static_cast<std::uint64_t>(counts[1]);
  if (n > kMaxVertices) {
    refuse(fmt::format("has {} vertices, more than one machine supports ({})", n, kMaxVertices));
  }
  num_vertices_ = static_cast<Vertex>(n);
  find_neighbor_bytes();
}

void GapbsFile::find_neighbor_bytes() {
  for (const std::size_t bytes : {sizeof(Vertex), sizeof(GapbsNeighbor)}) {
    neighbor_bytes_ = bytes;
    const std::uint64_t part = saturating_add(offsets_bytes(), saturating_mul(num_arcs_, bytes));
    if (saturating_add(kGapbsHeaderBytes, saturating_mul(part, directed_ ? 2 : 1)) ==
        file_.size()) {
      return;
    }
  }
  refuse(
      fmt::format("is {} bytes long, which fits neither a .sg nor a .wsg file of {} vertices and "
                  "{} arcs: it is truncated or corrupt",
                  file_.size(), num_vertices_, num_arcs_));
}

void GapbsFile::refuse(const std::string& message) const {
  throw InputError(file_.path(), 0, message);
}

}  // namespace strider
