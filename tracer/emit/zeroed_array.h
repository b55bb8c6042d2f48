// SPDX-License-Identifier: MIT
//
// ZeroedArray: a large array of which little may be used. Its elements begin as zero bytes, and the
// system provides each page when it is first written. It does not use the heap, which would clear
// memory that was used before. (On Windows the heap takes large arrays from the system.) Errors:
// std::bad_alloc. Thread rule: as a std::vector.
#pragma once

#ifndef _WIN32
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace plytrace {

template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  ~ZeroedArray() { clear(); }
  ZeroedArray(const ZeroedArray&) = delete;
  ZeroedArray& operator=(const ZeroedArray&) = delete;

  bool empty() const { return elements_ == nullptr; }
  // Allocates. Precondition: the array is empty.
  void make(std::size_t count) {
#ifdef _WIN32
    elements_ = static_cast<T*>(std::calloc(count, sizeof(T)));
    if (elements_ == nullptr) throw std::bad_alloc();
#else
    void* const pages = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    elements_ = static_cast<T*>(pages);
#endif
    bytes_ = count * sizeof(T);
  }
  void clear() {
#ifdef _WIN32
    std::free(elements_);
#else
    if (elements_ != nullptr) ::munmap(elements_, bytes_);
#endif
    elements_ = nullptr;
  }
  T& operator[](std::size_t index) { return elements_[index]; }
  const T& operator[](std::size_t index) const { return elements_[index]; }

 private:
  T* elements_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace plytrace
