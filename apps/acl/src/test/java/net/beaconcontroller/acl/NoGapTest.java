package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Activity;
import net.beaconcontroller.emulator.network.DatagramReport;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Traffic while rules change, in an emulated network. {@code -Dacl.seconds=60} lets it last longer. */
@Execution(ExecutionMode.CONCURRENT)
class NoGapTest {
    private static final long SEED = 20261124;
    private static final int SECONDS = Integer.getInteger("acl.seconds", 2);
    private static final int PER_SECOND = 500;
    private static final int DENIED_PORT = 23;

    /** Each set allows UDP to the port for discarding (9) and denies TCP to port 23, by different rules. */
    private static List<String> randomRules(SplittableRandom random) {
        var rules = new ArrayList<String>();
        String[] others = {
            "deny udp port 10",
            "allow tcp port 80",
            "deny icmp",
            "deny ipv6",
            "allow udp port 5000-5010",
            "deny tcp from 10.0.0.3",
            "deny udp from 10.0.0.9",
            "allow arp"
        };
        for (String other : others) {
            if (random.nextBoolean()) {
                rules.add(random.nextInt(rules.size() + 1), other);
            }
        }
        int end = rules.size();
        rules.add(end, random.nextBoolean() ? "deny tcp port 23" : "deny tcp from 10.0.0.1");
        rules.add(end, random.nextBoolean() ? "allow udp port 9" : "allow udp from 10.0.0.1 to 10.0.0.2");
        if (random.nextBoolean()) {
            rules.add("deny ip");
        }
        return rules;
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void changesLoseNoPacketThatAllSetsAllowAndPassNoneThatAllDeny(Version version) throws Exception {
        var random = new SplittableRandom(SEED);
        try (var acl = AclNetwork.start("linear,2", version, new LearningSwitch())) {
            acl.replace(randomRules(random));
            EmulatedHost from = acl.network.host("h1");
            EmulatedHost to = acl.network.host("h2");
            var first = new ArrayList<Long>();
            await().until(() -> {
                first.add(from.sendDatagram(to.address().orElseThrow()));
                return first.stream().anyMatch(to::hasSeen);
            });
            var passed = new AtomicInteger();
            to.setListener(frame -> {
                if (isDenied(frame)) {
                    passed.incrementAndGet();
                }
            });
            byte[] denied = FrameBuilder.ethernet(to.mac(), from.mac())
                    .ipv4(from.address().orElseThrow(), to.address().orElseThrow())
                    .tcp(50_000, DENIED_PORT)
                    .build();
            Activity<DatagramReport> stream = acl.network.startDatagrams(
                    "h1",
                    "h2",
                    SECONDS * PER_SECOND,
                    Duration.ofSeconds(1).dividedBy(PER_SECOND),
                    Duration.ofSeconds(5));
            int changes = 0;
            while (!stream.report().isDone()) {
                acl.book.replaceAll(randomRules(random).stream().map(Draft::of).toList());
                for (int i = 0; i < 20; i++) {
                    from.send(denied);
                }
                acl.awaitInstalled();
                changes++;
            }
            DatagramReport report = stream.report().join();
            assertThat(report.arrived()).as("arrived after %d changes", changes).isEqualTo(report.sent());
            assertThat(report.duplicates()).isZero();
            assertThat(passed).as("passed although denied").hasValue(0);
            assertThat(changes).isGreaterThan(10);
        }
    }

    private static boolean isDenied(byte[] frame) {
        var ethernet = new Ethernet();
        ethernet.wrap(frame, 0, frame.length);
        return new PacketHeaders().read(ethernet).destinationPort == DENIED_PORT;
    }
}
