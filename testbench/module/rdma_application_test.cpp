#include "sc_models/host/rdma_application.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using Post = std::tuple<std::int64_t, std::uint32_t, std::uint32_t, QpNumber>;  // time, flow, message, queue pair

/// A server whose NIC only notes what is posted.
struct Bench final : Doorbell, RdmaApplication::Done {
  explicit Bench(std::vector<FlowParams> f, Ps begin = Ps{0})
      : flows(std::move(f)), workload(flows), application(7, agenda, workload, *this, nullptr) {
    application.connect(*this);
    for (std::uint32_t i = 0; i < flows.size(); ++i) {
      for (QpNumber q = 1; q <= flows[i].queue_pairs; ++q) workload.flows()[i].source_qps.push_back(10 * i + q);
      application.add_flow(i, begin);
    }
  }
  void post(const WorkRequest& r) override {
    posts.emplace_back(agenda.now().count(), r.flow, r.message, r.queue_pair);
  }
  void maybe_done() override { ++done; }
  HostNotices& host() { return application; }

  std::vector<FlowParams> flows;
  Agenda agenda;
  Workload workload;
  RdmaApplication application;
  std::vector<Post> posts;
  int done = 0;
};

FlowParams flow(std::uint64_t messages, std::uint64_t outstanding, Ps start = Ps{0}, std::optional<Ps> interval = {}) {
  FlowParams f;
  f.message_size = 1000;
  f.messages = messages;
  f.outstanding = outstanding;
  f.start = start;
  f.interval = interval;
  return f;
}

TEST(RdmaApplication, PostsEverythingAtTheStartWhenNothingLimitsIt) {
  Bench bench({flow(3, 3, Ps{500})});
  bench.agenda.run(Ps{499});
  EXPECT_TRUE(bench.posts.empty());
  bench.agenda.run(Ps{500});
  EXPECT_THAT(bench.posts, ElementsAre(Post(500, 0, 0, 1), Post(500, 0, 1, 1), Post(500, 0, 2, 1)));
}

