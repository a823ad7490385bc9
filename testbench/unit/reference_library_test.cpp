// The C interface of the policies. What they decide is tested with them; here: that it is handed on, and errors.
#include <gmock/gmock.h>

#include <array>

#include "ref/headroom_ref.h"

namespace headroom {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kLibraryLine = 400'000'000'000;

std::string library_error() { return headroom_last_error(); }

TEST(ReferenceLibrary, SaysItsVersion) { EXPECT_EQ(headroom_ref_version(), HEADROOM_REF_VERSION); }

TEST(ReferenceLibrary, PoolsChargeRefuseAndRelease) {
  const std::array<std::int64_t, 8> sizes{1000, 0, 500};
  headroom_pools* pools = headroom_pools_new(sizes.data());
  EXPECT_EQ(headroom_pools_charge(pools, 0, 1000), 1);
  EXPECT_EQ(headroom_pools_fits(pools, 0, 1), 0);
  EXPECT_EQ(headroom_pools_charge(pools, 0, 1), 0);
  EXPECT_EQ(headroom_pools_charge(pools, 1, 1), 0);  // no pool
  EXPECT_EQ(headroom_pools_fits(pools, 2, 500), 1);
  EXPECT_EQ(headroom_pools_release(pools, 0, 400), 0);
  EXPECT_EQ(headroom_pools_filled(pools, 0), 600);
  EXPECT_EQ(headroom_pools_peak(pools, 0), 1000);
  EXPECT_EQ(headroom_pools_refused(pools, 0), 1);
  headroom_pools_delete(pools);
}

TEST(ReferenceLibrary, AnErrorIsToldAndChangesNothing) {
  const std::array<std::int64_t, 8> sizes{1000};
  headroom_pools* pools = headroom_pools_new(sizes.data());
  ASSERT_EQ(headroom_pools_charge(pools, 0, 300), 1);
  EXPECT_EQ(headroom_pools_release(pools, 0, 301), HEADROOM_ERROR_STATE);
  EXPECT_EQ(library_error(), "headroom_pools_release: class 0: 301 B released, 300 B charged");
  EXPECT_EQ(headroom_last_code(), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_pools_filled(pools, 0), 300);
  EXPECT_EQ(headroom_last_code(), 0);  // the last call was right
  EXPECT_EQ(library_error(), "");
  EXPECT_EQ(headroom_pools_filled(pools, 8), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(library_error(), "headroom_pools_filled: class 8 (0 to 7)");
  EXPECT_EQ(headroom_pools_charge(pools, 0, -1), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(headroom_pools_filled(nullptr, 0), HEADROOM_ERROR_ARGUMENT);
  EXPECT_THAT(library_error(), HasSubstr("the handle is null"));
  EXPECT_EQ(headroom_pools_new(nullptr), nullptr);
  EXPECT_EQ(headroom_last_code(), HEADROOM_ERROR_ARGUMENT);
  headroom_pools_delete(pools);
  headroom_pools_delete(nullptr);
}

TEST(ReferenceLibrary, GatePausesRefreshesAndResumes) {
  headroom_gate* gate = headroom_gate_new(100, 50);
  EXPECT_EQ(headroom_gate_on_refresh(gate, 100), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_gate_on_arrival(gate, 99), HEADROOM_SEND_NOTHING);
  EXPECT_EQ(headroom_gate_on_arrival(gate, 100), HEADROOM_SEND_XOFF);
  EXPECT_EQ(headroom_gate_pausing(gate), 1);
  EXPECT_EQ(headroom_gate_on_refresh(gate, 100), HEADROOM_SEND_XOFF);
  EXPECT_EQ(headroom_gate_on_release(gate, 51), HEADROOM_SEND_NOTHING);
  EXPECT_EQ(headroom_gate_on_release(gate, 50), HEADROOM_SEND_XON);
  EXPECT_EQ(headroom_gate_pausing(gate), 0);
  headroom_gate_delete(gate);
}

TEST(ReferenceLibrary, PauseTimesAreQuantaAtTheRateAndTheDelay) {
  // 1000 x 512 bit / 400 Gbps = 1.28 us
  EXPECT_EQ(headroom_pause_time(1000, kLibraryLine, 500), 1'280'500);
  EXPECT_EQ(headroom_refresh_interval(1000, kLibraryLine, 500), 640'250);
  EXPECT_EQ(headroom_pause_time(65'536, kLibraryLine, 0), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(headroom_pause_time(1, 0, 0), HEADROOM_ERROR_ARGUMENT);
}

TEST(ReferenceLibrary, TimersRunOutAreRestartedAndResumed) {
  headroom_timers* timers = headroom_timers_new();
  EXPECT_EQ(headroom_timers_end(timers, 3), HEADROOM_NEVER);
  EXPECT_EQ(headroom_timers_pause(timers, 100, 3, 50), 0);
  EXPECT_EQ(headroom_timers_pause(timers, 120, 3, 50), 0);  // until 170
  EXPECT_EQ(headroom_timers_pause(timers, 120, 0, 10), 0);
  EXPECT_EQ(headroom_timers_held(timers), 0b1001);
  EXPECT_EQ(headroom_timers_advance(timers, 130), 0b0001);
  EXPECT_EQ(headroom_timers_advance(timers, 169), 0);
  EXPECT_EQ(headroom_timers_end(timers, 3), 170);
  EXPECT_EQ(headroom_timers_resume(timers, 180, 3), HEADROOM_ERROR_STATE);  // it has run out before
  EXPECT_EQ(headroom_timers_advance(timers, 180), 0b1000);
  EXPECT_EQ(headroom_timers_resume(timers, 180, 3), 0);
  EXPECT_EQ(headroom_timers_pause(timers, 180, 5, 10), 0);
  EXPECT_EQ(headroom_timers_resume(timers, 185, 5), 1);
  EXPECT_EQ(headroom_timers_pause(timers, 184, 5, 10), HEADROOM_ERROR_STATE);  // time goes back
  headroom_timers_delete(timers);
}

TEST(ReferenceLibrary, FramesAreWrittenAndRead) {
  std::array<std::uint8_t, 84> frame{};
  const std::array<std::uint16_t, 8> quanta{65'535};
  ASSERT_EQ(headroom_pfc_write(frame.data(), 84, 0x020020000002, 1, quanta.data()), 84);
  const std::array<std::uint8_t, 4> check = {0x18, 0xda, 0xbd, 0x73};  // P50, as printed
  EXPECT_TRUE(std::equal(check.begin(), check.end(), frame.end() - 4));
  std::int64_t source = 0;
  int classes = 0;
  std::array<std::uint16_t, 8> read{};
  EXPECT_EQ(headroom_pfc_read(frame.data(), 84, &source, &classes, read.data()), 1);
  EXPECT_EQ(source, 0x020020000002);
  EXPECT_EQ(classes, 1);
  EXPECT_EQ(read, quanta);
  frame[40] = 1;
  EXPECT_EQ(headroom_pfc_read(frame.data(), 84, &source, &classes, read.data()), 0);
  EXPECT_EQ(headroom_pfc_write(frame.data(), 63, 0, 1, quanta.data()), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(headroom_pfc_write(frame.data(), 64, 1LL << 48, 1, quanta.data()), HEADROOM_ERROR_ARGUMENT);
}

TEST(ReferenceLibrary, SchedulersChoose) {
  const std::array<std::int64_t, 8> weights{2, 1};
  headroom_scheduler* strict = headroom_scheduler_new(HEADROOM_STRICT_PRIORITY, 3, weights.data());
  headroom_scheduler* weighted = headroom_scheduler_new(HEADROOM_WEIGHTED_ROUND_ROBIN, 3, weights.data());
  std::array<int, 4> chosen{};
  for (int& c : chosen) c = headroom_scheduler_next(weighted, 3);
  EXPECT_THAT(chosen, testing::ElementsAre(1, 0, 0, 1));
  EXPECT_EQ(headroom_scheduler_next(strict, 3), 1);
  EXPECT_EQ(headroom_scheduler_next(strict, 0), HEADROOM_NO_CLASS);
  EXPECT_EQ(headroom_scheduler_next(strict, 4), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(headroom_scheduler_new(3, 3, weights.data()), nullptr);
  EXPECT_EQ(headroom_scheduler_new(0, 0, weights.data()), nullptr);
  headroom_scheduler_delete(strict);
  headroom_scheduler_delete(weighted);
}

TEST(ReferenceLibrary, CreditsKeepTheLastSlotForData) {
  headroom_credits* credits = headroom_credits_new(2, 512);
  EXPECT_EQ(headroom_credits_take_header(credits), 1);
  EXPECT_EQ(headroom_credits_take_header(credits), 0);
  EXPECT_EQ(headroom_credits_take_data(credits, 513), 0);
  EXPECT_EQ(headroom_credits_take_data(credits, 512), 1);
  EXPECT_EQ(headroom_credits_slots_taken(credits), 2);
  EXPECT_EQ(headroom_credits_give_back(credits, 512), 0);
  EXPECT_EQ(headroom_credits_give_back(credits, 1), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_credits_slots_taken(credits), 1);
  EXPECT_EQ(headroom_credits_bytes_taken(credits), 0);
  headroom_credits_delete(credits);
}

TEST(ReferenceLibrary, SettingsAreReadLikeAConfiguration) {
  headroom_settings* uet = headroom_settings_new("ScalaUETNIC");
  EXPECT_EQ(headroom_settings_set(uet, "InitialBaseRTT", "9us"), 0);
  EXPECT_EQ(headroom_settings_set(uet, "TransportProcessingLayers/ScalaUETCongestionControl/Gamma", "0.5"), 0);
  EXPECT_EQ(headroom_settings_set(uet, "TrimmingEnabled", "true"), 0);
  EXPECT_EQ(headroom_settings_set(uet, "PacketSprayingType", "None"), 0);
  EXPECT_EQ(headroom_settings_set(uet, "InitialBaseRTT", "9"), HEADROOM_ERROR_ARGUMENT);  // without a unit
  EXPECT_EQ(headroom_settings_set(uet, "RdmaDataMSS", "0"), HEADROOM_ERROR_ARGUMENT);     // out of range
  EXPECT_EQ(headroom_settings_set(uet, "Gama", "1"), HEADROOM_ERROR_ARGUMENT);
  EXPECT_THAT(library_error(), HasSubstr("did you mean Gamma?"));
  EXPECT_EQ(headroom_settings_new("ScalaNic"), nullptr);
  EXPECT_EQ(headroom_rate_loop_new(uet, kLibraryLine, kLibraryLine), nullptr);  // another model's
  headroom_nscc* nscc = headroom_nscc_new(uet, kLibraryLine, 0);
  EXPECT_EQ(headroom_nscc_max_window(nscc), 675'000);  // 1.5 x 400 Gbps x 9 us / 8
  headroom_nscc_delete(nscc);
  headroom_settings_delete(uet);
}

TEST(ReferenceLibrary, TheWindowCountsWhatIsInFlight) {
  headroom_settings* uet = headroom_settings_new("ScalaUETNIC");
  headroom_nscc* nscc = headroom_nscc_new(uet, kLibraryLine, 0);
  ASSERT_EQ(headroom_nscc_window(nscc), 450'000);  // 1.5 x 400 Gbps x 6 us / 8
  EXPECT_EQ(headroom_nscc_may_commit(nscc, 450'000), 1);
  EXPECT_EQ(headroom_nscc_committed(nscc, 450'000), 0);
  EXPECT_EQ(headroom_nscc_may_commit(nscc, 1), 0);
  EXPECT_EQ(headroom_nscc_fetched(nscc, 450'001), 0);
  EXPECT_EQ(headroom_nscc_may_fetch(nscc), 0);
  EXPECT_EQ(headroom_nscc_left_flight(nscc, 450'001), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_nscc_left_flight(nscc, 4184), 0);
  EXPECT_EQ(headroom_nscc_in_flight(nscc), 445'816);
  EXPECT_EQ(headroom_nscc_retired(nscc, 450'002), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_nscc_retired(nscc, 4184), 0);
  EXPECT_EQ(headroom_nscc_bytes_fetched(nscc), 445'817);
  EXPECT_EQ(headroom_nscc_on_ack(nscc, 1000, 4184, 0, HEADROOM_NO_SAMPLE, 0, 0), HEADROOM_NSCC_NO_SAMPLE);
  EXPECT_EQ(headroom_nscc_on_trim(nscc, 2000, 4184, HEADROOM_NO_SAMPLE), HEADROOM_NSCC_TRIM_CUT);
  EXPECT_EQ(headroom_nscc_window(nscc), 445'816);
  EXPECT_EQ(headroom_nscc_on_timeout(nscc, 4184), 0);
  EXPECT_EQ(headroom_nscc_window(nscc), 441'632);
  EXPECT_EQ(headroom_nscc_offer(nscc, 4'000'000), 0);  // the base becomes this and a microsecond of 8 ticks
  EXPECT_EQ(headroom_nscc_base_rtt(nscc), 5'024'000);
  EXPECT_GT(headroom_nscc_average_delay(nscc), 0);  // a trim counts as delay
  EXPECT_EQ(headroom_nscc_fulfil(nscc), 0);
  EXPECT_EQ(headroom_nscc_on_ack(nscc, 3000, 1, 2, 0, 0, 0), HEADROOM_ERROR_ARGUMENT);
  headroom_nscc_delete(nscc);
  headroom_settings_delete(uet);
}

TEST(ReferenceLibrary, PortsAreSprayedInTurnOrRecycled) {
  headroom_settings* uet = headroom_settings_new("ScalaUETNIC");
  headroom_entropy* turns = headroom_entropy_new(uet, headroom_entropy_seed(1, 0, 0), 10);
  EXPECT_EQ(headroom_entropy_next(turns), 256);
  EXPECT_EQ(headroom_entropy_next(turns), 257);
  ASSERT_EQ(headroom_settings_set(uet, "PacketSprayingType", "Recycled Entropy Packet Spraying"), 0);
  headroom_entropy* recycled = headroom_entropy_new(uet, 1, 10);
  EXPECT_EQ(headroom_entropy_ack(recycled, 7, 0, 0), 0);
  EXPECT_EQ(headroom_entropy_ack(recycled, 8, 1, 0), 0);  // marked: not recycled
  EXPECT_EQ(headroom_entropy_nack(recycled, 9, 1, 0), 0);
  EXPECT_EQ(headroom_entropy_next(recycled), 7);
  EXPECT_EQ(headroom_entropy_next(recycled), 9);
  EXPECT_EQ(headroom_entropy_path_failure(recycled, 7, 5), 0);
  EXPECT_EQ(headroom_entropy_state(recycled), HEADROOM_REPS_FROZEN);
  ASSERT_EQ(headroom_settings_set(uet, "PacketSprayingType", "None"), 0);
  headroom_entropy* one = headroom_entropy_new(uet, 1, 10);
  EXPECT_EQ(headroom_entropy_set_port(one, 4791), 0);
  EXPECT_EQ(headroom_entropy_next(one), 4791);
  EXPECT_EQ(headroom_entropy_set_port(one, 65'536), HEADROOM_ERROR_ARGUMENT);
  for (headroom_entropy* entropy : {turns, recycled, one}) headroom_entropy_delete(entropy);
  headroom_settings_delete(uet);
}

TEST(ReferenceLibrary, RecycledValuesServeOnceUnlessFrozen) {
  headroom_reps* reps = headroom_reps_new(1, 4, 100, 1, 2);
  for (const int value : {10, 11, 12}) EXPECT_EQ(headroom_reps_recycle(reps, value, 0), 0);  // two are kept
  EXPECT_EQ(headroom_reps_valid(reps), 2);
  EXPECT_EQ(headroom_reps_next(reps), 11);
  EXPECT_EQ(headroom_reps_next(reps), 12);
  EXPECT_LT(headroom_reps_next(reps), 4);  // explores
  EXPECT_EQ(headroom_reps_path_failure(reps, 10), 0);
  EXPECT_EQ(headroom_reps_state(reps), HEADROOM_REPS_FROZEN);
  EXPECT_EQ(headroom_reps_next(reps), 12);  // place 0 of two holds the third value
  EXPECT_EQ(headroom_reps_recycle(reps, 13, 110), 0);
  EXPECT_EQ(headroom_reps_state(reps), HEADROOM_REPS_EXPLORE);
  const std::array<std::int64_t, 5> counts = {1, 2, 1, 1, 1};
  for (int which = 0; which < 5; ++which) EXPECT_EQ(headroom_reps_count(reps, which), counts.at(which)) << which;
  EXPECT_EQ(headroom_reps_count(reps, 5), HEADROOM_ERROR_ARGUMENT);
  EXPECT_EQ(headroom_reps_new(17, 4, 100, 1, 2), nullptr);
  headroom_reps_delete(reps);
}

TEST(ReferenceLibrary, TheRateLoopCutsAndRecovers) {
  headroom_settings* roce = headroom_settings_new("ScalaRoceNic");
  headroom_rate_loop* loop = headroom_rate_loop_new(roce, kLibraryLine, kLibraryLine);
  EXPECT_EQ(headroom_rate_loop_on_half(loop), HEADROOM_ERROR_STATE);
  EXPECT_EQ(headroom_rate_loop_half_interval(loop), 22'500'000);
  EXPECT_EQ(headroom_rate_loop_on_packet_sent(loop), 0);
  EXPECT_EQ(headroom_rate_loop_on_cnp(loop), 1);
  EXPECT_EQ(headroom_rate_loop_congested(loop), 1);
  EXPECT_DOUBLE_EQ(headroom_rate_loop_estimate(loop), 0.5);   // weight 0.5 of a CNP for no packet
  EXPECT_EQ(headroom_rate_loop_rate(loop), 300'000'000'000);  // less half the estimate
  EXPECT_EQ(headroom_rate_loop_target(loop), 400'000'000'000);
  EXPECT_EQ(headroom_rate_loop_on_half(loop), 1);
  EXPECT_EQ(headroom_rate_loop_rate(loop), 350'000'000'000);
  EXPECT_EQ(headroom_rate_loop_on_cnp(loop), 0);
  EXPECT_EQ(headroom_rate_loop_new(roce, kLibraryLine, kLibraryLine + 1), nullptr);
  headroom_rate_loop_delete(loop);
  headroom_settings_delete(roce);
}

}  // namespace
}  // namespace headroom
