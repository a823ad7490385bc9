// A transmit scheduler that somebody else could have written for the ports of rtl_ref/tx_scheduler: no loops over the
// classes, the next class is found by arithmetic on one-hot vectors. docs/rtl.md puts it through the lockstep bench.
module tx_scheduler #(
    parameter CLASSES = 8,
    parameter CLASS_BITS = 3,
    parameter WEIGHT_BITS = 16
) (
    input logic clk,
    input logic rst,
    input logic [1:0] mode,
    input logic [CLASSES-1:0] classes,
    input logic [CLASSES*WEIGHT_BITS-1:0] weights,
    input logic ask_valid,
    output logic ask_ready,
    input logic [CLASSES-1:0] eligible,
    output logic grant_valid,
    input logic grant_ready,
    output logic grant_any,
    output logic [CLASS_BITS-1:0] grant_class
);

  logic [CLASSES-1:0] turn;  // one-hot: the class whose turn it is, or that was served last
  logic [WEIGHT_BITS-1:0] credit;  // frames left of the turn

  // The vectors of the other direction: bit 0 is the highest class.
  logic [CLASSES-1:0] mirrored;
  logic [CLASSES-1:0] top;
  logic [CLASSES-1:0] classes_mirrored;
  logic [CLASSES-1:0] classes_top;
  logic [CLASSES-1:0] weighty;
  genvar g;
  generate
    for (g = 0; g < CLASSES; g = g + 1) begin : gen_class
      assign mirrored[g] = eligible[CLASSES-1-g];
      assign classes_mirrored[g] = classes[CLASSES-1-g];
      assign weighty[g] = weights[g*WEIGHT_BITS+:WEIGHT_BITS] != '0;
      assign top[g] = mirrored[CLASSES-1-g] && (mirrored & ((1 << (CLASSES - 1 - g)) - 1)) == '0;
      assign classes_top[g] = classes_mirrored[CLASSES-1-g] && (classes_mirrored & ((1 << (CLASSES - 1 - g)) - 1)) == '0;
    end
  endgenerate

  // x & -x keeps the lowest bit. Those after the turn first, then from the lowest.
  logic [CLASSES-1:0] may;
  logic [CLASSES-1:0] after;
  logic [CLASSES-1:0] pool;
  logic [CLASSES-1:0] following;
  assign may = mode == 2'd2 ? eligible & weighty : eligible;
  assign after = may & ~(turn | (turn - 1'b1));
  assign pool = after != '0 ? after : may;
  assign following = pool & (~pool + 1'b1);

  logic goes_on;
  logic [CLASSES-1:0] winner;
  assign goes_on = mode == 2'd2 && credit != '0 && (may & turn) != '0;
  assign winner = mode == 2'd0 ? top : goes_on ? turn : following;

  // One-hot to number, and the weight of the class that has the turn from now on.
  logic [CLASSES-1:0] next_turn;
  logic [CLASS_BITS-1:0] number;
  logic [WEIGHT_BITS-1:0] full;
  logic [WEIGHT_BITS-1:0] first_full;
  assign next_turn = winner != '0 ? winner : turn;
  always_comb begin
    integer c;
    number = '0;
    full = '0;
    first_full = '0;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (winner[c]) number = number | c[CLASS_BITS-1:0];
      if (next_turn[c]) full = full | weights[c*WEIGHT_BITS+:WEIGHT_BITS];
      if (classes_top[c]) first_full = first_full | weights[c*WEIGHT_BITS+:WEIGHT_BITS];
    end
  end

  assign ask_ready = !grant_valid || grant_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      turn <= mode == 2'd2 ? classes_top : {1'b1, {(CLASSES - 1) {1'b0}}};
      credit <= first_full;
      grant_valid <= 1'b0;
      grant_any <= 1'b0;
      grant_class <= '0;
    end else begin
      if (grant_ready) grant_valid <= 1'b0;
      if (ask_valid && ask_ready) begin
        grant_valid <= 1'b1;
        grant_any <= winner != '0;
        grant_class <= number;
        turn <= next_turn;
        if (goes_on) credit <= credit - 1'b1;
        else credit <= winner != '0 ? full - 1'b1 : full;
      end
    end
  end
endmodule
