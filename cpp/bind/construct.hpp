// Making objects in one step.
//
// A class of pybind11 lets anybody call `Class.__new__(Class)` without `__init__`, and what it then finds in place of a
// value is memory that nobody wrote: a State made so would follow a pointer into nothing. Here the value is made inside
// `__new__`, so that there is no such object; as the value is there already, pybind11 ignores every `__init__`.
#pragma once

#include <array>
#include <string>

#include <pybind11/pybind11.h>

namespace tienlen::bind {

// Make: py::object(PyObject* args, PyObject* kwargs), as for tp_new.
template <auto Make>
PyObject* new_object(PyTypeObject*, PyObject* args, PyObject* kwargs) {
    try {
        return Make(args, kwargs).release().ptr();
    } catch (...) {
        pybind11::detail::try_translate_exceptions();  // what pybind11 does around every function of its own
        return nullptr;
    }
}

inline int keep_as_made(PyObject*, PyObject*, PyObject*) { return 0; }

// Class(…) is Make from now on. Call it after the class has its `__init__`, if it has one, which then is no more than
// the place where help() finds the signature. The class must be final.
template <auto Make>
void make_in_new(pybind11::handle cls) {
    auto* const type = reinterpret_cast<PyTypeObject*>(cls.ptr());
    type->tp_new = new_object<Make>;
    type->tp_init = keep_as_made;
    PyType_Modified(type);
}

// For classes that only functions make, and that are not pickled (iterators).
inline pybind11::object refuse_to_make(PyObject*, PyObject*) {
    throw pybind11::type_error("this class has no constructor: its objects come from functions");
}
inline void make_by_functions(pybind11::handle cls) { make_in_new<refuse_to_make>(cls); }

// The one argument of a constructor; null if it may be left out and was.
[[nodiscard]] inline PyObject* only_argument(PyObject* args, PyObject* kwargs, const char* format, const char* name) {
    const std::array<const char*, 2> names{name, nullptr};
    PyObject* value = nullptr;
    // Before Python 3.13 the names are declared as changeable; nobody changes them.
    if (PyArg_ParseTupleAndKeywords(args, kwargs, format, const_cast<char**>(names.data()), &value) == 0) {
        throw pybind11::error_already_set();
    }
    return value;
}

}  // namespace tienlen::bind
