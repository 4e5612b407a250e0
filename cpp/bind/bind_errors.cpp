// Exceptions of the core become those of tienlen.errors; reasons become members of its enum.
#include <pybind11/gil_safe_call_once.h>
#include <pybind11/native_enum.h>

#include <array>

#include "bind.hpp"

namespace tienlen::bind {

namespace {

constexpr std::array<const char*, REASONS> REASON_NAMES{
    "",           "HAND_OVER",       "NOT_YOUR_TURN", "UNKNOWN_CARD", "CARD_TWICE", "EMPTY_PLAY", "NOT_IN_HAND",
    "NOT_A_COMBINATION", "MUST_LEAD", "OPENING_CARD",  "BENCHED",      "WRONG_SIZE", "TOO_LOW",    "BOMB_DOES_NOT_BEAT",
    "WRONG_KIND"};

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

void translate(std::exception_ptr thrown) {
    const auto raise = [](const char* name, const char* message) {
        PyErr_SetString(error_class(name).ptr(), message);
    };
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const NotationError& error) {
        // Offsets count bytes in the core; messages speak of them only for text that is ASCII up to there.
        const py::object instance = error_class("NotationError")(error.what(), "", error.offset());
        PyErr_SetObject(error_class("NotationError").ptr(), instance.ptr());
    } catch (const PositionError& error) {
        raise("PositionError", error.what());
    } catch (const IllegalActionError& error) {
        raise("IllegalActionError", error.what());
    }
}

}  // namespace

py::object error_class(const char* name) { return py::module_::import("tienlen.errors").attr(name); }

py::object reason_object(Reason reason) { return reason_members()[static_cast<std::size_t>(reason)]; }

void bind_errors(py::module_&) { py::register_local_exception_translator(translate); }

}  // namespace tienlen::bind
