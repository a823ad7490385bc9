// Builds PFC frames with their frame check sequence on a stream of 64 bytes a cycle. Byte k of a beat is in bits
// [8k+7:8k]. The check sequence is a matrix product: each of its bits is the parity of the header bits that flip it.
module pfc_frame_tx (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on.
    input logic long_frame,  // 0: 64 bytes; 1: 84 bytes
    input logic [47:0] source,  // first octet in [47:40]

    input logic frame_valid,
    output logic frame_ready,
    input logic [7:0] class_enable,
    input logic [127:0] quanta,  // class c in [16c+15:16c]

    output logic out_valid,
    input logic out_ready,
    output logic [511:0] out_data,
    output logic [6:0] out_bytes,
    output logic out_last
);

  localparam [31:0] POLYNOMIAL = 32'hEDB88320;
  localparam HEADER_BITS = 34 * 8;  // all that follows is zero
  localparam SHORT_BITS = 60 * 8;
  localparam LONG_BITS = 80 * 8;

  // Evaluated when the block is built, not in it.
  // verilator coverage_off
  // The remainder after one more zero bit.
  function automatic [31:0] step(input [31:0] remainder);
    step = {1'b0, remainder[31:1]} ^ (POLYNOMIAL & {32{remainder[0]}});
  endfunction

  // The header bits that flip bit `of` of the remainder of `length` bits.
  function automatic [HEADER_BITS-1:0] row(input logic [4:0] of, input integer length);
    integer i;
    logic [31:0] flips;
    flips = POLYNOMIAL;
    row = '0;
    for (i = length - 1; i >= 0; i = i - 1) begin
      if (i < HEADER_BITS) row[i] = flips[of];
      flips = step(flips);
    end
  endfunction

  // What the preset of ones leaves after `length` zero bits.
  function automatic [31:0] preset(input integer length);
    integer i;
    preset = '1;
    for (i = 0; i < length; i = i + 1) preset = step(preset);
  endfunction
  // verilator coverage_on

  function automatic [15:0] swapped(input [15:0] value);
    swapped = {value[7:0], value[15:8]};
  endfunction

  logic [HEADER_BITS-1:0] header;
  assign header[0+:48] = 48'h010000C28001;
  assign header[96+:48] = {class_enable, 8'h00, 32'h01010888};
  genvar g;
  generate
    for (g = 0; g < 6; g = g + 1) begin : gen_source
      assign header[48+8*g+:8] = source[40-8*g+:8];
    end
    for (g = 0; g < 8; g = g + 1) begin : gen_quanta
      assign header[144+16*g+:16] = class_enable[g] ? swapped(quanta[16*g+:16]) : 16'd0;
    end
  endgenerate

  localparam [31:0] SHORT_PRESET = preset(SHORT_BITS);
  localparam [31:0] LONG_PRESET = preset(LONG_BITS);
  logic [31:0] short_fcs;
  logic [31:0] long_fcs;
  generate
    for (g = 0; g < 32; g = g + 1) begin : gen_fcs
      localparam [HEADER_BITS-1:0] SHORT_ROW = row(g[4:0], SHORT_BITS);
      localparam [HEADER_BITS-1:0] LONG_ROW = row(g[4:0], LONG_BITS);
      assign short_fcs[g] = !(^(header & SHORT_ROW) ^ SHORT_PRESET[g]);
      assign long_fcs[g]  = !(^(header & LONG_ROW) ^ LONG_PRESET[g]);
    end
  endgenerate

  logic tail;  // the second beat of a long frame is still to come
  logic [31:0] tail_fcs;
  logic free;
  assign free = !out_valid || out_ready;
  assign frame_ready = free && !tail;

  always_ff @(posedge clk) begin
    if (rst) begin
      tail <= 1'b0;
      tail_fcs <= '0;
      out_valid <= 1'b0;
      out_data <= '0;
      out_bytes <= '0;
      out_last <= 1'b0;
    end else begin
      if (out_ready) out_valid <= 1'b0;
      if (free && tail) begin
        tail <= 1'b0;
        out_valid <= 1'b1;
        out_data <= {352'd0, tail_fcs, 128'd0};
        out_bytes <= 7'd20;
        out_last <= 1'b1;
      end else if (frame_valid && frame_ready) begin
        tail <= long_frame;
        tail_fcs <= long_fcs;
        out_valid <= 1'b1;
        out_data <= {long_frame ? 32'd0 : short_fcs, 208'd0, header};
        out_bytes <= 7'd64;
        out_last <= !long_frame;
      end
    end
  end
endmodule
