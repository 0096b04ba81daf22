package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.testkit.TestTime;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/** Hosts that are learned from packet-ins, with a clock and probes of the test. */
final class LearnedHosts {
    static final long MOVE_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private long nowNanos;
    private final FakeTopology topology;
    private final RecordedProbes probes = new RecordedProbes();
    private final List<DeviceEvent> events = new ArrayList<>();
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final DeviceTable table;
    private final LearnerHarness harness;

    /** Creates an empty table of the hosts at these ports. */
    LearnedHosts(SwitchPort... edges) {
        topology = new FakeTopology().withEdges(edges);
        table = new DeviceTable(
                topology,
                new DeviceTable.Options(DeviceTracker.DEFAULT_PORT_LIMIT, MOVE_DELAY_NANOS, Set.of()),
                probes,
                events::add,
                rejections,
                _ -> {},
                new TestTime(() -> nowNanos));
        harness = new LearnerHarness(() -> new HostLearner(
                topology,
                table,
                task -> {
                    task.run();
                    return true;
                },
                rejections));
    }

    /** Passes a frame to the learner. Returns whether other applications receive it. */
    boolean receive(SwitchPort at, Bytes frame) {
        return harness.packetIn(at, frame, ++nowNanos) == Next.PASS;
    }

    /** Passes an ARP reply to the learner. */
    boolean receiveReply(SwitchPort at, long destination, long source, long senderMac, long senderIp) {
        return receive(
                at,
                Bytes.of(FrameBuilder.ethernet(destination, source)
                        .arp(Arp.REPLY, senderMac, senderIp, destination, 0)
                        .build()));
    }

    /** Lets time pass, and runs the due tasks. */
    void pass(long nanos) {
        long end = nowNanos + nanos;
        while (table.timers().nanosToNext(nowNanos) <= end - nowNanos) {
            nowNanos += Math.max(0, table.timers().nanosToNext(nowNanos));
            Objects.requireNonNull(table.timers().poll(nowNanos)).run();
        }
        nowNanos = end;
    }

    void passMillis(long millis) {
        pass(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Takes a port down. */
    void portDown(SwitchPort port) {
        table.edgesRemoved(topology.without(List.of(port)).edgesRemoved(), table.now());
    }

    @Nullable
    Host host(long mac) {
        return table.index().host(HostKey.of(mac, VlanId.NONE));
    }

    /** Returns a known host. */
    Device device(long mac) {
        return Objects.requireNonNull(host(mac)).device();
    }

    /** Returns the port of a host that is attached. */
    SwitchPort attachment(long mac) {
        return device(mac).attachment().orElseThrow();
    }

    RecordedProbes probes() {
        return probes;
    }

    long rejected(RejectionReason reason) {
        return rejections.values().getOrDefault(reason, 0L);
    }
}
