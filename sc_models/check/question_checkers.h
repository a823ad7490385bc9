// Blocks that answer each question at once and in order.
#pragma once

#include "sc_models/check/block_checker.h"
#include "sc_models/policy/buffer_pools.h"
#include "sc_models/policy/credit_counter.h"
#include "sc_models/policy/tx_scheduler.h"

namespace headroom {

/// What they have in common: one lane, and answers that stand in the trace as they are expected.
class QuestionChecker : public BlockChecker {
 public:
  QuestionChecker(const CheckSettings& settings, Scoreboard& scoreboard)
      : clock_(settings.clock), scoreboard_(scoreboard) {}
  void decided(const TraceEvent& event) override { scoreboard_.see(0, event, answer_text(event)); }

 protected:
  [[nodiscard]] virtual std::string answer_text(const TraceEvent& event) const { return std::string(event.name); }
  void expect(const TraceEvent& question, std::string answer, const std::string& cause);

 private:
  const Clock clock_;
  Scoreboard& scoreboard_;
};

class BufferPoolsChecker final : public QuestionChecker {
 public:
  BufferPoolsChecker(const CheckSettings& settings, Scoreboard& scoreboard);
  void told(const TraceEvent& event) override;

 private:
  BufferPools policy_;
};

class TxSchedulerChecker final : public QuestionChecker {
 public:
  TxSchedulerChecker(const CheckSettings& settings, Scoreboard& scoreboard);
  void told(const TraceEvent& event) override;

 private:
  [[nodiscard]] std::string answer_text(const TraceEvent& event) const override;
  ClassMask classes_ = 0;
  std::unique_ptr<TxScheduler> policy_;
};

class CreditCounterChecker final : public QuestionChecker {
 public:
  CreditCounterChecker(const CheckSettings& settings, Scoreboard& scoreboard);
  void told(const TraceEvent& event) override;

 private:
  const PcieEndParams end_;
  CreditCounter policy_;
};

class PfcFrameTxChecker final : public QuestionChecker {
 public:
  using QuestionChecker::QuestionChecker;
  void told(const TraceEvent& event) override;

 private:
  [[nodiscard]] std::string answer_text(const TraceEvent& event) const override;
};

class PfcFrameRxChecker final : public QuestionChecker {
 public:
  using QuestionChecker::QuestionChecker;
  void told(const TraceEvent& event) override;

 private:
  [[nodiscard]] std::string answer_text(const TraceEvent& event) const override;
};

}  // namespace headroom
