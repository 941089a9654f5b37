// What a running thread asks of the emulator.
#include "simt/emulator/thread.hpp"

#include "simt/emulator/failure.hpp"
#include "simt/emulator/scheduler.hpp"

namespace strider::simt::emulator {

u32 block_id_of(const Block& block) {
  return block.id;
}
u32 block_dim_of(const Block& block) {
  return block.grid->shape.block;
}
u32 grid_dim_of(const Block& block) {
  return block.grid->shape.grid;
}
bool sync_block(Wait word, bool vote, Site site) {
  return current->block->scheduler->sync_block(word, vote, site);
}
void sync_grid(Site site) {
  current->block->scheduler->sync_grid(site);
}
u64 sync_warp(Wait word, u32 mask, u64 value, u32 lane, Site site) {
  return current->block->scheduler->sync_warp(word, mask, value, lane, site);
}
void pause() {
  current->block->scheduler->pause();
}
void preempt_sometimes() {
  current->block->scheduler->preempt_sometimes();
}
u64 stale(const void* place, u64 now) {
  return current->block->scheduler->stale(place, now);
}
void forget_stale(const void* place) {
  auto& stale = current->block->stale;
  if (stale.empty()) return;
  const Unwatched unwatched;
  stale.erase(place);
}
void note_constant(const void* place, std::size_t bytes, Site site) {
  current->block->scheduler->note_constant(place, bytes, site);
}
void check_aligned(const void* place, std::size_t bytes, Site site) {
  if (reinterpret_cast<std::uintptr_t>(place) % bytes == 0) return;
  current->site = site;
  fail(*current,
       "it loads several numbers at once from an address that is not a multiple of their size");
}
void* static_shared(const void* tag, std::size_t bytes) {
  Block& block = *current->block;
  for (const SharedArray& array : block.shared) {
    if (array.tag == tag) return array.bytes.get();
  }
  const Unwatched unwatched;
  block.shared.push_back({tag, std::unique_ptr<std::byte[]>(new std::byte[bytes])});
  block.scheduler->poison(block.shared.back().bytes.get(), bytes);
  return block.shared.back().bytes.get();
}
void* dynamic_shared_bytes() {
  return current->block->dynamic.get();
}

}  // namespace strider::simt::emulator
