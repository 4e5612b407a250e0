// Results that functions return: equal if their parts are, and pickled as their parts.
#pragma once

#include <pybind11/pybind11.h>

#include "construct.hpp"

namespace tienlen::bind {

// Binds `__eq__` and `__reduce__`; there is no hash. `parts` makes the tuple that the constructor takes from a pickle.
template <typename T>
void compare_and_pickle(pybind11::class_<T>& cls, pybind11::tuple (*parts)(const T&)) {
    namespace py = pybind11;
    cls.def(
           "__eq__",
           [parts](const T& self, const py::object& other) {
               if (!py::isinstance<T>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
               return py::object(py::bool_(parts(self).equal(parts(other.cast<const T&>()))));
           },
           py::arg("other"), py::pos_only())
        .def("__reduce__", [parts](const T& self) { return py::make_tuple(py::type::of<T>(), parts(self)); });
    cls.attr("__hash__") = py::none();
}

// The constructor of such a class, which takes its parts and nothing else.
template <auto Read, std::size_t Size>
pybind11::object from_parts(PyObject* args, PyObject* kwargs) {
    const auto given = pybind11::reinterpret_borrow<pybind11::tuple>(args);
    try {
        if (kwargs == nullptr && given.size() == Size) return pybind11::cast(Read(given));
    } catch (const pybind11::cast_error&) {
        return refuse_to_make(args, kwargs);  // other things than those parts
    }
    return refuse_to_make(args, kwargs);
}

}  // namespace tienlen::bind
