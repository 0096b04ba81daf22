package net.beaconcontroller.routing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * Bridges that no controller controls and that know no spanning tree, with hosts. Hosts of an emulated network take the
 * place of cables between its switches and the bridges. The bridges and their hosts run on a loop of their own.
 */
final class LegacyNetwork implements AutoCloseable {
    private final SelectLoop loop = SelectLoop.start("legacy");
    private final ProbeIds probes = new ProbeIds();

    LegacyNetwork() throws IOException {}

    /** A learning bridge. Its methods may be called on any thread but the loop's. */
    final class Bridge {
        private final List<FrameSink> ports = new ArrayList<>();
        private final Map<Long, FrameSink> addresses = new HashMap<>();

        /** Connects the bridge to the switch port of a host, which forwards all that it receives. */
        void connect(EmulatedHost cable) {
            FrameSink port = cable::send;
            onLoop(() -> ports.add(port));
            cable.setListener(frame -> {
                byte[] copy = frame.clone();
                loop.tryExecute(() -> receive(port, copy));
            });
        }

        /** Adds a host with the addresses of its number. */
        EmulatedHost addHost(String name) {
            EmulatedHost host = loop.call(() -> new EmulatedHost(loop, probes, NetworkSpecBuilder.numbered(name)));
            FrameSink port = host::receive;
            onLoop(() -> {
                ports.add(port);
                host.plug(frame -> {
                    byte[] copy = frame.clone();
                    loop.tryExecute(() -> receive(port, copy));
                });
                host.carrier(true);
            });
            return host;
        }

        private void receive(FrameSink from, byte[] frame) {
            var view = new Ethernet();
            view.wrap(frame, 0, frame.length);
            if (BridgeAddresses.isNotForwarded(view.destination())) {
                return;
            }
            addresses.put(view.source(), from);
            FrameSink known = MacAddress.isGroup(view.destination()) ? null : addresses.get(view.destination());
            if (known == null) {
                ports.stream().filter(port -> port != from).forEach(port -> port.send(frame));
            } else if (known != from) {
                known.send(frame);
            }
        }

        private void remove(FrameSink port) {
            ports.remove(port);
            addresses.values().removeIf(each -> each == port);
        }
    }

    /** A cable between two bridges. */
    final class Cable {
        private final Bridge one;
        private final Bridge other;
        private final FrameSink atOne;
        private final FrameSink atOther;

        private Cable(Bridge one, Bridge other) {
            this.one = one;
            this.other = other;
            this.atOne = frame -> loop.tryExecute(() -> receiveAtOther(frame));
            this.atOther = frame -> loop.tryExecute(() -> receiveAtOne(frame));
        }

        private void receiveAtOne(byte[] frame) {
            one.receive(atOne, frame);
        }

        private void receiveAtOther(byte[] frame) {
            other.receive(atOther, frame);
        }

        void plug() {
            onLoop(() -> {
                one.ports.add(atOne);
                other.ports.add(atOther);
            });
        }

        void unplug() {
            onLoop(() -> {
                one.remove(atOne);
                other.remove(atOther);
            });
        }
    }

    Bridge bridge() {
        return new Bridge();
    }

    /** Returns a cable that is not plugged in. */
    Cable cable(Bridge one, Bridge other) {
        return new Cable(one, other);
    }

    private void onLoop(Runnable task) {
        loop.call(Executors.callable(task));
    }

    @Override
    public void close() {
        loop.close();
    }
}
