#include "tienlen/knowledge.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "tienlen/cpu.hpp"
#include "tienlen/dealing.hpp"
#include "tienlen/policy_kernels.hpp"

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
    : tables_(&tables), knowledge_(&knowledge), model_(surprise) {
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

Belief::Order::Order(const Belief& belief) {
    for (auto& of_model : deeds_) {
        for (std::size_t s = 0; s < of_model.size(); ++s) {
            of_model[s].resize(belief.deeds_[s].size());
            std::iota(of_model[s].begin(), of_model[s].end(), std::uint16_t{0});
        }
    }
}

namespace {

// Half faults of a seat that now holds `hand`; more than `most` if there are more than `most`. Returns the work, too.
template <typename Isa>
TIENLEN_INLINE std::pair<int, int> count_faults(const RuleTables& tables, Policy model,
                                                std::span<const Belief::Deed> deeds, CardSet hand, int most,
                                                std::span<std::uint16_t> order) noexcept {
    const GroupTable& groups = group_table();
    int faults = 0;
    int work = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Belief::Deed& deed = deeds[order[i]];
        const Play actual = deed.observation.play;
        Seen seen = deed.observation.seen;
        seen.hand = hand | deed.since;
        if (!seen.leading() && !may_answer(tables, seen)) continue;
        const HandGroups read{groups, seen.hand};
        const CandidateList list{tables, groups, read, seen};
        if (list.empty()) continue;
        work += work_of(list.size());
        faults +=
            model == Policy::Greedy
                ? kernels::half_faults(list, seen, kernels::GreedyScores<Isa>{seen}, actual)
                : kernels::half_faults(list, seen, kernels::RulesScores<Isa>{rules_weights(), seen, read}, actual);
        if (faults > most) {
            std::swap(order[i], order[i / 2]);
            break;
        }
    }
    return {faults, work};
}

using CountFaults = std::pair<int, int> (*)(const RuleTables&, Policy, std::span<const Belief::Deed>, CardSet, int,
                                            std::span<std::uint16_t>) noexcept;

std::pair<int, int> count_faults_portable(const RuleTables& tables, Policy model, std::span<const Belief::Deed> deeds,
                                          CardSet hand, int most, std::span<std::uint16_t> order) noexcept {
    return count_faults<Portable>(tables, model, deeds, hand, most, order);
}

#if TIENLEN_X86_64
TIENLEN_TARGET_BMI2 std::pair<int, int> count_faults_bmi2(const RuleTables& tables, Policy model,
                                                          std::span<const Belief::Deed> deeds, CardSet hand, int most,
                                                          std::span<std::uint16_t> order) noexcept {
    return count_faults<Bmi2>(tables, model, deeds, hand, most, order);
}
#endif

[[nodiscard]] CountFaults count_faults_here() noexcept {
#if TIENLEN_X86_64
    if (detected_cpu() == Cpu::Bmi2) return count_faults_bmi2;
#endif
    return count_faults_portable;
}

}  // namespace

int Belief::faults(std::size_t model, Seat seat, CardSet hand, int most, Order& order) const noexcept {
    static const CountFaults count = count_faults_here();
    const auto [faults, work] =
        count(*tables_, model_.models[model], deeds_[seat], hand, most, order.deeds_[model][seat]);
    order.work_ += static_cast<std::uint64_t>(work);
    return faults;
}

Belief::Verdict Belief::judge(Seat seat, CardSet hand) const {
    Order order{*this};
    return judge(seat, hand, NO_LIMIT, order);
}

Belief::Verdict Belief::judge(Seat seat, CardSet hand, int limit, Order& order) const noexcept {
    if (limit < 0) return {NO_LIMIT, 0};
    int most = model_.most_within(limit);
    Verdict verdict{NO_LIMIT, 0};
    for (std::size_t m = 0; m < model_.model_count && most >= 0; ++m) {
        const int seen = faults(m, seat, hand, most, order);
        if (seen > most) continue;
        verdict = {model_.of(seen), static_cast<std::uint8_t>(m)};
        most = seen - 1;
    }
    return verdict;
}

Belief::Chain::Chain(const Belief& belief, Rng& rng) : belief_(&belief), order_(belief), hands_(belief.uniform(rng)) {
    nobody_ = belief.pool_;
    for (Seat s = 0; s < MAX_PLAYERS; ++s) {
        nobody_ -= hands_[s];
        if ((belief.hidden_ & seat_bit(s)) != 0) verdicts_[s] = belief.judge(s, hands_[s], NO_LIMIT, order_);
    }
}

Belief::Verdict Belief::Chain::judge(Seat seat, CardSet hand, int limit) noexcept {
    if (limit < 0) return {NO_LIMIT, 0};
    const std::uint64_t key = hand.mask() | std::uint64_t{seat} << CARDS | std::uint64_t{1} << 63;
    Known& known = known_[Rng::mix(key) % REMEMBERED];
    if (known.key == key) {
        if (known.model != TOO_MUCH)
            return known.surprise <= limit ? Verdict{known.surprise, known.model} : Verdict{NO_LIMIT, 0};
        if (limit <= known.surprise) return {NO_LIMIT, 0};
    }
    const Verdict verdict = belief_->judge(seat, hand, limit, order_);
    known = verdict.surprise == NO_LIMIT ? Known{key, limit, TOO_MUCH} : Known{key, verdict.surprise, verdict.model};
    return verdict;
}

void Belief::Chain::step(Rng& rng, int patience) noexcept {
    // Cards of one holder against as many of another: one each, with half the probability two, and so on. Single cards
    // find the way to what explains the past; more of them at a time keep the worlds apart from one another.
    ++steps_;
    const CardSet pool = belief_->pool_;
    const CardSet one = random_card(pool, rng), two = random_card(pool, rng);
    constexpr std::size_t NOBODY = MAX_PLAYERS;
    const auto holder_of = [&](CardSet card) {
        for (std::size_t s = 0; s < MAX_PLAYERS; ++s) {
            if (hands_[s].meets(card)) return s;
        }
        return NOBODY;
    };
    const std::array<std::size_t, 2> holders{holder_of(one), holder_of(two)};
    if (holders[0] == holders[1]) return;
    std::array<CardSet, 2> held;
    for (std::size_t i = 0; i < 2; ++i) held[i] = (holders[i] == NOBODY ? nobody_ : hands_[holders[i]]) & pool;
    const int more = std::min({std::countr_one(rng.next()), held[0].size() - 1, held[1].size() - 1});
    CardSet swapped = one | two;
    for (int k = 0; k < more; ++k) {
        for (const CardSet from : held) swapped |= random_card(from - swapped, rng);
    }
    std::array<Verdict, 2> verdicts{};
    int allowed = patience * draw_tolerance(rng);
    for (const std::size_t h : holders) allowed += h == NOBODY ? 0 : verdicts_[h].surprise;
    for (std::size_t i = 0; i < 2; ++i) {
        if (holders[i] == NOBODY) continue;
        verdicts[i] = judge(static_cast<Seat>(holders[i]), hands_[holders[i]] ^ swapped, allowed);
        allowed -= verdicts[i].surprise;
        if (allowed < 0) return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (holders[i] == NOBODY) {
            nobody_ = nobody_ ^ swapped;
        } else {
            hands_[holders[i]] = hands_[holders[i]] ^ swapped;
            verdicts_[holders[i]] = verdicts[i];
        }
    }
}

}  // namespace tienlen
