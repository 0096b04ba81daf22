package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host that sends frames of all kinds, with made-up and stolen addresses, as fast as the emulator delivers them. */
@Tag("measuring")
class AttackTest {
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("attack.seconds", 5));
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Longer than a second, which is the time on a machine without other load. */
    private static final Duration CONNECT = Duration.ofMillis(Integer.getInteger("attack.limit", 5_000));

    private static final int BURST = 64;
    private static final int TYPE = 0x88b6;
    /** The memory for the flows, paths and devices that the budgets of one port permit. */
    private static final long MAX_GROWTH_BYTES = 128 << 20;

    @Test
    @Timeout(180)
    void othersKeepCommunicatingWhileOneHostAttacks() throws Exception {
        try (var routed = RoutedNetwork.start("fattree,4", Version.OF13)) {
            EmulatedHost attacker = routed.network.host("h1");
            // The controller cannot distinguish an unknown host from one that claims its addresses.
            routed.network.hosts().forEach(EmulatedHost::announce);
            await().untilAsserted(() -> assertThat(routed.devices.all())
                    .filteredOn(device -> !device.ipv4Addresses().isEmpty())
                    .hasSize(routed.network.hosts().size()));
            List<Pair> established = List.of(new Pair(routed, 2, 16), new Pair(routed, 5, 6), new Pair(routed, 9, 3));
            established.forEach(pair -> assertThat(pair.ping(TIMEOUT)).succeedsWithin(TIMEOUT));
            long before = usedBytes();
            var isOver = new AtomicBoolean();
            Thread attack = Thread.ofPlatform().start(() -> attack(routed, attacker, isOver));
            try {
                int fresh = 0;
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < DURATION.toNanos()) {
                    for (Pair pair : established) {
                        assertThat(pair.ping(CONNECT)).as("%s", pair).succeedsWithin(CONNECT);
                    }
                    var pair = new Pair(routed, 4 + fresh % 6, 10 + fresh / 6 % 6);
                    fresh++;
                    assertThat(pair.ping(CONNECT)).as("new pair %s", pair).succeedsWithin(CONNECT);
                }
            } finally {
                isOver.set(true);
                attack.join();
            }
            assertThat(usedBytes() - before).as("growth of the heap").isLessThan(MAX_GROWTH_BYTES);
            assertThat(routed.forwarder.counters()).containsKey(ForwardingOutcome.SOURCE_ELSEWHERE);
        }
    }

    private record Pair(EmulatedHost from, EmulatedHost to) {
        Pair(RoutedNetwork routed, int from, int to) {
            this(routed.network.host("h" + from), routed.network.host("h" + to));
        }

        CompletableFuture<Duration> ping(Duration timeout) {
            return from.ping(to.address().orElseThrow(), timeout);
        }

        @Override
        public String toString() {
            return from.name() + "->" + to.name();
        }
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void attack(RoutedNetwork routed, EmulatedHost attacker, AtomicBoolean isOver) {
        var random = new Random(1);
        List<EmulatedHost> victims = new ArrayList<>(routed.network.hosts());
        victims.remove(attacker);
        while (!isOver.get()) {
            for (int i = 0; i < BURST; i++) {
                attacker.send(frame(random, attacker, victims.get(random.nextInt(victims.size()))));
            }
            // Waits until the emulator has sent them.
            attacker.hasSeen(0);
        }
    }

    private static byte[] frame(Random random, EmulatedHost attacker, EmulatedHost victim) {
        long made = random.nextLong() & 0xfcff_ffff_ffffL;
        long address = victim.address().orElseThrow();
        return switch (random.nextInt(7)) {
            case 0 ->
                FrameBuilder.ethernet(victim.mac(), made).type(TYPE).zeros(46).build();
            case 1 ->
                FrameBuilder.ethernet(random.nextLong() & 0xfeff_ffff_ffffL, victim.mac())
                        .type(TYPE)
                        .zeros(46)
                        .build();
            case 2 ->
                FrameBuilder.ethernet(MacAddress.BROADCAST, made)
                        .arpRequest(address, random.nextInt())
                        .build();
            case 3 ->
                FrameBuilder.ethernet(MacAddress.BROADCAST, victim.mac())
                        .arpReply(address, address)
                        .build();
            case 4 ->
                FrameBuilder.ethernet(0x0180_c200_000eL, made)
                        .lldp("1".getBytes(StandardCharsets.US_ASCII), new byte[] {'1'}, 120)
                        .build();
            case 5 -> dhcpAck(made, victim.mac(), address);
            default ->
                FrameBuilder.ethernet(MacAddress.BROADCAST, attacker.mac())
                        .type(TYPE)
                        .payload(ByteBuffer.allocate(46)
                                .putLong(random.nextLong())
                                .array())
                        .build();
        };
    }

    private static byte[] dhcpAck(long source, long client, long address) {
        byte[] message = ByteBuffer.allocate(300)
                .put(0, new byte[] {2, 1, 6})
                .putInt(16, (int) address)
                .putLong(28, client << 16)
                .putInt(236, 0x6382_5363)
                .put(240, new byte[] {53, 1, 5, (byte) 255})
                .array();
        return FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .ipv4(0x0a00_0001L, 0xffff_ffffL)
                .udp(67, 68)
                .payload(message)
                .build();
    }
}
