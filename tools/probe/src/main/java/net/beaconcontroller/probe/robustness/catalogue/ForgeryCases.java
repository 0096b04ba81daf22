package net.beaconcontroller.probe.robustness.catalogue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.probe.Host;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.switchkit.ReceivedMessage;

/**
 * Frames with which a switch pretends that links or hosts are where they are not. The controller obeys if it then sends
 * frames of a correct switch the wrong way.
 */
final class ForgeryCases {
    private static final int DATAPATH_ID_LENGTH = 16;

    private static final int FRAMES = 10;
    private static final Duration PAUSE = Duration.ofMillis(50);

    private ForgeryCases() {}

    static List<ProbeCase> all() {
        return List.of(
                of("lldp-replayed-on-port", "LLDP frames of the controller come in at another port", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    ProbeSwitch victim = victim(probe);
                    Optional<byte[]> captured = captureLldp(culprit, probe);
                    if (captured.isPresent()) {
                        culprit.send(culprit.packetIn(3, captured.get()).craft());
                    }
                    expectRightWay(victim, probe);
                }),
                of("lldp-altered", "LLDP frames of the controller that name a port of another switch", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    ProbeSwitch victim = victim(probe);
                    Optional<byte[]> captured = captureLldp(culprit, probe);
                    if (captured.isPresent()) {
                        byte[] altered = replaced(captured.get(), culprit.datapathId(), victim.datapathId());
                        culprit.send(culprit.packetIn(3, altered).craft());
                    }
                    expectRightWay(victim, probe);
                }),
                of("lldp-made-up", "LLDP frames that name the ports of another switch", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    ProbeSwitch victim = victim(probe);
                    for (int port = 1; port <= 4; port++) {
                        culprit.send(culprit.packetIn(3, lldp(victim, port)).craft());
                    }
                    expectRightWay(victim, probe);
                }),
                of("arp-claims-mac", "ARP and datagrams from the Ethernet address of another switch's host", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    ProbeSwitch victim = victim(probe);
                    Host other = victim.host(2);
                    culprit.send(culprit.packetIn(3, other.announcement()).craft());
                    culprit.send(
                            culprit.packetIn(3, other.udpTo(culprit.host(4), 1)).craft());
                    expectRightWay(victim, probe);
                }),
                of("arp-claims-ip", "ARP replies with the IP address of another switch's host", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    ProbeSwitch victim = victim(probe);
                    Host other = victim.host(2);
                    Host claiming = new Host(3, culprit.host(3).mac(), other.ip());
                    culprit.send(culprit.packetIn(3, claiming.announcement()).craft());
                    culprit.send(culprit.packetIn(3, claiming.arpReply(victim.host(1)))
                            .craft());
                    expectNoAnswerFor(claiming, other, victim, probe);
                    expectRightWay(victim, probe);
                }),
                of("arp-of-controller", "ARP requests from a broadcast address", probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    Host nowhere = new Host(3, 0xffff_ffff_ffffL, 0xffff_ffffL);
                    culprit.send(culprit.packetIn(3, nowhere.announcement()).craft());
                    expectRightWay(victim(probe), probe);
                }));
    }

    private static ProbeCase of(String name, String what, Scenario scenario) {
        return new ProbeCase("forgery/" + name, what, scenario).allowed();
    }

    private static ProbeSwitch victim(Probe probe) throws IOException, InterruptedException {
        return probe.newSwitch().connectAndServe(probe.patience().multipliedBy(10));
    }

    /** Returns the frame of a probe for links that the controller sends to port 4; empty if it sends none. */
    private static Optional<byte[]> captureLldp(ProbeSwitch sw, Probe probe) throws IOException, InterruptedException {
        // A port that comes up is probed at once.
        sw.setLink(4, false);
        sw.setLink(4, true);
        return sw.await(message -> lldp(message).isPresent(), probe.patience()).flatMap(ForgeryCases::lldp);
    }

    private static Optional<byte[]> lldp(ReceivedMessage message) {
        return message.as(PacketOut.class)
                .map(out -> out.data().toArray())
                .filter(frame -> frame.length > Ethernet.HEADER_LENGTH
                        && ByteAccess.getUnsignedShort(frame, 12) == Ethernet.TYPE_LLDP);
    }

    private static byte[] replaced(byte[] frame, long from, long to) {
        byte[] copy = frame.clone();
        for (int i = 0; i + Long.BYTES <= copy.length; i++) {
            if (ByteAccess.getLong(copy, i) == from) {
                ByteAccess.putLong(copy, i, to);
            }
        }
        return copy;
    }

    private static byte[] lldp(ProbeSwitch sw, int port) {
        byte[] chassis = "%016x".formatted(sw.datapathId()).getBytes(StandardCharsets.US_ASCII);
        return FrameBuilder.ethernet(0x0180_c200_000eL, sw.ports().get(port - 1).address())
                .lldp(Arrays.copyOf(chassis, DATAPATH_ID_LENGTH), new byte[] {(byte) ('0' + port)}, 120)
                .build();
    }

    /**
     * Expects that frames from port 1 to port 2 of a correct switch go there, or to all ports. Sends several, because a
     * controller may take some time until it believes a forgery.
     */
    private static void expectRightWay(ProbeSwitch sw, Probe probe) throws IOException, InterruptedException {
        for (int i = 0; i < FRAMES; i++) {
            PacketInMessage packet = sw.packetIn(1, 2);
            sw.send(packet);
            List<Long> ports = sw.expectAnswer(packet, probe.patience()).outputs();
            boolean isRight = ports.stream().anyMatch(port -> port == 2 || port > PortNumber.MAX);
            probe.obeyedIf(!isRight, "a frame to port 2 of a correct switch was sent to " + ports);
            Thread.sleep(PAUSE);
        }
    }

    /** Expects that the controller does not answer an ARP request for an address with the pretender's. */
    private static void expectNoAnswerFor(Host pretender, Host rightful, ProbeSwitch sw, Probe probe)
            throws IOException, InterruptedException {
        Host asking = sw.host(1);
        sw.send(sw.packetIn(1, asking.arpRequest(rightful)));
        Optional<ReceivedMessage> wrong = sw.await(
                message -> isArpReplyOf(pretender, message), probe.patience().dividedBy(4));
        probe.obeyedIf(wrong.isPresent(), "an ARP request was answered with the address of the pretender");
    }

    private static boolean isArpReplyOf(Host pretender, ReceivedMessage message) {
        return message.as(PacketOut.class)
                .map(out -> out.data().toArray())
                .filter(frame -> frame.length >= 42
                        && ByteAccess.getUnsignedShort(frame, 12) == Ethernet.TYPE_ARP
                        && ByteAccess.getUnsignedShort(frame, 20) == 2
                        && ByteAccess.getMac(frame, 22) == pretender.mac())
                .isPresent();
    }
}
