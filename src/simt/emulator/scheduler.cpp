#include "simt/emulator/scheduler.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "simt/emulator/failure.hpp"
#include "simt/emulator/random.hpp"

namespace strider::simt::emulator {
namespace {

/// Pauses in a row, no thread getting anywhere, after which a grid is taken for one that never
/// ends.
constexpr u64 kEndlessPauses = 20'000'000;
/// A fiber whose thread has ended takes up the next at once, but for one time in so many, when
/// threads that wait to continue get their chance.
constexpr u64 kRunOn = 4;
/// Pauses in a row after which starved threads get their turn with the others: the others may be
/// waiting for them.
constexpr u64 kPatience = 4096;
/// The same threads are starved for up to 2 to the power of so many switches.
constexpr u64 kLongestStarvation = 16;

}  // namespace

Scheduler::Scheduler(const Settings& settings)
    : settings_(settings), random_(first_random(settings.seed)) {}

void Scheduler::run(const Grid& grid) {
  if (current != nullptr) fail("a kernel launches another kernel");
  grid_ = &grid;
  begun_blocks_ = 0;
  at_grid_barrier_ = 0;
  pauses_ = 0;
  // Multiples of a step that has no factor in common with the number of blocks visit each once.
  block_offset_ = random_below(random_, grid.shape.grid);
  block_step_ = random_below(random_, grid.shape.grid) + 1;
  while (std::gcd(block_step_, u64{grid.shape.grid}) != 1) ++block_step_;
  own_view_ = RaceView::of_caller();
  order_before(&grid_begin_);
  const u32 resident = grid.cooperative ? grid.shape.grid : std::max(1U, settings_.resident_blocks);
  // Threads put themselves here: memory that it took then would look like theirs.
  for (std::vector<Thread*>* const list : {&ready_, &starved_}) {
    list->reserve(std::size_t{resident} * grid.shape.block);
  }
  if (settings_.starved != Starved::kNothing) choose_starved();
  while (begun_blocks_ < grid.shape.grid && blocks_.size() < resident) add_block();
  run_threads();
  order_after(&grid_end_);
  check_constants();
  grid_ = nullptr;
}

u32 Scheduler::next_block_id() {
  return static_cast<u32>((block_offset_ + block_step_ * begun_blocks_++) % grid_->shape.grid);
}

void Scheduler::add_block() {
  const Unwatched unwatched;
  auto block = std::make_unique<Block>();
  const LaunchShape& shape = grid_->shape;
  block->scheduler = this;
  block->grid = grid_;
  block->id = next_block_id();
  block->dynamic.reset(new std::byte[shape.shared_bytes]);
  poison(block->dynamic.get(), shape.shared_bytes);
  block->threads.resize(shape.block);
  block->views.resize(shape.block);
  block->waiting_lanes.assign(shape.block / kWarp, 0);
  block->ended_lanes.assign(shape.block / kWarp, 0);
  block->warp_barriers.resize(shape.block / kWarp);
  for (u32 i = 0; i < shape.block; ++i) {
    block->threads[i].block = block.get();
    block->threads[i].id = i;
    enlist(block->threads[i]);
  }
  blocks_.push_back(std::move(block));
}

void Scheduler::remove_ended_blocks() {
  {
    const Unwatched unwatched;
    std::erase_if(blocks_,
                  [](const auto& block) { return block->exited == block->threads.size(); });
  }
  for (; num_ended_blocks_ > 0; --num_ended_blocks_) {
    if (begun_blocks_ < grid_->shape.grid) add_block();
  }
}

Thread* Scheduler::take_at_random(std::vector<Thread*>& list) {
  std::swap(list[random_below(random_, list.size())], list.back());
  Thread* const thread = list.back();
  list.pop_back();
  return thread;
}

void Scheduler::enlist(Thread& thread) {
  if (settings_.starved != Starved::kNothing && starved_threads_.has(thread)) {
    starved_.push_back(&thread);
  } else {
    (thread.fiber == nullptr ? fresh_ : ready_).push_back(&thread);
  }
}

void Scheduler::choose_starved() {
  const LaunchShape& shape = grid_->shape;
  const auto one_of = [&](u32 count) { return static_cast<u32>(random_below(random_, count)); };
  const auto one_or_any = [&](u32 count) {
    return one_of(2) == 0 ? StarvedThreads::kAny : one_of(count);
  };
  starved_threads_ = {};
  switch (settings_.starved) {
    case Starved::kNothing:
      break;
    case Starved::kBlock:
      starved_threads_.block = one_of(shape.grid);
      break;
    case Starved::kWarp:
      starved_threads_ = {.block = one_or_any(shape.grid), .warp = one_of(shape.block / kWarp)};
      break;
    case Starved::kLane:
      starved_threads_ = {.block = one_or_any(shape.grid),
                          .warp = one_or_any(shape.block / kWarp),
                          .lane = one_of(kWarp)};
      break;
  }
  // Short whiles and long ones: what goes wrong may need either.
  next_change_ = switches_ + (u64{1} << random_below(random_, kLongestStarvation + 1));
  const Unwatched unwatched;
  std::vector<Thread*> all;
  for (std::vector<Thread*>* const list : {&fresh_, &ready_, &starved_}) {
    all.insert(all.end(), list->begin(), list->end());
    list->clear();
  }
  for (Thread* const thread : all) enlist(*thread);
}

Thread* Scheduler::choose() {
  const std::size_t free = ready_.size() + fresh_.size();
  const std::size_t choices = free == 0 || pauses_ > kPatience ? free + starved_.size() : free;
  if (choices == 0) fail_stuck();
  const std::size_t choice = random_below(random_, choices);
  Thread* const thread = take_at_random(choice < ready_.size() ? ready_
                                        : choice < free        ? fresh_
                                                               : starved_);
  if (thread->fiber == nullptr) {
    if (idle_.empty()) {
      fibers_.push_back(std::make_unique<Fiber>([this](Fiber& fiber) { run_on(fiber); }));
      idle_.push_back(fibers_.back().get());
    }
    thread->fiber = idle_.back();
    idle_.pop_back();
  }
  return thread;
}

void Scheduler::run_threads() {
  while (!blocks_.empty()) {
    if (settings_.starved != Starved::kNothing && switches_ >= next_change_) choose_starved();
    current = choose();
    ++switches_;
    current->fiber->resume();
    own_view_.take_over();
    current = nullptr;
    if (num_ended_blocks_ > 0) remove_ended_blocks();
  }
}

void Scheduler::run_on(Fiber& fiber) {
  while (!fiber.is_ending()) {
    for (;;) {
      Thread& thread = *current;
      RaceView& view = thread.block->views[thread.id];
      view = RaceView::make();
      view.take_over();
      order_after(&grid_begin_);
      grid_->call(grid_->argument);
      order_before(&grid_end_);
      own_view_.take_over();
      view.destroy();
      end(thread);
      if (fresh_.empty() || random_below(random_, kRunOn) == 0) break;
      current = take_at_random(fresh_);
      current->fiber = &fiber;
    }
    idle_.push_back(&fiber);
    fiber.suspend();
  }
}

void Scheduler::end(Thread& thread) {
  thread.wait = Wait::kExited;
  Block& block = *thread.block;
  if (++block.exited == block.threads.size()) ++num_ended_blocks_;
  pauses_ = 0;
  const u32 warp = thread.id / kWarp;
  block.ended_lanes[warp] |= 1U << thread.id % kWarp;
  for (u32 lanes = block.waiting_lanes[warp]; lanes != 0; lanes &= lanes - 1) {
    check_lanes_exist(block.threads[warp * kWarp + static_cast<u32>(std::countr_zero(lanes))]);
  }
}

void Scheduler::wait() {
  Thread& thread = *current;
  thread.fiber->suspend();
  thread.block->views[thread.id].take_over();
}
void Scheduler::release(Thread& thread) {
  thread.wait = Wait::kNothing;
  enlist(thread);
}

void Scheduler::pause() {
  if (++pauses_ > kEndlessPauses) {
    fail(*current, "threads spin, and none of them makes progress");
  }
  enlist(*current);
  wait();
}
void Scheduler::preempt_sometimes() {
  if (settings_.preempt_one_in != 0 && random_below(random_, settings_.preempt_one_in) == 0) {
    enlist(*current);
    wait();
  }
}

u64 Scheduler::stale(const void* place, u64 now) {
  const Unwatched unwatched;
  u64& found = current->block->stale.try_emplace(place, now).first->second;
  if (random_below(random_, 2) == 0) found = now;
  return found;
}

void Scheduler::note_constant(const void* place, std::size_t bytes, Site site) {
  // Some of them do: who writes what others take for constant does so more than once.
  constexpr u64 kOneIn = 16;
  constexpr std::size_t kMost = 4096;
  if (constants_.size() >= kMost || random_below(random_, kOneIn) != 0) return;
  const Unwatched unwatched;
  Constant constant{place, bytes, {}, site};
  std::memcpy(constant.value.data(), place, bytes);
  constants_.push_back(constant);
}

void Scheduler::check_constants() {
  for (const Constant& constant : constants_) {
    if (std::memcmp(constant.place, constant.value.data(), constant.bytes) == 0) continue;
    fail("memory that is loaded as a constant at " + std::string(constant.site.file) + ":" +
         std::to_string(constant.site.line) + " has been written by the same grid");
  }
  constants_.clear();
}

void Scheduler::poison(void* memory, std::size_t bytes) const {
  // Another byte for another seed: what reads it gives another result, too.
  constexpr int kPoison = 0xA5;
  constexpr u64 kSevenBits = 0x7F;
  if (bytes > 0) {
    std::memset(memory, kPoison ^ static_cast<int>(settings_.seed * 37 & kSevenBits), bytes);
  }
}

}  // namespace strider::simt::emulator
