// strider model network.
#pragma once

#include "verb.hpp"

namespace strider::cli {

struct NetworkVerb : Verb {
  NetworkVerb() : Verb("model") {
    algorithm.all.host = {};
    algorithm.all.ranks = "auto";
  }
};

/// Under a launcher.
void run_on_ranks(const NetworkVerb& verb);

}  // namespace strider::cli
