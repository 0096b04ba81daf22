package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.PortTable;
import net.beaconcontroller.core.session.PortTotal;
import net.beaconcontroller.io.PeerNetwork;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;

class PortTotalTest {
    private static final int LIMIT = 1_000;

    private final PortTotal total = new PortTotal(LIMIT);
    private final List<String> refused = new ArrayList<>();

    private PortTable table(String address, String name) {
        return new PortTable(total, PeerNetwork.of(new InetSocketAddress(address, 1)), _ -> refused.add(name));
    }

    private static List<Port> ports(int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(number -> Port.of(number, number, "eth" + number))
                .toList();
    }

    @Test
    void aNetworkWhoseSwitchesHaveMostPortsDisplacesItsOwnOnly() {
        table("10.0.0.1", "large").set(ports(400));
        for (int i = 0; i < 100; i++) {
            table("10.0.0.9", "hostile").set(ports(50));
        }
        assertThat(refused).hasSize(88).containsOnly("hostile");
        assertThat(total.value()).isEqualTo(LIMIT);
    }

    @Test
    void ofANetworkTheSwitchWithMostPortsIsRefused() {
        table("10.0.0.1", "small").set(ports(300));
        PortTable large = table("10.0.0.1", "large");
        large.set(ports(400));
        table("10.0.0.1", "small").set(ports(300));
        assertThat(refused).isEmpty();
        table("10.0.0.2", "other").set(ports(1));
        assertThat(refused).containsExactly("large");
    }

    @Test
    void portsThatAreAddedOneByOneCountUntilTheyAreDeletedOrTheConnectionIsClosed() throws Exception {
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort())) {
            controller.start();
            try (ScriptedSwitch sw = ScriptedSwitch.connect(controller.address(), 1, Version.OF13)) {
                await().until(() -> controller.sessions().portTotal().value() == 4);
                sw.send(new PortStatus(PortStatus.Reason.ADD, Port.of(9, 9, "eth9")));
                await().until(() -> controller.sessions().portTotal().value() == 5);
                sw.send(new PortStatus(PortStatus.Reason.MODIFY, Port.of(9, 9, "eth10")));
                sw.send(new PortStatus(PortStatus.Reason.DELETE, Port.of(8, 8, "eth8")));
                sw.send(new PortStatus(PortStatus.Reason.DELETE, Port.of(1, 1, "eth1")));
                await().until(() -> controller.sessions().portTotal().value() == 4);
            }
            await().until(() -> controller.sessions().portTotal().value() == 0);
        }
    }
}
