// What the fuzz targets of the binary readers share: they open files by name.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::fuzz {

/// A file in memory only, that has a path all the same.
class FuzzFile {
 public:
  FuzzFile(const std::uint8_t* data, std::size_t size) : descriptor_(memfd_create("fuzz", 0)) {
    if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size)) abort();
  }
  FuzzFile(const FuzzFile&) = delete;
  FuzzFile& operator=(const FuzzFile&) = delete;
  ~FuzzFile() { close(descriptor_); }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Whether `body` came through; the library's own errors, of one line, are no finding.
template <class F>
bool passes(F&& body) {
  try {
    body();
    return true;
  } catch (const Error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) abort();
    return false;
  }
}

/// What holds of every list that a reader returns.
inline void check_list(const EdgeList& list) {
  for (const Edge& edge : list.edges) {
    if (edge.source >= list.num_vertices || edge.target >= list.num_vertices) abort();
  }
}

}  // namespace strider::fuzz
