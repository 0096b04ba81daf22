package net.beaconcontroller.api;

import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.flyweight.PacketInView;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A packet-in that passes through the pipeline: the message, its frame, and when it arrived. It is a view of the
 * receive buffer, which is only valid on the thread of the listener and until the listener returns; {@link #copy()}
 * returns a value that remains valid. The controller and the testkit extend this class; applications do not.
 */
public abstract class PacketInContext extends PacketInView {
    /** The offset of the payload after one VLAN tag. */
    private static final int PAYLOAD_AFTER_ONE_TAG = Ethernet.HEADER_LENGTH + 4;

    private final Ethernet frame = new Ethernet();
    private long receivedNanos;

    /** Creates a view of nothing. */
    protected PacketInContext() {}

    /** Sets when the message was read. */
    protected final void setReceivedNanos(long nanos) {
        receivedNanos = nanos;
    }

    /**
     * Points {@link #frame()} at the frame of this message.
     *
     * @throws IllegalArgumentException if the frame has no whole Ethernet header
     */
    protected final void wrapFrame() {
        frame.wrap(array(), frameOffset(), frameLength());
    }

    /**
     * Returns the frame, from the Ethernet header on. It has at least 14 bytes, and fewer than the packet if the switch
     * truncated it (see {@link #totalLength()}).
     */
    public final Ethernet frame() {
        return frame;
    }

    /**
     * Returns when the message was read, in the unit and with the origin of {@link System#nanoTime}. Messages of one
     * read have the same time.
     */
    public final long receivedNanos() {
        return receivedNanos;
    }

    /** Sets the match of a flow to the ingress port and all header fields of this packet. */
    final FlowModEncoder matchExactly(FlowModEncoder flow) {
        Ethernet frame = frame();
        flow.inPort(inPort()).ethDestination(frame.destination()).ethSource(frame.source());
        flow.vlan(frame.vlan(), frame.vlanPriority());
        if (frame.isTagged() && frame.payloadOffset() - frameOffset() > PAYLOAD_AFTER_ONE_TAG) {
            // switches disagree on the Ethernet type of a frame with two tags
            return flow;
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
            // OpenFlow 1.0 cannot match on IPv6 fields
            return;
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
