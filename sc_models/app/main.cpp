// The program: hands the command line to the kernel's entry point, which calls back as sc_main.
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "sc_models/app/cli.h"

int sc_main(int argc, char* argv[]) { return headroom::run_cli(argc, argv, std::cout, std::cerr); }

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // the banner would be part of stderr
  return sc_core::sc_elab_and_sim(argc, argv);
}
