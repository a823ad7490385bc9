// The program: hands the command line to the kernel's entry point, which calls back as sc_main.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <systemc>

#include "sc_models/app/cli.h"

int sc_main(int argc, char* argv[]) {
  const int exit_code = headroom::run_cli(argc, argv, std::cout, std::cerr);
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::cout) return exit_code;
  std::cerr << "headroom: standard output cannot be written: " << std::strerror(errno) << '\n';
  return exit_code == headroom::kExitDone ? headroom::kExitModelFailed : exit_code;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // the banner would be part of stderr
  return sc_core::sc_elab_and_sim(argc, argv);
}
