#include "tienlen/knowledge.hpp"

#include <algorithm>
#include <functional>

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

// How much more surprising a world may be to be taken: at least d with probability exp(-d / 16).
[[nodiscard]] int draw_tolerance(Rng& rng) noexcept {
    const auto u = static_cast<std::uint32_t>(rng.next() >> 32);
    const auto above = std::upper_bound(ACCEPT.begin(), ACCEPT.end(), u, std::greater_equal<>{}) - ACCEPT.begin();
    return std::max(static_cast<int>(above) - 1, 0);
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

int Belief::faults(Policy model, Seat seat, CardSet hand, int most) const noexcept {
    int faults = 0;
    Rng unused{0};
    for (const Deed& deed : deeds_[seat]) {
        Seen seen = deed.observation.seen;
        seen.hand = hand | deed.since;
        const Play actual = deed.observation.play;
        if (actual.is_pass() && !seen.leading() && (seen.hand.mask() & above(seen.table.top())) == 0 &&
            tables_->chops(seen.table.play_class()) == 0) {
            continue;  // nothing else was possible
        }
        const Play expected = choose(model, *tables_, seen, HandGroups{*group_table_, seen.hand}, unused);
        if (actual.is_pass() || expected.is_pass()) {
            faults += actual.is_pass() == expected.is_pass() ? 0 : 2;
        } else if (!expected.same_shape(actual) || rank_of(expected.top()) != rank_of(actual.top())) {
            faults += 1;
        }
        if (faults > most) break;
    }
    return faults;
}

Belief::Verdict Belief::judge(Seat seat, CardSet hand, int limit) const noexcept {
    if (limit < 0) return {NO_LIMIT, 0};
    int most = model_.most_within(limit);
    Verdict verdict{NO_LIMIT, 0};
    for (std::size_t m = 0; m < model_.model_count && most >= 0; ++m) {
        const int seen = faults(model_.models[m], seat, hand, most);
        if (seen > most) continue;
        verdict = {model_.of(seen), static_cast<std::uint8_t>(m)};
        most = seen - 1;
    }
    return verdict;
}

Belief::Chain::Chain(const Belief& belief, Rng& rng) noexcept : belief_(&belief), hands_(belief.uniform(rng)) {
    nobody_ = belief.pool_;
    for (Seat s = 0; s < MAX_PLAYERS; ++s) {
        nobody_ -= hands_[s];
        if ((belief.hidden_ & seat_bit(s)) != 0) verdicts_[s] = belief.judge(s, hands_[s]);
    }
}

void Belief::Chain::step(Rng& rng, int patience) noexcept {
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
    std::array<Verdict, 2> verdicts{};
    const std::array<std::size_t, 2> seats{a, b};
    int allowed = patience * draw_tolerance(rng);
    for (const std::size_t seat : seats) allowed += seat == NOBODY ? 0 : verdicts_[seat].surprise;
    for (std::size_t i = 0; i < 2; ++i) {
        if (seats[i] == NOBODY) continue;
        verdicts[i] = belief_->judge(static_cast<Seat>(seats[i]), hands_[seats[i]] ^ both, allowed);
        allowed -= verdicts[i].surprise;
        if (allowed < 0) return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (seats[i] == NOBODY) continue;
        hands_[seats[i]] = hands_[seats[i]] ^ both;
        verdicts_[seats[i]] = verdicts[i];
    }
}

}  // namespace tienlen
