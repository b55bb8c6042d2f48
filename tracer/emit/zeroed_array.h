// SPDX-License-Identifier: MIT
//
// ZeroedArray: a large array of which little may be used. Its elements begin as bytes of zero, and
// the system gives their pages when they are first written: to make one costs nothing. Errors:
// std::bad_alloc. Thread rule: as a std::vector.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace plytrace {

template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  bool empty() const { return elements_ == nullptr; }
  void make(std::size_t count) {
    elements_.reset(static_cast<T*>(std::calloc(count, sizeof(T))));
    if (elements_ == nullptr) throw std::bad_alloc();
  }
  void clear() { elements_.reset(); }
  T& operator[](std::size_t index) { return elements_.get()[index]; }

 private:
  struct Free {
    void operator()(T* elements) const { std::free(elements); }
  };
  std::unique_ptr<T, Free> elements_;
};

}  // namespace plytrace
