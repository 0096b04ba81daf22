package net.beaconcontroller.probe.robustness.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.probe.Host;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** Correct messages, but too many of them, and switches with very many ports. */
final class FloodCases {
    private static final int COUNT = 5000;
    private static final int LARGE_ECHO = 60_000;
    private static final int MAX_PORTS_IN_FEATURES = 1000;
    private static final int MAX_PORTS = 65_279;

    private FloodCases() {}

    static List<ProbeCase> all() {
        var cases = new ArrayList<ProbeCase>();
        cases.add(flood(
                "port-status",
                "port-status messages of one port",
                culprit ->
                        new PortStatus(PortStatus.Reason.MODIFY, culprit.ports().get(2))));
        cases.add(flood("echo-request", "echo requests", _ -> new EchoRequest(Bytes.EMPTY)));
        cases.add(flood("echo-reply", "echo replies that were not requested", _ -> new EchoReply(Bytes.EMPTY)));
        cases.add(flood("error", "errors", _ -> new ErrorMessage(1, 1, Bytes.EMPTY)));
        cases.add(flood(
                "flow-removed",
                "flow-removed messages",
                _ -> new FlowRemoved(0, 1, 0, 0, 0, 0, Stats.of(1, 0, 1, 1), Match.ANY)));
        cases.add(of("echo-large", "300 echo requests of 60,000 bytes", probe -> {
            ProbeSwitch culprit = probe.culprit();
            Bytes data = Bytes.of(new byte[LARGE_ECHO]);
            for (int i = 0; i < 300; i++) {
                culprit.send(new EchoRequest(data));
            }
            // Controllers drop answers while so many bytes wait to be sent; the verdict is about the time after.
            culprit.awaitService(probe.patience().multipliedBy(10));
        }));
        cases.add(of("packet-in", "20,000 packet-ins of one flow", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < 20_000; i++) {
                culprit.send(culprit.packetIn(1, 2));
            }
            culprit.awaitService(probe.patience().multipliedBy(10));
        }));
        cases.add(of("sources", "20,000 packet-ins of as many sources", probe -> {
            ProbeSwitch culprit = probe.culprit();
            Host to = culprit.host(4);
            for (int i = 0; i < 20_000; i++) {
                Host from = Culprits.newHost(culprit);
                culprit.send(culprit.packetIn(3, frame(from, to)));
            }
            culprit.awaitService(probe.patience().multipliedBy(10));
        }));
        cases.add(of("broadcasts", "5,000 broadcast ARP requests", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < COUNT; i++) {
                culprit.send(culprit.packetIn(3, culprit.host(3).arpRequest(Culprits.newHost(culprit))));
            }
            culprit.awaitService(probe.patience().multipliedBy(10));
        }));
        cases.add(of("flapping-port", "a port that goes down and up 1,000 times", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < 1000; i++) {
                culprit.setLink(3, false);
                culprit.setLink(3, true);
            }
        }));
        cases.add(of("ports-come-and-go", "1,000 ports that are added and deleted", probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int number = 10; number < 1010; number++) {
                Port port = Port.of(number, 0x0200_0100_0000L + number, "p" + number);
                culprit.send(new PortStatus(PortStatus.Reason.ADD, port));
                culprit.send(new PortStatus(PortStatus.Reason.DELETE, port));
            }
        }));
        cases.add(of(
                "all-ports",
                "a switch with 65,279 ports; 1,000 before OpenFlow 1.3, whose features reply has all ports",
                probe -> {
                    int count = probe.version().isAtLeast(Version.OF13) ? MAX_PORTS : MAX_PORTS_IN_FEATURES;
                    ProbeSwitch culprit = probe.setCulprit(
                            probe.newSwitch().ports(count).hostPorts(4).connect());
                    culprit.awaitHandshake(probe.patience().multipliedBy(10));
                    culprit.awaitService(probe.patience().multipliedBy(10));
                }));
        return cases;
    }

    private static byte[] frame(Host from, Host to) {
        return FrameBuilder.ethernet(to.mac(), from.mac())
                .type(Ethernet.NO_TYPE + 0x1000)
                .build();
    }

    private static ProbeCase of(String name, String what, Scenario scenario) {
        return new ProbeCase("flood/" + name, what, scenario).allowed();
    }

    private static ProbeCase flood(String name, String what, Function<ProbeSwitch, Message> message) {
        return of(name, "5,000 " + what, probe -> {
            ProbeSwitch culprit = probe.culprit();
            Message each = message.apply(culprit);
            for (int i = 0; i < COUNT; i++) {
                culprit.send(each);
            }
            culprit.awaitService(probe.patience().multipliedBy(10));
        });
    }
}
