// Methods that are called millions of times, without pybind11's dispatcher in between.
//
// A method of pybind11 goes through a bound-method object, argument records and a chain of overloads: some 80 ns before
// the first line of ours. Here it is a method of CPython's own making, whose arguments arrive as an array. Everything
// else - checks, errors, help() - is the same; the signature is the first line of the documentation, as CPython wants it.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "inline_object.hpp"

namespace tienlen::bind {

// Runs what may throw; turns exceptions into Python's.
template <typename Act>
[[nodiscard]] PyObject* guarded(Act act) {
    try {
        return act();
    } catch (...) {
        pybind11::detail::try_translate_exceptions();
        return nullptr;
    }
}

// Sorts arguments into the order of `names`; those left out are null, which the first `required` (0 or 1) may not be.
// TypeError as Python itself would raise it.
template <std::size_t N>
[[nodiscard]] std::array<PyObject*, N> sort_arguments(const char* method, const std::array<const char*, N>& names,
                                                      PyObject* const* given, Py_ssize_t count, PyObject* keywords,
                                                      std::size_t required = 1) {
    const std::string called = std::string(method) + "()";
    const auto positional = static_cast<std::size_t>(count);
    if (positional > N) {
        throw pybind11::type_error(called + " takes at most " + std::to_string(N) + " arguments (" +
                                   std::to_string(count) + " given)");
    }
    std::array<PyObject*, N> sorted{};
    for (std::size_t i = 0; i < positional; ++i) sorted[i] = given[i];
    const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t k = 0; k < named; ++k) {
        PyObject* const keyword = PyTuple_GET_ITEM(keywords, k);
        std::size_t place = 0;
        while (place < N && PyUnicode_CompareWithASCIIString(keyword, names[place]) != 0) ++place;
        const auto quoted = [&] { return "'" + std::string(pybind11::str(keyword)) + "'"; };
        if (place == N) throw pybind11::type_error(called + " got an unexpected keyword argument " + quoted());
        if (sorted[place] != nullptr)
            throw pybind11::type_error(called + " got multiple values for argument " + quoted());
        sorted[place] = given[count + k];
    }
    if (required != 0 && sorted[0] == nullptr)
        throw pybind11::type_error(called + " is missing the argument '" + names[0] + "'");
    return sorted;
}

// Text as a template argument.
template <std::size_t N>
struct Name {
    std::array<char, N> text{};
    // NOLINTNEXTLINE(modernize-avoid-c-arrays,*-explicit-*): "text" is to be written as it is
    consteval Name(const char (&from)[N]) { std::copy(from, from + N, text.begin()); }
};

namespace fast_method {

template <typename T, auto Ask>
PyObject* call_plain(PyObject* self, PyObject*) {
    return guarded([&] { return Ask(value_in<T>(self)); });
}

// Act(self, PyObject* …), by vectorcall.
template <auto Act, std::size_t Required, Name Method, Name... Arguments>
PyObject* call_object(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
    constexpr std::size_t N = sizeof...(Arguments);
    return guarded([&] {
        std::array<PyObject*, N> sorted{};
        if (count == 1 && keywords == nullptr) {
            sorted[0] = given[0];
        } else if (count != 0 || keywords != nullptr || Required != 0) {
            sorted =
                sort_arguments<N>(Method.text.data(), {Arguments.text.data()...}, given, count, keywords, Required);
        }
        return std::apply([&](auto*... arguments) { return Act(self, arguments...); }, sorted);
    });
}

// Act of the value in `self`. A class of its own, as not every compiler takes a lambda as a template argument.
template <typename T, auto Act>
struct OnValue {
    PyObject* operator()(PyObject* self, auto*... arguments) const { return Act(value_in<T>(self), arguments...); }
};

template <typename T, auto Ask>
PyObject* get(PyObject* self, void*) {
    return guarded([&] { return Ask(value_in<T>(self)); });
}

}  // namespace fast_method

// PyObject* Act(PyObject* self, PyObject* …), with an argument for each name; those left out are null, which the first
// `Required` (0 or 1) may not be. `doc` starts with the signature.
template <auto Act, std::size_t Required, Name Method, Name... Arguments>
[[nodiscard]] PyMethodDef method_of_object(const char* doc) {
    // The flags tell CPython which kind of function it is.
    const auto any = reinterpret_cast<void (*)()>(&fast_method::call_object<Act, Required, Method, Arguments...>);
    return {Method.text.data(), reinterpret_cast<PyCFunction>(any), METH_FASTCALL | METH_KEYWORDS, doc};
}

// PyObject* Act(const T& self, PyObject* …), the first of which may not be left out.
template <typename T, auto Act, Name Method, Name... Arguments>
[[nodiscard]] PyMethodDef method(const char* doc) {
    if constexpr (sizeof...(Arguments) == 0) {
        return {Method.text.data(), fast_method::call_plain<T, Act>, METH_NOARGS, doc};
    } else {
        return method_of_object<fast_method::OnValue<T, Act>{}, 1, Method, Arguments...>(doc);
    }
}

// PyObject* Ask(const T& self).
template <typename T, auto Ask, Name Property>
[[nodiscard]] PyGetSetDef property_of(const char* doc) {
    return {Property.text.data(), fast_method::get<T, Ask>, nullptr, doc, nullptr};
}

// Adds them to a class; the definition must live as long as the module. CPython declares it as changeable and does not
// change it.
inline void add_to_class(pybind11::handle cls, const char* name, PyObject* descriptor) {
    if (descriptor == nullptr) throw pybind11::error_already_set();
    pybind11::setattr(cls, name, pybind11::reinterpret_steal<pybind11::object>(descriptor));
}
inline void add_method(pybind11::handle cls, const PyMethodDef& method) {
    auto* const type = reinterpret_cast<PyTypeObject*>(cls.ptr());
    add_to_class(cls, method.ml_name, PyDescr_NewMethod(type, const_cast<PyMethodDef*>(&method)));
}
inline void add_property(pybind11::handle cls, const PyGetSetDef& property) {
    auto* const type = reinterpret_cast<PyTypeObject*>(cls.ptr());
    add_to_class(cls, property.name, PyDescr_NewGetSet(type, const_cast<PyGetSetDef*>(&property)));
}

}  // namespace tienlen::bind
