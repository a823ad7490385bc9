// Recycled Entropy Packet Spraying of one group as its rules read, line for line: sections 6.3 and 6.4 of the UET
// transport page [R]. Shares nothing with the policy but the settings, so that the two can be compared.
#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/params/uet_nic.h"

namespace headroom::oracle {

inline std::uint64_t split_mix(std::uint64_t z) {
  z ^= z >> 30;
  z *= 0xBF58476D1CE4E5B9;
  z ^= z >> 27;
  z *= 0x94D049BB133111EB;
  z ^= z >> 31;
  return z;
}

inline std::uint64_t group_seed(std::uint64_t run_seed, std::uint64_t node, std::uint64_t group_serial) {
  return split_mix(split_mix(run_seed + 0x9E3779B97F4A7C15) ^ (node << 32) ^ group_serial);
}

/// Times in picoseconds.
class RepsOracle {
 public:
  /// `exploration`: packets of an exploration window, floor(BDP / N).
  RepsOracle(const SprayingParams& params, std::uint64_t seed, std::int64_t exploration)
      : p(params),
        S(std::int64_t{1} << p.reps_buffer_size_mask_bits),
        window(exploration),
        s(seed),
        ev(static_cast<std::size_t>(S)),
        valid(static_cast<std::size_t>(S)) {}

  std::uint16_t next() {
    if (explore_left > 0) {
      const std::int64_t i = explore_left;
      explore_left -= 1;
      if ((i - 1) % S == 0) return random();
    }
    if (n_valid > 0) {
      const auto k = static_cast<std::size_t>((head - n_valid + S) % S);
      valid[k] = false;
      n_valid -= 1;
      ++reused;
      return ev[k];
    }
    if (frozen && n_filled > 0) {
      const auto k = static_cast<std::size_t>(reuse);
      reuse = (reuse + 1) % n_filled;
      ++reused_again;
      return ev[k];
    }
    return random();
  }

  void on_ack(std::uint16_t v, bool m, std::int64_t now) {
    if (!m) recycle(v, now);
  }
  /// Of an outstanding packet.
  void on_nack(std::uint16_t v, bool last_hop, std::int64_t now) {
    if (last_hop) recycle(v, now);
  }
  /// A timeout or an early detection of failure.
  void path_failure(std::int64_t now) {
    if (!frozen && explore_left == 0) {
      frozen = true;
      freeze_start = now;
      reuse = 0;
      ++freezes;
    }
  }

  std::uint64_t next64() {
    s += 0x9E3779B97F4A7C15;
    return split_mix(s);
  }
  std::uint64_t draw(std::uint64_t n) { return static_cast<std::uint64_t>((UInt128{next64()} * n) >> 64); }

  // All that the rules name, for whoever compares.
  const SprayingParams p;
  const std::int64_t S, window;
  std::uint64_t s;
  std::vector<std::uint16_t> ev;
  std::vector<bool> valid;
  std::int64_t head = 0, n_valid = 0, n_filled = 0, reuse = 0, freeze_start = 0, explore_left = 0;
  bool frozen = false;
  std::uint64_t explored = 0, reused = 0, reused_again = 0, freezes = 0, thaws = 0;

 private:
  std::uint16_t random() {
    ++explored;
    return static_cast<std::uint16_t>(draw(p.entropy_value_set_size));
  }

  void recycle(std::uint16_t v, std::int64_t now) {
    const auto h = static_cast<std::size_t>(head);
    if (!valid[h]) n_valid += 1;
    ev[h] = v;
    valid[h] = true;
    head = (head + 1) % S;
    n_filled = n_filled + 1 < S ? n_filled + 1 : S;
    if (frozen && now >= freeze_start + p.freezing_timeout.count()) {
      frozen = false;
      explore_left = window;
      ++thaws;
    }
  }
};

}  // namespace headroom::oracle
