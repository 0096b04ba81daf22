package net.beaconcontroller.routing;

import java.util.concurrent.atomic.LongAdder;

/** Counts what {@link ForwardingCounters} tells. */
final class Counters {
    final LongAdder local = new LongAdder();
    final LongAdder routed = new LongAdder();
    final LongAdder unicast = new LongAdder();
    final LongAdder floods = new LongAdder();
    final LongAdder loops = new LongAdder();
    final LongAdder tooMany = new LongAdder();
    final LongAdder notDesignated = new LongAdder();
    final LongAdder unsettled = new LongAdder();
    final LongAdder unreachable = new LongAdder();
    final LongAdder toItself = new LongAdder();
    final LongAdder notForwarded = new LongAdder();
    final LongAdder cut = new LongAdder();
    final LongAdder rerouted = new LongAdder();

    ForwardingCounters sums() {
        return new ForwardingCounters(
                local.sum(),
                routed.sum(),
                unicast.sum(),
                floods.sum(),
                loops.sum(),
                tooMany.sum(),
                notDesignated.sum(),
                unsettled.sum(),
                unreachable.sum(),
                toItself.sum(),
                notForwarded.sum(),
                cut.sum(),
                rerouted.sum());
    }
}
