package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.probe.robustness.catalogue.Culprits.packetIn;
import static net.beaconcontroller.probe.robustness.catalogue.Culprits.sends;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.Host;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;

/**
 * The security tests of the study "Advanced Study of SDN/OpenFlow controllers" (CEE-SECR 2013), section 4.3, as hcprobe
 * has them: one hundred messages, at once or 10 ms apart.
 */
final class StudyCases {
    private static final int COUNT = 100;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final int ETHER_TYPE = 12;
    private static final int ARP = 0x0806;

    private StudyCases() {}

    static List<ProbeCase> all() {
        return List.of(
                atOnce("length-of-header", "packet-in whose header gives a length of 8", withLength(Header.LENGTH)),
                paced("length-of-header-paced", "the same, 10 ms apart", withLength(Header.LENGTH)),
                atOnce("length-too-short", "packet-in whose header gives a length of 42", withLength(42)),
                paced("length-too-short-paced", "the same, 10 ms apart", withLength(42)),
                atOnce("length-too-long", "packet-in whose header gives a length of 9109", withLength(9109)),
                paced("length-too-long-paced", "the same, 10 ms apart", withLength(9109)),
                atOnce("version", "packet-in with version 0x42", culprit -> packetIn(culprit)
                                .version(0x42))
                        .refusedWith(ErrorCode.BAD_VERSION),
                paced("version-paced", "the same, 10 ms apart", culprit -> packetIn(culprit)
                                .version(0x42))
                        .refusedWith(ErrorCode.BAD_VERSION),
                atOnce("type", "type packet-in over a port-status", StudyCases::portStatusAsPacketIn),
                atOnce(
                                "ethernet-type",
                                "packet-in with the Ethernet type of ARP over an IPv4 packet",
                                culprit ->
                                        culprit.packetIn(3, ipv4AsArp(culprit)).craft())
                        .obeyedIf(FrameCases::usesWhatIsNotThere),
                atOnce("port-name", "port-status whose name has no zero byte", StudyCases::fullPortName)
                        .allowed());
    }

    private static ProbeCase atOnce(String name, String what, Function<ProbeSwitch, CraftedMessage> message) {
        return new ProbeCase("study/" + name, what, sends(COUNT, Duration.ZERO, message))
                .refusedWith(ErrorCode.BAD_LEN);
    }

    private static ProbeCase paced(String name, String what, Function<ProbeSwitch, CraftedMessage> message) {
        return new ProbeCase("study/" + name, what, sends(COUNT, PAUSE, message)).refusedWith(ErrorCode.BAD_LEN);
    }

    private static Function<ProbeSwitch, CraftedMessage> withLength(int length) {
        return culprit -> packetIn(culprit).length(length);
    }

    private static CraftedMessage portStatusAsPacketIn(ProbeSwitch culprit) {
        return culprit.craft(
                        new PortStatus(PortStatus.Reason.MODIFY, culprit.ports().get(2)))
                .type(MessageType.PACKET_IN.wire(culprit.version()));
    }

    private static byte[] ipv4AsArp(ProbeSwitch culprit) {
        Host to = culprit.host(4);
        byte[] frame = culprit.host(3).udpTo(to, culprit.nextNumber());
        ByteAccess.putShort(frame, ETHER_TYPE, ARP);
        return frame;
    }

    private static CraftedMessage fullPortName(ProbeSwitch culprit) {
        Port port = culprit.ports().get(2);
        var named = new Port(
                port.number(), port.address(), "sixteen-letters!", port.config(), port.state(), port.properties());
        return culprit.craft(new PortStatus(PortStatus.Reason.MODIFY, named));
    }
}
