/* The decisions of headroom's model as a C library, for benches and scripts that compare other implementations with
 * them. One handle is one instance of one policy; handles know nothing of each other. Units: bytes, picoseconds, bits
 * per second. Classes are 0 to 7; a set of classes is a mask, bit c for class c; arrays of classes have 8 entries.
 *
 * Results: 0 or more is an answer, a negative one of the errors below, after which nothing has changed and
 * headroom_last_error() says why. A function that makes a handle returns a null pointer instead. Deleting a null
 * pointer does nothing. A handle serves one thread at a time. */
#ifndef HEADROOM_REF_H
#define HEADROOM_REF_H

#include <stdint.h>

#if defined(__GNUC__)
#define HEADROOM_API __attribute__((visibility("default")))
#else
#define HEADROOM_API
#endif

#define HEADROOM_REF_VERSION 1 /* grows when a function changes or goes away */

#define HEADROOM_ERROR_ARGUMENT (-1) /* a value that the function does not take */
#define HEADROOM_ERROR_STATE (-2)    /* the call contradicts what was told before */
#define HEADROOM_ERROR_MEMORY (-3)
#define HEADROOM_ERROR_INTERNAL (-4) /* a defect of the library */

#define HEADROOM_NEVER INT64_MAX /* a time that does not come */
#define HEADROOM_NO_CLASS 8
#define HEADROOM_NO_SAMPLE 0 /* in place of a round trip */
#define HEADROOM_PFC_MOST_BYTES 128

enum { HEADROOM_SEND_NOTHING, HEADROOM_SEND_XOFF, HEADROOM_SEND_XON };
enum { HEADROOM_STRICT_PRIORITY, HEADROOM_ROUND_ROBIN, HEADROOM_WEIGHTED_ROUND_ROBIN };
enum { HEADROOM_REPS_NORMAL, HEADROOM_REPS_FROZEN, HEADROOM_REPS_EXPLORE };
enum {
  HEADROOM_REPS_EXPLORED,
  HEADROOM_REPS_REUSED,
  HEADROOM_REPS_STALE_REUSED,
  HEADROOM_REPS_FREEZES,
  HEADROOM_REPS_UNFREEZES
};
enum {
  HEADROOM_NSCC_NONE,
  HEADROOM_NSCC_PROPORTIONAL,
  HEADROOM_NSCC_FAST,
  HEADROOM_NSCC_FAIR,
  HEADROOM_NSCC_DECREASE,
  HEADROOM_NSCC_DECREASE_HELD,
  HEADROOM_NSCC_QUICK_ADAPT,
  HEADROOM_NSCC_QUICK_ADAPT_IGNORE,
  HEADROOM_NSCC_TRIM_CUT,
  HEADROOM_NSCC_LIMITED,
  HEADROOM_NSCC_NO_SAMPLE
};

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headroom_pools headroom_pools;
typedef struct headroom_gate headroom_gate;
typedef struct headroom_timers headroom_timers;
typedef struct headroom_scheduler headroom_scheduler;
typedef struct headroom_credits headroom_credits;
typedef struct headroom_settings headroom_settings;
typedef struct headroom_nscc headroom_nscc;
typedef struct headroom_entropy headroom_entropy;
typedef struct headroom_reps headroom_reps;
typedef struct headroom_rate_loop headroom_rate_loop;

/* The version the library was built with: compare it with HEADROOM_REF_VERSION. */
HEADROOM_API int headroom_ref_version(void);
/* Of this thread's last call, other than these two: 0 or an error; empty or why. Valid until the thread's next call. */
HEADROOM_API int headroom_last_code(void);
HEADROOM_API const char* headroom_last_error(void);

/* Buffer pools: one for each class. Size 0: the class has no pool. */
HEADROOM_API headroom_pools* headroom_pools_new(const int64_t* sizes);
HEADROOM_API void headroom_pools_delete(headroom_pools* pools);
/* 1: there is room; 0: there is none. Takes nothing. */
HEADROOM_API int headroom_pools_fits(headroom_pools* pools, int traffic_class, int64_t bytes);
/* 1: taken; 0: refused, and nothing is taken. */
HEADROOM_API int headroom_pools_charge(headroom_pools* pools, int traffic_class, int64_t bytes);
HEADROOM_API int headroom_pools_release(headroom_pools* pools, int traffic_class, int64_t bytes);
HEADROOM_API int64_t headroom_pools_filled(headroom_pools* pools, int traffic_class);
HEADROOM_API int64_t headroom_pools_peak(headroom_pools* pools, int traffic_class);
HEADROOM_API int64_t headroom_pools_refused(headroom_pools* pools, int traffic_class);

/* PFC gate: what one receive pool sends. All three answer HEADROOM_SEND_... */
HEADROOM_API headroom_gate* headroom_gate_new(int64_t xoff, int64_t xon);
HEADROOM_API void headroom_gate_delete(headroom_gate* gate);
/* `filled`: with the arriving frame counted in, admitted or not. */
HEADROOM_API int headroom_gate_on_arrival(headroom_gate* gate, int64_t filled);
/* `filled`: after the release. */
HEADROOM_API int headroom_gate_on_release(headroom_gate* gate, int64_t filled);
/* headroom_refresh_interval() after the last pause frame; an error unless pausing. */
HEADROOM_API int headroom_gate_on_refresh(headroom_gate* gate, int64_t filled);
HEADROOM_API int headroom_gate_pausing(headroom_gate* gate);

