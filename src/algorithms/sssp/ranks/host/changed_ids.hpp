// Local ids of others' vertices whose distances fell since they were last sent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/bitmap.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A set that threads put local ids into; one of them reads it, in ascending order, range by
/// range, and empties it.
class ChangedIds {
 public:
  ChangedIds(std::size_t local_ids, int threads)
      : bits_(local_ids), lists_(static_cast<std::size_t>(threads)) {}
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t local_ids) { return local_ids / 8 + 8; }

  void start() {
    bits_.clear();
    all_.clear();
    for (List& list : lists_) list.local_ids.clear();
  }

  /// By thread number `thread`.
  void note(Vertex local_id, int thread) {
    if (bits_.claim_atomic(local_id)) {
      lists_[static_cast<std::size_t>(thread)].local_ids.push_back(local_id);
    }
  }
  /// Once no thread notes any more; before what follows.
  void gather() {
    for (List& list : lists_) {
      all_.insert(all_.end(), list.local_ids.begin(), list.local_ids.end());
      list.local_ids.clear();
    }
    is_listed_ = all_.size() < bits_.num_words();
    if (is_listed_) std::sort(all_.begin(), all_.end());
  }

  [[nodiscard]] bool any_in(Vertex begin, Vertex end) const {
    return std::any_of(all_.begin(), all_.end(), [&](Vertex c) { return c >= begin && c < end; });
  }
  /// body(local_id) for those from `begin` to before `end`, ascending.
  template <class F>
  void for_each(Vertex begin, Vertex end, F&& body) const {
    if (is_listed_) {
      const auto last = std::lower_bound(all_.begin(), all_.end(), end);
      for (auto c = std::lower_bound(all_.begin(), last, begin); c != last; ++c) body(*c);
      return;
    }
    bits_.for_each_in_words(begin / Bitmap::kWordBits,
                            (end + Bitmap::kWordBits - 1) / Bitmap::kWordBits, [&](Vertex c) {
                              if (c >= begin && c < end) body(c);
                            });
  }
  /// The local ids from `begin` on, a multiple of 64, by words of 64.
  void copy_words(Vertex begin, std::span<std::uint64_t> to) const {
    std::copy_n(bits_.words() + begin / Bitmap::kWordBits, to.size(), to.begin());
  }

  void clear() {
    if (is_listed_) {
      for (const Vertex local_id : all_) bits_.reset(local_id);
    } else {
      bits_.clear();
    }
    all_.clear();
    is_listed_ = true;
  }

 private:
  struct alignas(64) List {
    std::vector<Vertex> local_ids;
  };

  Bitmap bits_;
  std::vector<List> lists_;
  std::vector<Vertex> all_;
  /// all_ is sorted: they are so few that this takes less than a look at all words.
  bool is_listed_ = true;
};

}  // namespace strider::detail
