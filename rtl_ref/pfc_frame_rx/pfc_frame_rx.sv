// Tells intact PFC frames from all others on a stream of 64 bytes a cycle, and what they say. One answer a frame, of any
// length. The check sequence is carried over whole beats: what a last beat lacks counts as zeros, so the remainder that
// marks an intact frame depends on its length.
module pfc_frame_rx (
    input logic clk,
    input logic rst,

    input logic in_valid,
    output logic in_ready,
    input logic [511:0] in_data,  // byte k in [8k+7:8k]
    input logic [6:0] in_bytes,  // 1 to 64; looked at with `in_last` only
    input logic in_last,

    output logic answer_valid,
    input logic answer_ready,
    output logic answer_pfc,  // 0: another frame, or a damaged one; all below is 0
    output logic [47:0] answer_source,  // first octet in [47:40]
    output logic [7:0] answer_enable,
    output logic [127:0] answer_quanta  // class c in [16c+15:16c]; 0 for a class that is not named
);

  localparam [31:0] POLYNOMIAL = 32'hEDB88320;
  localparam [31:0] INTACT = 32'hDEBB20E3;  // remainder of a frame with its check sequence
  localparam HEADER_BITS = 48 + 8 + 128;

  // Evaluated when the block is built, not in it.
  // verilator coverage_off
  // The remainder after one more zero bit.
  function automatic [31:0] step(input [31:0] remainder);
    step = {1'b0, remainder[31:1]} ^ (POLYNOMIAL & {32{remainder[0]}});
  endfunction

  // The bits of a beat that flip bit `of` of the remainder.
  function automatic [511:0] row(input logic [4:0] of);
    integer i;
    logic [31:0] flips;
    flips = POLYNOMIAL;
    row = '0;
    for (i = 511; i >= 0; i = i - 1) begin
      row[i] = flips[of];
      flips  = step(flips);
    end
  endfunction

  // The remainder of an intact frame whose last beat has `bytes` bytes.
  function automatic [31:0] intact(input integer bytes);
    integer i;
    intact = INTACT;
    for (i = 8 * bytes; i < 512; i = i + 1) intact = step(intact);
  endfunction
  // verilator coverage_on

  logic first;  // the next beat begins a frame
  logic [31:0] remainder;

  logic [511:0] present;
  logic [511:0] folded;
  logic [31:0] remainder_next;
  logic [63:0] whole;
  genvar g;
  generate
    for (g = 0; g < 64; g = g + 1) begin : gen_byte
      localparam [31:0] REMAINDER = intact(g + 1);
      assign present[8*g+:8] = !in_last || in_bytes > g[6:0] ? in_data[8*g+:8] : 8'd0;
      assign whole[g] = in_bytes == g[6:0] + 7'd1 && remainder_next == REMAINDER;
    end
    for (g = 0; g < 32; g = g + 1) begin : gen_remainder
      localparam [511:0] ROW = row(g[4:0]);
      assign remainder_next[g] = ^(folded & ROW);
    end
  endgenerate
  assign folded = {present[511:32], present[31:0] ^ (first ? '1 : remainder)};

  // The header is all in the first beat, which must be a full one.
  logic header_fits;
  logic kept_fits;
  logic [HEADER_BITS-1:0] kept;
  logic [HEADER_BITS-1:0] header;
  assign header_fits = in_data[0+:48] == 48'h010000C28001 && in_data[96+:32] == 32'h01010888 &&
                       (!in_last || in_bytes == 7'd64);
  assign header = first ? {in_data[144+:128], in_data[136+:8], in_data[48+:48]} : kept;

  logic pfc;
  assign pfc = (first ? header_fits : kept_fits) && whole != '0;

  logic [47:0] source;
  logic [7:0] enable;
  logic [127:0] quanta;
  assign enable = header[48+:8];
  generate
    for (g = 0; g < 6; g = g + 1) begin : gen_source
      assign source[40-8*g+:8] = header[8*g+:8];
    end
    for (g = 0; g < 8; g = g + 1) begin : gen_quanta
      assign quanta[16*g+:16] = enable[g] ? {header[56+16*g+:8], header[64+16*g+:8]} : 16'd0;
    end
  endgenerate

  // Beats within a frame need no room for an answer.
  assign in_ready = !in_last || !answer_valid || answer_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      first <= 1'b1;
      remainder <= '0;
      kept_fits <= 1'b0;
      kept <= '0;
      answer_valid <= 1'b0;
      answer_pfc <= 1'b0;
      answer_source <= '0;
      answer_enable <= '0;
      answer_quanta <= '0;
    end else begin
      if (answer_ready) answer_valid <= 1'b0;
      if (in_valid && in_ready) begin
        first <= in_last;
        remainder <= remainder_next;
        kept <= header;
        if (first) kept_fits <= header_fits;
        if (in_last) begin
          answer_valid <= 1'b1;
          answer_pfc <= pfc;
          answer_source <= pfc ? source : '0;
          answer_enable <= pfc ? enable : '0;
          answer_quanta <= pfc ? quanta : '0;
        end
      end
    end
  end
endmodule
