// Decides which PFC frame each class's receive pool sends: a pause when an arrival reaches Xoff, the pause again or a
// resume when its refresh is due, a resume when a release comes down to Xon. One decision a cycle.
module pfc_gate #(
    parameter CLASSES = 8,
    parameter CLASS_BITS = 3,
    parameter BYTE_BITS = 24,
    parameter CYCLE_BITS = 24
) (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on.
    input logic [CLASSES-1:0] enable,
    input logic [CLASSES*BYTE_BITS-1:0] xoff,
    input logic [CLASSES*BYTE_BITS-1:0] xon,
    input logic [CLASSES*CYCLE_BITS-1:0] refresh_cycles,  // 2 or more

    input logic event_valid,
    output logic event_ready,
    input logic event_release,  // 0: arrival
    input logic [CLASS_BITS-1:0] event_class,
    input logic [BYTE_BITS-1:0] event_filled,  // with the arriving frame, or after the release

    input logic [CLASSES*BYTE_BITS-1:0] filled,  // what a refresh looks at

    output logic send_valid,
    input logic send_ready,
    output logic [CLASS_BITS-1:0] send_class,
    output logic send_xoff,  // 0: resume

    output logic [CLASSES-1:0] pausing
);

  logic [CLASSES-1:0] due;
  logic free;
  logic refresh;
  logic taken;
  assign free = !send_valid || send_ready;
  // A refresh that is due goes before the next event, so that no stream of events puts it off.
  assign refresh = free && due != '0;
  assign event_ready = free && due == '0;
  assign taken = event_valid && event_ready;

  logic [CLASS_BITS-1:0] first_due;
  logic [CLASS_BITS-1:0] chosen;
  always_comb begin
    integer c;
    first_due = '0;
    for (c = CLASSES - 1; c >= 0; c = c - 1) if (due[c]) first_due = c[CLASS_BITS-1:0];
  end
  assign chosen = refresh ? first_due : event_class;

  logic [BYTE_BITS-1:0] level;
  logic [BYTE_BITS-1:0] upper;
  logic [BYTE_BITS-1:0] lower;
  always_comb begin
    integer c;
    level = event_filled;
    upper = '0;
    lower = '0;
    for (c = 0; c < CLASSES; c = c + 1) begin
      if (chosen == c[CLASS_BITS-1:0]) begin
        upper = xoff[c*BYTE_BITS+:BYTE_BITS];
        lower = xon[c*BYTE_BITS+:BYTE_BITS];
        if (refresh) level = filled[c*BYTE_BITS+:BYTE_BITS];
      end
    end
  end

  logic pause;
  logic resume;
  always_comb begin
    if (refresh) begin
      // Below Xoff it resumes, also above Xon.
      pause  = level >= upper;
      resume = level < upper;
    end else begin
      pause  = taken && !event_release && enable[chosen] && !pausing[chosen] && level >= upper;
      resume = taken && event_release && pausing[chosen] && level <= lower;
    end
  end

  genvar g;
  generate
    for (g = 0; g < CLASSES; g = g + 1) begin : gen_timer
      logic [CYCLE_BITS-1:0] timer;
      logic mine;
      assign mine = chosen == g[CLASS_BITS-1:0];
      always_ff @(posedge clk) begin
        if (rst) begin
          timer <= '0;
          due[g] <= 1'b0;
          pausing[g] <= 1'b0;
        end else if (mine && pause) begin
          timer <= refresh_cycles[g*CYCLE_BITS+:CYCLE_BITS] - 1'b1;
          due[g] <= 1'b0;
          pausing[g] <= 1'b1;
        end else if (mine && resume) begin
          timer <= '0;
          due[g] <= 1'b0;
          pausing[g] <= 1'b0;
        end else if (timer != '0) begin
          timer <= timer - 1'b1;
          if (timer == {{(CYCLE_BITS - 1) {1'b0}}, 1'b1}) due[g] <= 1'b1;
        end
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (rst) begin
      send_valid <= 1'b0;
      send_class <= '0;
      send_xoff  <= 1'b0;
    end else begin
      if (send_ready) send_valid <= 1'b0;
      if (pause || resume) begin
        send_valid <= 1'b1;
        send_class <= chosen;
        send_xoff  <= pause;
      end
    end
  end
endmodule
