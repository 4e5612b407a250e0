// How values are shown: in columns, and in notebooks, as HTML by tienlen.render, which is loaded when it is first asked
// for.
#pragma once

#include "bind.hpp"

namespace tienlen::bind {

// Binds `__format__`: f"{card:>4}" is the text in a column.
template <typename T>
void format_as_text(py::class_<T>& cls) {
    cls.def(
        "__format__",
        [](const py::object& self, const py::str& spec) { return py::str(self).attr("__format__")(spec); },
        py::arg("spec"), py::pos_only());
}

// Binds `_repr_html_`, which returns what `function` of tienlen.render makes of the value.
template <typename T>
void show_in_notebooks(py::class_<T>& cls, const char* function) {
    cls.def("_repr_html_", [function](const T& self) {
        return py::str(py::module_::import("tienlen.render").attr(function)(py::cast(self)));
    });
}

}  // namespace tienlen::bind
