// The encodings by the names of the public interface.
#pragma once

#include "comm/encoding/encoding.hpp"
#include "strider/dist.hpp"

namespace strider::comm {

/// kFastest lacks its bandwidth: Encoding::fastest() has it.
[[nodiscard]] constexpr Encoding::Kind kind_of(WireEncoding encoding) {
  switch (encoding) {
    case WireEncoding::kThreshold:
      return Encoding::kThreshold;
    case WireEncoding::kList:
      return Encoding::kList;
    case WireEncoding::kBitmap:
      return Encoding::kBitmap;
    case WireEncoding::kVarint:
      return Encoding::kVarint;
    case WireEncoding::kFastest:
      return Encoding::kFastest;
    case WireEncoding::kAuto:
      break;
  }
  return Encoding::kAuto;
}

}  // namespace strider::comm
