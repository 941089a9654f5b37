#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <tuple>

#include "strider/error.hpp"
#include "strider/model.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

/// From a rank to a rank, with a tag and bytes.
using Message = std::tuple<int, int, int, double>;

struct Schedule {
  int ranks = 0;
  std::multiset<Message> sent;
  std::multiset<Message> received;
  double calc_ns = 0;  ///< of all ranks
};

/// Reads what LogGOPSim would, and expects labels only of what stands before.
Schedule read(const std::string& path) {
  Schedule schedule;
  std::ifstream in(path);
  std::string word;
  in >> word >> schedule.ranks;
  EXPECT_EQ(word, "num_ranks");
  int rank = -1;
  std::size_t last = 0;
  const auto number = [](const std::string& label) { return std::stoul(label.substr(1)); };
  while (in >> word) {
    if (word == "rank") {
      std::string brace;
      int next = 0;
      in >> next >> brace;
      EXPECT_EQ(next, ++rank);
      last = 0;
      continue;
    }
    if (word == "}") continue;
    std::string what;
    in >> what;
    if (what == "requires") {
      std::string before;
      in >> before;
      EXPECT_EQ(number(word), last);
      EXPECT_LT(number(before), last);
      continue;
    }
    EXPECT_EQ(number(word), ++last);
    double size = 0;
    in >> size;
    if (what == "calc") {
      schedule.calc_ns += size;
      continue;
    }
    std::string unit;
    std::string to_or_from;
    std::string tag_word;
    int other = 0;
    int tag = 0;
    in >> unit >> to_or_from >> other >> tag_word >> tag;
    EXPECT_EQ(unit + tag_word, "btag");
    EXPECT_NE(other, rank);
    if (what == "send") {
      schedule.sent.insert({rank, other, tag, size});
    } else {
      EXPECT_EQ(what, "recv");
      schedule.received.insert({other, rank, tag, size});
    }
  }
  EXPECT_EQ(rank + 1, schedule.ranks);
  return schedule;
}

ModelOptions options_of(PartitionScheme scheme, int ranks) {
  return {.scheme = scheme,
          .scale = 20,
          .ranks = ranks,
          .machine = {.name = "",
                      .latency_s = 1e-6,
                      .gap_s_per_byte = 1e-10,
                      .ranks_per_node = 4,
                      .arcs_per_s = 1e8,
                      .bytes_per_s = 1e10}};
}

Schedule schedule_of(const ModelOptions& options) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("search.goal");
  write_goal(model_search(options), options, path);
  return read(path);
}

TEST(Goal, EveryMessageIsReceived) {
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    for (const int ranks : {1, 2, 6, 7, 16, 64}) {
      const ModelOptions options = options_of(scheme, ranks);
      const Schedule schedule = schedule_of(options);
      EXPECT_EQ(schedule.ranks, ranks);
      EXPECT_TRUE(schedule.sent == schedule.received) << ranks;
      EXPECT_EQ(schedule.sent.empty(), ranks == 1);
      // Rounding cuts off less than a nanosecond a round.
      EXPECT_NEAR(schedule.calc_ns / ranks / 1e9 / model_search(options).total.computing_s, 1,
                  0.01);
    }
  }
}

TEST(Goal, SendsTheBytesOfTheModel) {
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    const ModelOptions options = options_of(scheme, 16);
    const Schedule schedule = schedule_of(options);
    double sent = 0;
    for (const Message& message : schedule.sent) sent += std::get<3>(message);
    double reduced = 0;  // collectives send more here than they are counted as
    double all = 0;
    for (const ModelStep& step : model_search(options).steps) {
      (step.peers > 0 ? all : reduced) += step.bytes;
    }
    EXPECT_GT(sent, 0.98 * all);
    EXPECT_LT(sent, 1.1 * all + 3 * reduced + 64 * 16);
  }
}

TEST(Goal, RefusesTooManyMessages) {
  const ModelOptions options = options_of(PartitionScheme::k1d, 1 << 14);
  EXPECT_THROW(write_goal(model_search(options), options, "none"), UsageError);
}

}  // namespace
}  // namespace strider
