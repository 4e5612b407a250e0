// Small values that live inside their Python objects.
//
//    a class of pybind11                        a class whose values are stored inline
//    +--------+---------+---------+-------+     +--------+---------+---------+-------+-----------+
//    | object | pointer | holder  | flags |     | object | pointer |         | flags |   value   |
//    +--------+----|----+----|----+-------+     +--------+----|----+---------+-------+-----------+
//                  v         v                                +----------------------^
//               a value of its own on the heap,             one piece of memory, no holder,
//               noted in a table of all objects             in no table
//
// Making one takes a third of the time, and reading it one step. pybind11 still knows the class: its functions take and
// return such values as ever, since it only looks at the pointer. It is right for values that are never changed and that
// no C++ object refers to, of classes that are final and have their constructor in `__new__` (construct.hpp).
#pragma once

#include <new>
#include <utility>

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/pybind11.h>

namespace tienlen::bind {

namespace inline_object {

inline constexpr std::size_t PLACE = sizeof(pybind11::detail::instance);  // of the value in the object

[[nodiscard]] inline pybind11::detail::instance* instance_of(PyObject* self) noexcept {
    return reinterpret_cast<pybind11::detail::instance*>(self);
}

template <typename T>
void destroy(PyObject* self) {
    pybind11::detail::instance* const instance = instance_of(self);
    if (instance->weakrefs != nullptr) PyObject_ClearWeakRefs(self);
    static_cast<T*>(instance->simple_value_holder[0])->~T();
    PyTypeObject* const type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

}  // namespace inline_object

// The Python class of T, which must have been registered.
template <typename T>
[[nodiscard]] PyTypeObject* type_of() {
    PYBIND11_CONSTINIT static pybind11::gil_safe_call_once_and_store<PyTypeObject*> storage;
    return storage
        .call_once_and_store_result(
            [] { return reinterpret_cast<PyTypeObject*>(pybind11::type::of<T>().inc_ref().ptr()); })
        .get_stored();
}

// Whether it is a T; exact, as these classes are final.
template <typename T>
[[nodiscard]] bool is(pybind11::handle value) {
    return Py_TYPE(value.ptr()) == type_of<T>();
}

// The value in an object that is known to be a T.
template <typename T>
[[nodiscard]] const T& value_in(PyObject* self) noexcept {
    return *static_cast<const T*>(inline_object::instance_of(self)->simple_value_holder[0]);
}

// A new reference to a new object; throws if there is no memory.
template <typename T>
[[nodiscard]] PyObject* make_object(T value) {
    PyTypeObject* const type = type_of<T>();
    PyObject* const self = type->tp_alloc(type, 0);
    if (self == nullptr) throw pybind11::error_already_set();
    auto* const instance = inline_object::instance_of(self);
    instance->simple_layout = true;
    instance->owned = true;
    // What pybind11 looks for after a constructor, and before another: the object is complete, and stays as it is.
    instance->simple_holder_constructed = true;
    instance->simple_instance_registered = true;
    instance->simple_value_holder[0] =
        new (reinterpret_cast<std::byte*>(self) + inline_object::PLACE) T(std::move(value));
    return self;
}

// From now on objects of the class have room for their values. Call it before the first is made.
template <typename T>
void store_inline(pybind11::class_<T>& cls) {
    static_assert(alignof(T) <= alignof(pybind11::detail::instance));
    auto* const type = reinterpret_cast<PyTypeObject*>(cls.ptr());
    type->tp_basicsize += static_cast<Py_ssize_t>(sizeof(T));
    type->tp_dealloc = inline_object::destroy<T>;
}

// How pybind11 makes an object of a T that a function returns.
template <typename T>
struct InlineCaster : pybind11::detail::type_caster_base<T> {
    static pybind11::handle cast(T&& value, pybind11::return_value_policy, pybind11::handle) {
        return make_object<T>(std::move(value));
    }
    static pybind11::handle cast(const T& value, pybind11::return_value_policy, pybind11::handle) {
        return make_object<T>(value);
    }
    static pybind11::handle cast(const T* value, pybind11::return_value_policy, pybind11::handle) {
        return make_object<T>(*value);
    }
};

}  // namespace tienlen::bind
