// Encodings as the interface and as messages call them.
#pragma once

#include "comm/encoding/encoding.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

[[nodiscard]] inline comm::Encoding encoding_of(WireEncoding encoding) {
  switch (encoding) {
    case WireEncoding::kAuto:
      return comm::Encoding::kAuto;
    case WireEncoding::kThreshold:
      return comm::Encoding::kThreshold;
    case WireEncoding::kList:
      return comm::Encoding::kList;
    case WireEncoding::kBitmap:
      return comm::Encoding::kBitmap;
    case WireEncoding::kVarint:
      return comm::Encoding::kVarint;
  }
  return comm::Encoding::kAuto;
}

}  // namespace strider::detail
