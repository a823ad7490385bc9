// A Verilated block and the policy it must equal, driven with the same random stimulus.
//
// In each cycle: `drive` sets the inputs, the block settles, `observe` looks at every port as the next edge will sample
// it and asks the policy about each handshake, then the edge comes. A lag is counted from the edge that samples the
// cause to the edge at which the answer can be sampled: 1 for an answer from a register, 0 for one that is
// combinational.
#pragma once

#include <verilated.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <exception>
#include <string>

#include "testbench/common/dice.h"
#include "testbench/rtl/common/report.h"

namespace headroom::rtl {

using oracle::Dice;

/// A valid or ready signal: streaks of always, never, mostly, seldom and any.
class Flow {
 public:
  bool next(Dice& dice) {
    if (left_-- == 0) {
      left_ = dice.scaled(1, 64);
      percent_ = kPercent[static_cast<std::size_t>(dice.pick(5))];
      if (percent_ == 0) left_ = left_ % 8;  // nothing happens meanwhile
    }
    return dice.pick(100) < percent_;
  }

 private:
  static constexpr std::int64_t kPercent[] = {0, 10, 50, 90, 100};
  std::int64_t left_ = 0, percent_ = 100;
};

/// The common part of all benches. `Model` is a Verilated class with ports clk and rst.
template <class Model>
class Lockstep {
 public:
  explicit Lockstep(std::uint64_t seed) : dice_(static_cast<std::int64_t>(seed)) {}
  virtual ~Lockstep() = default;

  /// Runs until enough transactions are done.
  void run(std::uint64_t transactions) {
    while (report_.transactions() < transactions) {
      reset();
      const std::uint64_t end = cycle_ + static_cast<std::uint64_t>(dice_.scaled(64, longest_));
      while (cycle_ < end && !restart_) {
        drive();
        settle();
        observe();
        edge();
      }
    }
  }
  [[nodiscard]] const Report& report() const { return report_; }
  /// Where the block stands, for the message of a mismatch.
  [[nodiscard]] std::string place() const {
    return fmt::format("cycle {}, {} after reset, transaction {}; {}", cycle_, cycle_ - reset_at_,
                       report_.transactions() + 1, configuration_);
  }

 protected:
  /// Draws a configuration, sets its ports and makes a policy that has it; says what it is.
  virtual std::string configure() = 0;
  virtual void drive() = 0;
  virtual void observe() = 0;

  template <class T>
  void expect(const char* what, const T& policy, const T& block) const {
    if (!(policy == block)) throw Mismatch(fmt::format("{}: policy {}, block {}", what, shown(policy), shown(block)));
  }
  /// The next cycle starts with a reset and another configuration.
  void restart() { restart_ = true; }

  Model model_;
  Dice dice_;
  Report report_;
  std::uint64_t cycle_ = 0;
  std::int64_t longest_ = 4096;  ///< cycles between resets

 private:
  void settle() {
    model_.clk = 0;
    model_.eval();
  }
  void edge() {
    model_.clk = 1;
    model_.eval();
    ++cycle_;
  }
  void reset() {
    restart_ = false;
    configuration_ = configure();
    model_.rst = 1;
    for (int i = 0; i < 2; ++i) {
      settle();
      edge();
    }
    model_.rst = 0;
    reset_at_ = cycle_;
  }

  std::string configuration_;
  std::uint64_t reset_at_ = 0;
  bool restart_ = false;
};

/// Decisions of the policy that the block still owes, in order.
template <class T>
class Owed {
 public:
  void push(std::uint64_t cycle, T decision) { owed_.push_back({cycle, decision}); }
  void clear() { *this = {}; }
  [[nodiscard]] bool empty() const { return owed_.empty(); }
  [[nodiscard]] std::size_t size() const { return owed_.size(); }

  /// The block's answer as the edge of this cycle samples it: right, steady until taken, neither early nor late.
  void see(Report& report, std::uint64_t cycle, bool valid, bool ready, const T& answer, std::uint64_t largest_lag) {
    if (!valid) {
      if (seen_) throw Mismatch("an answer is withdrawn");
      if (!owed_.empty() && cycle - start() >= largest_lag) {
        throw Mismatch(fmt::format("no answer {} cycles after its cause; policy {}", cycle - start(),
                                   shown(owed_.front().decision)));
      }
      return;
    }
    if (owed_.empty()) throw Mismatch(fmt::format("an answer without a cause: {}", shown(answer)));
    if (!(owed_.front().decision == answer)) {
      throw Mismatch(fmt::format("policy {}, block {}", shown(owed_.front().decision), shown(answer)));
    }
    if (!seen_) report.lag(cycle - start(), largest_lag);
    seen_ = !ready;
    if (ready) {
      owed_.pop_front();
      last_taken_ = cycle;
    }
  }

 private:
  struct Decision {
    std::uint64_t cycle;
    T decision;
  };
  /// What was held up by the answer before it counts from when that was taken.
  [[nodiscard]] std::uint64_t start() const { return std::max(owed_.front().cycle, last_taken_); }

  std::deque<Decision> owed_;
  std::uint64_t last_taken_ = 0;
  bool seen_ = false;
};

/// The main program of a bench. Exit code 0: no mismatch; 1: the first one is told.
template <class Bench>
int run_bench(const char* block, int argc, char** argv) {
  try {
    const Options options = read_options(argc, argv);
    Bench bench(options.seed);
    try {
      bench.run(options.transactions);
    } catch (const std::exception& mismatch) {
      fmt::print("{}, seed {}: {}\n  at {}\n", block, options.seed, mismatch.what(), bench.place());
      return 1;
    }
    if (!options.coverage.empty()) write_coverage(options.coverage);
    fmt::print("{}: {}\n", block, bench.report().text());
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

}  // namespace headroom::rtl
