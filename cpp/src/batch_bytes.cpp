// A batch as bytes, little-endian:
//
//   header   "tlbatch1" · number of hands · seed · fingerprint of the rules (8 bytes each) · players · autoreset · 6 zeros
//   hand     state (64 bytes) · stream · number · final places (2) · final · done · 4 zeros
//   state    hands (4 × 8) · table · played · places (2) · out · folds · players · to_move · owner · in_play · benched ·
//            lead_passed · opening card · spare · flags (1 led bomb, 2 over, 4 instant win) · 3 zeros
#include <string>

#include "tienlen/batch_kernels.hpp"
#include "tienlen/classify.hpp"

namespace tienlen {

namespace {

constexpr std::string_view MAGIC = "tlbatch1";
constexpr std::size_t HEADER_SIZE = 40, STATE_SIZE = 64, HAND_SIZE = STATE_SIZE + 24;
constexpr unsigned LED_BOMB = 1, OVER = 2, INSTANT_WIN = 4;

class Writer {
public:
    explicit Writer(std::size_t size) { bytes_.reserve(size); }
    void put(std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xFF);
    }
    void put(std::string_view text) { bytes_ += text; }
    [[nodiscard]] std::string take() && { return std::move(bytes_); }

private:
    std::string bytes_;
};

// Never read past the end: the whole size is checked first.
class Reader {
public:
    explicit Reader(std::string_view bytes) noexcept : bytes_(bytes) {}
    [[nodiscard]] std::uint64_t get(int size) noexcept {
        std::uint64_t value = 0;
        for (int i = 0; i < size; ++i) {
            value |= std::uint64_t{static_cast<std::uint8_t>(bytes_[at_++])} << (8 * i);
        }
        return value;
    }
    [[nodiscard]] std::uint8_t byte() noexcept { return static_cast<std::uint8_t>(get(1)); }
    [[nodiscard]] std::string_view text(std::size_t size) noexcept {
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

[[noreturn]] void refuse(const std::string& why) { throw PositionError("batch bytes: " + why); }

void want(bool holds, const char* why) {
    if (!holds) refuse(why);
}

// Tells rules apart that differ in anything that matters to a hand.
[[nodiscard]] std::uint64_t fingerprint(const Rules& rules) noexcept {
    std::uint64_t mixed = 0;
    const auto add = [&mixed](std::uint64_t value) { mixed = Rng::mix(mixed ^ value) + 1; };
    for (const ClassSet chops : rules.chops) add(chops);
    for (const std::int16_t points : rules.points) add(static_cast<std::uint16_t>(points));
    for (const bool flag : {rules.spare_to_leader, rules.twos_in_sequences, rules.led_bombs, rules.leader_may_pass,
                            rules.folding, rules.trading, rules.quad_is_two_pairs}) {
        add(flag ? 1 : 0);
    }
    add(static_cast<std::uint64_t>(rules.hand_size));
    add(static_cast<std::uint64_t>(rules.benched_may_chop));
    add(rules.instant_wins);
    return mixed;
}

void put_state(Writer& to, const State& state) {
    for (const CardSet hand : state.hands) to.put(hand.mask(), 8);
    to.put(state.table.cards().mask(), 8);
    to.put(state.played.mask(), 8);
    to.put(state.places, 2);
    for (const std::uint8_t value : {state.out, state.folds, state.players, state.to_move, state.owner, state.in_play,
                                     state.benched, state.lead_passed, state.opening_card, state.spare}) {
        to.put(value, 1);
    }
    to.put((state.led_bomb ? LED_BOMB : 0) | (state.over ? OVER : 0) | (state.instant_win ? INSTANT_WIN : 0), 4);
}

// Places and who is in play, as giving them one by one would have made them.
void check_places(const State& state) {
    const auto all = static_cast<SeatSet>((1U << state.players) - 1);
    want(state.out + state.folds <= state.players, "more places than seats");
    SeatSet placed = 0;
    for (int p = 0; p < 4; ++p) {
        const Seat seat = state.place(p);
        const bool given = p < state.out || (p < state.players && p >= state.players - state.folds);
        want(given ? seat < state.players && (placed & seat_bit(seat)) == 0 : seat == NO_SEAT, "wrong places");
        if (given) placed |= seat_bit(seat);
    }
    if (state.instant_win) {
        want(state.over && state.out == 1 && state.folds == 0 && state.in_play == all, "a wrong instant win");
    } else if (state.over) {
        want(state.out >= 1 && placed == all, "a hand that is over without all places given");
        want(state.in_play == seat_bit(state.place(state.out - 1)), "a hand that is over with wrong seats in play");
    } else {
        want(state.in_play == (all & ~placed), "places that do not go with the seats in play");
        want(std::popcount(state.in_play) >= 2, "a hand that should be over");
    }
}

[[nodiscard]] State get_state(Reader& from, const RuleTables& tables, int players) {
    State state;
    CardSet seen;
    for (CardSet& hand : state.hands) {
        hand = CardSet{from.get(8)};
        want(hand.mask() <= ALL_CARDS, "unknown cards in a hand");
        want(!seen.meets(hand), "two seats hold the same card");
        seen |= hand;
    }
    const CardSet table{from.get(8)};
    state.played = CardSet{from.get(8)};
    want(table.mask() <= ALL_CARDS && state.played.mask() <= ALL_CARDS, "unknown cards on the table");
    state.places = static_cast<std::uint16_t>(from.get(2));
    for (std::uint8_t* value : {&state.out, &state.folds, &state.players, &state.to_move, &state.owner, &state.in_play,
                                &state.benched, &state.lead_passed, &state.opening_card, &state.spare}) {
        *value = from.byte();
    }
    const std::uint64_t flags = from.get(4);
    want(flags <= (LED_BOMB | OVER | INSTANT_WIN), "unknown flags");
    state.led_bomb = (flags & LED_BOMB) != 0;
    state.over = (flags & OVER) != 0;
    state.instant_win = (flags & INSTANT_WIN) != 0;

    want(state.players == players, "a hand with another number of players");
    for (std::size_t s = state.players; s < MAX_PLAYERS; ++s)
        want(state.hands[s].empty(), "a hand of a seat that does not exist");
    want(state.to_move < state.players, "a seat to move that does not exist");
    want(state.opening_card < CARDS || state.opening_card == NO_CARD, "an unknown opening card");
    want(state.spare < CARDS || state.spare == NO_CARD, "an unknown spare card");
    if (!table.empty()) {
        const auto play = classify(table, tables.rules().twos_in_sequences);
        if (!play) refuse("a table that is no combination");
        state.table = *play;
    }
    want(table.empty() ? state.owner == NO_SEAT : state.owner < state.players,
         "a table without an owner, or an owner without one");
    check_places(state);
    if (state.over) {
        want(state.to_move == 0 && state.opening_card == NO_CARD && state.lead_passed == 0,
             "a hand that is over but goes on");
    }
    validate(tables, state);
    return state;
}

}  // namespace

std::string Batch::to_bytes() const {
    Writer to{HEADER_SIZE + size() * HAND_SIZE};
    to.put(MAGIC);
    to.put(size(), 8);
    to.put(setup_.seed, 8);
    to.put(fingerprint(tables_->rules()), 8);
    to.put(static_cast<std::uint64_t>(setup_.players), 1);
    to.put(static_cast<std::uint64_t>(setup_.autoreset), 7);
    for (std::size_t i = 0; i < size(); ++i) {
        put_state(to, hands_.states[i]);
        to.put(hands_.rng[i], 8);
        to.put(hands_.numbers[i], 8);
        to.put(hands_.final_places[i], 2);
        to.put(static_cast<std::uint64_t>(hands_.final[i]), 1);
        to.put(hands_.done[i] ? 1 : 0, 5);
    }
    return std::move(to).take();
}

Batch Batch::from_bytes(Tables tables, std::string_view bytes, int threads) {
    want(bytes.size() >= HEADER_SIZE && bytes.starts_with(MAGIC), "this is no saved batch, or one of another version");
    Reader from{bytes};
    (void)from.text(MAGIC.size());
    const std::uint64_t n = from.get(8);
    BatchSetup setup;
    setup.seed = from.get(8);
    want(from.get(8) == fingerprint(tables->rules()), "saved under other rules");
    setup.players = from.byte();
    const std::uint64_t autoreset = from.get(7);
    want(setup.players >= 2 && setup.players <= MAX_PLAYERS, "a wrong number of players");
    want(autoreset <= static_cast<std::uint64_t>(Autoreset::SameStep), "an unknown autoreset mode");
    setup.autoreset = static_cast<Autoreset>(autoreset);
    setup.threads = threads;
    if (n > MAX_BATCH || bytes.size() != HEADER_SIZE + n * HAND_SIZE) {
        refuse("expected " + std::to_string(n) + " hands of " + std::to_string(HAND_SIZE) +
               " bytes after the header, got " + std::to_string(bytes.size() - HEADER_SIZE) + " bytes");
    }
    Batch batch{std::move(tables), setup, static_cast<std::size_t>(n)};
    BatchHands& hands = batch.hands_;
    for (std::size_t i = 0; i < n; ++i) {
        try {
            hands.states[i] = get_state(from, batch.tables(), setup.players);
            hands.rng[i] = from.get(8);
            hands.numbers[i] = from.get(8);
            hands.final_places[i] = static_cast<std::uint16_t>(from.get(2));
            const std::uint8_t final = from.byte();
            want(final <= static_cast<std::uint8_t>(Final::InstantWin), "an unknown kind of result");
            hands.final[i] = static_cast<Final>(final);
            const std::uint64_t done = from.get(5);
            want(done <= 1, "a wrong mark of a hand that is done");
            hands.done[i] = done != 0;
            want(setup.autoreset == Autoreset::SameStep || hands.done[i] == hands.states[i].over,
                 "a mark of a hand that is done, but it is not over, or the other way round");
            for (int p = 0; p < MAX_PLAYERS; ++p) {
                const unsigned seat = static_cast<unsigned>(hands.final_places[i] >> (4 * p)) & 0xF;
                want(seat < static_cast<unsigned>(setup.players) || seat == NO_SEAT, "a result with an unknown seat");
            }
        } catch (const PositionError& error) {
            throw PositionError("hand " + std::to_string(i) + ": " + error.what());
        }
    }
    batch.measure_hands();
    return batch;
}

}  // namespace tienlen
