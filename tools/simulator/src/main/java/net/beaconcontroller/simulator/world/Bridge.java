package net.beaconcontroller.simulator.world;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.Ethernet;

/**
 * A learning bridge that no controller controls and that knows no spanning tree. Nodes of the emulated network, which
 * else would be hosts, are its ports. It runs on the thread of the network.
 */
final class Bridge {
    private final List<EmulatedHost> ports;
    private final Map<Long, EmulatedHost> addresses = new TreeMap<>();
    /** The broadcasts of hosts that have arrived, by their contents, each of which is unique. */
    private final Set<Bytes> broadcasts = new HashSet<>();

    private final AtomicLong copies = new AtomicLong();
    private volatile boolean isJoined;
    private boolean wasJoined;

    /** Creates a bridge, which forwards only while it is joined. */
    Bridge(List<EmulatedHost> ports, boolean isJoined) {
        this.ports = List.copyOf(ports);
        setJoined(isJoined);
        this.ports.forEach(port -> port.setListener(frame -> receive(port, frame)));
    }

    final void setJoined(boolean joined) {
        isJoined = joined;
        wasJoined |= joined;
    }

    /** Returns whether it has been joined: the controller remembers the domain for a while. */
    boolean wasJoined() {
        return wasJoined;
    }

    /** Returns how many broadcasts have arrived again: hosts behind the bridge would have received them twice. */
    long copies() {
        return copies.get();
    }

    private void receive(EmulatedHost from, byte[] frame) {
        if (!isJoined) {
            return;
        }
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        if (BridgeAddresses.isNotForwarded(view.destination())) {
            return;
        }
        if (view.destination() == MacAddress.BROADCAST
                && view.type() == Ethernet.TYPE_IPV4
                && !broadcasts.add(Bytes.of(frame))) {
            copies.incrementAndGet();
        }
        addresses.put(view.source(), from);
        EmulatedHost known = MacAddress.isGroup(view.destination()) ? null : addresses.get(view.destination());
        if (known == null) {
            ports.stream().filter(port -> port != from).forEach(port -> port.send(frame));
        } else if (known != from) {
            known.send(frame);
        }
    }
}
