// The bag of pennants: an unordered set that threads fill apart, unite and split cheaply.
//
// Leiserson and Schardl 2010, section 3. A pennant of rank k is a tree of 2^k nodes: a root with
// one child, which is the root of a complete binary tree of the other 2^k - 1. Two pennants of rank
// k unite into one of rank k + 1 by setting two pointers, and split back the same way. A bag is to
// pennants what a binary number is to bits: at most one pennant of each rank, so that inserting
// counts up by one, and uniting two bags adds them.
//
// As in the authors' program, a node holds a block of vertices, and a bag fills one block beside
// its pennants (the hopper) before it becomes a node. Nodes come from pools; freeing one is
// freeing its pool's.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider {

template <std::size_t kBlock>
struct PennantNode {
  PennantNode* left;
  PennantNode* right;
  std::array<Vertex, kBlock> vertices;
};

/// Unites two pennants of the same rank k into one of rank k + 1. O(1).
template <std::size_t kBlock>
[[nodiscard]] PennantNode<kBlock>* unite_pennants(PennantNode<kBlock>* x, PennantNode<kBlock>* y) {
  y->right = x->left;
  x->left = y;
  return x;
}

/// Takes half of the nodes from a pennant of rank k >= 1; both halves have rank k - 1. O(1).
template <std::size_t kBlock>
[[nodiscard]] PennantNode<kBlock>* split_pennant(PennantNode<kBlock>* x) {
  PennantNode<kBlock>* const y = x->left;
  x->left = y->right;
  y->right = nullptr;
  return y;
}

/// body(span of vertices) for each node of a pennant, or of a tree below one.
template <std::size_t kBlock, class F>
void for_each_block(const PennantNode<kBlock>* node, F&& body) {
  for (; node != nullptr; node = node->left) {
    body(std::span<const Vertex>(node->vertices));
    if (node->right != nullptr) for_each_block(node->right, body);
  }
}

/// Nodes of one thread, given out one after the other and taken back all at once.
template <std::size_t kBlock>
class PennantPool {
 public:
  using Node = PennantNode<kBlock>;

  /// A node without children. O(1) amortized. Throws MemoryError.
  [[nodiscard]] Node* allocate() {
    if (used_ == kSlab) {
      ++slab_;
      used_ = 0;
    }
    if (slab_ == slabs_.size()) slabs_.emplace_back(kSlab);
    Node* const node = &slabs_[slab_][used_++];
    node->left = nullptr;
    node->right = nullptr;
    return node;
  }
  /// Takes all nodes back; the memory stays for the next.
  void clear() {
    slab_ = 0;
    used_ = 0;
  }

 private:
  static constexpr std::size_t kSlab = 128;  // 32 KiB of nodes at the usual block
  std::vector<Array<Node>> slabs_;
  std::size_t slab_ = 0;
  std::size_t used_ = 0;
};

/// A multiset of vertices. Its nodes live in the pool it was made with and in those of the bags it
/// was united with, which must all outlive it.
template <std::size_t kBlock>
class PennantBag {
 public:
  using Node = PennantNode<kBlock>;
  using Pool = PennantPool<kBlock>;
  /// Enough for 2^32 vertices in nodes of one.
  static constexpr std::size_t kRanks = 33;

  explicit PennantBag(Pool& pool) : pool_(&pool) {}

  [[nodiscard]] bool empty() const { return size() == 0; }
  /// O(log n).
  [[nodiscard]] std::size_t size() const {
    std::size_t nodes = 0;
    for (std::size_t k = 0; k < kRanks; ++k) {
      if (spine_[k] != nullptr) nodes += std::size_t{1} << k;
    }
    return nodes * kBlock + hopper_size_;
  }
  /// The pennant of rank k, of 2^k nodes, or null.
  [[nodiscard]] Node* pennant(std::size_t k) const { return spine_[k]; }
  /// The vertices that do not fill a node yet.
  [[nodiscard]] std::span<const Vertex> hopper() const {
    if (hopper_ == nullptr) return {};
    return std::span<const Vertex>(hopper_->vertices).first(hopper_size_);
  }
  /// Pennant unions made by this bag so far: what the bounds below count.
  [[nodiscard]] std::uint64_t num_unions() const { return unions_; }

