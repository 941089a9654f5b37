// Whether the first row of an edge list is a row of names.
#pragma once

#include <string>
#include <vector>

#include "io/text/edge_list_comments.hpp"
#include "io/text/edge_list_sample.hpp"
#include "strider/io.hpp"

namespace strider {

/// Whether the first row names the columns. Over labels that are words nothing is certain, so the
/// choice is noted. Precondition: there is a row.
[[nodiscard]] bool is_title_row(const Sample& sample, TableHeader header,
                                const EdgeListComments& comments, std::vector<std::string>& notes);

}  // namespace strider
