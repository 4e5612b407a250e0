// Batch: legal plays and steps.
#include "fast_method.hpp"
#include "py_batch.hpp"
#include "tienlen/notation.hpp"

namespace tienlen::bind {

namespace {

[[nodiscard]] std::string position(const PyBatch& self, std::size_t hand) {
    return to_text(self.batch.hands().states[hand]);
}

[[noreturn]] void raise_illegal(const PyBatch& self, const BatchFault& fault) {
    const State& state = self.batch.hands().states[fault.hand];
    const CardSet cards{fault.mask & ALL_CARDS};
    const Detail found = detail(state, fault.reason, cards);
    py::object play = py::str(fault.mask == 0 ? "pass" : to_text(cards));
    if (fault.mask > ALL_CARDS) play = py::str(py::int_(fault.mask));
    const py::object type = error_class("IllegalPlayError");
    const py::object error =
        type(reason_object(fault.reason), play, state.to_move, position(self, fault.hand),
             found.card == NO_CARD ? py::object(py::none()) : py::object(py::str(card_text(found.card))),
             found.size == 0 ? py::object(py::none()) : py::object(py::int_(found.size)), fault.hand);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw py::error_already_set();
}

[[noreturn]] void raise_outside(const PyBatch& self, const BatchFault& fault, IndexFrom from, bool is_unsigned) {
    const std::int64_t first = from == IndexFrom::Hand ? 0 : self.batch.offsets()[fault.hand];
    const std::string index =
        is_unsigned ? std::to_string(static_cast<std::uint64_t>(fault.index)) : std::to_string(fault.index);
    raise_batch("hand " + std::to_string(fault.hand) + ": index " + index + " is out of range: its " +
                    std::to_string(fault.count) + " legal plays are " + std::to_string(first) + " to " +
                    std::to_string(first + fault.count - 1) + " [" + position(self, fault.hand) + "]",
                py::int_(fault.hand));
}

// --- called by loops, so without a dispatcher (fast_method.hpp) --------------------------------------------------------

[[nodiscard]] PyObject* step(PyObject* self_object, PyObject* plays) {
    PyBatch& self = batch_in(self_object);
    const std::size_t n = self.batch.size();
    const Numbers numbers = to_numbers(plays, n, "plays");
    const Use use{self};
    std::size_t moved = 0;
    // The bits of an int64 are those of the mask; a negative one is no mask, as it is too large.
    const auto fault = without_gil(n, [&] {
        auto refused = self.batch.choose_plays(reinterpret_cast<const Mask*>(numbers.data));
        if (!refused) moved = self.batch.play_chosen();
        return refused;
    });
    if (fault) raise_illegal(self, *fault);
    return PyLong_FromSize_t(moved);
}

template <IndexFrom From>
[[nodiscard]] PyObject* step_index(PyObject* self_object, PyObject* indices) {
    PyBatch& self = batch_in(self_object);
    const std::size_t n = self.batch.size();
    const Numbers numbers = to_numbers(indices, n, From == IndexFrom::Hand ? "indices" : "positions");
    const Use use{self};
    std::size_t moved = 0;
    const auto fault = without_gil(n, [&] {
        auto refused = self.batch.choose_indices(numbers.data, From);
        if (!refused) moved = self.batch.play_chosen(true);
        return refused;
    });
    if (fault) raise_outside(self, *fault, From, numbers.is_unsigned);
    return PyLong_FromSize_t(moved);
}

std::size_t step_policy(PyBatch& self, const std::string& policy) {
    if (policy != "random")
        raise_batch("policy '" + policy.substr(0, 24) + "' is unknown: the built-in policy is 'random'");
    const Use use{self};
    return without_gil(self.batch.size(), [&] { return self.batch.play_random(); });
}

// --- legal plays ------------------------------------------------------------------------------------------------------

// Shares the list's memory with Python.
void own_list(PyBatch& self) {
    const MaskBuffer& masks = self.batch.masks();
    if (self.list_owner && self.list_owned == masks.data()) return;
    auto shared = std::make_unique<MaskBuffer::Words>(masks.words());
    self.list_owner = py::capsule(shared.get(), [](void* kept) { delete static_cast<MaskBuffer::Words*>(kept); });
    (void)shared.release();  // the capsule's now
    self.list_owned = masks.data();
}

[[nodiscard]] py::tuple views(py::handle self_object, PyBatch& self) {
    own_list(self);
    const Batch& batch = self.batch;
    return py::make_tuple(
        read_only(py::dtype::of<std::int64_t>(), batch.size() + 1, batch.offsets(), self_object),
        read_only(py::dtype::of<std::uint64_t>(), batch.list_size(), batch.masks().data(), self.list_owner));
}

[[nodiscard]] py::tuple copies(const PyBatch& self, const py::object& offsets_out, const py::object& masks_out) {
    const Batch& batch = self.batch;
    const std::size_t offset_count = check_target(offsets_out, py::dtype::of<std::int64_t>(), "offsets");
    const std::size_t room = check_target(masks_out, py::dtype::of<std::uint64_t>(), "masks");
    if (offset_count != batch.size() + 1) {
        raise_batch("offsets: expected " + std::to_string(batch.size() + 1) + " values, one more than hands, got " +
                    std::to_string(offset_count));
    }
    const std::size_t count = batch.list_size();
    if (room < count) {
        raise_batch("masks: " + std::to_string(count) + " legal plays do not fit into " + std::to_string(room) +
                    " values");
    }
    auto offsets = py::reinterpret_borrow<py::array>(offsets_out), masks = py::reinterpret_borrow<py::array>(masks_out);
    auto* const to_offsets = static_cast<std::int64_t*>(offsets.mutable_data());
    auto* const to_masks = static_cast<Mask*>(masks.mutable_data());
    const auto begin = reinterpret_cast<std::uintptr_t>(to_offsets), other = reinterpret_cast<std::uintptr_t>(to_masks);
    if (begin < other + room * sizeof(Mask) && other < begin + offset_count * sizeof(Mask)) {
        raise_batch("offsets and masks overlap: expected two arrays of their own");
    }
    std::copy_n(batch.offsets(), offset_count, to_offsets);
    std::copy_n(batch.masks().data(), count, to_masks);
    return py::make_tuple(offsets_out, masks_out[py::slice(0, static_cast<py::ssize_t>(count), 1)]);
}

// Arguments are null if they are left out.
[[nodiscard]] PyObject* legal(PyObject* self_object, PyObject* to_offsets, PyObject* to_masks) {
    PyBatch& self = batch_in(self_object);
    const auto or_none = [](PyObject* given) {
        return given == nullptr ? py::object(py::none()) : py::reinterpret_borrow<py::object>(given);
    };
    const py::object offsets = or_none(to_offsets), masks = or_none(to_masks);
    if (offsets.is_none() != masks.is_none()) raise_batch("legal: give both arrays, offsets and masks, or none");
    const Use use{self};
    if (!self.batch.listed()) {
        without_gil(self.batch.size(), [&] { self.batch.list(); });
    } else {
        self.batch.list();  // only notes that somebody looks
    }
    return (offsets.is_none() ? views(self_object, self) : copies(self, offsets, masks)).release().ptr();
}

}  // namespace

void bind_batch_steps(py::class_<PyBatch>& cls) {
    static const std::array METHODS{
        method_of_object<legal, 0, "legal", "offsets", "masks">(
            "legal($self, offsets=None, masks=None)\n--\n\n"
            "List the legal plays of all hands, one behind the other."),
        method_of_object<step, 1, "step", "plays">("step($self, plays)\n--\n\n"
                                                   "Make one play in each hand, given as masks."),
        method_of_object<step_index<IndexFrom::Hand>, 1, "step_index", "indices">(
            "step_index($self, indices)\n--\n\n"
            "Make one play in each hand, given by its index among the legal plays of the hand."),
        method_of_object<step_index<IndexFrom::List>, 1, "step_flat", "positions">(
            "step_flat($self, positions)\n--\n\n"
            "Make one play in each hand, given by its position in the list of `legal`."),
    };
    for (const PyMethodDef& described : METHODS) add_method(cls, described);
    cls.def("step_policy", step_policy, py::arg("policy") = "random",
            "Make one play in each hand by a built-in policy.");
}

}  // namespace tienlen::bind
