/* When does a receive pool of 3.6 MB with Xoff at 80 % and Xon at 40 % pause its peer, when does it let it go on, and
 * what does it send? Every number is derived in docs/reference.md. */
#include <headroom_ref.h>
#include <inttypes.h>
#include <stdio.h>

enum { PACKET = 4136, POOL = 3600000, XOFF = 2880000, XON = 1440000, QUANTA = 65535 };
#define RATE INT64_C(400000000000)

static int failed(void) {
  fprintf(stderr, "%s\n", headroom_last_error());
  return 1;
}

static void print_frame(const uint8_t* frame, int size) {
  for (int k = 0; k < size; ++k) printf("%02x%s", frame[k], k % 16 == 15 || k == size - 1 ? "\n" : " ");
}

int main(void) {
  if (headroom_ref_version() != HEADROOM_REF_VERSION) return 2;
  const int64_t sizes[8] = {POOL};
  headroom_pools* pools = headroom_pools_new(sizes);
  headroom_gate* gate = headroom_gate_new(XOFF, XON);
  if (pools == NULL || gate == NULL) return failed();

  int arrivals = 0, releases = 0;
  do {
    if (headroom_pools_charge(pools, 0, PACKET) != 1) return failed();
    ++arrivals;
  } while (headroom_gate_on_arrival(gate, headroom_pools_filled(pools, 0)) == HEADROOM_SEND_NOTHING);
  printf("pause after %d packets, %" PRId64 " B\n", arrivals, headroom_pools_filled(pools, 0));
  do {
    if (headroom_pools_release(pools, 0, PACKET) != 0) return failed();
    ++releases;
  } while (headroom_gate_on_release(gate, headroom_pools_filled(pools, 0)) == HEADROOM_SEND_NOTHING);
  printf("resume after %d of them left, %" PRId64 " B\n", releases, headroom_pools_filled(pools, 0));
  printf("pause of %d quanta: %" PRId64 " ps, again after %" PRId64 " ps\n", QUANTA,
         headroom_pause_time(QUANTA, RATE, 0), headroom_refresh_interval(QUANTA, RATE, 0));

  uint8_t frame[64];
  uint16_t quanta[8] = {QUANTA};
  int64_t source = 0;
  int classes = 0;
  if (headroom_pfc_write(frame, sizeof frame, INT64_C(0x020020000002), 0x01, quanta) != sizeof frame) return failed();
  print_frame(frame, 34);
  if (headroom_pfc_read(frame, sizeof frame, &source, &classes, quanta) != 1) return failed();
  printf("read back: source %012" PRIx64 ", classes %02x, quanta %d\n", (uint64_t)source, (unsigned)classes, quanta[0]);
  frame[20] ^= 1;
  printf("with a bit turned: %d\n", headroom_pfc_read(frame, sizeof frame, &source, &classes, quanta));

  const int code = headroom_pools_release(pools, 0, POOL);
  printf("%d: %s\n", code, headroom_last_error());
  headroom_gate_delete(gate);
  headroom_pools_delete(pools);
  return 0;
}
