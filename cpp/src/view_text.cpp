// Views as one line of text; the form is described in view.hpp.
#include <algorithm>
#include <charconv>
#include <optional>

#include "tienlen/movegen.hpp"
#include "tienlen/notation.hpp"
#include "tienlen/view.hpp"

namespace tienlen {

namespace {

using Hands = std::array<CardSet, MAX_PLAYERS>;

std::string hands_text(const View& view, const Hands& known) {
    std::string text;
    for (Seat s = 0; s < view.players; ++s) {
        const CardSet cards = s == view.seat ? view.hand : known[s];
        const int hidden = view.counts[s] - cards.size();
        if (s != 0) text += " | ";
        if (view.counts[s] == 0) text += '-';
        text += to_text(cards);
        if (hidden > 0) text += (cards.empty() ? "+" : " +") + std::to_string(hidden);
    }
    return text;
}

std::string instant_text(const View& view) {
    std::string text = "; wins";
    for (Seat s = 0; s < view.players; ++s) text += " " + std::to_string(view.instant_wins[s]);
    return text;
}

std::string ply_text(const PublicPly& ply) {
    return " " + std::to_string(ply.seat) + " " + (ply.folded ? std::string("fold") : to_text(ply.play));
}

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// Takes what stands before the first `separator` off the text; all of it if there is none.
std::string_view take(std::string_view& text, char separator) noexcept {
    const std::size_t end = text.find(separator);
    const std::string_view part = trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    return part;
}

[[noreturn]] void refuse(const std::string& why) { throw NotationError("view: " + why, 0); }

int read_number(std::string_view text, int limit, const char* what) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number > limit) {
        refuse("'" + std::string(text.substr(0, 24)) + "' is no " + what + ": expected 0 to " + std::to_string(limit));
    }
    return number;
}

// The rest of a section of this name, or nothing.
std::optional<std::string_view> section_named(std::string_view section, std::string_view name) {
    if (!section.starts_with(name)) return std::nullopt;
    if (section.size() > name.size() && section[name.size()] != ' ') return std::nullopt;
    return trim(section.substr(name.size()));
}

// A view's text, taken apart.
struct Parts {
    int seat = 0;
    int players = 0;
    Hands known{};
    std::array<int, MAX_PLAYERS> hidden{};
    std::string sections;  // a position's own, each with its "; "
    CardSet played{};
    Card owed = NO_CARD;
    std::optional<int> spare_seat;
    std::optional<std::string_view> wins;
    std::string_view plies;
    bool instant = false;
    bool spare_known = false;
};

void read_hands(std::string_view text, Parts& parts) {
    while (true) {
        const bool more = text.find('|') != std::string_view::npos;
        std::string_view hand = take(text, '|');
        if (parts.players == MAX_PLAYERS) refuse("more than 4 hands");
        const auto s = static_cast<std::size_t>(parts.players++);
        if (const std::size_t plus = hand.find('+'); plus != std::string_view::npos) {
            parts.hidden[s] = read_number(hand.substr(plus + 1), CARDS, "number of hidden cards");
            hand = trim(hand.substr(0, plus));
        } else if (hand.empty()) {
            refuse("hand " + std::to_string(s) + " is missing; an empty hand is written -");
        }
        if (!hand.empty() && hand != "-") parts.known[s] = parse_cards(hand);
        if (!more) return;
    }
}

Parts take_apart(std::string_view text) {
    constexpr std::size_t MAX_TEXT = 16384;
    if (text.size() > MAX_TEXT) refuse("text of more than 16384 bytes");
    Parts parts;
    const auto seat = section_named(take(text, ';'), "seat");
    if (!seat) refuse("expected 'seat N; hands; …', such as 'seat 0; 3s 4d | +13'");
    parts.seat = read_number(*seat, MAX_PLAYERS - 1, "seat");
    read_hands(take(text, ';'), parts);
    if (parts.seat >= parts.players) refuse("seat " + std::to_string(parts.seat) + " has no hand");
    while (!text.empty()) {
        const std::string_view section = take(text, ';');
        if (const auto holder = section_named(section, "spare-holder")) {
            parts.spare_seat = read_number(*holder, parts.players - 1, "seat");
        } else if (const auto wins = section_named(section, "wins")) {
            parts.wins = *wins;
        } else if (const auto plies = section_named(section, "then")) {
            if (!trim(text).empty()) refuse("the plies ('then …') stand last");
            parts.plies = *plies;
        } else {
            if (const auto cards = section_named(section, "played")) parts.played = parse_cards(*cards);
            if (const auto card = section_named(section, "owes")) parts.owed = parse_card(*card);
            parts.instant |= section_named(section, "instant").has_value();
            parts.spare_known |= section_named(section, "spare").has_value();
            parts.sections += "; " + std::string(section);
        }
    }
    return parts;
}

