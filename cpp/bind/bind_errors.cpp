// Exceptions of the core become those of tienlen.errors; reasons become members of its enum.
#include <array>

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/native_enum.h>

#include "bind.hpp"

namespace tienlen::bind {

namespace {

constexpr std::array<const char*, REASONS> REASON_NAMES{
    "",           "HAND_OVER",   "NOT_YOUR_TURN",     "UNKNOWN_CARD",       "CARD_TWICE",
    "EMPTY_PLAY", "NOT_IN_HAND", "NOT_A_COMBINATION", "MUST_LEAD",          "OPENING_CARD",
    "BENCHED",    "WRONG_SIZE",  "TOO_LOW",           "BOMB_DOES_NOT_BEAT", "WRONG_KIND"};

using ReasonMembers = std::array<py::object, REASONS>;

const ReasonMembers& reason_members() {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<ReasonMembers> storage;
    return storage
        .call_once_and_store_result([] {
            ReasonMembers members;
            const py::object reasons = error_class("Reason");
            members[0] = py::none();
            for (std::size_t i = 1; i < members.size(); ++i) members[i] = reasons.attr(REASON_NAMES[i]);
            return members;
        })
        .get_stored();
}

[[nodiscard]] py::object decoded(std::string_view text, const char* errors) {
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), errors));
}

// Messages quote pieces of what was given, which may end in the middle of a character.
[[nodiscard]] py::object message_of(const std::exception& error) { return decoded(error.what(), "replace"); }

void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param): as pybind11 calls it
    const auto raise = [](const char* name, const std::exception& error) {
        PyErr_SetObject(error_class(name).ptr(), message_of(error).ptr());
    };
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const NotationError& error) {
        const py::object type = error_class("NotationError");
        const py::object offset =
            error.offset() == NotationError::NO_OFFSET ? py::object(py::none()) : py::object(py::int_(error.offset()));
        PyErr_SetObject(type.ptr(), type(message_of(error), decoded(error.text(), "surrogatepass"), offset).ptr());
    } catch (const PositionError& error) {
        raise("PositionError", error);
    } catch (const IllegalActionError& error) {
        raise("IllegalActionError", error);
    }
}

}  // namespace

py::object error_class(const char* name) { return py::module_::import("tienlen.errors").attr(name); }

py::object reason_object(Reason reason) { return reason_members()[static_cast<std::size_t>(reason)]; }

void bind_errors(py::module_&) { py::register_local_exception_translator(translate); }

}  // namespace tienlen::bind
