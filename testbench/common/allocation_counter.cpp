#include "testbench/common/allocation_counter.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

// Constant-initialized, as allocations happen before any constructor of this file could run.
constinit std::atomic<std::uint64_t> allocations{0}, allocated_bytes{0}, deallocations{0};

void* counted(std::size_t size, std::size_t alignment) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  allocated_bytes.fetch_add(size, std::memory_order_relaxed);
  size = std::max<std::size_t>(size, 1);
  if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) return std::malloc(size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* counted_or_throw(std::size_t size, std::size_t alignment) {
  if (void* const memory = counted(size, alignment)) return memory;
  throw std::bad_alloc();
}

void give_back(void* memory) noexcept {
  if (memory) deallocations.fetch_add(1, std::memory_order_relaxed);
  std::free(memory);
}

constexpr std::size_t kUsual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
constexpr std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t n) { return counted_or_throw(n, kUsual); }
void* operator new[](std::size_t n) { return counted_or_throw(n, kUsual); }
void* operator new(std::size_t n, std::align_val_t a) { return counted_or_throw(n, number(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return counted_or_throw(n, number(a)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return counted(n, kUsual); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return counted(n, kUsual); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return counted(n, number(a)); }
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return counted(n, number(a));
}

void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { give_back(p); }

namespace headroom {

std::uint64_t AllocationCounter::count() { return allocations.load(std::memory_order_relaxed); }
std::uint64_t AllocationCounter::bytes() { return allocated_bytes.load(std::memory_order_relaxed); }
std::uint64_t AllocationCounter::live() { return count() - deallocations.load(std::memory_order_relaxed); }

}  // namespace headroom
