// Which chain of messages a message of a vertex is the end of.
#include "algorithms/msf/ranks/ghs/vertex_program.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace strider::detail::ghs {
namespace {

constexpr EdgeName kCore{1, 0};
constexpr EdgeName kOther{9, 0};

struct Sent {
  std::vector<Message> messages;
  void operator()(const Message& message) { messages.push_back(message); }
  void again(const Message& message) { messages.push_back(message); }
};

/// Vertex 0 with the neighbours 1, 2 and 3, nearest first: in Find, of the fragment kCore of level
/// 1, which it joined by an Initiate from 1 that ended a chain of 5 messages; it has sent a Test to
/// 2 since.
class Vertex0 {
 public:
  explicit Vertex0(GhsChains chains) : program_(workspace_, block_, lookup_, sent_, chains) {
    workspace_.take("a test", HostMemory());
    program_.restart();
    program_.wake_all();
    EXPECT_TRUE(serve({MessageType::kInitiate, 1, VertexState::kFind, 1, 0, 4, kCore}));
    EXPECT_EQ(last().type, MessageType::kTest);
    EXPECT_EQ(last().receiver, 2U);
  }
  bool serve(const Message& message) { return program_.serve(message); }
  bool test(std::uint32_t sender, std::uint8_t level, std::uint32_t chain, const EdgeName& name) {
    return serve({MessageType::kTest, level, VertexState::kFound, sender, 0, chain, name});
  }
  [[nodiscard]] const Message& last() const { return sent_.messages.back(); }
  [[nodiscard]] std::uint32_t longest() const { return program_.longest_chain(); }

 private:
  static NamedArcs star() {
    NamedArcs arcs;
    arcs.offsets = Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 3});
    arcs.neighbors = Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 2, 3});
    arcs.names = Array<EdgeName>::copy_of(std::vector<EdgeName>{{1, 0}, {2, 0}, {3, 0}});
    return arcs;
  }

  NamedArcs arcs_ = star();
  ArcBlock block_{arcs_, 0, 1};
  Workspace workspace_;
  LinearLookup lookup_{workspace_, block_, {}};
  Sent sent_;
  VertexProgram<LinearLookup, Sent> program_;
};

TEST(VertexChains, FollowWhatTheVertexActsUpon) {
  Vertex0 vertex(GhsChains::kMessages);
  EXPECT_EQ(vertex.last().chain, 5U);
  EXPECT_TRUE(vertex.serve({MessageType::kAccept, 0, VertexState::kFound, 2, 0, 6, {}}));
  EXPECT_EQ(vertex.last().type, MessageType::kReport);
  EXPECT_EQ(vertex.last().chain, 7U);
  EXPECT_EQ(vertex.longest(), 7U);
}

TEST(VertexChains, OfTestsContinueOnlyInTheirAnswers) {
  Vertex0 vertex(GhsChains::kMessages);
  EXPECT_TRUE(vertex.test(3, 1, 50, kOther));
  EXPECT_EQ(vertex.last().type, MessageType::kAccept);
  EXPECT_EQ(vertex.last().chain, 51U);
  EXPECT_TRUE(vertex.test(3, 1, 2, kOther));  // it had to come to this level first
  EXPECT_EQ(vertex.last().chain, 5U);
  EXPECT_TRUE(vertex.test(3, 1, 70, kCore));
  EXPECT_EQ(vertex.last().type, MessageType::kReject);
  EXPECT_EQ(vertex.last().chain, 71U);
  EXPECT_EQ(vertex.longest(), 5U);
}

TEST(VertexChains, GoOnWhereATestStandsForAnAnswer) {
  Vertex0 vertex(GhsChains::kMessages);
  EXPECT_TRUE(vertex.test(2, 1, 40, kCore));
  EXPECT_EQ(vertex.last().type, MessageType::kTest);
  EXPECT_EQ(vertex.last().receiver, 3U);
  EXPECT_EQ(vertex.last().chain, 41U);
  EXPECT_EQ(vertex.longest(), 41U);
}

TEST(VertexChains, DoNotFollowWhatMustWait) {
  Vertex0 vertex(GhsChains::kMessages);
  EXPECT_FALSE(vertex.test(3, 2, 50, kOther));
  EXPECT_FALSE(vertex.serve({MessageType::kConnect, 1, VertexState::kFound, 3, 0, 60, {}}));
  EXPECT_FALSE(vertex.serve({MessageType::kReport, 0, VertexState::kFound, 1, 0, 70, kOther}));
  EXPECT_EQ(vertex.longest(), 5U);
}

TEST(VertexChains, OfWiredMessagesAreCountedOnTheWire) {
  Vertex0 vertex(GhsChains::kWired);
  EXPECT_EQ(vertex.last().chain, 4U);
  EXPECT_TRUE(vertex.test(3, 1, 50, kOther));
  EXPECT_EQ(vertex.last().chain, 50U);
}

TEST(VertexChains, AreNothingWhereTheyAreNotCounted) {
  Vertex0 vertex(GhsChains::kNone);
  EXPECT_EQ(vertex.last().chain, 0U);
  EXPECT_EQ(vertex.longest(), 0U);
}

}  // namespace
}  // namespace strider::detail::ghs
