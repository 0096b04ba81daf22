package net.beaconcontroller.simulator.world;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.topology.SwitchPort;

/**
 * The devices are the hosts, at their ports and with their addresses. One that has left may be shown at a port of a
 * switch that is not connected, or of the bridge, where its last broadcast may have come back.
 */
final class KnownHosts implements Expectation {
    private final Predicate<EmulatedHost> which;

    /** @param which the hosts that the controller must know; hosts that are absent must not be attached */
    KnownHosts(Predicate<EmulatedHost> which) {
        this.which = which;
    }

    @Override
    public void check(World world, String when) {
        for (EmulatedHost host : world.hosts()) {
            LinkState link = world.linkOf(host.name());
            SwitchPort place = KnownTopology.port(link.place().b());
            Optional<Device> device = world.routed().devices().byMac(host.mac(), VlanId.NONE);
            if (!link.hasCarrier()) {
                device.flatMap(Device::attachment)
                        .filter(at -> !isBridge(world, at))
                        .filter(at -> world.routed().topology().snapshot().isConnected(at.datapathId()))
                        .ifPresent(at -> world.violate(
                                "%s %s, which is absent, is shown at %s".formatted(when, host.name(), at)));
            } else if (which.test(host)) {
                long address = host.address().orElseThrow();
                boolean isRight = device.map(known -> known.attachment().equals(Optional.of(place))
                                && known.ipv4Addresses().contains(address))
                        .orElse(false);
                if (!isRight) {
                    world.violate("%s %s at %s is shown as %s"
                            .formatted(
                                    when,
                                    host.name(),
                                    place,
                                    device.map(Device::toString).orElse("unknown")));
                }
            }
        }
        Set<Long> macs = world.network().hosts().stream().map(EmulatedHost::mac).collect(Collectors.toSet());
        var others = world.routed()
                .devices()
                .all()
                .map(Device::mac)
                .filter(mac -> !macs.contains(mac))
                .map(MacAddress::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!others.isEmpty()) {
            world.violate("%s devices are shown that are no hosts: %s".formatted(when, others));
        }
    }

    private static boolean isBridge(World world, SwitchPort at) {
        return world.plan().bridge().stream()
                .map(port -> KnownTopology.port(world.linkOf(port).place().b()))
                .anyMatch(at::equals);
    }
}
