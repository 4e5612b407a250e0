// Memory of a batch: arrays that start on a cache line, and lists that grow while others may still look at them.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "tienlen/card_set.hpp"

namespace tienlen {

// A fixed number of plain values on cache lines of their own, so that a 64-byte state is one line.
template <typename T>
class AlignedArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    AlignedArray() noexcept = default;
    explicit AlignedArray(std::size_t size) : size_(size), data_(allocate(size)) {
        if (size != 0) std::memset(static_cast<void*>(data_.get()), 0, size * sizeof(T));
    }
    AlignedArray(const AlignedArray& other) : size_(other.size_), data_(allocate(other.size_)) {
        if (size_ != 0) std::memcpy(static_cast<void*>(data_.get()), other.data_.get(), size_ * sizeof(T));
    }
    AlignedArray& operator=(const AlignedArray& other) {
        AlignedArray copy{other};
        return *this = std::move(copy);
    }
    AlignedArray(AlignedArray&& other) noexcept = default;
    AlignedArray& operator=(AlignedArray&& other) noexcept = default;
    ~AlignedArray() = default;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T* data() noexcept { return data_.get(); }
    [[nodiscard]] const T* data() const noexcept { return data_.get(); }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }

private:
    static constexpr std::align_val_t LINE{64};
    struct Free {
        void operator()(T* memory) const noexcept { ::operator delete(static_cast<void*>(memory), LINE); }
    };
    using Pointer = std::unique_ptr<T, Free>;

    [[nodiscard]] static Pointer allocate(std::size_t size) {
        if (size > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_alloc();
        return Pointer(static_cast<T*>(::operator new(size * sizeof(T), LINE)));
    }

    std::size_t size_ = 0;
    Pointer data_;
};

// Card masks that are appended to. Growing takes new memory and leaves the old to whoever shares it.
class MaskBuffer {
public:
    using Words = std::shared_ptr<Mask[]>;  // NOLINT(modernize-avoid-c-arrays): the type of a shared array

    [[nodiscard]] Mask* data() const noexcept { return words_.get(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] const Words& words() const noexcept { return words_; }

    // Room for `wanted` words, of which the first `used` are kept.
    void reserve(std::size_t wanted, std::size_t used) {
        if (wanted <= capacity_) return;
        const std::size_t larger = wanted + wanted / 2;
        Words words(new Mask[larger]);
        if (used != 0) std::memcpy(words.get(), words_.get(), used * sizeof(Mask));
        words_ = std::move(words);
        capacity_ = larger;
    }

private:
    Words words_;
    std::size_t capacity_ = 0;
};

}  // namespace tienlen
