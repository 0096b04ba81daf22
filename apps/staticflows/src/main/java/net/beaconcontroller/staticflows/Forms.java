package net.beaconcontroller.staticflows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;

/** Forms of flows, groups and meters that are equal if a switch treats them alike and reports them so. */
final class Forms {
    /** The flags that switches keep and report. The others are instructions for the moment when the flow is added. */
    private static final int KEPT_FLAGS = FlowMod.SEND_FLOW_REMOVED | FlowMod.NO_PACKET_COUNTS | FlowMod.NO_BYTE_COUNTS;

    private Forms() {}

    /** A flow without its identity and counters. */
    private record FlowForm(
            long cookie, int flags, int importance, int idleTimeout, int hardTimeout, Set<Instruction> instructions) {
        static FlowForm of(
                Version version,
                long cookie,
                int flags,
                int importance,
                int idleTimeout,
                int hardTimeout,
                List<Instruction> instructions) {
            var effective = new HashSet<>(Instruction.inForm(instructions, version));
            // Some switches report a flow that drops packets so, others without instructions.
            effective.remove(new Instruction.ApplyActions(List.of()));
            return new FlowForm(
                    cookie,
                    version.isAtLeast(Version.OF13) ? flags & KEPT_FLAGS : 0,
                    version.isAtLeast(Version.OF14) ? importance : 0,
                    idleTimeout,
                    hardTimeout,
                    effective);
        }
    }

    static Object of(FlowMod flow, Version version) {
        return FlowForm.of(
                version,
                flow.cookie(),
                flow.flags(),
                flow.importance(),
                flow.idleTimeout(),
                flow.hardTimeout(),
                flow.instructions());
    }

    static Object of(FlowStats flow, Version version) {
        return FlowForm.of(
                version,
                flow.cookie(),
                flow.flags(),
                flow.importance(),
                flow.idleTimeout(),
                flow.hardTimeout(),
                flow.instructions());
    }

    private record GroupForm(int type, List<BucketForm> buckets) {}

    private record BucketForm(long bucketId, int weight, long watchPort, long watchGroup, List<Action> actions) {}

    /** Returns the form of a group. Buckets without ids have their positions, as in OpenFlow 1.5. */
    static Object ofGroup(int type, List<Bucket> buckets) {
        var forms = new ArrayList<BucketForm>();
        for (Bucket bucket : buckets) {
            forms.add(new BucketForm(
                    bucket.bucketId() == Bucket.NO_ID ? forms.size() : bucket.bucketId(),
                    bucket.weight(),
                    bucket.watchPort(),
                    bucket.watchGroup(),
                    bucket.actions()));
        }
        return new GroupForm(type, forms);
    }

    private record MeterForm(int flags, List<MeterBand> bands) {}

    static Object ofMeter(Meter meter) {
        return new MeterForm(meter.flags(), meter.bands());
    }

    /** Returns the groups to which packets can go from these buckets, or on whose state the buckets depend. */
    static Set<Long> groupsAfter(List<Bucket> buckets) {
        var groups = new HashSet<Long>();
        for (Bucket bucket : buckets) {
            for (Action action : bucket.actions()) {
                if (action instanceof Action.ToGroup(long id)) {
                    groups.add(id);
                }
            }
            if (bucket.watchGroup() != GroupNumber.ANY) {
                groups.add(bucket.watchGroup());
            }
        }
        return groups;
    }
}
