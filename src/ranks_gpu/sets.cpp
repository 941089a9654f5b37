#include "ranks_gpu/sets.hpp"

#include <algorithm>
#include <cstring>

#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"
#include "ranks_gpu/set_kernels.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Of what copy_out() copies at a time, where there is as much.
constexpr std::size_t kChunk = std::size_t{1} << 20U;
constexpr std::size_t kLeastChunk = 1024;

std::size_t out_stage_bytes(const Sets::Sizes& sizes) {
  const std::size_t bytes_of_vertices = std::size_t{sizes.most_words} * 32 * sizeof(u64);
  return std::max(std::min(kChunk, bytes_of_vertices), kLeastChunk);
}

}  // namespace

Sets::Sets(Workspace& workspace, Queue& queue, Wire& wire, const Sizes& sizes, u32 block_threads)
    : queue_(queue),
      wire_(wire),
      block_threads_(block_threads),
      counts_(workspace, queue, sizes.most_words, block_threads) {
  Context& context = queue.context();
  workspace.declare("a count", total_, 1, context);
  workspace.declare("a set that was sent", in_words_, bitmap_words(sizes.most_universe), context);
  workspace.declare("a copy of a set", out_stage_, out_stage_bytes(sizes), context);
}

simt::LaunchShape Sets::shape(u64 work) const {
  return shape_for(queue_.context(), work, block_threads_);
}

const u64* Sets::begin_count(const u32* words, u32 num_words, u32 flip) {
  words_ = words;
  counted_words_ = num_words;
  flip_ = flip;
  counts_.begin(words, num_words, flip);
  return counts_.offsets() + num_tiles(num_words);
}
u32 Sets::count(const u32* words, u32 num_words, u32 flip) {
  queue_.copy(total_.data(), begin_count(words, num_words, flip), sizeof(u64));
  queue_.wait();
  return static_cast<u32>(total_[0]);
}
void Sets::list(u32 base, u32* to) const {
  simt::launch(queue_.handle(), shape(u64{num_tiles(counted_words_)} * simt::kWarp), list_bits,
               words_, counted_words_, flip_, counts_.offsets(), nullptr, base, to);
}
void Sets::list_values(const u32* values, u32* to) const {
  simt::launch(queue_.handle(), shape(u64{num_tiles(counted_words_)} * simt::kWarp), list_bits,
               words_, counted_words_, flip_, counts_.offsets(), values, 0U, to);
}

Sets::Written Sets::write(std::uint32_t universe, const u32* words, u32 flip,
                          std::span<std::byte> to) {
  const u32 num_words = bitmap_words(universe);
  const u32 found = count(words, num_words, flip);
  if (found == 0) return {0, 0};
  const SetForm form = form_of_set(universe, found, wire_.encoding());
  if (form.is_bitmap && flip == 0) return {wire_.finish_set(to, words, form), found};
  u32* const payload = wire_.begin(to);
  if (form.is_bitmap) {
    set_to_complement(words, num_words, payload);
  } else {
    list(0, payload);
  }
  return {wire_.finish_set(to, payload, form), found};
}

Sets::Message Sets::read(std::uint32_t universe, std::span<const std::byte> message) {
  const SetForm form = wire_.form_of(universe, message);
  return {wire_.bring(message.first(form.words * sizeof(u32))), form.words, form.is_bitmap};
}
const u32* Sets::read_words(std::uint32_t universe, std::span<const std::byte> message) {
  const Message set = read(universe, message);
  if (set.is_bitmap) return set.data;
  queue_.fill(in_words_.data(), 0, bitmap_words(universe) * sizeof(u32));
  add_ids(set.data, set.count, in_words_.data());
  return in_words_.data();
}

void Sets::add_ids(const u32* ids, u32 count, u32* words) const {
  simt::launch(queue_.handle(), shape(count), set_bits, ids, count, words);
}
void Sets::add(const u32* words, u32 num_words, u32* to) const {
  simt::launch(queue_.handle(), shape(num_words), add_words, words, num_words, to);
}
void Sets::set_to_complement(const u32* words, u32 num_words, u32* to) const {
  simt::launch(queue_.handle(), shape(num_words), flip_words, words, num_words, to);
}
void Sets::shift_ids(const u32* ids, u32 count, u32 base, u32* to) const {
  simt::launch(queue_.handle(), shape(count), add_to_ids, ids, count, base, to);
}
void Sets::look_up(const u32* table, u32 count, u32* numbers) const {
  simt::launch(queue_.handle(), shape(count), look_up_numbers, table, count, numbers);
}
void Sets::pack(const u32* numbers, u32 count, unsigned width, u64* words, u64 num_words) const {
  simt::launch(queue_.handle(), shape(num_words), pack_numbers, numbers, count, width, words,
               num_words);
}

void Sets::copy_out(void* to, const void* from, std::size_t bytes) {
  for (std::size_t begin = 0; begin < bytes; begin += out_stage_.size()) {
    const std::size_t count = std::min(out_stage_.size(), bytes - begin);
    queue_.copy(out_stage_.data(), static_cast<const std::byte*>(from) + begin, count);
    queue_.wait();
    std::memcpy(static_cast<std::byte*>(to) + begin, out_stage_.data(), count);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
