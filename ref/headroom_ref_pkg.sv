// Imports of every function of headroom_ref.h, which says what they do; link the simulator with libheadroom_ref.
// Handles are chandles; a class's entry of an array is the element of its number.
package headroom_ref_pkg;

  // Not every bench uses all of it.
  // verilator lint_off UNUSEDPARAM
  localparam int HEADROOM_REF_VERSION = 1;

  localparam int HEADROOM_ERROR_ARGUMENT = -1;
  localparam int HEADROOM_ERROR_STATE = -2;
  localparam int HEADROOM_ERROR_MEMORY = -3;
  localparam int HEADROOM_ERROR_INTERNAL = -4;

  localparam longint HEADROOM_NEVER = 64'h7FFF_FFFF_FFFF_FFFF;
  localparam int HEADROOM_NO_CLASS = 8;
  localparam longint HEADROOM_NO_SAMPLE = 0;
  localparam int HEADROOM_PFC_MOST_BYTES = 128;

  localparam int HEADROOM_SEND_NOTHING = 0;
  localparam int HEADROOM_SEND_XOFF = 1;
  localparam int HEADROOM_SEND_XON = 2;

  localparam int HEADROOM_STRICT_PRIORITY = 0;
  localparam int HEADROOM_ROUND_ROBIN = 1;
  localparam int HEADROOM_WEIGHTED_ROUND_ROBIN = 2;

  localparam int HEADROOM_REPS_NORMAL = 0;
  localparam int HEADROOM_REPS_FROZEN = 1;
  localparam int HEADROOM_REPS_EXPLORE = 2;

  localparam int HEADROOM_REPS_EXPLORED = 0;
  localparam int HEADROOM_REPS_REUSED = 1;
  localparam int HEADROOM_REPS_STALE_REUSED = 2;
  localparam int HEADROOM_REPS_FREEZES = 3;
  localparam int HEADROOM_REPS_UNFREEZES = 4;

  localparam int HEADROOM_NSCC_NONE = 0;
  localparam int HEADROOM_NSCC_PROPORTIONAL = 1;
  localparam int HEADROOM_NSCC_FAST = 2;
  localparam int HEADROOM_NSCC_FAIR = 3;
  localparam int HEADROOM_NSCC_DECREASE = 4;
  localparam int HEADROOM_NSCC_DECREASE_HELD = 5;
  localparam int HEADROOM_NSCC_QUICK_ADAPT = 6;
  localparam int HEADROOM_NSCC_QUICK_ADAPT_IGNORE = 7;
  localparam int HEADROOM_NSCC_TRIM_CUT = 8;
  localparam int HEADROOM_NSCC_LIMITED = 9;
  localparam int HEADROOM_NSCC_NO_SAMPLE = 10;

  import "DPI-C" function int headroom_ref_version();
  import "DPI-C" function int headroom_last_code();
  import "DPI-C" function string headroom_last_error();

  import "DPI-C" function chandle headroom_pools_new(input longint sizes[8]);
  import "DPI-C" function void headroom_pools_delete(input chandle pools);
  import "DPI-C" function int headroom_pools_fits(input chandle pools, input int traffic_class, input longint bytes);
  import "DPI-C" function int headroom_pools_charge(input chandle pools, input int traffic_class, input longint bytes);
  import "DPI-C" function int headroom_pools_release(input chandle pools, input int traffic_class, input longint bytes);
  import "DPI-C" function longint headroom_pools_filled(input chandle pools, input int traffic_class);
  import "DPI-C" function longint headroom_pools_peak(input chandle pools, input int traffic_class);
  import "DPI-C" function longint headroom_pools_refused(input chandle pools, input int traffic_class);

  import "DPI-C" function chandle headroom_gate_new(input longint xoff, input longint xon);
  import "DPI-C" function void headroom_gate_delete(input chandle gate);
  import "DPI-C" function int headroom_gate_on_arrival(input chandle gate, input longint filled);
  import "DPI-C" function int headroom_gate_on_release(input chandle gate, input longint filled);
  import "DPI-C" function int headroom_gate_on_refresh(input chandle gate, input longint filled);
  import "DPI-C" function int headroom_gate_pausing(input chandle gate);

  import "DPI-C" function longint headroom_pause_time(input longint quanta, input longint rate, input longint delay);
  import "DPI-C" function longint headroom_refresh_interval(
      input longint quanta, input longint rate, input longint delay);

  import "DPI-C" function chandle headroom_timers_new();
  import "DPI-C" function void headroom_timers_delete(input chandle timers);
  import "DPI-C" function int headroom_timers_pause(
      input chandle timers, input longint now, input int traffic_class, input longint duration);
  import "DPI-C" function int headroom_timers_resume(input chandle timers, input longint now, input int traffic_class);
  import "DPI-C" function int headroom_timers_advance(input chandle timers, input longint now);
  import "DPI-C" function int headroom_timers_held(input chandle timers);
  import "DPI-C" function longint headroom_timers_end(input chandle timers, input int traffic_class);

  import "DPI-C" function int headroom_pfc_write(
      inout byte unsigned frame[HEADROOM_PFC_MOST_BYTES], input int size, input longint source, input int class_enable,
      input shortint unsigned quanta[8]);
  import "DPI-C" function int headroom_pfc_read(
      input byte unsigned frame[HEADROOM_PFC_MOST_BYTES], input int size, inout longint source,
      inout int class_enable, inout shortint unsigned quanta[8]);

  import "DPI-C" function chandle headroom_scheduler_new(input int mode, input int classes, input longint weights[8]);
  import "DPI-C" function void headroom_scheduler_delete(input chandle scheduler);
  import "DPI-C" function int headroom_scheduler_next(input chandle scheduler, input int eligible);

  import "DPI-C" function chandle headroom_credits_new(input longint slots, input longint bytes);
  import "DPI-C" function void headroom_credits_delete(input chandle credits);
  import "DPI-C" function int headroom_credits_take_header(input chandle credits);
  import "DPI-C" function int headroom_credits_take_data(input chandle credits, input longint bytes);
  import "DPI-C" function int headroom_credits_give_back(input chandle credits, input longint bytes);
  import "DPI-C" function longint headroom_credits_slots_taken(input chandle credits);
  import "DPI-C" function longint headroom_credits_bytes_taken(input chandle credits);

  import "DPI-C" function chandle headroom_settings_new(input string model);
  import "DPI-C" function void headroom_settings_delete(input chandle settings);
  import "DPI-C" function int headroom_settings_set(input chandle settings, input string attribute, input string value);

  import "DPI-C" function chandle headroom_nscc_new(input chandle settings, input longint rate, input longint now);
  import "DPI-C" function void headroom_nscc_delete(input chandle nscc);
  import "DPI-C" function int headroom_nscc_may_commit(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_may_fetch(input chandle nscc);
  import "DPI-C" function int headroom_nscc_committed(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_fetched(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_left_flight(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_retired(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_offer(input chandle nscc, input longint round_trip);
  import "DPI-C" function int headroom_nscc_on_ack(
      input chandle nscc, input longint now, input longint newly, input int marked, input longint round_trip,
      input int penalty, input int restore);
  import "DPI-C" function int headroom_nscc_on_trim(
      input chandle nscc, input longint now, input longint nominal, input longint round_trip);
  import "DPI-C" function int headroom_nscc_on_timeout(input chandle nscc, input longint nominal);
  import "DPI-C" function int headroom_nscc_fulfil(input chandle nscc);
  import "DPI-C" function longint headroom_nscc_window(input chandle nscc);
  import "DPI-C" function longint headroom_nscc_max_window(input chandle nscc);
  import "DPI-C" function longint headroom_nscc_in_flight(input chandle nscc);
  import "DPI-C" function longint headroom_nscc_bytes_fetched(input chandle nscc);
  import "DPI-C" function longint headroom_nscc_base_rtt(input chandle nscc);
  import "DPI-C" function real headroom_nscc_average_delay(input chandle nscc);

  import "DPI-C" function longint unsigned headroom_entropy_seed(
      input longint unsigned run_seed, input int unsigned server, input int unsigned group);
  import "DPI-C" function chandle headroom_entropy_new(
      input chandle settings, input longint unsigned seed, input longint exploration_packets);
  import "DPI-C" function void headroom_entropy_delete(input chandle entropy);
  import "DPI-C" function int headroom_entropy_set_port(input chandle entropy, input int port);
  import "DPI-C" function int headroom_entropy_next(input chandle entropy);
  import "DPI-C" function int headroom_entropy_ack(
      input chandle entropy, input int value, input int marked, input longint now);
  import "DPI-C" function int headroom_entropy_nack(
      input chandle entropy, input int value, input int last_hop, input longint now);
  import "DPI-C" function int headroom_entropy_path_failure(input chandle entropy, input int value, input longint now);
  import "DPI-C" function int headroom_entropy_state(input chandle entropy);

  import "DPI-C" function chandle headroom_reps_new(
      input int size_bits, input int values, input longint freezing_timeout, input longint unsigned seed,
      input longint exploration_packets);
  import "DPI-C" function void headroom_reps_delete(input chandle reps);
  import "DPI-C" function int headroom_reps_next(input chandle reps);
  import "DPI-C" function int headroom_reps_recycle(input chandle reps, input int value, input longint now);
  import "DPI-C" function int headroom_reps_path_failure(input chandle reps, input longint now);
  import "DPI-C" function int headroom_reps_state(input chandle reps);
  import "DPI-C" function longint headroom_reps_valid(input chandle reps);
  import "DPI-C" function longint headroom_reps_count(input chandle reps, input int which);

  import "DPI-C" function chandle headroom_rate_loop_new(
      input chandle settings, input longint line, input longint start);
  import "DPI-C" function void headroom_rate_loop_delete(input chandle loop);
  import "DPI-C" function int headroom_rate_loop_on_cnp(input chandle loop);
  import "DPI-C" function int headroom_rate_loop_on_packet_sent(input chandle loop);
  import "DPI-C" function int headroom_rate_loop_on_half(input chandle loop);
  import "DPI-C" function int headroom_rate_loop_congested(input chandle loop);
  import "DPI-C" function longint headroom_rate_loop_half_interval(input chandle loop);
  import "DPI-C" function longint headroom_rate_loop_rate(input chandle loop);
  import "DPI-C" function longint headroom_rate_loop_target(input chandle loop);
  import "DPI-C" function real headroom_rate_loop_estimate(input chandle loop);

  // verilator lint_on UNUSEDPARAM
endpackage
