// A buffer divided into one pool for each class. A question charges a frame to its class's pool or is refused; a probe
// only asks whether it would fit. A release gives bytes back, and what it gives back can be charged in the same cycle.
module buffer_pools #(
    parameter CLASSES = 8,
    parameter CLASS_BITS = 3,
    parameter BYTE_BITS = 24
) (
    input logic clk,
    input logic rst,

    // Configuration: constant from reset on. Size 0: the class has no pool.
    input logic [CLASSES*BYTE_BITS-1:0] pool_size,

    input logic ask_valid,
    output logic ask_ready,
    input logic ask_probe,
    input logic [CLASS_BITS-1:0] ask_class,
    input logic [BYTE_BITS-1:0] ask_bytes,

    output logic answer_valid,
    input logic answer_ready,
    output logic answer_fits,

    input logic release_valid,
    input logic [CLASS_BITS-1:0] release_class,
    input logic [BYTE_BITS-1:0] release_bytes,

    output logic [CLASSES*BYTE_BITS-1:0] filled,
    output logic fault  // more was released than charged; stays until reset
);

  logic charged;
  logic [CLASSES-1:0] over;
  logic [CLASSES-1:0] fits;

  genvar g;
  generate
    for (g = 0; g < CLASSES; g = g + 1) begin : gen_pool
      logic [BYTE_BITS-1:0] level;
      logic [BYTE_BITS-1:0] left;
      logic [BYTE_BITS:0] wanted;
      logic given;
      logic asked;

      assign given = release_valid && release_class == g[CLASS_BITS-1:0];
      assign over[g] = given && release_bytes > level;
      assign left = given && !over[g] ? level - release_bytes : level;

      assign asked = ask_class == g[CLASS_BITS-1:0];
      assign wanted = {1'b0, left} + {1'b0, ask_bytes};
      assign fits[g] = asked && pool_size[g*BYTE_BITS+:BYTE_BITS] != '0 &&
                       wanted <= {1'b0, pool_size[g*BYTE_BITS+:BYTE_BITS]};

      always_ff @(posedge clk) begin
        if (rst) level <= '0;
        else level <= charged && fits[g] ? wanted[BYTE_BITS-1:0] : left;
      end
      assign filled[g*BYTE_BITS+:BYTE_BITS] = level;
    end
  endgenerate

  assign ask_ready = !answer_valid || answer_ready;
  assign charged   = ask_valid && ask_ready && !ask_probe;

  always_ff @(posedge clk) begin
    if (rst) begin
      answer_valid <= 1'b0;
      answer_fits <= 1'b0;
      fault <= 1'b0;
    end else begin
      if (answer_ready) answer_valid <= 1'b0;
      if (ask_valid && ask_ready) begin
        answer_valid <= 1'b1;
        answer_fits  <= fits != '0;
      end
      if (over != '0) fault <= 1'b1;
    end
  end
endmodule
