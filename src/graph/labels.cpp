#include "strider/labels.hpp"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <mutex>

#include "base/quote.hpp"
#include "base/random.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider {

namespace {

/// The standard hash of a number is the number itself: ids that agree in their low bits, as ids
/// with a time in their high bits do, would all collide.
struct MixedHash {
  std::size_t operator()(std::uint64_t number) const { return mix64(number); }
};
using NumberMap = tsl::robin_map<std::uint64_t, Vertex, MixedHash>;
using TextMap = tsl::robin_map<std::string_view, Vertex>;

}  // namespace

struct Labels::State {
  LabelKind kind = LabelKind::kDense;
  std::uint64_t base = 0;
  SharedArray<std::uint64_t> numbers;
  SharedArray<char> arena;
  SharedArray<std::uint64_t> offsets;

  // Not std::call_once: some systems hang where what it calls throws.
  mutable std::mutex indexing;
  mutable std::atomic<bool> indexed{false};
  mutable NumberMap by_number;
  mutable TextMap by_text;

  [[nodiscard]] std::string_view text_of(Vertex v) const {
    return {arena.data() + offsets[v], offsets[v + 1ULL] - offsets[v]};
  }

  // Built aside and moved in place, so that a failure leaves no half of an index behind.
  void build_index() const {
    if (kind == LabelKind::kSparse) {
      NumberMap index;
      index.reserve(numbers.size());
      sequential_for(0, numbers.size(), [&](std::size_t v) {
        if (!index.emplace(numbers[v], static_cast<Vertex>(v)).second) {
          throw UsageError(fmt::format("label {} stands for two vertices", numbers[v]));
        }
      });
      by_number = std::move(index);
    } else if (kind == LabelKind::kText) {
      TextMap index;
      index.reserve(offsets.size());
      sequential_for(0, std::max<std::size_t>(offsets.size(), 1) - 1, [&](std::size_t v) {
        const std::string_view text = text_of(static_cast<Vertex>(v));
        if (!index.emplace(text, static_cast<Vertex>(v)).second) {
          throw UsageError(fmt::format("label {} stands for two vertices", in_quotes(text)));
        }
      });
      by_text = std::move(index);
    }
  }
  void ensure_index() const {
    // acquire and release: who sees the flag sees the index.
    if (indexed.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(indexing);
    if (indexed.load(std::memory_order_relaxed)) return;
    build_index();
    indexed.store(true, std::memory_order_release);
  }
};

Labels Labels::dense(std::uint64_t base) {
  Labels labels;
  if (base == 0) return labels;
  auto state = std::make_shared<State>();
  state->base = base;
  labels.state_ = std::move(state);
  return labels;
}

Labels Labels::sparse(SharedArray<std::uint64_t> numbers) {
  auto state = std::make_shared<State>();
  state->kind = LabelKind::kSparse;
  state->numbers = std::move(numbers);
  Labels labels;
  labels.state_ = std::move(state);
  return labels;
}

Labels Labels::text(const std::vector<std::string>& texts) {
  Array<std::uint64_t> offsets(texts.size() + 1);
  offsets[0] = 0;
  for (std::size_t v = 0; v < texts.size(); ++v) offsets[v + 1] = offsets[v] + texts[v].size();
  Array<char> arena(offsets[texts.size()]);
  for (std::size_t v = 0; v < texts.size(); ++v) {
    if (!texts[v].empty()) std::memcpy(arena.data() + offsets[v], texts[v].data(), texts[v].size());
  }
  return text(std::move(arena), std::move(offsets));
}

Labels Labels::text(SharedArray<char> arena, SharedArray<std::uint64_t> offsets) {
  auto state = std::make_shared<State>();
  state->kind = LabelKind::kText;
  state->arena = std::move(arena);
  state->offsets = std::move(offsets);
  Labels labels;
  labels.state_ = std::move(state);
  return labels;
}

LabelKind Labels::kind() const {
  return state_ ? state_->kind : LabelKind::kDense;
}
std::uint64_t Labels::base() const {
  return state_ ? state_->base : 0;
}

void Labels::append_label(Vertex v, std::string& out) const {
  if (kind() == LabelKind::kText) {
    out += state_->text_of(v);
    return;
  }
  char digits[20];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number(v)).ptr;
  out.append(std::begin(digits), end);
}

std::string Labels::label(Vertex v) const {
  std::string text;
  append_label(v, text);
  return text;
}

std::uint64_t Labels::number(Vertex v) const {
  return kind() == LabelKind::kSparse ? state_->numbers[v] : base() + v;
}

std::optional<Vertex> Labels::find(std::string_view label, Vertex num_vertices) const {
  if (kind() == LabelKind::kText) {
    state_->ensure_index();
    const auto found = state_->by_text.find(label);
    if (found == state_->by_text.end()) return std::nullopt;
    return found->second;
  }
  const auto number = parse_number(label);
  if (!number) return std::nullopt;
  if (kind() == LabelKind::kSparse) {
    state_->ensure_index();
    const auto found = state_->by_number.find(*number);
    if (found == state_->by_number.end()) return std::nullopt;
    return found->second;
  }
  if (*number < base() || *number - base() >= num_vertices) return std::nullopt;
  return static_cast<Vertex>(*number - base());
}

Labels Labels::permuted(std::span<const Vertex> to_old) const {
  const std::size_t n = to_old.size();
  constexpr const char* kLabels = "the labels of vertices";
  if (kind() == LabelKind::kText) {
    Array<std::uint64_t> offsets;
    Array<char> arena;
    detail::Workspace workspace;
    workspace.declare("where each begins", offsets, n + 1);
    workspace.take(kLabels, detail::HostMemory());
    offsets[0] = 0;
    for (std::size_t v = 0; v < n; ++v) {
      offsets[v + 1] = offsets[v] + state_->text_of(to_old[v]).size();
    }
    workspace.declare("their text", arena, offsets[n]);
    workspace.take(kLabels, detail::HostMemory());
    for (std::size_t v = 0; v < n; ++v) {
      const std::string_view label = state_->text_of(to_old[v]);
      std::copy(label.begin(), label.end(), arena.begin() + offsets[v]);
    }
    return text(std::move(arena), std::move(offsets));
  }
  auto numbers = detail::take_array<Array<std::uint64_t>>(n, kLabels);
  for (std::size_t v = 0; v < n; ++v) numbers[v] = number(to_old[v]);
  return sparse(std::move(numbers));
}

const SharedArray<std::uint64_t>& Labels::numbers() const {
  return state_->numbers;
}
const SharedArray<char>& Labels::arena() const {
  return state_->arena;
}
const SharedArray<std::uint64_t>& Labels::text_offsets() const {
  return state_->offsets;
}

}  // namespace strider
