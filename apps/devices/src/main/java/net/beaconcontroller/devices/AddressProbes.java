package net.beaconcontroller.devices;

import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * An encoder of unicast frames that probe whether a host has an IP address: an ARP probe (RFC 5227 section 2.1.1), or a
 * Neighbor Solicitation for duplicate address detection (RFC 4862 section 5.4.2). Both have an unspecified sender IP
 * address, so that the host does not update its neighbor cache. RFC 6085 permits a unicast MAC address with a multicast
 * IP address.
 */
final class AddressProbes {
    /** The source MAC address of probes: locally administered, then "beacn" in ASCII. */
    static final long PROBE_SOURCE = 0x0262_6561_636eL;

    private AddressProbes() {}

    /** Encodes a probe of the host of this binding. */
    static Bytes probe(Binding binding) {
        Binding.Key key = binding.key();
        FrameBuilder frame =
                FrameBuilder.ethernet(binding.host().mac(), PROBE_SOURCE).vlan(key.vlan());
        if (binding.isIpv4()) {
            frame.arpRequest(0, IpAddresses.ipv4(key.low()));
        } else {
            var target = new Ipv6Address(key.high(), key.low());
            frame.ipv6(Ipv6Address.UNSPECIFIED, target.solicitedNode())
                    .neighborSolicitation(target, NeighborDiscovery.NO_MAC);
        }
        return Bytes.of(frame.build());
    }
}
