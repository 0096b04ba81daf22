package net.beaconcontroller.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.openflow.DatapathId;
import org.jspecify.annotations.Nullable;

/** The bodies of answers. */
final class Views {
    private static final String SWITCH = "datapath id, 16 hexadecimal digits";
    private static final String BITS = "bits per second; null if unknown";
    private static final String PACKETS = "packets per second; null if unknown";

    private Views() {}

    /** Returns a rate; null if it is unknown, because JSON has no NaN. */
    static @Nullable Double rate(double value) {
        return Double.isNaN(value) ? null : (Double) value;
    }

    /** Returns a number; null if it is 0, which stands for an unknown one. */
    static @Nullable Long known(long value) {
        return value == 0 ? null : (Long) value;
    }

    /** The rates of a port. */
    public record PortView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("port number") long port,
            @Description("name, as the switch says") String name,

            @Description("speed in bits per second; null if unknown") @Nullable
            Long speed,

            @Description("when the port was read last") Instant time,
            @Description(BITS) @Nullable Double receivedBitsPerSecond,
            @Description(BITS) @Nullable Double sentBitsPerSecond,
            @Description(PACKETS) @Nullable Double receivedPacketsPerSecond,
            @Description(PACKETS) @Nullable Double sentPacketsPerSecond,

            @Description("receive and transmit errors per second; null if unknown") @Nullable
            Double errorsPerSecond,

            @Description("dropped packets per second; null if unknown") @Nullable
            Double dropsPerSecond,

            @Description("share of the speed that the busier direction uses, from 0 to 1; null if unknown") @Nullable
            Double load) {
        static PortView of(PortRate rate) {
            return new PortView(
                    DatapathId.toString(rate.datapathId()),
                    rate.port(),
                    rate.name(),
                    known(rate.speed()),
                    rate.time(),
                    rate(rate.receivedBits()),
                    rate(rate.sentBits()),
                    rate(rate.receivedPackets()),
                    rate(rate.sentPackets()),
                    rate(rate.errors()),
                    rate(rate.drops()),
                    rate(rate.load()));
        }
    }

    /** The rates of a port at an earlier time. */
    public record SampleView(
            @Description("when it was read") Instant time,
            @Description(BITS) @Nullable Double receivedBitsPerSecond,
            @Description(BITS) @Nullable Double sentBitsPerSecond) {
        static SampleView of(PortSample sample) {
            return new SampleView(sample.time(), rate(sample.receivedBits()), rate(sample.sentBits()));
        }
    }

    /** The rates of a flow. */
    public record FlowView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("the flow, as ovs-ofctl prints it") String flow,
            @Description("bits per second") double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond) {
        static FlowView of(FlowRate rate) {
            return new FlowView(
                    DatapathId.toString(rate.datapathId()), rate.flow().toString(), rate.bits(), rate(rate.packets()));
        }
    }

    /** The use of a flow table. */
    public record TableView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the table") int table,

            @Description("name; empty if the switch has not reported it")
            String name,

            @Description("number of flows") long flows,

            @Description("maximum number of flows; null if unknown") @Nullable
            Long maxFlows,

            @Description("share of the table that is in use, from 0 to 1; null if unknown") @Nullable
            Double fill,

            @Description("packets looked up per second; null if unknown") @Nullable
            Double lookupsPerSecond,

            @Description("packets that matched a flow per second; null if unknown") @Nullable
            Double matchedPerSecond) {
        static TableView of(TableUsage table) {
            return new TableView(
                    DatapathId.toString(table.datapathId()),
                    table.tableId(),
                    table.name(),
                    table.flows(),
                    known(table.maxFlows()),
                    rate(table.fill()),
                    rate(table.lookups()),
                    rate(table.matched()));
        }
    }

    /** The rates of a queue. */
    public record QueueView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("port number") long port,

            @Description("number of the queue, within the port")
            long queue,

            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond,

            @Description("packets per second that were dropped because the queue was full; null if unknown") @Nullable
            Double errorsPerSecond) {
        static QueueView of(QueueRate rate) {
            return new QueueView(
                    DatapathId.toString(rate.datapathId()),
                    rate.port(),
                    rate.queueId(),
                    rate(rate.bits()),
                    rate(rate.packets()),
                    rate(rate.errors()));
        }
    }

    /** The rates of a group. */
    public record GroupView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the group") long group,

            @Description("number of flows and groups that use it")
            long references,

            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond) {
        static GroupView of(GroupRate rate) {
            return new GroupView(
                    DatapathId.toString(rate.datapathId()),
                    rate.groupId(),
                    rate.references(),
                    rate(rate.bits()),
                    rate(rate.packets()));
        }
    }

    /** The rates of a meter. */
    public record MeterView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the meter") long meter,
            @Description("number of flows that use it") long references,
            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond,

            @Description("packets per second that exceed the rate of a band; null if unknown") @Nullable
            Double exceedingPacketsPerSecond) {
        static MeterView of(MeterRate rate) {
            return new MeterView(
                    DatapathId.toString(rate.datapathId()),
                    rate.meterId(),
                    rate.references(),
                    rate(rate.bits()),
                    rate(rate.packets()),
                    rate(rate.exceedingPackets()));
        }
    }

    /** How the statistics of a switch are collected. */
    public record CollectionView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,

            @Description("seconds between the last two readings of its ports; null before the second one") @Nullable
            Double intervalSeconds,

            @Description("time of its last reply in milliseconds; null before the first one") @Nullable
            Double replyMillis,

            @Description("kinds of statistics that it or its version does not have, or that it has refused")
            List<String> refused,

            @Description("requests to which it has not replied in time")
            long timeouts,

            @Description("number of its flows; null if unknown") @Nullable
            Long flows,

            @Description("number of its flows if it has more than are read, else 0")
            long skippedFlows) {
        static CollectionView of(CollectionState state) {
            Duration interval = state.interval();
            Duration replyTime = state.replyTime();
            return new CollectionView(
                    DatapathId.toString(state.datapathId()),
                    interval == null ? null : interval.toNanos() / 1e9,
                    replyTime == null ? null : replyTime.toNanos() / 1e6,
                    state.refused(),
                    state.timeouts(),
                    state.flows() < 0 ? null : (Long) state.flows(),
                    state.skippedFlows());
        }
    }
}
