// A bench of rtl_ref/tx_scheduler whose scoreboard is the reference library.
module tx_scheduler_bench;
  import headroom_ref_pkg::*;

  localparam int QUESTIONS = 10_000;
  localparam int SHOWN = 12;

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #500ps clk = !clk;

  logic ask_valid = 1'b0;
  logic ask_ready;
  logic [7:0] eligible = 8'd0;
  logic grant_valid;
  logic grant_any;
  logic [2:0] grant_class;
  longint weights[8] = '{3, 2, 1, 0, 0, 0, 0, 0};
  tx_scheduler dut (
      .clk,
      .rst,
      .mode(2'(HEADROOM_WEIGHTED_ROUND_ROBIN)),
      .classes(8'h07),
      .weights({80'd0, 16'd1, 16'd2, 16'd3}),
      .ask_valid,
      .ask_ready,
      .eligible,
      .grant_valid,
      .grant_ready(1'b1),
      .grant_any,
      .grant_class
  );

  // Questions: first with every class waiting, then with any of them.
  int asked = 0;
  always @(negedge clk) begin
    rst <= 1'b0;
    ask_valid <= !rst && asked < QUESTIONS;
    eligible <= asked < SHOWN ? 8'h07 : 8'($urandom_range(7));
  end

  chandle predictor;
  int expected[$];
  int granted;
  int predicted;
  int agreed = 0;
  initial begin
    predictor = headroom_scheduler_new(HEADROOM_WEIGHTED_ROUND_ROBIN, 7, weights);
    if (headroom_last_code() != 0) $fatal(1, "%s", headroom_last_error());
    while (agreed < QUESTIONS) begin
      @(posedge clk);
      if (grant_valid) begin
        granted = grant_any ? int'(grant_class) : HEADROOM_NO_CLASS;
        predicted = expected.pop_front();
        if (granted != predicted) $fatal(1, "question %0d: class %0d, predicted %0d", agreed, granted, predicted);
        if (agreed < SHOWN) $display("frame %0d: class %0d", agreed, granted);
        agreed = agreed + 1;
      end
      if (ask_valid && ask_ready) begin
        expected.push_back(headroom_scheduler_next(predictor, int'(eligible)));
        asked = asked + 1;
      end
    end
    $display("%0d of %0d grants as predicted", agreed, QUESTIONS);
    headroom_scheduler_delete(predictor);
    $finish;
  end
endmodule