// Any hands that the view allows. Which ones makes no difference: the view that is made of them forgets them.
Hands fill_hands(const Parts& parts) {
    CardSet free = ~parts.played;
    for (const CardSet known : parts.known) free -= known;
    if (parts.owed != NO_CARD) free -= CardSet{(Mask{1} << parts.owed) - 1};
    Hands hands = parts.known;
    for (std::size_t s = 0; s < hands.size(); ++s) {
        if (static_cast<int>(s) == parts.seat && parts.hidden[s] != 0) refuse("the own hand hides no cards");
        for (int i = 0; i < parts.hidden[s]; ++i) {
            if (free.empty()) throw PositionError("view: more hidden cards than there are cards never seen");
            const CardSet card = CardSet::of(free.lowest());
            hands[s] |= card;
            free -= card;
        }
    }
    return hands;
}

std::string position_text(const Parts& parts, const Hands& hands) {
    std::string text;
    for (int s = 0; s < parts.players; ++s) {
        const CardSet hand = hands[static_cast<std::size_t>(s)];
        text += (s == 0 ? "" : " | ") + (hand.empty() ? "-" : to_text(hand));
    }
    return text + parts.sections;
}

// A spare card that the view does not know: any card of its holder but the one he owes.
void give_hidden_spare(const RuleTables& tables, const Parts& parts, State& start) {
    if (!parts.spare_seat) return;
    const auto seat = static_cast<std::size_t>(*parts.spare_seat);
    if (!has_spare(tables, parts.players)) throw PositionError("view: these rules give no spare card to the leader");
    if (parts.spare_known) return;
    if (*parts.spare_seat == parts.seat)
        refuse("the seat that was given the spare card knows it: 'spare CARD' is missing");
    CardSet candidates = start.hands[seat];
    if (start.opening_card != NO_CARD) candidates -= CardSet::of(start.opening_card);
    if (candidates.empty()) throw PositionError("view: the holder of the spare card holds none");
    start.spare = candidates.highest();
}

void replay(const RuleTables& tables, std::string_view text, State& now, std::vector<PublicPly>& plies) {
    while (!text.empty()) {
        std::string_view ply = take(text, ',');
        const std::string where = "ply " + std::to_string(plies.size()) + " ('" + std::string(ply.substr(0, 60)) + "')";
        const auto seat = static_cast<Seat>(read_number(take(ply, ' '), now.players - 1, "seat"));
        if (now.over) throw PositionError("view: " + where + " comes after the end of the hand");
        if (trim(ply) == "fold") {
            if ((now.in_play & seat_bit(seat)) == 0)
                throw PositionError("view: " + where + ": the seat is not in play");
            plies.push_back(public_fold(now, seat));
            fold(tables, now, seat);
            continue;
        }
        const CardSet cards = is_pass_text(ply) ? CardSet{} : parse_cards(ply);
        const Reason reason = is_pass_text(ply) ? check_pass(tables, now) : check_cards(tables, now, cards);
        if (seat != now.to_move || reason != Reason::None)
            throw PositionError("view: " + where + " is not legal there");
        const Play play = play_of(cards.mask());
        plies.push_back(public_ply(now, play));
        apply(tables, now, play);
    }
}

