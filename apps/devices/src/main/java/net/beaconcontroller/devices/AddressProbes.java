package net.beaconcontroller.devices;

import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * An encoder of unicast frames that probe whether a host has an IP address: an ARP probe (RFC 5227 section 2.1.1),
 * whose unspecified sender IP address does not change the cache of the host, or a Neighbor Solicitation (RFC 4861
 * section 7.2.2). The latter has a sender, because hosts multicast their replies to a solicitation without one. RFC
 * 6085 permits a unicast MAC address with a multicast IP address.
 */
final class AddressProbes {
    /** The source MAC address of probes: locally administered, then "beacn" in ASCII. */
    static final long PROBE_SOURCE = 0x0262_6561_636eL;

    /** The link-local address of {@link #PROBE_SOURCE}: RFC 4291 appendix A. */
    private static final Ipv6Address PROBE_SOURCE_IPV6 = Ipv6Address.parse("fe80::62:65ff:fe61:636e");

    private AddressProbes() {}

    /** Encodes a probe of a host. */
    static Bytes probe(long key, long high, long low) {
        FrameBuilder frame =
                FrameBuilder.ethernet(HostKey.mac(key), PROBE_SOURCE).vlan(HostKey.vlan(key));
        if (IpAddresses.isIpv4(high, low)) {
            frame.arpRequest(0, IpAddresses.ipv4(low));
        } else {
            var target = new Ipv6Address(high, low);
            frame.ipv6(PROBE_SOURCE_IPV6, target.solicitedNode()).neighborSolicitation(target, PROBE_SOURCE);
        }
        return Bytes.of(frame.build());
    }
}