/* How long a pause of so many quanta holds its receiver, and after what time its sender looks again. */
HEADROOM_API int64_t headroom_pause_time(int64_t quanta, int64_t rate, int64_t delay);
HEADROOM_API int64_t headroom_refresh_interval(int64_t quanta, int64_t rate, int64_t delay);

/* Pause timers: which classes a peer holds. Times never go back, and pauses that have run out before `now` must have
 * been collected by headroom_timers_advance(). */
HEADROOM_API headroom_timers* headroom_timers_new(void);
HEADROOM_API void headroom_timers_delete(headroom_timers* timers);
/* Holds the class for `duration` from now, whatever was left. */
HEADROOM_API int headroom_timers_pause(headroom_timers* timers, int64_t now, int traffic_class, int64_t duration);
/* 1: ended a pause; 0: there was none. */
HEADROOM_API int headroom_timers_resume(headroom_timers* timers, int64_t now, int traffic_class);
/* The classes whose pauses have run out up to and including `now`. */
HEADROOM_API int headroom_timers_advance(headroom_timers* timers, int64_t now);
HEADROOM_API int headroom_timers_held(headroom_timers* timers);
/* When the class's pause runs out, or HEADROOM_NEVER. */
HEADROOM_API int64_t headroom_timers_end(headroom_timers* timers, int traffic_class);

/* PFC frames with their check sequence. `frame` has room for `size` bytes, written 64 to 128 of them. `source`: first
 * octet highest. `quanta`: 8 entries. */
HEADROOM_API int headroom_pfc_write(uint8_t* frame, int size, int64_t source, int class_enable, const uint16_t* quanta);
/* 1: an intact PFC frame, and what it says is written; 0: anything else, and nothing is written. */
HEADROOM_API int headroom_pfc_read(const uint8_t* frame, int size, int64_t* source, int* class_enable,
                                   uint16_t* quanta);

/* Transmit scheduler over `classes`; `weights`: frames a turn, 8 entries, for HEADROOM_WEIGHTED_ROUND_ROBIN. */
HEADROOM_API headroom_scheduler* headroom_scheduler_new(int mode, int classes, const int64_t* weights);
HEADROOM_API void headroom_scheduler_delete(headroom_scheduler* scheduler);
/* The class that sends the next frame, or HEADROOM_NO_CLASS. The answer is an order. */
HEADROOM_API int headroom_scheduler_next(headroom_scheduler* scheduler, int eligible);

/* Room at a receiving end of a PCIe link: header slots, the last kept for data, and data bytes. */
HEADROOM_API headroom_credits* headroom_credits_new(int64_t slots, int64_t bytes);
HEADROOM_API void headroom_credits_delete(headroom_credits* credits);
/* 1: taken; 0: there is no room. */
HEADROOM_API int headroom_credits_take_header(headroom_credits* credits);
HEADROOM_API int headroom_credits_take_data(headroom_credits* credits, int64_t bytes);
/* One slot and `bytes`. */
HEADROOM_API int headroom_credits_give_back(headroom_credits* credits, int64_t bytes);
HEADROOM_API int64_t headroom_credits_slots_taken(headroom_credits* credits);
HEADROOM_API int64_t headroom_credits_bytes_taken(headroom_credits* credits);

/* Settings of the three below: the attributes of a NIC model, all at their defaults at first. The handles made from
 * them keep what they need. */
HEADROOM_API headroom_settings* headroom_settings_new(const char* model);
HEADROOM_API void headroom_settings_delete(headroom_settings* settings);
/* `attribute`: its path below typedParameters, or its last key; `value`: as in a configuration file, "9us". */
HEADROOM_API int headroom_settings_set(headroom_settings* settings, const char* attribute, const char* value);

/* NSCC, the congestion window of a PDC group (ScalaUETNIC). `nominal`: a packet's size in the window's terms. */
HEADROOM_API headroom_nscc* headroom_nscc_new(headroom_settings* settings, int64_t rate, int64_t now);
HEADROOM_API void headroom_nscc_delete(headroom_nscc* nscc);
HEADROOM_API int headroom_nscc_may_commit(headroom_nscc* nscc, int64_t nominal);
HEADROOM_API int headroom_nscc_may_fetch(headroom_nscc* nscc);
HEADROOM_API int headroom_nscc_committed(headroom_nscc* nscc, int64_t nominal);
HEADROOM_API int headroom_nscc_fetched(headroom_nscc* nscc, int64_t nominal);
HEADROOM_API int headroom_nscc_left_flight(headroom_nscc* nscc, int64_t nominal);
HEADROOM_API int headroom_nscc_retired(headroom_nscc* nscc, int64_t nominal);
/* A round trip that a probe has measured. */
HEADROOM_API int headroom_nscc_offer(headroom_nscc* nscc, int64_t round_trip);
/* What it did, HEADROOM_NSCC_... `newly`: bytes it acknowledges; `round_trip`: or HEADROOM_NO_SAMPLE; `penalty`: 0 to
 * 255; `marked`, `restore`: 0 or 1. */
