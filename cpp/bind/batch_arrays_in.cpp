// Arrays that Python gives to a batch: checked before anything is read, copied only if they must be.
#include <limits>

#include "py_batch.hpp"

namespace tienlen::bind {

namespace {

[[nodiscard]] std::string shape_text(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t d = 0; d < array.ndim(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(array.shape(d));
    return text + (array.ndim() == 1 ? ",)" : ")");
}

[[nodiscard]] std::string type_text(const py::array& array) { return py::str(array.dtype()); }

[[nodiscard]] py::array to_array(py::handle value, const char* name) {
    if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value);
    py::array array = py::array::ensure(value);
    if (!array) {
        PyErr_Clear();
        throw py::type_error(std::string(name) + ": expected an array, got " + Py_TYPE(value.ptr())->tp_name);
    }
    return array;
}

void check_shape(const py::array& array, std::size_t count, const char* name) {
    if (array.ndim() == 1 && static_cast<std::size_t>(array.shape(0)) == count) return;
    raise_batch(std::string(name) + ": expected one value for each hand, shape (" + std::to_string(count) +
                ",), got shape " + shape_text(array));
}

[[nodiscard]] bool as_it_is(const py::array& array) {
    const int wanted = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
    const char order = array.dtype().byteorder();
    return (array.flags() & wanted) == wanted && (order == '=' || order == '|');
}

}  // namespace

Numbers to_numbers(py::handle value, std::size_t count, const char* name) {
    py::array array = to_array(value, name);
    const char kind = array.dtype().kind();
    // An empty list is an array of floats.
    if (kind != 'i' && kind != 'u' && array.size() != 0) {
        throw py::type_error(std::string(name) + ": expected whole numbers, got an array of " + type_text(array));
    }
    check_shape(array, count, name);
    const bool is_unsigned = kind == 'u' && array.itemsize() == 8;
    if (array.itemsize() != 8 || (kind != 'i' && kind != 'u') || !as_it_is(array)) {
        const py::dtype wanted = is_unsigned ? py::dtype::of<std::uint64_t>() : py::dtype::of<std::int64_t>();
        array = py::array(array.attr("astype")(wanted, py::arg("order") = "C"));
    }
    const auto* data = static_cast<const std::int64_t*>(array.data());
    return {std::move(array), data, is_unsigned};
}

py::array to_flags(py::handle value, std::size_t count, const char* name) {
    const py::array array = to_array(value, name);
    if (array.dtype().kind() != 'b') {
        throw py::type_error(std::string(name) + ": expected an array of bool, got one of " + type_text(array));
    }
    check_shape(array, count, name);
    return as_it_is(array) ? array : py::array(array.attr("copy")(py::arg("order") = "C"));
}

std::size_t check_target(py::handle value, const py::dtype& type, const char* name) {
    const auto wanted = [&] {
        return std::string(name) + ": expected a writeable C-contiguous array of " +
               std::string(py::str(py::handle(type)));
    };
    if (!py::isinstance<py::array>(value)) throw py::type_error(wanted() + ", got " + Py_TYPE(value.ptr())->tp_name);
    const auto array = py::reinterpret_borrow<py::array>(value);
    if (array.dtype().normalized_num() != type.normalized_num())
        throw py::type_error(wanted() + ", got " + type_text(array));
    if (!array.writeable()) raise_batch(wanted() + ", got one that is read-only");
    if (!as_it_is(array)) raise_batch(wanted() + ", got one that is not contiguous, aligned and of native byte order");
    return static_cast<std::size_t>(array.size());
}

std::vector<std::int64_t> to_places(py::handle subscript, std::size_t size) {
    const auto length = static_cast<std::int64_t>(size);
    std::vector<std::int64_t> places;
    if (PySlice_Check(subscript.ptr()) != 0) {
        Py_ssize_t start = 0, stop = 0, step = 0;
        if (PySlice_Unpack(subscript.ptr(), &start, &stop, &step) < 0) throw py::error_already_set();
        const Py_ssize_t count = PySlice_AdjustIndices(static_cast<Py_ssize_t>(size), &start, &stop, step);
        for (Py_ssize_t k = 0; k < count; ++k) places.push_back(start + k * step);
        return places;
    }
    const py::array array = to_array(subscript, "hands");
    if (array.dtype().kind() == 'b') {
        const py::array flags = to_flags(array, size, "hands");
        const auto* marked = static_cast<const bool*>(flags.data());
        for (std::int64_t i = 0; i < length; ++i) {
            if (marked[i]) places.push_back(i);
        }
        return places;
    }
    if (array.ndim() != 1) raise_batch("hands: expected one dimension, got shape " + shape_text(array));
    const Numbers numbers = to_numbers(array, static_cast<std::size_t>(array.size()), "hands");
    places.assign(numbers.data, numbers.data + array.size());
    for (std::int64_t& place : places) {
        const bool outside = place >= length || (place < 0 && (numbers.is_unsigned || place < -length));
        if (outside) {
            throw py::index_error("hand " + std::to_string(place) + " is out of range: this batch has " +
                                  std::to_string(size));
        }
        if (place < 0) place += length;
    }
    return places;
}

py::object read_only(const py::dtype& type, std::size_t size, const void* data, py::handle owner) {
    // Through the C interface itself: this is done twice a step, and py::array puts its shape on the heap.
    const auto& api = py::detail::npy_api::get();
    const auto length = static_cast<Py_intptr_t>(size);
    py::dtype descriptor = type;
    const int flags = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
    auto array = py::reinterpret_steal<py::object>(api.PyArray_NewFromDescr_(
        api.PyArray_Type_, descriptor.release().ptr(), 1, &length, nullptr, const_cast<void*>(data), flags, nullptr));
    if (!array) throw py::error_already_set();
    if (api.PyArray_SetBaseObject_(array.ptr(), py::reinterpret_borrow<py::object>(owner).release().ptr()) < 0) {
        throw py::error_already_set();
    }
    return array;
}

}  // namespace tienlen::bind
