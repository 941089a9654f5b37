#include "print.hpp"

#include <cerrno>
#include <cstring>

#include "strider/error.hpp"

namespace strider::cli {

void print_text(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) == text.size() || stream != stdout) return;
  throw InputError("standard output", 0,
                   fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace strider::cli