HEADROOM_API int headroom_nscc_on_ack(headroom_nscc* nscc, int64_t now, int64_t newly, int marked, int64_t round_trip,
                                      int penalty, int restore);
HEADROOM_API int headroom_nscc_on_trim(headroom_nscc* nscc, int64_t now, int64_t nominal, int64_t round_trip);
HEADROOM_API int headroom_nscc_on_timeout(headroom_nscc* nscc, int64_t nominal);
/* Of the last headroom_nscc_on_ack(): 1: the gathered increase was applied; 2: and the additive term. */
HEADROOM_API int headroom_nscc_fulfil(headroom_nscc* nscc);
HEADROOM_API int64_t headroom_nscc_window(headroom_nscc* nscc);
HEADROOM_API int64_t headroom_nscc_max_window(headroom_nscc* nscc);
HEADROOM_API int64_t headroom_nscc_in_flight(headroom_nscc* nscc);
HEADROOM_API int64_t headroom_nscc_bytes_fetched(headroom_nscc* nscc);
HEADROOM_API int64_t headroom_nscc_base_rtt(headroom_nscc* nscc);
/* Average queueing delay in ps. */
HEADROOM_API double headroom_nscc_average_delay(headroom_nscc* nscc);

/* Seed of the load balancer of a group of a server, as a run has it. Takes every value. */
HEADROOM_API uint64_t headroom_entropy_seed(uint64_t run_seed, uint32_t server, uint32_t group);
/* Load balancer of a PDC group (ScalaUETNIC): the UDP source port of each data packet. `exploration_packets`: how many
 * explore after freezing. */
HEADROOM_API headroom_entropy* headroom_entropy_new(headroom_settings* settings, uint64_t seed,
                                                    int64_t exploration_packets);
HEADROOM_API void headroom_entropy_delete(headroom_entropy* entropy);
/* The one value of spraying type None. */
HEADROOM_API int headroom_entropy_set_port(headroom_entropy* entropy, int port);
HEADROOM_API int headroom_entropy_next(headroom_entropy* entropy);
HEADROOM_API int headroom_entropy_ack(headroom_entropy* entropy, int value, int marked, int64_t now);
HEADROOM_API int headroom_entropy_nack(headroom_entropy* entropy, int value, int last_hop, int64_t now);
HEADROOM_API int headroom_entropy_path_failure(headroom_entropy* entropy, int value, int64_t now);
/* HEADROOM_REPS_NORMAL, ..._FROZEN or ..._EXPLORE. */
HEADROOM_API int headroom_entropy_state(headroom_entropy* entropy);

/* Recycled entropy alone. `size_bits`: 2 to this power values are kept; `values`: explored ones are below it. */
HEADROOM_API headroom_reps* headroom_reps_new(int size_bits, int values, int64_t freezing_timeout, uint64_t seed,
                                              int64_t exploration_packets);
HEADROOM_API void headroom_reps_delete(headroom_reps* reps);
HEADROOM_API int headroom_reps_next(headroom_reps* reps);
HEADROOM_API int headroom_reps_recycle(headroom_reps* reps, int value, int64_t now);
HEADROOM_API int headroom_reps_path_failure(headroom_reps* reps, int64_t now);
HEADROOM_API int headroom_reps_state(headroom_reps* reps);
HEADROOM_API int64_t headroom_reps_valid(headroom_reps* reps);
/* `which`: HEADROOM_REPS_EXPLORED to ..._UNFREEZES. */
HEADROOM_API int64_t headroom_reps_count(headroom_reps* reps, int which);

/* Rate loop of one queue pair (ScalaRoceNic). It starts at `start`; `line`: the port's rate. */
HEADROOM_API headroom_rate_loop* headroom_rate_loop_new(headroom_settings* settings, int64_t line, int64_t start);
HEADROOM_API void headroom_rate_loop_delete(headroom_rate_loop* loop);
/* 1: an episode has begun, and its first half ends headroom_rate_loop_half_interval() from now. */
HEADROOM_API int headroom_rate_loop_on_cnp(headroom_rate_loop* loop);
HEADROOM_API int headroom_rate_loop_on_packet_sent(headroom_rate_loop* loop);
/* 1: the next half follows; 0: the episode is over. An error outside an episode. */
HEADROOM_API int headroom_rate_loop_on_half(headroom_rate_loop* loop);
HEADROOM_API int headroom_rate_loop_congested(headroom_rate_loop* loop);
HEADROOM_API int64_t headroom_rate_loop_half_interval(headroom_rate_loop* loop);
HEADROOM_API int64_t headroom_rate_loop_rate(headroom_rate_loop* loop);
HEADROOM_API int64_t headroom_rate_loop_target(headroom_rate_loop* loop);
/* Marked share of the traffic, 0 to 1. */
HEADROOM_API double headroom_rate_loop_estimate(headroom_rate_loop* loop);

#ifdef __cplusplus
}
#endif

#endif
