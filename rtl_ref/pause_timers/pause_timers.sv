// Which classes the peer holds by PFC, and until when. Quanta are turned into picoseconds by one multiplier; each class
// counts down the picoseconds of a clock. A pause starts the time again in full; quanta 0 ends it.
module pause_timers #(
    parameter CLASSES = 8,
    parameter CLASS_BITS = 3,
    parameter TICK_BITS = 16,
    parameter QUANTUM_BITS = 48,
    parameter FRACTION_BITS = 28,
    parameter DELAY_BITS = 32
) (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on.
    input logic [TICK_BITS-1:0] tick,  // picoseconds of a clock
    input logic [QUANTUM_BITS-1:0] quantum,  // 2^-FRACTION_BITS picoseconds of a quantum, rounded up
    input logic [DELAY_BITS-1:0] delay,  // picoseconds added to every pause

    input logic frame_valid,
    input logic [CLASS_BITS-1:0] frame_class,
    input logic [15:0] frame_quanta,

    output logic [CLASSES-1:0] held,
    output logic [CLASSES-1:0] expired  // in this cycle: the pause ran out
);

  localparam PRODUCT_BITS = QUANTUM_BITS - FRACTION_BITS + 16;
  localparam TIME_BITS = PRODUCT_BITS + 1;

  // First step: the product, in whole picoseconds.
  logic [PRODUCT_BITS-1:0] whole;
  logic [FRACTION_BITS-1:0] unused_fraction;
  assign {whole, unused_fraction} = {{QUANTUM_BITS{1'b0}}, frame_quanta} * {16'd0, quantum};
  logic product_valid;
  logic product_resume;
  logic [CLASS_BITS-1:0] product_class;
  logic [PRODUCT_BITS-1:0] product;
  always_ff @(posedge clk) begin
    if (rst) begin
      product_valid <= 1'b0;
      product_resume <= 1'b0;
      product_class <= '0;
      product <= '0;
    end else begin
      product_valid <= frame_valid;
      product_resume <= frame_quanta == 16'd0;
      product_class <= frame_class;
      product <= whole;
    end
  end

  logic [TIME_BITS-1:0] duration;
  // Most of its bits are zeros.
  // verilator coverage_off
  logic [TIME_BITS-1:0] one_clock;
  // verilator coverage_on
  assign duration  = {1'b0, product} + {{(TIME_BITS - DELAY_BITS) {1'b0}}, delay};
  assign one_clock = {{(TIME_BITS - TICK_BITS) {1'b0}}, tick};

  // Second step: the class's time. What a frame of this cycle is going to replace does not run out in it.
  genvar g;
  generate
    for (g = 0; g < CLASSES; g = g + 1) begin : gen_class
      logic [TIME_BITS-1:0] left;
      logic [TIME_BITS-1:0] running;
      logic load;
      logic resume;
      logic spared;
      logic over;
      assign load = product_valid && product_class == g[CLASS_BITS-1:0];
      assign resume = load && product_resume;
      assign spared = frame_valid && frame_class == g[CLASS_BITS-1:0];
      assign running = load ? duration : left;
      assign over = running <= one_clock;
      always_ff @(posedge clk) begin
        if (rst || resume) begin
          left <= '0;
          held[g] <= 1'b0;
          expired[g] <= 1'b0;
        end else if (load || held[g]) begin
          left <= over ? '0 : running - one_clock;
          held[g] <= spared || !over;
          expired[g] <= over && !spared;
        end else begin
          expired[g] <= 1'b0;
        end
      end
    end
  endgenerate
endmodule
