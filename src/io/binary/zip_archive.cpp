#include "io/binary/zip_archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/quote.hpp"
#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Deflation makes no data smaller than by this factor.
constexpr std::uint64_t kMostDeflation = 1032;

}  // namespace

void ZipArchive::Closer::operator()(zip* archive) const noexcept {
  zip_discard(archive);
}

ZipArchive::ZipArchive(std::string_view bytes, std::string path)
    : path_(std::move(path)), size_(bytes.size()) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source != nullptr) archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive_) {
    const std::string why = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    throw InputError(path_, 0, fmt::format("is not a zip archive, or it is cut off: {}", why));
  }
  zip_error_fini(&error);
  const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const name = zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), 0);
    names_.emplace_back(name == nullptr ? "" : name);
  }
}

bool ZipArchive::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

Array<char> ZipArchive::read(const std::string& name) const {
  const auto place = std::find(names_.begin(), names_.end(), name);
  if (place == names_.end()) {
    throw InputError(path_, 0, fmt::format("has no member {}", in_quotes(name)));
  }
  const auto index = static_cast<zip_uint64_t>(place - names_.begin());
  const auto refuse = [&](std::string_view why) {
    throw InputError(path_, 0, fmt::format("its member {} {}", in_quotes(name), why));
  };
  zip_stat_t status;
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if (zip_stat_index(archive_.get(), index, 0, &status) != 0 ||
      (status.valid & kNeeded) != kNeeded) {
    refuse("is corrupt");
  }
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
    refuse("is packed by a method that is not read: expected deflation");
  }
  if (status.comp_size > size_ || status.size > saturating_mul(status.comp_size, kMostDeflation)) {
    refuse("announces more bytes than it can hold");
  }
  require_memory(status.size, fmt::format("unpacking {}", path_));
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      zip_fopen_index(archive_.get(), index, 0), zip_fclose);
  if (!file) refuse("is corrupt or encrypted");
  Array<char> content(status.size);
  std::uint64_t done = 0;
  while (done < status.size) {
    throw_if_stopped();
    // What takes a fraction of a second.
    constexpr std::uint64_t kMostAtOnce = std::uint64_t{64} << 20U;
    const zip_int64_t got =
        zip_fread(file.get(), content.data() + done, std::min(kMostAtOnce, status.size - done));
    if (got <= 0) refuse("is corrupt or ends too early");
    done += static_cast<std::uint64_t>(got);
  }
  // The checksum is compared at the end.
  char beyond = 0;
  if (zip_fread(file.get(), &beyond, 1) != 0)
    refuse("is corrupt: its checksum or its length differ");
  return content;
}

}  // namespace strider
