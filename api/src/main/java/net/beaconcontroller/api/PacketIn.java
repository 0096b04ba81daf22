package net.beaconcontroller.api;

import net.beaconcontroller.openflow.FlowModEncoder;
import net.beaconcontroller.openflow.PacketInView;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A packet-in as a listener sees it: the message, and the frame in it. Both are views of the bytes where they lie, good until
 * the listener returns and on its thread only; {@link #copy()} gives a value that stays.
 */
public final class PacketIn extends PacketInView {
    /** Where the payload begins behind a header with one VLAN tag. */
    private static final int ONE_TAG = Ethernet.HEADER_LENGTH + 4;

    private final Ethernet frame = new Ethernet();
    private long receivedNanos;

    /** The frame, from its Ethernet header on: at least 14 bytes, and less than the packet where the switch cut it. */
    public Ethernet frame() {
        return frame;
    }

    /** When the message was read, as {@link System#nanoTime} counts; those read at once have the same time. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** The controller's part, before the messages that came then. */
    public void receivedAt(long nanos) {
        receivedNanos = nanos;
    }

    /** The controller's part, after {@link #wrap}: points the frame's view at the frame. False if it is no whole header. */
    public boolean wrapFrame() {
        if (frameLength() < Ethernet.HEADER_LENGTH) {
            return false;
        }
        frame.wrap(array(), frameOffset(), frameLength());
        return true;
    }

    /** Has the flow match packets that have all header fields as this one, and came in on the same port. */
    FlowModEncoder matchExactly(FlowModEncoder flow) {
        flow.inPort(inPort()).ethDestination(frame.destination()).ethSource(frame.source());
        flow.vlan(frame.vlan(), frame.vlanPriority());
        if (frame.isTagged() && frame.payloadOffset() - frameOffset() > ONE_TAG) {
            return flow; // behind a second tag, switches differ in what they take for the type
        }
        int type = frame.type();
        flow.ethType(type);
        switch (type) {
            case Ethernet.TYPE_IPV4 -> matchIpv4(flow, frame.ipv4());
            case Ethernet.TYPE_ARP -> matchArp(flow, frame.arp());
            case Ethernet.TYPE_IPV6 -> matchIpv6(flow, frame.ipv6());
            default -> {}
        }
        return flow;
    }

    private static void matchArp(FlowModEncoder flow, @Nullable Arp arp) {
        if (arp != null) {
            flow.arp(arp.operation(), arp.senderIp(), arp.targetIp());
        }
    }

    private static void matchIpv4(FlowModEncoder flow, @Nullable Ipv4 ip) {
        if (ip == null) {
            return;
        }
        int protocol = ip.protocol();
        flow.ipDscp(ip.dscp()).ipProtocol(protocol).ipv4(ip.source(), ip.destination());
        switch (protocol) {
            case Transport.UDP -> matchPorts(flow, null, ip.udp());
            case Transport.TCP -> matchPorts(flow, ip.tcp(), null);
            case Icmp.V4 -> {
                Icmp icmp = ip.icmp();
                if (icmp != null) {
                    flow.icmpv4(icmp.type(), icmp.code());
                }
            }
            default -> {}
        }
    }

    private static void matchIpv6(FlowModEncoder flow, @Nullable Ipv6 ip) {
        if (ip == null || flow.version() == Version.OF10) {
            return; // OpenFlow 1.0 has nothing to say about IPv6
        }
        flow.ipDscp(ip.dscp()).ipProtocol(ip.nextHeader()).ipv6(ip.array(), ip.sourceOffset(), ip.destinationOffset());
        Icmp icmp = ip.icmp();
        if (icmp != null) {
            flow.icmpv6(icmp.type(), icmp.code());
        } else {
            matchPorts(flow, ip.tcp(), ip.udp());
        }
    }

    private static void matchPorts(FlowModEncoder flow, @Nullable Transport tcp, @Nullable Transport udp) {
        if (tcp != null) {
            flow.tcp(tcp.sourcePort(), tcp.destinationPort());
        } else if (udp != null) {
            flow.udp(udp.sourcePort(), udp.destinationPort());
        }
    }
}
