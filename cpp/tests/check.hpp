// A test is a plain program: it includes this header, states its checks, and ends with `return check::report();`.
//
//   CHECK(a == b);                 says the line and the expression when it is false, and goes on
//   CHECK_EQ(actual, expected);    also prints both values
//   CHECK_THROWS(expression, E);   wants an exception of type E
#pragma once

#include <iostream>
#include <ostream>

namespace check {

inline int failed = 0;
inline int passed = 0;

inline bool that(bool ok, const char* text, const char* file, int line) {
    ++(ok ? passed : failed);
    if (!ok) {
        std::cerr << file << ':' << line << ": CHECK failed: " << text << '\n';
    }
    return ok;
}

template <class A, class B>
bool equal(const A& actual, const B& expected, const char* text, const char* file, int line) {
    if (that(actual == expected, text, file, line)) {
        return true;
    }
    if constexpr (requires(std::ostream& out) { out << actual << expected; }) {
        std::cerr << "    actual:   " << actual << "\n    expected: " << expected << '\n';
    }
    return false;
}

inline int report() {
    std::cout << passed << " checks passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace check

#define CHECK(...) ::check::that(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK_EQ(actual, expected) ::check::equal((actual), (expected), #actual " == " #expected, __FILE__, __LINE__)
#define CHECK_THROWS(expression, exception)                                                 \
    do {                                                                                    \
        bool check_thrown = false;                                                          \
        try {                                                                               \
            static_cast<void>(expression);                                                  \
        } catch (const exception&) {                                                        \
            check_thrown = true;                                                            \
        }                                                                                   \
        ::check::that(check_thrown, #expression " throws " #exception, __FILE__, __LINE__); \
    } while (false)
