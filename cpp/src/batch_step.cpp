// A batch: choosing plays, and the passes over all hands, on one thread or several.
#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "tienlen/batch_kernels.hpp"
#include "tienlen/batch_observe.hpp"
#include "tienlen/cpu.hpp"

namespace tienlen {

namespace {

using batch::Share;
using batch::Source;

// A thread costs about 25 µs to start, in which time a pass does a thousand hands, and choosing does ten thousand.
constexpr std::size_t HANDS_PER_THREAD = 4096, CHOICES_PER_THREAD = 65536;

// Calls first(part) for all parts, then middle(), which must not throw, then last(part) for all parts. Each part has a
// thread of its own, started once, as far as threads are to be had.
template <typename First, typename Middle, typename Last>
void in_parallel(std::size_t parts, First first, Middle middle, Last last) {
    std::atomic<std::size_t> missing{parts};
    std::atomic<bool> passed{false};
    const auto meet = [&](std::size_t arriving) {
        if (missing.fetch_sub(arriving, std::memory_order_acq_rel) == arriving) {
            middle();
            passed.store(true, std::memory_order_release);
            passed.notify_all();
        } else {
            passed.wait(false, std::memory_order_acquire);
        }
    };
    std::vector<std::thread> others;
    others.reserve(parts);
    std::size_t started = parts;
    try {
        while (others.size() + 1 < parts) {
            others.emplace_back([&, part = others.size() + 1] {
                first(part);
                meet(1);
                last(part);
            });
        }
    } catch (const std::exception&) {
        started = others.size() + 1;  // no more threads, or no memory for one: this thread does what is left
    }
    const auto own_parts = [&](auto& work) {
        work(std::size_t{0});
        for (std::size_t part = started; part < parts; ++part) work(part);
    };
    own_parts(first);
    meet(1 + parts - started);
    own_parts(last);
    for (std::thread& other : others) other.join();
}
template <typename Work>
void in_parallel(std::size_t parts, Work work) {
    in_parallel(parts, work, [] {}, [](std::size_t) {});
}

[[nodiscard]] std::size_t part_begin(std::size_t n, std::size_t part, std::size_t parts) noexcept {
    return n * part / parts;
}

// --- the kernels by instruction set ---------------------------------------------------------------------------------

using Observe = void (*)(const State*, const std::uint8_t*, std::size_t, std::size_t, std::uint8_t*);

struct Kernels {
    void (*list)(Share&);
    void (*play)(Share&);
    void (*play_and_list)(Share&);
    void (*random)(Share&);
    void (*random_and_list)(Share&);
    Observe observe;
};

template <Source From, bool List, bool Plain>
void share_portable(Share& share) {
    batch::run_share<Portable, From, List, Plain>(share);
}
void observe_portable(const State* states, const std::uint8_t* seats, std::size_t first, std::size_t last,
                      std::uint8_t* out) {
    batch::observe_range<Portable>(states, seats, first, last, out);
}
template <bool Plain>
constexpr Kernels PORTABLE{share_portable<Source::Nothing, true, Plain>, share_portable<Source::Chosen, false, Plain>,
                           share_portable<Source::Chosen, true, Plain>,  share_portable<Source::Random, false, Plain>,
                           share_portable<Source::Random, true, Plain>,  observe_portable};

#if TIENLEN_X86_64
template <Source From, bool List, bool Plain>
TIENLEN_TARGET_BMI2 void share_bmi2(Share& share) {
    batch::run_share<Bmi2, From, List, Plain>(share);
}
TIENLEN_TARGET_BMI2 void observe_bmi2(const State* states, const std::uint8_t* seats, std::size_t first,
                                      std::size_t last, std::uint8_t* out) {
    batch::observe_range<Bmi2>(states, seats, first, last, out);
}
template <bool Plain>
constexpr Kernels BMI2{share_bmi2<Source::Nothing, true, Plain>, share_bmi2<Source::Chosen, false, Plain>,
                       share_bmi2<Source::Chosen, true, Plain>,  share_bmi2<Source::Random, false, Plain>,
                       share_bmi2<Source::Random, true, Plain>,  observe_bmi2};
#endif

[[nodiscard]] const Kernels& kernels(const Rules& rules) noexcept {
    const bool plain = legal::are_plain(rules);
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return plain ? BMI2<true> : BMI2<false>;
#endif
    return plain ? PORTABLE<true> : PORTABLE<false>;
}

// --- choosing -------------------------------------------------------------------------------------------------------

[[nodiscard]] bool in_list(const Mask* first, const Mask* last, Mask mask) noexcept {
    constexpr std::ptrdiff_t FEW = 16;
    return last - first <= FEW ? std::find(first, last, mask) != last : std::binary_search(first, last, mask);
}

[[nodiscard]] Reason check_mask(const RuleTables& tables, const State& state, Mask mask) noexcept {
    if (mask == 0) return check_pass(tables, state);
    return mask > ALL_CARDS ? Reason::UnknownCard : check_cards(tables, state, CardSet{mask});
}

}  // namespace

std::size_t Batch::useful_threads(std::size_t hands_each) const noexcept {
    const std::size_t most = std::max<std::size_t>(size() / hands_each, 1);
    return std::min(static_cast<std::size_t>(std::max(setup_.threads, 1)), most);
}

// Calls choose(first, last), which returns a fault or nothing, over all hands; gives the fault of the first hand.
template <typename Choose>
std::optional<BatchFault> Batch::choose_all(Choose choose) {
    if (chosen_.size() != size()) chosen_ = AlignedArray<Mask>(size());
    const std::size_t parts = useful_threads(CHOICES_PER_THREAD);
    if (parts == 1) return choose(std::size_t{0}, size());
    std::vector<std::optional<BatchFault>> faults(parts);
    in_parallel(parts, [&](std::size_t part) {
        faults[part] = choose(part_begin(size(), part, parts), part_begin(size(), part + 1, parts));
    });
    for (const auto& fault : faults) {
        if (fault) return fault;
    }
    return std::nullopt;
}

std::optional<BatchFault> Batch::choose_plays(const Mask* plays) {
    return choose_all([this, plays](std::size_t first, std::size_t last) -> std::optional<BatchFault> {
        for (std::size_t i = first; i < last; ++i) {
            const Mask mask = plays[i];
            const State& state = hands_.states[i];
            chosen_[i] = mask;
            if (state.over) continue;
            if (listed_ && in_list(masks_.data() + offsets_[i], masks_.data() + offsets_[i + 1], mask)) continue;
            const Reason reason = check_mask(*tables_, state, mask);
            if (reason != Reason::None) return BatchFault{i, reason, mask, 0, 0};
        }
        return std::nullopt;
    });
}

std::optional<BatchFault> Batch::choose_indices(const std::int64_t* indices, IndexFrom from) {
    if (!listed_) run(Pass::List);
    return from == IndexFrom::Hand ? choose_listed<IndexFrom::Hand>(indices) : choose_listed<IndexFrom::List>(indices);
}

template <IndexFrom From>
std::optional<BatchFault> Batch::choose_listed(const std::int64_t* indices) {
    return choose_all([this, indices](std::size_t first, std::size_t last) -> std::optional<BatchFault> {
        const std::int64_t* const offsets = offsets_.data();
        const Mask* const masks = masks_.data();
        Mask* const chosen = chosen_.data();
        auto begin = static_cast<std::uint64_t>(offsets[first]);
        for (std::size_t i = first; i < last; ++i) {
            const auto end = static_cast<std::uint64_t>(offsets[i + 1]), count = end - begin;
            const auto index = static_cast<std::uint64_t>(indices[i]);
            const std::uint64_t k = From == IndexFrom::Hand ? index : index - begin;
            if (k < count) [[likely]] {
                chosen[i] = masks[begin + k];
            } else if (count != 0) {
                return BatchFault{i, Reason::None, 0, indices[i], static_cast<std::int64_t>(count)};
            }
            begin = end;
        }
        return std::nullopt;
    });
}

// --- passes ---------------------------------------------------------------------------------------------------------

void Batch::list() {
    if (!listed_) run(Pass::List);
    asked_ = true;
}

std::size_t Batch::play_chosen(bool list) { return run(list || asked_ ? Pass::PlayAndList : Pass::Play); }

std::size_t Batch::play_random() { return run(asked_ ? Pass::RandomAndList : Pass::Random); }

std::size_t Batch::run(Pass pass) {
    // All memory that must be there is taken before anything changes.
    const std::size_t parts = useful_threads(HANDS_PER_THREAD);
    const bool lists = pass == Pass::List || pass == Pass::PlayAndList || pass == Pass::RandomAndList;
    if (lists && offsets_.size() != size() + 1) offsets_ = AlignedArray<std::int64_t>(size() + 1);
    if (parts > 1 && part_masks_.size() < parts) part_masks_.resize(parts);
    const Kernels& by_cpu = kernels(tables_->rules());
    const auto kernel = [&] {
        switch (pass) {
            case Pass::List: return by_cpu.list;
            case Pass::Play: return by_cpu.play;
            case Pass::PlayAndList: return by_cpu.play_and_list;
            case Pass::Random: return by_cpu.random;
            case Pass::RandomAndList: break;
        }
        return by_cpu.random_and_list;
    }();
    const auto share_of = [&](std::size_t part) {
        return Share{*tables_,
                     setup_,
                     hands_,
                     chosen_.data(),
                     offsets_.data(),
                     parts == 1 ? &masks_ : &part_masks_[part],
                     list_bound_,
                     part_begin(size(), part, parts),
                     part_begin(size(), part + 1, parts)};
    };
    std::size_t moved = 0;
    asked_ = false;
    listed_ = false;
    if (parts == 1) {
        Share share = share_of(0);
        kernel(share);
        moved = share.moved;
        listed_ = lists && !share.out_of_memory;
    } else {
        std::vector<Share> shares;
        shares.reserve(parts);
        for (std::size_t part = 0; part < parts; ++part) shares.push_back(share_of(part));
        const auto play = [&](std::size_t part) { kernel(shares[part]); };
        if (lists) {
            std::vector<std::size_t> begins(parts);
            in_parallel(
                parts, play, [&] { listed_ = place_lists(shares, begins); },
                [&](std::size_t part) {
                    if (listed_) join_list(shares[part], begins[part]);
                });
        } else {
            in_parallel(parts, play);
        }
        for (const Share& share : shares) moved += share.moved;
    }
    if (pass == Pass::List && !listed_) throw std::bad_alloc();
    return moved;
}

// Where each share's list begins when they stand one behind the other, and room for them; false if memory ran out.
bool Batch::place_lists(std::span<const Share> shares, std::span<std::size_t> begins) noexcept {
    std::size_t words = 0;
    for (std::size_t part = 0; part < shares.size(); ++part) {
        if (shares[part].out_of_memory) return false;
        begins[part] = words;
        words += shares[part].words;
    }
    try {
        masks_.reserve(words + list_bound_, 0);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void Batch::join_list(const Share& share, std::size_t begin) noexcept {
    std::copy_n(share.masks->data(), share.words, masks_.data() + begin);
    for (std::size_t i = share.first; i < share.last; ++i) offsets_[i + 1] += static_cast<std::int64_t>(begin);
}

void Batch::observe(const std::uint8_t* seats, std::uint8_t* out) const {
    const Observe write = kernels(tables_->rules()).observe;
    const std::size_t parts = useful_threads(HANDS_PER_THREAD);
    if (parts == 1) {
        write(hands_.states.data(), seats, 0, size(), out);
        return;
    }
    in_parallel(parts, [&](std::size_t part) {
        write(hands_.states.data(), seats, part_begin(size(), part, parts), part_begin(size(), part + 1, parts), out);
    });
}

}  // namespace tienlen
