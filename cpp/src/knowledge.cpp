#include "tienlen/knowledge.hpp"

#include <algorithm>

#include "tienlen/dealing.hpp"

namespace tienlen {

namespace {

// ACCEPT[d] = exp(-d / 16) in 2^32nds, by repeated multiplication: the same on every platform.
constexpr std::size_t ACCEPT_SIZE = 256;
consteval std::array<std::uint32_t, ACCEPT_SIZE> make_accept() {
    std::array<std::uint32_t, ACCEPT_SIZE> table{};
    double p = 4294967295.0;
    for (auto& entry : table) {
        entry = static_cast<std::uint32_t>(p);
        p *= 0.939413062813475786;
    }
    return table;
}
constexpr std::array<std::uint32_t, ACCEPT_SIZE> ACCEPT = make_accept();

[[nodiscard]] bool accepts(int more, Rng& rng) noexcept {
    if (more <= 0) return true;
    const auto d = static_cast<std::size_t>(more);
    return d < ACCEPT_SIZE && (rng.next() >> 32) < ACCEPT[d];
}

[[nodiscard]] CardSet random_card(CardSet cards, Rng& rng) noexcept {
    const auto k = rng.below(static_cast<std::uint64_t>(cards.size()));
    return CardSet::of(Portable::select(cards.mask(), static_cast<int>(k)));
}

}  // namespace

Belief::Belief(const RuleTables& tables, const Knowledge& knowledge, const Surprise& surprise)
    : tables_(&tables), knowledge_(&knowledge), group_table_(&group_table()), model_(surprise) {
    const Seen& seen = knowledge.seen;
    CardSet known = knowledge.absent;
    for (const CardSet cards : knowledge.known) known |= cards;
    pool_ = seen.unseen() - known;
    nobody_ = pool_.size();
    for (Seat s = 0; s < seen.players; ++s) {
        if (s == seen.seat) continue;
        wanted_[s] = seen.counts[s] - knowledge.known[s].size();
        nobody_ -= wanted_[s];
        if (wanted_[s] > 0) hidden_ |= seat_bit(s);
    }
    std::array<CardSet, MAX_PLAYERS> since{};
    for (auto it = knowledge.past.rbegin(); it != knowledge.past.rend(); ++it) {
        const Seat seat = it->seen.seat;
        since[seat] |= it->play.cards();
        if ((hidden_ & seat_bit(seat)) == 0 || it->seen.opening_elsewhere()) continue;
        deeds_[seat].push_back({*it, since[seat]});
        informed_ = true;
    }
}

Belief::Hands Belief::uniform(Rng& rng) const noexcept {
    Hands hands = knowledge_->known;
    CardSet pool = pool_;
    for (Seat s = 0; s < MAX_PLAYERS; ++s) {
        if (wanted_[s] <= 0) continue;
        const CardSet dealt = wanted_[s] == pool.size() ? pool : random_subset<Portable>(pool, wanted_[s], rng);
        hands[s] |= dealt;
        pool -= dealt;
    }
    return hands;
}

Belief::Verdict Belief::judge(Seat seat, CardSet hand) const noexcept {
    std::array<int, 2> sums{};
    Rng unused{0};
    for (const Deed& deed : deeds_[seat]) {
        Seen seen = deed.observation.seen;
        seen.hand = hand | deed.since;
        const Play actual = deed.observation.play;
        if (actual.is_pass() && !seen.leading() && (seen.hand.mask() & above(seen.table.top())) == 0 &&
            tables_->chops(seen.table.play_class()) == 0) {
            continue;  // nothing else was possible
        }
        const HandGroups groups{*group_table_, seen.hand};
        for (std::size_t m = 0; m < model_.model_count; ++m) {
            const Play expected = choose(model_.models[m], *tables_, seen, groups, unused);
            if (actual.is_pass()) {
                sums[m] += expected.is_pass() ? 0 : model_.passed;
            } else if (expected.is_pass()) {
                sums[m] += model_.played;
            } else if (!expected.same_shape(actual) || rank_of(expected.top()) != rank_of(actual.top())) {
                sums[m] += model_.other;
            }
        }
    }
    if (model_.model_count > 1 && sums[1] < sums[0]) return {sums[1], 1};
    return {sums[0], 0};
}

Belief::Chain::Chain(const Belief& belief, Rng& rng) noexcept : belief_(&belief), hands_(belief.uniform(rng)) {
    nobody_ = belief.pool_;
    for (Seat s = 0; s < MAX_PLAYERS; ++s) {
        nobody_ -= hands_[s];
        if ((belief.hidden_ & seat_bit(s)) != 0) verdicts_[s] = belief.judge(s, hands_[s]);
    }
}

void Belief::Chain::step(Rng& rng) noexcept {
    // A card of one place, and a card of another, chosen in proportion to the cards there; the last place is nobody's.
    const CardSet one = random_card(belief_->pool_, rng), two = random_card(belief_->pool_, rng);
    constexpr std::size_t NOBODY = MAX_PLAYERS;
    const auto place = [&](CardSet card) {
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
            if (hands_[s].meets(card)) return s;
        }
        return NOBODY;
    };
    const std::size_t a = place(one), b = place(two);
    if (a == b) return;
    const CardSet both = one | two;
    int more = 0;
    std::array<Verdict, 2> verdicts{};
    const std::array<std::size_t, 2> seats{a, b};
    for (std::size_t i = 0; i < 2; ++i) {
        if (seats[i] == NOBODY) continue;
        verdicts[i] = belief_->judge(static_cast<Seat>(seats[i]), hands_[seats[i]] ^ both);
        more += verdicts[i].surprise - verdicts_[seats[i]].surprise;
    }
    if (!accepts(more, rng)) return;
    for (std::size_t i = 0; i < 2; ++i) {
        if (seats[i] == NOBODY) continue;
        hands_[seats[i]] = hands_[seats[i]] ^ both;
        verdicts_[seats[i]] = verdicts[i];
    }
}

}  // namespace tienlen
