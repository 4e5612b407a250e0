// What notebooks show of a value: HTML by tienlen.render, which is loaded when it is first asked for.
#pragma once

#include "bind.hpp"

namespace tienlen::bind {

// Binds `_repr_html_`, which returns what `function` of tienlen.render makes of the value.
template <typename T>
void show_in_notebooks(py::class_<T>& cls, const char* function) {
    cls.def("_repr_html_", [function](const T& self) {
        return py::str(py::module_::import("tienlen.render").attr(function)(py::cast(self)));
    });
}

}  // namespace tienlen::bind
