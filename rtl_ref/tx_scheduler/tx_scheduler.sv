// Chooses the class that sends the next frame: strict priority, round robin or weighted round robin.
// One question a cycle; the answer stands in the next cycle and stays until it is taken.
module tx_scheduler #(
    parameter CLASSES = 8,
    parameter CLASS_BITS = 3,
    parameter WEIGHT_BITS = 16
) (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on.
    input logic [1:0] mode,  // 0: strict priority, 1: round robin, 2: weighted round robin
    input logic [CLASSES-1:0] classes,
    input logic [CLASSES*WEIGHT_BITS-1:0] weights,

    input logic ask_valid,
    output logic ask_ready,
    input logic [CLASSES-1:0] eligible,  // a subset of `classes`

    output logic grant_valid,
    input logic grant_ready,
    output logic grant_any,  // 0: no class may send
    output logic [CLASS_BITS-1:0] grant_class
);

  function automatic [CLASS_BITS-1:0] lowest(input [CLASSES-1:0] set);
    integer c;
    lowest = '0;
    for (c = CLASSES - 1; c >= 0; c = c - 1) if (set[c]) lowest = c[CLASS_BITS-1:0];
  endfunction

  function automatic [CLASS_BITS-1:0] highest(input [CLASSES-1:0] set);
    integer c;
    highest = '0;
    for (c = 0; c < CLASSES; c = c + 1) if (set[c]) highest = c[CLASS_BITS-1:0];
  endfunction

  function automatic [WEIGHT_BITS-1:0] weight(input [CLASSES*WEIGHT_BITS-1:0] all, input [CLASS_BITS-1:0] of);
    integer c;
    weight = '0;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (of == c[CLASS_BITS-1:0]) weight = all[c*WEIGHT_BITS+:WEIGHT_BITS];
    end
  endfunction

  // The class served last (round robin), or the class whose turn it is and what is left of the turn (weighted).
  logic [CLASS_BITS-1:0] current;
  logic [WEIGHT_BITS-1:0] left;

  // Classes with weight 0 never get a turn.
  logic [CLASSES-1:0] candidates;
  logic [CLASSES-1:0] later;
  genvar g;
  generate
    for (g = 0; g < CLASSES; g = g + 1) begin : gen_candidates
      assign candidates[g] = eligible[g] && (mode != 2'd2 || weights[g*WEIGHT_BITS+:WEIGHT_BITS] != '0);
      if (g == 0) assign later[g] = 1'b0;
      else assign later[g] = candidates[g] && g[CLASS_BITS-1:0] > current;
    end
  endgenerate

  logic [CLASS_BITS-1:0] next;
  logic turn_goes_on;
  logic [CLASS_BITS-1:0] chosen;
  logic any;
  assign next = later != '0 ? lowest(later) : lowest(candidates);
  assign turn_goes_on = mode == 2'd2 && left != '0 && candidates[current];
  assign any = candidates != '0;
  always_comb begin
    if (mode == 2'd1) chosen = next;
    else if (mode == 2'd2) chosen = turn_goes_on ? current : next;
    else chosen = highest(candidates);
  end

  logic [CLASS_BITS-1:0] turn;
  assign turn = any ? chosen : current;

  assign ask_ready = !grant_valid || grant_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      // The weighted turns begin at the highest class, round robin at the lowest.
      current <= mode == 2'd2 ? highest(classes) : '1;
      left <= weight(weights, highest(classes));
      grant_valid <= 1'b0;
      grant_any <= 1'b0;
      grant_class <= '0;
    end else begin
      if (grant_ready) grant_valid <= 1'b0;
      if (ask_valid && ask_ready) begin
        grant_valid <= 1'b1;
        grant_any   <= any;
        grant_class <= any ? chosen : '0;
        current     <= turn;
        // A round in vain ends where it began, with a whole turn left.
        if (turn_goes_on) left <= left - 1'b1;
        else left <= weight(weights, turn) - {{(WEIGHT_BITS - 1) {1'b0}}, any};
      end
    end
  end
endmodule
