/** Runs the recipes of docs/applications.md. */
class RecipesTest {
    private final TestSwitch sw = new TestSwitch();

    private static Bytes tcp(int port) {
        return Bytes.of(FrameBuilder.ethernet(0xb, 0xa)
                .ipv4(0x0a000001, 0x0a000002)
                .tcp(1000, port, 0, 0, 0)
                .build());
    }

    @Test
    void theFirewallStopsTelnetOnly() {
        var firewall = new Firewall();
        assertThat(firewall.packetIn(sw, PacketIns.of(1, tcp(80)))).isEqualTo(Next.PASS);
        assertThat(sw.sent()).isEmpty();
        assertThat(firewall.packetIn(sw, PacketIns.of(1, tcp(23)))).isEqualTo(Next.STOP);
        FlowMod flow = sw.sent(FlowMod.class).getFirst();
        assertThat(sw.sent()).hasSize(1);
        assertThat(flow.instructions()).isEmpty();
        assertThat(flow.priority()).isEqualTo(40_000);
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
    void theTimerRequestsTheFlowsEachTenSeconds() {
        var controller = new TestController(sw);
        new FlowCount(controller);
        controller.elapse(Duration.ofSeconds(25));
        assertThat(sw.sent()).hasSize(2);
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
    void theErrorOfAListSettingHasTheElement() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> new Watcher(ApplicationSettings.of(Map.of("ports", "22, x"))))
                .hasMessage("ports = 22, x: element x: needs a number");
        new Watcher(ApplicationSettings.none()).packetIn(sw, PacketIns.of(1, tcp(22)));
    }
}
