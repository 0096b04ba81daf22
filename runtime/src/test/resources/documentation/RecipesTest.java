/** Runs the recipes of docs/applications.md. */
class RecipesTest {
    private final TestSwitch sw = new TestSwitch();

    private static Bytes tcp(int port) {
        return Bytes.of(FrameBuilder.ethernet(0xb, 0xa)
                .ipv4(0x0a000001, 0x0a000002)
                .tcp(1000, port)
                .build());
    }

    @Test
    void theInitializerInstallsTheDropFlow() {
        CompletionStage<?> stage = new NoTelnet().initialize(sw);
        assertThat(stage.toCompletableFuture()).isNotDone();
        sw.reply(new BarrierReply());
        assertThat(stage.toCompletableFuture()).isDone();
        assertThat(sw.sent(FlowMod.class))
                .containsExactly(FlowMod.add()
                        .priority(40_000)
                        .ethType(0x0800)
                        .ipProtocol(6)
                        .match(Match.parse("tcp,tp_dst=23"))
                        .drop()
                        .build());
    }

    @Test
    void theFlowsAreDeletedWhenTheApplicationStops() {
        var marker = new Marker(new TestController(sw));
        marker.switchEvent(new SwitchEvent.Connected(sw));
        sw.clear();
        marker.close();
        assertThat(sw.sent(FlowMod.class))
                .singleElement()
                .satisfies(flow -> assertThat(flow.command()).isEqualTo(FlowMod.Command.DELETE));
    }

    @Test
    void theFlowsAreThoseOfTheNewVersionAfterAnUpdate() {
        var controller = new TestController(sw);
        var old = new Marker(controller);
        old.switchEvent(new SwitchEvent.Connected(sw));
        sw.clear();
        new Marker(new TestController(sw)).switchEvent(new SwitchEvent.Connected(sw));
        controller.setSuccessor(true);
        old.close();
        assertThat(sw.sent(FlowMod.class))
                .extracting(FlowMod::command)
                .containsExactly(FlowMod.Command.DELETE, FlowMod.Command.ADD);
    }

    @Test
    void theLimitedHubFloodsAThousandPacketsPerSecond() {
        var controller = new TestController(sw);
        var hub = new LimitedHub(new Quota(controller));
        for (int i = 0; i < 1_500; i++) {
            hub.packetIn(sw, PacketIns.of(1, tcp(80)));
        }
        assertThat(sw.sent(PacketOut.class)).hasSize(1_000);
        controller.elapse(Duration.ofSeconds(1));
        hub.packetIn(sw, PacketIns.of(1, tcp(80)));
        assertThat(sw.sent(PacketOut.class)).hasSize(1_001);
    }

    @Test
    void theWireHandlesAllPacketInsOfABatch() {
        TestPacketInBatch batch = PacketIns.batch(
                0, PacketIn.of(1, 7, tcp(22)), PacketIn.of(2, 8, tcp(22)));
        batch.passTo(new Wire(), sw);
        assertThat(batch.position()).isEqualTo(2);
        assertThat(batch.isConsumed()).isTrue();
        assertThat(sw.sent(FlowMod.class)).extracting(FlowMod::bufferId).containsExactly(7L, 8L);
    }

    @Test
    void theErrorOfAListSettingHasTheElement() {
        assertThatThrownBy(
                        () -> new Watcher(ApplicationSettings.of(Map.of("ports", "22, x"))))
                .hasMessage("ports = 22, x: element x: needs a number");
        new Watcher(ApplicationSettings.none()).packetIn(sw, PacketIns.of(1, tcp(22)));
    }
}
