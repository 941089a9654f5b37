// Where graphs come from, for one machine and for ranks: generators and files.
#pragma once

#include <variant>

#include "strider/generate.hpp"
#include "strider/io.hpp"

namespace strider::python {

/// A generator with its parameters.
struct PyGenerator {
  std::variant<KroneckerParameters, RmatParameters, Ssca2Parameters, UniformParameters,
               SocialParameters, WebParameters, GridParameters>
      parameters;
};

/// How a file is read, and what becomes of self-loops and parallel edges.
struct PyReadOptions {
  ReadOptions read = {};
  BuildOptions build = {};
};

}  // namespace strider::python
