#pragma once

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "sc_models/nic/ports.h"

namespace headroom::test {

/// What the hosts hear, by (flow, message).
struct HostLog final : HostNotices {
  using Times = std::map<std::pair<std::uint32_t, std::uint32_t>, Ps>;
  void started(std::uint32_t f, std::uint32_t m, Ps now) override { once(start, f, m, now); }
  void sent(std::uint32_t f, std::uint32_t m, Ps now) override { once(send_done, f, m, now); }
  void received(std::uint32_t f, std::uint32_t m, Ps now) override { once(arrival, f, m, now); }
  void acknowledged(std::uint32_t f, std::uint32_t m, Ps now) override { once(done, f, m, now); }
  void landed(Ps now) override { last_landed = now; }
  static void once(Times& times, std::uint32_t f, std::uint32_t m, Ps now) {
    EXPECT_TRUE(times.emplace(std::pair{f, m}, now).second) << "notice given twice for message " << m;
  }
  Times start, send_done, arrival, done;
  Ps last_landed;
};

}  // namespace headroom::test
