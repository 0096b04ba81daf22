package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.util.List;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.testkit.LiveController;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.Test;

class SwitchRulesTest {
    @Test
    void aSwitchThatRefusesAFlowGetsTheEarlierOnesBack() throws Exception {
        try (var store = new TestStore();
                LiveController controller = LiveController.start()) {
            var book = new RuleBook(ApplicationSettings.none(), controller, store, Clock.systemUTC());
            var enforcement = new Enforcement(controller, book);
            controller.register("acl", enforcement);
            FakeSwitch fake = controller.connect(1, Version.OF13);
            FakeSwitch.Received request = fake.await(received -> received.message() instanceof FlowStats.Request);
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
}
