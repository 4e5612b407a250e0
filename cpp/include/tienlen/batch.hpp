// Many hands side by side, under the same rules: stepped together, their legal plays in one ragged list.
//
// Hand i of a batch is played on slot i, which plays one hand after the other ("episodes"). Episode e of slot i is
// hand `first_hand + i + e × 2^32` of the seed, the one that deal() makes with the stream of that number, and its random
// plays go on with the same stream. So nothing depends on the size of the batch or on threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tienlen/batch_buffers.hpp"
#include "tienlen/movegen.hpp"
#include "tienlen/state.hpp"

namespace tienlen {

// What becomes of a hand that is over, as Gymnasium names it.
enum class Autoreset : std::uint8_t {
    Disabled,  // it stays until reset()
    NextStep,  // the next step deals a new one instead of playing
    SameStep,  // the step that ended it deals a new one
};

struct BatchSetup {
    int players = 4;
    std::uint64_t seed = 0;
    std::uint64_t first_hand = 0;
    Autoreset autoreset = Autoreset::Disabled;
    int threads = 1;
};

inline constexpr std::uint64_t EPISODE = std::uint64_t{1} << 32;  // hands of a seed between two episodes of a slot
inline constexpr std::uint64_t MAX_BATCH = std::uint64_t{1} << 31;

// The last result of a slot.
enum class Final : std::uint8_t { None, Played, InstantWin };

// The hands of a batch, array by array: 84 bytes each.
struct BatchHands {
    explicit BatchHands(std::size_t n) : states(n), rng(n), numbers(n), final_places(n), final(n), done(n) {}

    AlignedArray<State> states;
    AlignedArray<std::uint64_t> rng;           // states of the streams
    AlignedArray<std::uint64_t> numbers;       // of the hand being played: its stream
    AlignedArray<std::uint16_t> final_places;  // State::places of the last hand that ended
    AlignedArray<Final> final;
    AlignedArray<bool> done;  // the last step ended this hand
};

// A step that is refused.
struct BatchFault {
    std::size_t hand = 0;
    Reason reason = Reason::None;  // None: an index outside the list
    Mask mask = 0;
    std::int64_t index = 0;
    std::int64_t count = 0;
};

// Where the index of a step counts from.
enum class IndexFrom : std::uint8_t { Hand, List };

inline constexpr std::size_t OBSERVATION_SIZE = 4 * CARDS;

namespace batch {
struct Share;
}

class Batch {
public:
    using Tables = std::shared_ptr<const RuleTables>;

    // Deals n hands; n <= MAX_BATCH and first_hand + n <= EPISODE.
    Batch(Tables tables, std::size_t n, const BatchSetup& setup);
    // Starts from positions, which have setup.players players each.
    Batch(Tables tables, std::span<const State> states, const BatchSetup& setup);

    // A copy has the hands and streams; it makes its own lists.
    Batch(const Batch& other);
    Batch(Batch&& other) noexcept = default;
    Batch& operator=(const Batch& other) = delete;
    Batch& operator=(Batch&& other) noexcept = default;
    ~Batch() = default;

    [[nodiscard]] std::size_t size() const noexcept { return hands_.states.size(); }
    [[nodiscard]] const BatchSetup& setup() const noexcept { return setup_; }
    [[nodiscard]] const RuleTables& tables() const noexcept { return *tables_; }
    [[nodiscard]] const BatchHands& hands() const noexcept { return hands_; }
    // Bytes taken: the hands', and the lists' once they are made.
    [[nodiscard]] std::size_t memory() const noexcept;

    // The hands at these places, which may repeat; lists are not taken along.
    [[nodiscard]] Batch take(std::span<const std::int64_t> places) const;
    // New streams: slot i goes on with hand i of the seed.
    void reseed(std::uint64_t seed) noexcept;

    // --- legal plays: hand i has masks()[offsets()[i]] to masks()[offsets()[i + 1] - 1] ---------------------------

    void list();  // only if the lists are not those of the hands as they are
    [[nodiscard]] bool listed() const noexcept { return listed_; }
    [[nodiscard]] const std::int64_t* offsets() const noexcept { return offsets_.data(); }
    [[nodiscard]] const MaskBuffer& masks() const noexcept { return masks_; }
    [[nodiscard]] std::size_t list_size() const noexcept {
        return listed_ ? static_cast<std::size_t>(offsets_[size()]) : 0;
    }

    // --- steps: choose, which refuses or changes nothing that can be seen, then play what was chosen -----------------

    [[nodiscard]] std::optional<BatchFault> choose_plays(const Mask* plays);
    [[nodiscard]] std::optional<BatchFault> choose_indices(const std::int64_t* indices, IndexFrom from);
    // Each of these returns how many hands moved. They make the next lists in the same pass if the last ones were asked
    // for, or if `list`.
    std::size_t play_chosen(bool list = false);
    std::size_t play_random();

    // Deals the next episode of the slots that `which` marks, all if it is null.
    void reset(const bool* which);
    // Starts again with the first episode of another seed.
    void restart(std::uint64_t seed);

    // --- observations: OBSERVATION_SIZE bytes a hand, see batch_observe.hpp -----------------------------------------

    // Of the seats that `seats` names, or of the seat to move if it is null.
    void observe(const std::uint8_t* seats, std::uint8_t* out) const;

    // --- bytes ------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string to_bytes() const;
    // Validates all that it reads. Throws PositionError.
    [[nodiscard]] static Batch from_bytes(Tables tables, std::string_view bytes, int threads);

private:
    Batch(Tables tables, const BatchSetup& setup, std::size_t n);

    enum class Pass : std::uint8_t { List, Play, PlayAndList, Random, RandomAndList };
    std::size_t run(Pass pass);
    [[nodiscard]] bool place_lists(std::span<const batch::Share> shares, std::span<std::size_t> begins) noexcept;
    void join_list(const batch::Share& share, std::size_t begin) noexcept;
    template <typename Choose>
    [[nodiscard]] std::optional<BatchFault> choose_all(Choose choose);
    template <IndexFrom From>
    [[nodiscard]] std::optional<BatchFault> choose_listed(const std::int64_t* indices);
    void changed_unlisted() noexcept;
    void measure_hands() noexcept;
    [[nodiscard]] std::size_t useful_threads(std::size_t hands_each) const noexcept;

    Tables tables_;
    BatchSetup setup_;
    BatchHands hands_;
    std::size_t list_bound_ = 0;  // words that the list of any of these hands may need; 0: must be counted
    AlignedArray<std::int64_t> offsets_;
    AlignedArray<Mask> chosen_;
    MaskBuffer masks_;
    std::vector<MaskBuffer> part_masks_;  // one a thread
    bool listed_ = false;
    bool asked_ = false;  // list() was called since the last step
};

}  // namespace tienlen
