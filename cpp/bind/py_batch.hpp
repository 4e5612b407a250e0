// The Batch that Python sees: the one mutable value of the package, so it says who uses it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "bind.hpp"
#include "tienlen/batch.hpp"

namespace tienlen::bind {

struct PyBatch {
    PyBatch(PyRules of, Batch with) : rules(std::move(of)), batch(std::move(with)) {}

    PyRules rules;
    Batch batch;
    std::atomic<bool> in_use{false};
    // What keeps the list's memory alive for the arrays that show it; made anew when the list moves.
    py::object list_owner;
    const Mask* list_owned = nullptr;
};

// The batch in an object that is known to be one: the class is final, and has no object without a value (construct.hpp).
[[nodiscard]] inline PyBatch& batch_in(PyObject* self) noexcept {
    return *static_cast<PyBatch*>(reinterpret_cast<py::detail::instance*>(self)->simple_value_holder[0]);
}

[[noreturn]] void raise_batch(const std::string& message, const py::object& hand = py::none());

// One call's use of a batch. Another thread's call meanwhile is refused: it would see a half-made step.
class Use {
public:
    explicit Use(PyBatch& batch) : batch_(batch) {
        if (batch.in_use.exchange(true, std::memory_order_acquire))
            raise_batch("this batch is in use by another thread");
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { batch_.in_use.store(false, std::memory_order_release); }

private:
    PyBatch& batch_;
};

// Runs work() without the GIL if it takes more than some microseconds: letting go of it and asking for it costs a tenth of
// one.
template <typename Work>
auto without_gil(std::size_t hands, Work work) {
    constexpr std::size_t FEW = 256;
    if (hands < FEW) return work();
    const py::gil_scoped_release release;
    return work();
}

// --- arrays from Python ----------------------------------------------------------------------------------------------

// One whole number a hand; anything that numpy reads as such. Never changed, and kept alive.
struct Numbers {
    py::array owner;
    const std::int64_t* data;
    bool is_unsigned;  // the bits are those of a uint64
};
[[nodiscard]] Numbers to_numbers(py::handle value, std::size_t count, const char* name);
// One bool a hand.
[[nodiscard]] py::array to_flags(py::handle value, std::size_t count, const char* name);
// An array to write to: this type, C order, writeable. Its number of values.
[[nodiscard]] std::size_t check_target(py::handle value, const py::dtype& type, const char* name);
// Which hands a subscript means: a slice, a mask of bools, whole numbers. IndexError outside.
[[nodiscard]] std::vector<std::int64_t> to_places(py::handle subscript, std::size_t size);

// An array that cannot be written to, over memory that `owner` keeps alive.
[[nodiscard]] py::object read_only(const py::dtype& type, std::size_t size, const void* data, py::handle owner);

// --- families of methods ---------------------------------------------------------------------------------------------

void bind_batch_arrays(py::class_<PyBatch>& cls);
void bind_batch_steps(py::class_<PyBatch>& cls);

}  // namespace tienlen::bind
