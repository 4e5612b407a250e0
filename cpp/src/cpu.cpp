#include "tienlen/cpu.hpp"

#include <cstdlib>
#include <cstring>

#include "tienlen/bits.hpp"

#if TIENLEN_X86_64
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace tienlen {

namespace {

#if TIENLEN_X86_64
struct Registers {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(unsigned leaf) noexcept {
    Registers r;
#if defined(_MSC_VER)
    int out[4];
    __cpuid(out, static_cast<int>(leaf & 0x80000000U));
    if (static_cast<unsigned>(out[0]) < leaf) return r;
    __cpuidex(out, static_cast<int>(leaf), 0);
    r = {static_cast<unsigned>(out[0]), static_cast<unsigned>(out[1]), static_cast<unsigned>(out[2]),
         static_cast<unsigned>(out[3])};
#else
    if (__get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx) == 0) return {};
#endif
    return r;
}

bool has_fast_bmi2() noexcept {
    const Registers basic = cpuid(1), extended = cpuid(7), amd = cpuid(0x80000001U);
    const bool popcnt = (basic.ecx >> 23 & 1) != 0, lzcnt = (amd.ecx >> 5 & 1) != 0;
    const bool bmi1 = (extended.ebx >> 3 & 1) != 0, bmi2 = (extended.ebx >> 8 & 1) != 0;
    if (!(popcnt && lzcnt && bmi1 && bmi2)) return false;
    // AMD family 17h (Zen 1, Zen+, Zen 2; Hygon's 18h is Zen 1) runs pdep in microcode, at dozens of cycles.
    const Registers vendor = cpuid(0);
    const bool amd_like = vendor.ecx == 0x444D4163U || vendor.ecx == 0x656E6975U;  // "cAMD", "uine" (Hygon)
    const unsigned family = (basic.eax >> 8 & 0xF) + (basic.eax >> 20 & 0xFF);
    return !(amd_like && family < 0x19);
}
#endif

Cpu detect() noexcept {
#if TIENLEN_X86_64
#if defined(_MSC_VER)
#pragma warning(suppress : 4996)
#endif
    // Read once, while a static is made; nothing here writes the environment.
    const char* forced = std::getenv("TIENLEN_CPU");  // NOLINT(concurrency-mt-unsafe)
    const bool portable = forced != nullptr && std::strcmp(forced, "portable") == 0;
    if (!portable && has_fast_bmi2()) return Cpu::Bmi2;
#endif
    return Cpu::Portable;
}

}  // namespace

Cpu detected_cpu() noexcept {
    static const Cpu cpu = detect();
    return cpu;
}

}  // namespace tienlen