// A hand that was won at the deal. Its hidden hands cannot be made up, so what can be known is checked by itself.
ViewWithPast instant_view(const RuleTables& tables, const Parts& parts) {
    if (!parts.plies.empty()) throw PositionError("view: an instant win ends the hand before the first play");
    if (!parts.wins) refuse("expected a section 'wins' with the instant wins of each seat");
    View view;
    view.players = static_cast<std::uint8_t>(parts.players);
    view.seat = static_cast<Seat>(parts.seat);
    view.in_play = static_cast<SeatSet>((1U << parts.players) - 1);
    view.over = view.instant_win = true;
    view.out = 1;
    std::string_view wins = *parts.wins;
    for (std::size_t s = 0; s < static_cast<std::size_t>(parts.players); ++s) {
        view.counts[s] = static_cast<std::uint8_t>(parts.known[s].size() + parts.hidden[s]);
        view.instant_wins[s] =
            static_cast<std::uint8_t>(read_number(take(wins, ' '), (1 << INSTANT_WINS) - 1, "set of instant wins"));
        if ((view.instant_wins[s] & ~tables.rules().instant_wins) != 0)
            throw PositionError("view: an instant win that these rules do not have");
        const int extra = view.counts[s] - tables.rules().hand_size;  // the leader may have got the spare card
        if (extra != 0 && !(extra == 1 && has_spare(tables, parts.players))) {
            throw PositionError("view: an instant win needs hands as dealt");
        }
        if (static_cast<int>(s) != parts.seat && !parts.known[s].empty())
            refuse("no card of another hand is known after an instant win");
    }
    view.hand = parts.known[view.seat];
    const bool as_dealt = view.hand.size() == tables.rules().hand_size;
    if (as_dealt && view.instant_wins[view.seat] != tables.instant_wins(view.hand)) {
        throw PositionError("view: the own hand does not hold the instant wins stated");
    }
    std::string_view rest = parts.sections;
    take(rest, ';');
    const auto winner = section_named(take(rest, ';'), "instant");
    if (!winner || !rest.empty()) refuse("an instant win leaves no section but 'instant' and 'wins'");
    const int seat = read_number(*winner, parts.players - 1, "seat");
    if (view.instant_wins[static_cast<std::size_t>(seat)] == 0)
        throw PositionError("view: the winner has no instant win");
    view.places = static_cast<std::uint16_t>(0xFFF0 | seat);
    return {view, view, {}};
}

}  // namespace

std::string to_text(const View& start, const View& now, std::span<const PublicPly> plies) {
    Hands known = now.known;
    for (std::size_t s = 0; s < known.size(); ++s) {
        if (!plies.empty()) known[s] |= now.played_by[s];
    }
    std::string text = "seat " + std::to_string(start.seat) + "; " + hands_text(start, known);
    State position = known_state(start);
    if (start.spare_seat == NO_SEAT) position.spare = NO_CARD;
    const std::string full = to_text(position);
    if (const std::size_t sections = full.find(';'); sections != std::string::npos) text += full.substr(sections);
    if (start.spare_seat != NO_SEAT) text += "; spare-holder " + std::to_string(start.spare_seat);
    if (start.instant_win) text += instant_text(start);
    for (const PublicPly& ply : plies) text += (&ply == plies.data() ? "; then" : ",") + ply_text(ply);
    return text;
}

std::string to_text(const View& view) { return to_text(view, view, {}); }

ViewWithPast parse_view(const RuleTables& tables, std::string_view text) {
    const Parts parts = take_apart(text);
    if (parts.instant) return instant_view(tables, parts);
    if (parts.wins) refuse("a section 'wins' belongs to an instant win");
    State start = parse_position(tables, position_text(parts, fill_hands(parts)));
    give_hidden_spare(tables, parts, start);
    ViewWithPast view;
    State now = start;
    replay(tables, parts.plies, now, view.plies);
    const auto seat = static_cast<Seat>(parts.seat);
    view.start = view_of(tables, start, seat);
    view.now = view_of(tables, start, view.plies, now, seat);
    // What is written must be what the seat can know, no more and no less.
    for (std::size_t s = 0; s < static_cast<std::size_t>(parts.players); ++s) {
        const CardSet expected = s == seat ? parts.known[s] : view.now.known[s] | view.now.played_by[s];
        if (parts.known[s] != expected) {
            throw PositionError("view: of seat " + std::to_string(s) + " the cards known are '" + to_text(expected) +
                                "', not '" + to_text(parts.known[s]) + "'");
        }
    }
    const Seat holder = parts.spare_seat ? static_cast<Seat>(*parts.spare_seat) : NO_SEAT;
    if (holder != view.start.spare_seat || parts.spare_known != (view.start.spare != NO_CARD)) {
        refuse("the spare card is written 'spare-holder SEAT', with 'spare CARD' if this seat knows it");
    }
    return view;
}

}  // namespace tienlen
