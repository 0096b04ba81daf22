package net.beaconcontroller.routing;

import net.beaconcontroller.api.Controller;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes broadcasts of the own address of a switch, which the switch has forwarded without the controller. With
 * in-band control, which is on by default, Open vSwitch forwards the ARP requests and DHCP messages of its local port
 * as an ordinary bridge does ("In-Band Control" in its design document): they arrive at its neighbours, which do not
 * forward broadcasts of other switches. Thread-safe.
 *
 * <p>A host at such a switch can send ARP requests with the address of the local port, which the switch forwards in the
 * same way; they are forwarded unless they claim the IP address of another host.
 */
final class InBandBroadcasts {
    private final Controller controller;

    InBandBroadcasts(Controller controller) {
        this.controller = controller;
    }

    /**
     * Returns the local port whose address is the source of a broadcast that was received from a neighbour, if that is
     * the port of the neighbour. The neighbour sends the broadcast over all its links; this method accepts the copy
     * over the first one, and returns null for the others.
     */
    @Nullable
    SwitchPort sender(TopologySnapshot now, SwitchPort at, long source) {
        return now.linksFrom(at.datapathId()).stream()
                .filter(link -> link.from().equals(at))
                .map(link -> link.to().datapathId())
                .filter(neighbour -> isLocalAddress(neighbour, source) && isFirstReceiver(now, neighbour, at))
                .map(neighbour -> new SwitchPort(neighbour, PortNumber.LOCAL))
                .findFirst()
                .orElse(null);
    }

    private boolean isLocalAddress(long datapathId, long address) {
        return controller
                .switchOf(datapathId)
                .flatMap(sw -> sw.port(PortNumber.LOCAL))
                .map(Port::address)
                .filter(local -> local == address)
                .isPresent();
    }

    private static boolean isFirstReceiver(TopologySnapshot now, long sender, SwitchPort at) {
        return now.linksFrom(sender).stream()
                .map(Link::to)
                .filter(to -> now.isConnected(to.datapathId()))
                .findFirst()
                .filter(at::equals)
                .isPresent();
    }
}
