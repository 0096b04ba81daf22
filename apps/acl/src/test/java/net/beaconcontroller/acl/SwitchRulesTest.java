package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestStore;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchRulesTest {
    @Test
    void aSwitchThatRefusesAFlowGetsTheEarlierOnesBack() throws Exception {
        try (var store = new TestStore();
                LiveController controller = LiveController.start()) {
            var book = new RuleBook(ApplicationSettings.none(), controller, store, Clock.systemUTC());
            var enforcement = new Enforcement(controller, book);
            controller.register("acl", enforcement);
            ScriptedSwitch fake = controller.connect(1, Version.OF13);
            ReceivedMessage request = fake.await(received ->
                    received.message() instanceof FlowStats.Request flows && flows.cookie() == AclFlow.COOKIES.first());
            fake.send(new FlowStats.Reply(List.of()), request.xid());
            fake.refuse(MessageType.FLOW_MOD);
            book.add(Draft.of("deny icmp"), 1);
            await().untilAsserted(() -> assertThat(enforcement.statuses().values())
                    .singleElement()
                    .satisfies(status -> {
                        assertThat(status.state()).isEqualTo(SwitchRules.State.REFUSED);
                        assertThat(status.error()).isNotEmpty();
                        assertThat(status.flows()).isZero();
                    }));
            fake.await(received -> received.message() instanceof FlowMod flow
                    && flow.command() == FlowMod.Command.DELETE_STRICT
                    && flow.priority() >= Transition.LOWEST_PRIORITY);
            enforcement.close();
            book.close();
        }
    }

    @Test
    void withoutRulesNoFilterIsInThePipeline() {
        try (var store = new TestStore()) {
            var controller = new TestController();
            var book = new RuleBook(ApplicationSettings.none(), controller, store, Clock.systemUTC());
            var enforcement = new Enforcement(controller, book);
            assertThat(controller.listeners()).isEmpty();
            book.add(Draft.of("deny icmp"), 1);
            assertThat(controller.listeners()).hasSize(1);
            book.delete("r1");
            assertThat(controller.listeners()).isEmpty();
            enforcement.close();
            book.close();
        }
    }

    /** A switch whose flows others change, in virtual time. */
    private static final class Scene implements AutoCloseable {
        private final TestSwitch sw = new TestSwitch(1, Version.OF13);
        private final TestController controller = new TestController(sw);
        private final TestStore store = new TestStore();
        private final RuleBook book = new RuleBook(ApplicationSettings.none(), controller, store, Clock.systemUTC());
        private final Enforcement enforcement = new Enforcement(controller, book);
        private int barriers;

        /** Installs a rule. */
        Scene() {
            enforcement.switchEvent(new SwitchEvent.Connected(sw));
            report(List.of());
            book.add(Draft.of("deny icmp"), 1);
            confirm();
            assertThat(state()).isEqualTo(SwitchRules.State.INSTALLED);
        }

        SwitchRules.State state() {
            return Objects.requireNonNull(enforcement.statuses().get(sw)).state();
        }

        /** Answers the request for the flows. */
        void report(List<FlowStats> flows) {
            sw.reply(new FlowStats.Reply(flows));
        }

        /** Answers all barrier requests. */
        void confirm() {
            for (; barriers < sw.sent(BarrierRequest.class).size(); barriers++) {
                sw.reply(new BarrierReply());
            }
        }

        int requests() {
            return sw.sent(FlowStats.Request.class).size();
        }

        List<FlowMod> flowMods() {
            return sw.sent(FlowMod.class);
        }

        void elapse(Duration time) {
            controller.elapse(time);
            sw.elapse(time);
        }

        @Override
        public void close() {
            enforcement.close();
            book.close();
            store.close();
        }
    }

    private static FlowStats reported(FlowMod flow) {
        return new FlowStats(
                flow.tableId(),
                flow.priority(),
                0,
                0,
                flow.flags(),
                0,
                flow.cookie(),
                flow.match(),
                Stats.of(0, 0, 0, 0),
                flow.instructions());
    }

    private static FlowRemoved removed(FlowMod flow) {
        return new FlowRemoved(
                flow.cookie(), flow.priority(), 2, flow.tableId(), 0, 0, Stats.of(0, 0, 0, 0), flow.match());
    }

    @Test
    void flowsWhoseRemovalWasNotReportedAreAddedAgainWithinAMinute() {
        try (var scene = new Scene()) {
            List<FlowMod> installed = scene.flowMods();
            scene.elapse(Duration.ofSeconds(60));
            assertThat(scene.requests()).isEqualTo(2);
            scene.report(List.of(reported(installed.getFirst())));
            assertThat(scene.state()).isEqualTo(SwitchRules.State.CHANGING);
            scene.confirm();
            assertThat(scene.state()).isEqualTo(SwitchRules.State.INSTALLED);
            assertThat(scene.flowMods()
                            .subList(installed.size(), scene.flowMods().size()))
                    .isEqualTo(installed.subList(1, installed.size()));
        }
    }

    @Test
    void flowsThatArePresentCostOneRequestAMinute() {
        try (var scene = new Scene()) {
            List<FlowMod> installed = scene.flowMods();
            for (int minute = 1; minute <= 5; minute++) {
                scene.elapse(Duration.ofMinutes(1));
                scene.report(installed.stream().map(SwitchRulesTest::reported).toList());
            }
            assertThat(scene.requests()).isEqualTo(6);
            assertThat(scene.flowMods()).isEqualTo(installed);
            assertThat(scene.state()).isEqualTo(SwitchRules.State.INSTALLED);
        }
    }

    @Test
    void othersThatRemoveFlowsConstantlyCauseOneRequestASecond() {
        try (var scene = new Scene()) {
            FlowMod flow = scene.flowMods().getLast();
            int before = scene.requests();
            for (int i = 0; i < 50; i++) {
                scene.enforcement.message(scene.sw, 0, removed(flow));
                if (scene.requests() > before) {
                    scene.report(List.of());
                    before++;
                }
                scene.confirm();
                scene.sw.elapse(Duration.ofMillis(100));
            }
            assertThat(scene.requests()).isBetween(5, 7);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAChangeOfRulesDeletesIsNotReadAgain(boolean isReportedLate) {
        try (var scene = new Scene()) {
            FlowMod flow = scene.flowMods().getLast();
            scene.book.delete("r1");
            if (isReportedLate) {
                scene.confirm();
            }
            scene.enforcement.message(scene.sw, 0, removed(flow));
            scene.confirm();
            scene.sw.elapse(SwitchRules.REMOVAL_PAUSE);
            assertThat(scene.flowMods())
                    .anyMatch(message -> message.command() == FlowMod.Command.DELETE_STRICT
                            && message.priority() == flow.priority());
            assertThat(scene.requests()).isEqualTo(1);
            assertThat(scene.state()).isEqualTo(SwitchRules.State.INSTALLED);
        }
    }

    @Test
    void aFlowThatASwitchWithoutReportsHasLostIsAddedAgain() {
        try (var scene = new Scene()) {
            List<FlowMod> installed = scene.flowMods();
            FlowMod lost = installed.getLast();
            scene.enforcement.message(scene.sw, 0, removed(lost));
            scene.sw.fail(new RequestRefusedException(new ErrorMessage(1, 1, Bytes.EMPTY)));
            scene.confirm();
            assertThat(scene.flowMods()
                            .subList(installed.size(), scene.flowMods().size()))
                    .containsExactly(lost);
            assertThat(scene.state()).isEqualTo(SwitchRules.State.INSTALLED);
        }
    }
}
