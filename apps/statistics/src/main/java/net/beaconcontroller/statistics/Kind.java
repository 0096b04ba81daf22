package net.beaconcontroller.statistics;

import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.MultipartRequest;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Queue;

/** A kind of statistics. Of those that are due at the same time, the first one is requested first. */
enum Kind {
    PORTS,
    /** The sizes of the tables, which do not change: requested once. */
    TABLE_SIZES,
    TABLES,
    /** The number of flows, which decides whether the {@link #FLOWS} are requested. */
    FLOW_COUNT,
    FLOWS,
    QUEUES,
    GROUPS,
    METERS;

    MultipartRequest<?> request() {
        return switch (this) {
            case PORTS -> new PortStats.Request(PortNumber.ANY);
            case TABLES -> new TableStats.Request();
            case TABLE_SIZES -> new TableFeatures.Request();
            case FLOW_COUNT ->
                new AggregateStats.Request(FlowMod.ALL_TABLES, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.ANY);
            case FLOWS -> new FlowStats.Request();
            case QUEUES -> new QueueStats.Request(PortNumber.ANY, Queue.ALL);
            case GROUPS -> new GroupStats.Request(GroupNumber.ALL);
            case METERS -> new MeterStats.Request(MeterMod.ALL);
        };
    }

    /** Returns the name in words. */
    String text() {
        return Words.spaced(this);
    }
}
