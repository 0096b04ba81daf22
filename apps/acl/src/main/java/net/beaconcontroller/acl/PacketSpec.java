package net.beaconcontroller.acl;

import java.util.List;
import java.util.Locale;
import net.beaconcontroller.acl.Endpoint.Ipv4Prefix;
import net.beaconcontroller.acl.Endpoint.Ipv6Prefix;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.packet.Ethernet;

/**
 * A packet that a user asks about, in the form {@code tcp/80}: a protocol as in rules, and the destination port or the
 * number of the protocol; {@code tcp/1000/80} also has the source port.
 */
record PacketSpec(int type, int number, int sourcePort, int destinationPort) {
    /** The first of the ports that clients use by default, RFC 6335 section 6. */
    private static final int CLIENT_PORT = 49_152;

    private static final String VALID =
            "needs tcp/PORT, udp/PORT, sctp/PORT, icmp, icmpv6, arp, ip, ipv6, protocol/NUMBER or ethertype/NUMBER";

    /**
     * Parses a packet.
     *
     * @throws Problem if the text does not describe a packet
     */
    static PacketSpec parse(String text) {
        List<String> parts = List.of(text.strip().toLowerCase(Locale.ROOT).split("/", -1));
        Protocol named = Protocol.NAMED.get(parts.getFirst());
        try {
            if (named != null && named.hasPorts() && parts.size() <= 3 && parts.size() > 1) {
                int sourcePort = parts.size() == 3 ? number(parts.get(1), PortRange.MAX) : CLIENT_PORT;
                return new PacketSpec(named.type(), named.number(), sourcePort, number(parts.getLast(), PortRange.MAX));
            } else if (named != null && named.type() != Protocol.ANY && !named.hasPorts() && parts.size() == 1) {
                return new PacketSpec(named.type(), Math.max(named.number(), 0), 0, 0);
            } else if (parts.getFirst().equals("protocol") && parts.size() == 2) {
                return new PacketSpec(Protocol.IPV4_OR_IPV6, number(parts.get(1), 0xff), 0, 0);
            } else if (parts.getFirst().equals("ethertype") && parts.size() == 2) {
                return new PacketSpec(number(parts.get(1), 0xffff), 0, 0, 0);
            }
        } catch (NumberFormatException _) {
            // refused below
        }
        throw Problem.of(400, "packet %s: %s".formatted(text, VALID)).at("packet", text);
    }

    private static int number(String text, int max) {
        int number = Integer.decode(text);
        if (number < 0 || number > max) {
            throw new NumberFormatException();
        }
        return number;
    }

    /**
     * Returns the headers of the packet from one party to another.
     *
     * @throws Problem if the parties have no addresses of the packet's version of IP
     */
    PacketHeaders headers(Party from, Party to, int vlan) {
        var headers = new PacketHeaders();
        headers.ethSource = from.host().mac();
        headers.ethDestination = to.host().mac();
        headers.vlan = vlan;
        headers.protocol = number;
        headers.sourcePort = sourcePort;
        headers.destinationPort = destinationPort;
        headers.type = type != Protocol.IPV4_OR_IPV6
                ? type
                : from.host().ipv4().isPresent() && to.host().ipv4().isPresent()
                        ? Ethernet.TYPE_IPV4
                        : Ethernet.TYPE_IPV6;
        switch (headers.type) {
            case Ethernet.TYPE_IPV4, Ethernet.TYPE_ARP -> {
                headers.ipv4Source = from.requireIpv4();
                headers.ipv4Destination = to.requireIpv4();
            }
            case Ethernet.TYPE_IPV6 -> {
                headers.ipv6SourceHigh = from.requireIpv6().high();
                headers.ipv6SourceLow = from.requireIpv6().low();
                headers.ipv6DestinationHigh = to.requireIpv6().high();
                headers.ipv6DestinationLow = to.requireIpv6().low();
            }
            default -> {}
        }
        return headers;
    }

    /** Returns a description such as {@code tcp from 10.0.0.1 port 49152 to 10.0.0.2 port 80}. */
    static String describe(PacketHeaders headers) {
        boolean hasNumber = headers.type == Ethernet.TYPE_IPV4 || headers.type == Ethernet.TYPE_IPV6;
        var source = new Endpoint.Device(headers.ethSource).toString();
        var destination = new Endpoint.Device(headers.ethDestination).toString();
        if (headers.type == Ethernet.TYPE_IPV4 || headers.type == Ethernet.TYPE_ARP) {
            source = new Ipv4Prefix(headers.ipv4Source, Ipv4Prefix.BITS).toString();
            destination = new Ipv4Prefix(headers.ipv4Destination, Ipv4Prefix.BITS).toString();
        } else if (headers.type == Ethernet.TYPE_IPV6) {
            source = ipv6(headers.ipv6SourceHigh, headers.ipv6SourceLow);
            destination = ipv6(headers.ipv6DestinationHigh, headers.ipv6DestinationLow);
        }
        boolean hasPorts = hasNumber && Protocol.hasPorts(headers.protocol);
        return "%s from %s%s to %s%s%s"
                .formatted(
                        protocol(headers, hasNumber),
                        source,
                        hasPorts ? " port " + headers.sourcePort : "",
                        destination,
                        hasPorts ? " port " + headers.destinationPort : "",
                        headers.vlan == VlanId.NONE ? "" : " vlan " + headers.vlan);
    }

    private static String ipv6(long high, long low) {
        return new Ipv6Prefix(new Ipv6Address(high, low), Ipv6Prefix.BITS).toString();
    }

    private static Protocol protocol(PacketHeaders headers, boolean hasNumber) {
        if (!hasNumber || headers.protocol == 0) {
            return new Protocol(headers.type, Protocol.ANY);
        }
        var exact = new Protocol(headers.type, headers.protocol);
        return Protocol.NAMED.containsValue(exact) ? exact : new Protocol(Protocol.IPV4_OR_IPV6, headers.protocol);
    }
}
