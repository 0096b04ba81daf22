package net.beaconcontroller.acl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Transport;

/**
 * The protocol that a rule matches.
 *
 * @param type the Ethernet type, {@link #ANY}, or {@link #IPV4_OR_IPV6}
 * @param number the IP protocol, or {@link #ANY}
 */
record Protocol(int type, int number) {
    static final int ANY = -1;
    static final int IPV4_OR_IPV6 = -2;
    static final int SCTP = 132;

    /** The first value of the Ethernet type field that is a type and not a length, IEEE 802.3 section 3.2.6. */
    static final int MIN_TYPE = 0x0600;

    /** The protocols with names, by name. */
    static final Map<String, Protocol> NAMED = named();

    private static Map<String, Protocol> named() {
        var named = new LinkedHashMap<String, Protocol>();
        named.put("any", new Protocol(ANY, ANY));
        named.put("ip", new Protocol(Ethernet.TYPE_IPV4, ANY));
        named.put("ipv6", new Protocol(Ethernet.TYPE_IPV6, ANY));
        named.put("arp", new Protocol(Ethernet.TYPE_ARP, ANY));
        named.put("icmp", new Protocol(Ethernet.TYPE_IPV4, Icmp.V4));
        named.put("icmpv6", new Protocol(Ethernet.TYPE_IPV6, Icmp.V6));
        named.put("tcp", new Protocol(IPV4_OR_IPV6, Transport.TCP));
        named.put("udp", new Protocol(IPV4_OR_IPV6, Transport.UDP));
        named.put("sctp", new Protocol(IPV4_OR_IPV6, SCTP));
        return named;
    }

    boolean hasPorts() {
        return type == IPV4_OR_IPV6 && hasPorts(number);
    }

    /** Returns whether packets of an IP protocol have ports. */
    static boolean hasPorts(int number) {
        return number == Transport.TCP || number == Transport.UDP || number == SCTP;
    }

    @Override
    public String toString() {
        Optional<String> name = NAMED.entrySet().stream()
                .filter(named -> named.getValue().equals(this))
                .map(Map.Entry::getKey)
                .findFirst();
        return name.orElseGet(() -> type == IPV4_OR_IPV6 ? "protocol " + number : "ethertype 0x%04x".formatted(type));
    }
}
