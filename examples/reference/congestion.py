"""Congestion control and load balancing from Python: loads the library that is named on the command line.

Every number is derived in docs/reference.md."""

import ctypes
import sys

lib = ctypes.CDLL(sys.argv[1])
HANDLE, INT, LONG, TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p
SIGNATURES = {
    "headroom_last_error": (TEXT,),
    "headroom_settings_new": (HANDLE, TEXT),
    "headroom_settings_set": (INT, HANDLE, TEXT, TEXT),
    "headroom_settings_delete": (None, HANDLE),
    "headroom_rate_loop_new": (HANDLE, HANDLE, LONG, LONG),
    "headroom_rate_loop_on_cnp": (INT, HANDLE),
    "headroom_rate_loop_on_half": (INT, HANDLE),
    "headroom_rate_loop_rate": (LONG, HANDLE),
    "headroom_rate_loop_half_interval": (LONG, HANDLE),
    "headroom_rate_loop_delete": (None, HANDLE),
    "headroom_nscc_new": (HANDLE, HANDLE, LONG, LONG),
    "headroom_nscc_window": (LONG, HANDLE),
    "headroom_nscc_on_timeout": (INT, HANDLE, LONG),
    "headroom_nscc_delete": (None, HANDLE),
    "headroom_reps_new": (HANDLE, INT, INT, LONG, ctypes.c_uint64, LONG),
    "headroom_reps_recycle": (INT, HANDLE, INT, LONG),
    "headroom_reps_next": (INT, HANDLE),
    "headroom_reps_delete": (None, HANDLE),
}
for name, (result, *arguments) in SIGNATURES.items():
    function = getattr(lib, name)
    function.restype, function.argtypes = result, arguments


def rate_loop(line: int) -> None:
    settings = lib.headroom_settings_new(b"ScalaRoceNic")
    loop = lib.headroom_rate_loop_new(settings, line, line)
    lib.headroom_rate_loop_on_cnp(loop)
    print(f"rate loop: {lib.headroom_rate_loop_rate(loop)} bit/s after a CNP")
    halves = 1
    while lib.headroom_rate_loop_on_half(loop) == 1:
        if halves <= 5 and halves % 2:
            print(f"rate loop: {lib.headroom_rate_loop_rate(loop)} bit/s after {halves} halves")
        halves += 1
    microseconds = halves * lib.headroom_rate_loop_half_interval(loop) / 1e6
    print(f"rate loop: line rate after {halves} halves, {microseconds} us")
    lib.headroom_rate_loop_delete(loop)
    lib.headroom_settings_delete(settings)


def window(rate: int) -> None:
    settings = lib.headroom_settings_new(b"ScalaUETNIC")
    lib.headroom_settings_set(settings, b"InitialBaseRTT", b"8us")
    nscc = lib.headroom_nscc_new(settings, rate, 0)
    print(f"window: {lib.headroom_nscc_window(nscc)} B at first")
    lib.headroom_nscc_on_timeout(nscc, 4184)
    print(f"window: {lib.headroom_nscc_window(nscc)} B after a timeout")
    code = lib.headroom_settings_set(settings, b"InitialBaseRtt", b"8us")
    print(f"{code}: {lib.headroom_last_error().decode()}")
    lib.headroom_nscc_delete(nscc)
    lib.headroom_settings_delete(settings)


def entropy() -> None:
    reps = lib.headroom_reps_new(3, 65536, 100_000_000, 1, 0)
    for value in (1001, 1002, 1003):
        lib.headroom_reps_recycle(reps, value, 0)
    print("entropy:", *(lib.headroom_reps_next(reps) for _ in range(3)))
    lib.headroom_reps_delete(reps)


rate_loop(400_000_000_000)
window(400_000_000_000)
entropy()