TEST(RdmaApplication, SpacesPostsByTheInterval) {
  Bench bench({flow(3, 3, Ps{100}, Ps{50})});
  bench.agenda.run(Ps{10'000});
  EXPECT_THAT(bench.posts, ElementsAre(Post(100, 0, 0, 1), Post(150, 0, 1, 1), Post(200, 0, 2, 1)));
}

TEST(RdmaApplication, PostsTheNextMessageInTheInstantInWhichOneIsAcknowledged) {
  Bench bench({flow(3, 1)});
  bench.agenda.run(Ps{1'000});
  ASSERT_EQ(bench.posts.size(), 1u);
  bench.host().received(0, 0, Ps{900});
  bench.host().acknowledged(0, 0, bench.agenda.now());
  bench.agenda.run(Ps{1'000});
  EXPECT_EQ(bench.posts.size(), 2u);
}

TEST(RdmaApplication, AnIntervalStillHoldsAfterALateAcknowledgement) {
  // Message 1 may post from 50 on but waits for the acknowledgement at 120; message 2 is not before 100 and posts at
  // once.
  Bench bench({flow(3, 2, Ps{0}, Ps{50})});
  struct Ack final : AgendaClient {
    Bench& b;
    explicit Ack(Bench& bench_in) : b(bench_in) {}
    void due(Ps now, AgendaTag m) override {
      b.host().received(0, m, now);
      b.host().acknowledged(0, m, now);
    }
  } ack(bench);
  bench.agenda.at(Ps{120}, Rank(Due::kFrame, 0, 0), ack, 0);
  bench.agenda.run(Ps{10'000});
  EXPECT_THAT(bench.posts, ElementsAre(Post(0, 0, 0, 1), Post(50, 0, 1, 1), Post(120, 0, 2, 1)));
}

TEST(RdmaApplication, PostsOfOneInstantStandInOrderOfFlowAndMessage) {
  Bench bench({flow(2, 2, Ps{100}), flow(1, 1, Ps{40}), flow(2, 2, Ps{100})});
  bench.agenda.run(Ps{10'000});
  EXPECT_THAT(bench.posts, ElementsAre(Post(40, 1, 0, 11), Post(100, 0, 0, 1), Post(100, 0, 1, 1), Post(100, 2, 0, 21),
                                       Post(100, 2, 1, 21)));
}

TEST(RdmaApplication, DealsMessagesOutToItsQueuePairsInTurn) {
  FlowParams f = flow(5, 5);
  f.queue_pairs = 2;
  Bench bench({f});
  bench.agenda.run(Ps{0});
  std::vector<QpNumber> pairs;
  for (const Post& p : bench.posts) pairs.push_back(std::get<3>(p));
  EXPECT_THAT(pairs, ElementsAre(1, 2, 1, 2, 1));
}

TEST(RdmaApplication, CountsFlowTimesFromTheStartOfApplications) {
  Bench bench({flow(1, 1, Ps{5})}, Ps{1'000});
  bench.agenda.run(Ps{10'000});
  EXPECT_THAT(bench.posts, ElementsAre(Post(1'005, 0, 0, 1)));
}

TEST(Workload, CompletesAFlowWithItsLastAcknowledgementInAnyOrder) {
  Bench bench({flow(2, 2)});
  bench.agenda.run(Ps{0});
  bench.host().received(0, 1, Ps{10});
  bench.host().acknowledged(0, 1, Ps{20});
  EXPECT_FALSE(bench.workload.complete());
  bench.host().acknowledged(0, 0, Ps{30});
  EXPECT_TRUE(bench.workload.complete());
  EXPECT_EQ(bench.done, 1);
  EXPECT_EQ(bench.workload.flows()[0].last_acknowledgement, Ps{30});
  bench.host().received(0, 0, Ps{40});  // behind a slow host the host is told later than the sender
  bench.host().landed(Ps{50});
  EXPECT_EQ(bench.done, 2);
}

TEST(Workload, ReportsAMessageOnceItIsBothReceivedAndAcknowledged) {
  struct Observer final : WorkloadObserver {
    void message_acknowledged(const FlowProgress&, std::uint32_t m, const MessageTimes&) override {
      acked.push_back(m);
    }
    void message_done(const FlowProgress&, std::uint32_t m, const MessageTimes& t) override {
      done.push_back(m);
      last = t;
    }
    std::vector<std::uint32_t> acked, done;
    MessageTimes last;
  } observer;
  Bench bench({flow(1, 1, Ps{3})});
  bench.workload.set_observer(&observer);
  bench.agenda.run(Ps{3});
  bench.host().started(0, 0, Ps{4});
  bench.host().sent(0, 0, Ps{5});
  bench.host().sent(0, 0, Ps{9});  // a retransmission: the first transmission counts
  bench.host().acknowledged(0, 0, Ps{6});
  EXPECT_THAT(observer.acked, ElementsAre(0));
  EXPECT_TRUE(observer.done.empty());
  bench.host().received(0, 0, Ps{7});
  EXPECT_THAT(observer.done, ElementsAre(0));
  EXPECT_EQ(observer.last.post, Ps{3});
  EXPECT_EQ(observer.last.start, Ps{4});
  EXPECT_EQ(observer.last.sent, Ps{5});
  EXPECT_EQ(observer.last.received, Ps{7});
  EXPECT_EQ(observer.last.acknowledged, Ps{6});
}

TEST(Workload, RefusesAMessageThatArrivesTwice) {
  Bench bench({flow(2, 2)});
  bench.agenda.run(Ps{0});
  bench.host().received(0, 1, Ps{10});
  EXPECT_THROW(bench.host().received(0, 1, Ps{11}), ModelError);
}

}  // namespace
}  // namespace headroom
