// Whether a container holds what its header says.
#pragma once

#include <optional>
#include <string>

#include "base/parallel.hpp"
#include "io/native/container.hpp"
#include "strider/io.hpp"
#include "strider/prepare.hpp"

namespace strider::native {

/// Throws InputError where the container is damaged, as far as the options ask for. `graph` and
/// `prepared` are those of the container, not looked at before. O(n + m), parallel. Throws
/// MemoryError.
void verify(const Container& container, const AnyGraph& graph,
            const std::optional<PreparedGraph>& prepared, const ReadOptions& options);

/// Throws InputError where the offsets of text labels vertices.begin .. vertices.end descend.
/// Nothing to do for other labels.
void check_label_offsets(const Labels& labels, Range vertices, const std::string& path);

}  // namespace strider::native
