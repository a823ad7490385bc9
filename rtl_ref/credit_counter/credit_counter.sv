// Room at a receiving end: header slots, of which the last is kept for data, and data bytes. A taker is ready when its
// transfer finds room. What is given back can be taken in the same cycle.
module credit_counter #(
    parameter SLOT_BITS = 14,
    parameter BYTE_BITS = 20
) (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on.
    input logic [SLOT_BITS-1:0] slots,
    input logic [BYTE_BITS-1:0] bytes,

    input logic take_valid,
    output logic take_ready,
    input logic take_data,  // 0: header only, which leaves the last slot free
    input logic [BYTE_BITS-1:0] take_bytes,  // of data

    input logic give_valid,  // one slot, and
    input logic [BYTE_BITS-1:0] give_bytes,

    output logic [SLOT_BITS-1:0] slots_taken,
    output logic [BYTE_BITS-1:0] bytes_taken,
    output logic fault  // more was given back than taken; stays until reset
);

  logic over;
  logic give;
  assign over = give_valid && (slots_taken == '0 || give_bytes > bytes_taken);
  assign give = give_valid && !over;

  logic [SLOT_BITS-1:0] slots_left;
  logic [BYTE_BITS-1:0] bytes_left;
  assign slots_left = give ? slots_taken - 1'b1 : slots_taken;
  assign bytes_left = give ? bytes_taken - give_bytes : bytes_taken;

  logic [SLOT_BITS:0] slots_wanted;
  logic [BYTE_BITS:0] bytes_wanted;
  assign slots_wanted = {1'b0, slots_left} + {{SLOT_BITS{1'b0}}, 1'b1};
  assign bytes_wanted = {1'b0, bytes_left} + {1'b0, take_data ? take_bytes : '0};

  always_comb begin
    if (take_data) take_ready = slots_wanted <= {1'b0, slots} && bytes_wanted <= {1'b0, bytes};
    else take_ready = slots_wanted < {1'b0, slots};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      slots_taken <= '0;
      bytes_taken <= '0;
      fault <= 1'b0;
    end else begin
      if (take_valid && take_ready) begin
        slots_taken <= slots_wanted[SLOT_BITS-1:0];
        bytes_taken <= bytes_wanted[BYTE_BITS-1:0];
      end else begin
        slots_taken <= slots_left;
        bytes_taken <= bytes_left;
      end
      if (over) fault <= 1'b1;
    end
  end
endmodule
