package net.beaconcontroller.simulator.world;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * No flow is for packets from or to a port without a carrier. With OpenFlow 1.0, in which flows cannot be deleted by
 * cookie, those from such a port are left open: they expire when they are idle.
 */
final class FlowsOfPorts implements Expectation {
    @Override
    public void check(World world, String when) {
        List<LinkState> links = world.network().links();
        for (String sw : world.network().switchNames()) {
            if (world.network().query(sw, EmulatedSwitch::isConnected)) {
                Set<Long> ports = links.stream()
                        .filter(LinkState::hasCarrier)
                        .flatMap(
                                link -> Stream.of(link.place().a(), link.place().b()))
                        .filter(end -> end.node().equals(sw))
                        .map(NetworkSpec.End::port)
                        .collect(Collectors.toSet());
                for (FlowStats flow : world.network().flows(sw)) {
                    Set<Long> dead = ports(flow, world.plan().version() != Version.OF10);
                    dead.removeAll(ports);
                    if (!dead.isEmpty()) {
                        world.violate("%s %s has a flow of port %s, which has no carrier: %s"
                                .formatted(when, sw, dead, flow));
                    }
                }
            }
        }
    }

    /** Returns the ports that a flow names, but for reserved ones. */
    private static Set<Long> ports(FlowStats flow, boolean isSourceIncluded) {
        var ports = new TreeSet<Long>();
        if (isSourceIncluded) {
            flow.match()
                    .of(Field.IN_PORT)
                    .ifPresent(from -> ports.add(from.value().toLong()));
        }
        for (Instruction instruction : flow.instructions()) {
            if (instruction instanceof Instruction.ApplyActions apply) {
                for (Action action : apply.actions()) {
                    if (action instanceof Action.Output output) {
                        ports.add(output.port());
                    }
                }
            }
        }
        ports.removeIf(port -> port > NetworkSpecBuilder.MAX_PORT && port != PortNumber.LOCAL);
        return ports;
    }
}
