// The module: registers each family and nothing else.
#include "bind.hpp"

// No GIL is needed: values are immutable, the caches of enum members are filled once under a lock, and nothing else is
// shared.
PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
    namespace bind = tienlen::bind;
    m.doc() = "The compiled core of tienlen; import its names from tienlen.";
    bind::bind_errors(m);
    bind::bind_cards(m);
    bind::bind_plays(m);
    bind::bind_rules(m);
    bind::bind_state(m);
    bind::bind_view(m);
    bind::bind_solver(m);
    bind::bind_search(m);
    bind::bind_arena(m);
    bind::bind_perft(m);
    bind::bind_playouts(m);
    bind::bind_batch(m);
    bind::bind_bench(m);
}
