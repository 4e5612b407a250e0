// Which instruction set policy to run, decided once, at run time.
#pragma once

#include <string_view>

namespace tienlen {

enum class Cpu : unsigned char { Portable, Bmi2 };

// What this machine does well: Bmi2 where popcnt, lzcnt, BMI1 and BMI2 exist and pdep is an instruction (on AMD before
// Zen 3 it is microcode and slow). The environment variable TIENLEN_CPU=portable forces the portable path.
[[nodiscard]] Cpu detected_cpu() noexcept;

[[nodiscard]] constexpr std::string_view cpu_name(Cpu cpu) noexcept { return cpu == Cpu::Bmi2 ? "bmi2" : "portable"; }

}  // namespace tienlen
