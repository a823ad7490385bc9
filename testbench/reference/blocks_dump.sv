// Every block of rtl_ref with random stimulus of its own, for a dump of all their ports. The configuration is that of
// blocks_dump.json; a clock is 1 ns.
module blocks_dump;
  localparam int CYCLES = 5_000;

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #500ps clk = !clk;

  function automatic logic one_in(int n);
    one_in = $urandom_range(n - 1) == 0;
  endfunction

  // Four classes ask, three of them have a pool.
  logic [2:0] some_class;
  logic [23:0] some_bytes;

  logic pools_ask = 1'b0;
  logic pools_probe = 1'b0;
  logic pools_ready = 1'b0;
  logic pools_give = 1'b0;
  logic [2:0] given_class = '0;
  logic [23:0] given_bytes = '0;
  wire pools_ask_ready;
  wire pools_valid;
  wire pools_fits;
  wire [191:0] pools_filled;
  wire pools_fault;
  buffer_pools pools (
      .clk, .rst, .pool_size({120'd0, 24'd25_000, 24'd25_000, 24'd50_000}),
      .ask_valid(pools_ask), .ask_ready(pools_ask_ready), .ask_probe(pools_probe), .ask_class(some_class),
      .ask_bytes(some_bytes), .answer_valid(pools_valid), .answer_ready(pools_ready), .answer_fits(pools_fits),
      .release_valid(pools_give), .release_class(given_class), .release_bytes(given_bytes), .filled(pools_filled),
      .fault(pools_fault));

  // The gate follows these pools.
  logic gate_event = 1'b0;
  logic gate_release = 1'b0;
  logic gate_ready = 1'b0;
  logic [2:0] gate_class = '0;
  wire gate_event_ready;
  wire gate_valid;
  wire [2:0] gate_sent_class;
  wire gate_xoff;
  wire [7:0] gate_pausing;
  logic [23:0] levels[8] = '{default: '0};
  pfc_gate gate (
      .clk, .rst, .enable(8'h07), .xoff({120'd0, 24'd20_000, 24'd20_000, 24'd40_000}),
      .xon({120'd0, 24'd10_000, 24'd10_000, 24'd20_000}), .refresh_cycles({8{24'd53}}),
      .event_valid(gate_event), .event_ready(gate_event_ready), .event_release(gate_release),
      .event_class(gate_class), .event_filled(levels[gate_class]),
      .filled({levels[7], levels[6], levels[5], levels[4], levels[3], levels[2], levels[1], levels[0]}),
      .send_valid(gate_valid), .send_ready(gate_ready), .send_class(gate_sent_class), .send_xoff(gate_xoff),
      .pausing(gate_pausing));

  logic pause_valid = 1'b0;
  logic [2:0] pause_class = '0;
  logic [15:0] pause_quanta = '0;
  wire [7:0] pause_held;
  wire [7:0] pause_expired;
  pause_timers timers (
      .clk, .rst, .tick(16'd1000), .quantum(48'd343_597_383_680), .delay(32'd100_000),
      .frame_valid(pause_valid), .frame_class(pause_class), .frame_quanta(pause_quanta), .held(pause_held),
      .expired(pause_expired));

  logic turn_ask = 1'b0;
  logic turn_ready = 1'b0;
  logic [7:0] turn_eligible = '0;
  wire turn_ask_ready;
  wire turn_valid;
  wire turn_any;
  wire [2:0] turn_class;
  tx_scheduler scheduler (
      .clk, .rst, .mode(2'd2), .classes(8'h07), .weights({80'd0, 16'd1, 16'd2, 16'd3}), .ask_valid(turn_ask),
      .ask_ready(turn_ask_ready), .eligible(turn_eligible), .grant_valid(turn_valid), .grant_ready(turn_ready),
      .grant_any(turn_any), .grant_class(turn_class));

  logic take_valid = 1'b0;
  logic take_data = 1'b0;
  logic [19:0] take_bytes = '0;
  logic give_valid = 1'b0;
  logic [19:0] give_bytes = '0;
  wire take_ready;
  wire [13:0] slots_taken;
  wire [19:0] bytes_taken;
  wire credit_fault;
  credit_counter credits (
      .clk, .rst, .slots(14'd10), .bytes(20'd4000), .take_valid, .take_ready, .take_data, .take_bytes, .give_valid,
      .give_bytes, .slots_taken, .bytes_taken, .fault(credit_fault));

  logic make_frame = 1'b0;
  logic [7:0] make_enable = '0;
  logic [127:0] make_quanta = '0;
  logic wire_ready = 1'b0;
  wire make_ready;
  wire wire_valid;
  wire [511:0] wire_data;
  wire [6:0] wire_bytes;
  wire wire_last;
  pfc_frame_tx frames_out (
      .clk, .rst, .long_frame(1'b1), .source(48'h020020000002), .frame_valid(make_frame), .frame_ready(make_ready),
      .class_enable(make_enable), .quanta(make_quanta), .out_valid(wire_valid), .out_ready(wire_ready && read_ready),
      .out_data(wire_data), .out_bytes(wire_bytes), .out_last(wire_last));

  // Reads what was built, now and then with a bit turned.
  logic turned = 1'b0;
  logic answer_ready = 1'b0;
  wire read_ready;
  wire answer_valid;
  wire answer_pfc;
  wire [47:0] answer_source;
  wire [7:0] answer_enable;
  wire [127:0] answer_quanta;
  pfc_frame_rx frames_in (
      .clk, .rst, .in_valid(wire_valid && wire_ready), .in_ready(read_ready),
      .in_data(wire_data ^ {511'd0, turned}), .in_bytes(wire_bytes), .in_last(wire_last), .answer_valid,
      .answer_ready, .answer_pfc, .answer_source, .answer_enable, .answer_quanta);

  logic [2:0] c;
  always @(negedge clk) begin
    rst <= 1'b0;
    some_class <= 3'($urandom_range(3));
    some_bytes <= 24'($urandom_range(4136));
    pools_ask <= !one_in(3);
    pools_probe <= one_in(4);
    pools_ready <= !one_in(3);
    c = 3'($urandom_range(2));
    pools_give <= !rst && one_in(4) && !pools_give && pools_filled[24*c+:24] > 24'd4000;
    given_class <= c;
    given_bytes <= 24'($urandom_range(4000));

    // Levels wander around the thresholds of their class.
    if (!gate_event || gate_event_ready) begin
      gate_event <= one_in(3);
      gate_class <= c;
      gate_release <= one_in(2);
      if (one_in(2)) levels[c] <= 24'(c == 0 ? $urandom_range(44_000) : $urandom_range(22_000));
    end
    gate_ready <= !one_in(4);

    pause_valid <= one_in(40);
    pause_class <= 3'($urandom_range(7));
    pause_quanta <= one_in(3) ? 16'd0 : 16'($urandom_range(200));

    turn_ask <= !one_in(3);
    turn_eligible <= 8'($urandom_range(7));
    turn_ready <= !one_in(3);

    take_valid <= one_in(2);
    take_data <= one_in(2);
    take_bytes <= 20'($urandom_range(600));
    give_valid <= !rst && one_in(3) && slots_taken != '0;
    give_bytes <= 20'($urandom_range(bytes_taken < 20'd600 ? 32'(bytes_taken) : 600));

    make_frame <= one_in(3);
    make_enable <= 8'($urandom);
    make_quanta <= {$urandom, $urandom, $urandom, $urandom};
    wire_ready <= !one_in(3);
    turned <= one_in(6);
    answer_ready <= !one_in(3);
  end

  initial begin
    $dumpfile("blocks.vcd");
    $dumpvars;
    repeat (CYCLES) @(posedge clk);
    $finish;
  end
endmodule
