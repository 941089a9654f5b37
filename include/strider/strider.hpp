// The whole library for one machine.
#pragma once

#include "strider/array.hpp"
#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "strider/graph.hpp"
#include "strider/io.hpp"
#include "strider/labels.hpp"
#include "strider/msf.hpp"
#include "strider/prepare.hpp"
#include "strider/results.hpp"
#include "strider/sssp.hpp"
#include "strider/threads.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"
