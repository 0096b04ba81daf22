package net.beaconcontroller.acl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.openflow.multipart.FlowStats;

/** The packets and bytes that the present flows of a rule have counted, in all switches. */
record FlowCount(long packets, long bytes) {
    static final FlowCount NONE = new FlowCount(0, 0);

    /** Reads the flows of all switches at once, and returns the counts by the numbers of the rules. */
    static Map<Integer, FlowCount> read(Controller controller) {
        List<CompletableFuture<List<FlowStats>>> answers =
                controller.switches().stream().map(SwitchRules::requestFlows).toList();
        var counts = new HashMap<Integer, FlowCount>();
        for (CompletableFuture<List<FlowStats>> answer : answers) {
            try {
                answer.join()
                        .forEach(flow -> counts.merge(
                                AclFlow.number(flow.cookie()),
                                new FlowCount(flow.packets(), flow.bytes()),
                                FlowCount::plus));
            } catch (CompletionException | CancellationException _) {
                // the switch has refused the request, or is gone
            }
        }
        return counts;
    }

    private FlowCount plus(FlowCount other) {
        return new FlowCount(packets + other.packets, bytes + other.bytes);
    }
}
