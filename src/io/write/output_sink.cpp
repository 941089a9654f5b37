#include "io/write/output_sink.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider {

OutputSink::OutputSink(const std::string& path) {
  if (path != "-") file_.emplace(path);
}

void OutputSink::write(std::string_view text) {
  if (file_) {
    file_->write(text);
    return;
  }
  while (!text.empty()) {
    throw_if_stopped();
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw InputError("standard output", 0,
                       fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputSink::write(std::span<const std::string_view> texts, int threads) {
  if (!file_) {
    for (const std::string_view text : texts) write(text);
    return;
  }
  std::vector<std::size_t> offsets;
  for (const std::string_view text : texts) offsets.push_back(file_->reserve(text.size()));
  parallel_for(
      0, texts.size(), threads,
      [&](std::size_t i) { file_->write_at(offsets[i], texts[i].data(), texts[i].size()); }, 1);
}

void OutputSink::sync() {
  if (file_) file_->sync();
}

void OutputSink::commit() {
  if (file_) file_->commit();
}

}  // namespace strider
