package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The path for packets between two hosts of a switch, which is faster, decides as the path for all other packets. */
class FastPathTest {
    private static final int RUNS = 200;
    private static final int PACKETS_PER_RUN = 200;
    private static final long NANOS_PER_BATCH = 50_000_000;
    private static final Pattern COOKIE = Pattern.compile("cookie=0x[0-9a-f]+,?");

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void packetsAreHandledAsOnTheOtherPath(Version version) {
        var outcomes = EnumSet.noneOf(ForwardingOutcome.class);
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new SplittableRandom(seed);
            var packets = new RandomPackets(random);
            try (ForwarderFixture fast = RandomPackets.network(version);
                    ForwarderFixture slow = RandomPackets.network(version)) {
                slow.hasLocalDevices = false;
                long nanos = System.nanoTime();
                for (int sent = 0; sent < PACKETS_PER_RUN; ) {
                    PacketIn[] batch = packets.batch();
                    sent += batch.length;
                    nanos += NANOS_PER_BATCH;
                    long datapathId = 1 + random.nextLong(RandomPackets.SWITCHES);
                    fast.receive(datapathId, nanos, batch);
                    slow.receive(datapathId, nanos, batch);
                    assertThat(sent(fast)).as("seed %d", seed).isEqualTo(sent(slow));
                }
                assertThat(fast.forwarder().counters())
                        .as("seed %d", seed)
                        .isEqualTo(slow.forwarder().counters());
                outcomes.addAll(fast.outcomes());
            }
        }
        assertThat(outcomes)
                .contains(
                        ForwardingOutcome.LOCAL,
                        ForwardingOutcome.ROUTED,
                        ForwardingOutcome.INSPECTED,
                        ForwardingOutcome.FORGED_CLAIM,
                        ForwardingOutcome.SOURCE_ELSEWHERE);
    }

    /** Returns what a forwarder has sent to the switches; flows have random cookies. */
    private static List<Object> sent(ForwarderFixture fixture) {
        var all = new ArrayList<>();
        for (long id = 1; id <= RandomPackets.SWITCHES; id++) {
            for (Message message : fixture.sw(id).sent()) {
                all.add(
                        message instanceof FlowMod flow
                                ? COOKIE.matcher(flow.toString()).replaceAll("")
                                : message);
            }
            fixture.sw(id).clear();
        }
        return all;
    }
}
