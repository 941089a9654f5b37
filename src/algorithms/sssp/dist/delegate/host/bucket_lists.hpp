// Vertices by the number of their bucket, some of them stale.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace strider::detail {

class BucketLists {
 public:
  using List = std::vector<std::uint32_t>;

  void clear() { lists_.clear(); }
  void push(std::uint64_t bucket, std::uint32_t vertex) { lists_[bucket].push_back(vertex); }
  /// Takes the list of a bucket away; empty where there is none.
  [[nodiscard]] List take(std::uint64_t bucket) {
    const auto found = lists_.find(bucket);
    if (found == lists_.end()) return {};
    List list = std::move(found->second);
    lists_.erase(found);
    return list;
  }
  /// The smallest bucket with a vertex of which is_member(bucket, vertex), or `none`. Forgets the
  /// smaller ones.
  template <class F>
  [[nodiscard]] std::uint64_t first(std::uint64_t none, F&& is_member) {
    while (!lists_.empty()) {
      const auto& [bucket, list] = *lists_.begin();
      for (const std::uint32_t v : list) {
        if (is_member(bucket, v)) return bucket;
      }
      lists_.erase(lists_.begin());
    }
    return none;
  }

 private:
  std::map<std::uint64_t, List> lists_;
};

}  // namespace strider::detail