  /// O(1) amortized, O(log n) at worst. Throws MemoryError.
  void insert(Vertex v) {
    if (hopper_ == nullptr) hopper_ = pool_->allocate();
    hopper_->vertices[hopper_size_++] = v;
    if (hopper_size_ < kBlock) return;
    insert_node(std::exchange(hopper_, nullptr));
    hopper_size_ = 0;
  }

  /// Takes over all of `other`, leaving it empty. O(log n), and O(kBlock) for the hoppers. Throws
  /// MemoryError.
  void unite(PennantBag& other) {
    Node* carry = nullptr;
    for (std::size_t k = 0; k < kRanks; ++k) {
      add(spine_[k], std::exchange(other.spine_[k], nullptr), carry);
    }
    for (const Vertex v : other.hopper()) insert(v);
    other.hopper_ = nullptr;
    other.hopper_size_ = 0;
  }

  /// Moves half of the nodes, rounded down, into the bag returned; the hopper stays. O(log n).
  [[nodiscard]] PennantBag split() {
    PennantBag half(*pool_);
    Node* const odd = std::exchange(spine_[0], nullptr);
    for (std::size_t k = 1; k < kRanks; ++k) {
      if (spine_[k] == nullptr) continue;
      half.spine_[k - 1] = split_pennant(spine_[k]);
      spine_[k - 1] = std::exchange(spine_[k], nullptr);
    }
    if (odd != nullptr) insert_node(odd);
    return half;
  }

  /// body(span of vertices) for all blocks, in no order.
  template <class F>
  void for_each_block(F&& body) const {
    for (const Node* node : spine_) strider::for_each_block(node, body);
    if (hopper_size_ > 0) body(hopper());
  }

  /// Forgets all vertices; their nodes go back with their pools.
  void clear() {
    spine_.fill(nullptr);
    hopper_ = nullptr;
    hopper_size_ = 0;
  }

 private:
  [[nodiscard]] Node* join(Node* x, Node* y) {
    ++unions_;
    return unite_pennants(x, y);
  }

  /// Counts up by one node: a full rank carries into the next.
  void insert_node(Node* node) {
    std::size_t k = 0;
    for (; spine_[k] != nullptr; ++k) node = join(std::exchange(spine_[k], nullptr), node);
    spine_[k] = node;
  }

  /// One digit of an addition: mine + theirs + carry, each a pennant of the same rank or null.
  void add(Node*& mine, Node* theirs, Node*& carry) {
    if (mine == nullptr) std::swap(mine, theirs);
    if (mine == nullptr) {
      mine = std::exchange(carry, nullptr);
    } else if (theirs != nullptr) {
      Node* const sum = join(mine, theirs);
      mine = std::exchange(carry, sum);
    } else if (carry != nullptr) {
      carry = join(std::exchange(mine, nullptr), carry);
    }
  }

  Pool* pool_;
  std::array<Node*, kRanks> spine_{};
  Node* hopper_ = nullptr;
  std::size_t hopper_size_ = 0;
  std::uint64_t unions_ = 0;
};

/// The reducer: a bag a thread, united when all are filled. What came from which thread is lost, as
/// the set does not depend on it.
template <std::size_t kBlock>
class BagReducer {
 public:
  using Bag = PennantBag<kBlock>;

  explicit BagReducer(int threads) {
    for (int t = 0; t < threads; ++t) views_.push_back(std::make_unique<View>());
  }

  /// The bag that one thread fills.
  [[nodiscard]] Bag& local(int thread) { return views_[static_cast<std::size_t>(thread)]->bag; }
  /// All bags in one, the others empty. O(threads log n), on one thread. Throws MemoryError.
  [[nodiscard]] Bag& reduce() {
    for (std::size_t t = 1; t < views_.size(); ++t) views_[0]->bag.unite(views_[t]->bag);
    return views_[0]->bag;
  }
  /// Empties all bags and pools.
  void clear() {
    for (const auto& view : views_) {
      view->bag.clear();
      view->pool.clear();
    }
  }

 private:
  struct alignas(64) View {
    PennantPool<kBlock> pool;
    Bag bag{pool};
  };
  std::vector<std::unique_ptr<View>> views_;
};

}  // namespace strider
