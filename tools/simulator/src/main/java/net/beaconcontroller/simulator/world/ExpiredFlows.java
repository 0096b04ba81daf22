package net.beaconcontroller.simulator.world;

import java.util.List;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.multipart.FlowStats;

/** When hosts have been silent for a while, no switch has a flow between two of them, but for claims of addresses. */
final class ExpiredFlows implements Expectation {
    @Override
    public void check(World world, String when) {
        for (String sw : world.network().switchNames()) {
            List<FlowStats> left = world.network().flows(sw).stream()
                    .filter(flow -> flow.match().of(Field.ETH_SRC).isPresent()
                            && flow.match().of(Field.ETH_TYPE).isEmpty())
                    .toList();
            if (!left.isEmpty()) {
                world.violate("%s %s has %d flows between hosts: %s".formatted(when, sw, left.size(), left.getFirst()));
            }
        }
    }
}
