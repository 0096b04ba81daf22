package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The path for packets between two hosts of a switch, which is faster, decides as the path for all other packets. */
class FastPathTest {
    private static final int RUNS = 200;
    private static final int PACKETS_PER_RUN = 200;
    private static final int MAX_BATCH = 16;
    private static final long NANOS_PER_BATCH = 50_000_000;
    private static final long SWITCHES = 2;
    private static final int HOSTS = 6;
    /** Port 5 has a link, port 6 is not classified. */
    private static final int EDGES = 4;

    private static final int LINK_PORT = 5;
    private static final Pattern COOKIE = Pattern.compile("cookie=0x[0-9a-f]+,?");
    private static final int PORTS = 6;

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void packetsAreHandledAsOnTheOtherPath(Version version) {
        var outcomes = EnumSet.noneOf(ForwardingOutcome.class);
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new SplittableRandom(seed);
            try (ForwarderFixture fast = network(version);
                    ForwarderFixture slow = network(version)) {
                slow.hasLocalDevices = false;
                long nanos = System.nanoTime();
                for (int sent = 0; sent < PACKETS_PER_RUN; ) {
                    PacketIn[] batch = batch(random);
                    sent += batch.length;
                    nanos += NANOS_PER_BATCH;
                    long datapathId = 1 + random.nextLong(SWITCHES);
                    fast.receive(datapathId, nanos, batch);
                    slow.receive(datapathId, nanos, batch);
                    assertThat(sent(fast)).as("seed %d", seed).isEqualTo(sent(slow));
                }
                assertThat(fast.forwarder().counters())
                        .as("seed %d", seed)
                        .isEqualTo(slow.forwarder().counters());
                outcomes.addAll(fast.forwarder().counters().keySet());
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

    private static ForwarderFixture network(Version version) {
        var fixture = new ForwarderFixture(version);
        for (long id = 1; id <= SWITCHES; id++) {
            fixture.withSwitch(id, EDGES);
        }
        fixture.withLink(new SwitchPort(1, LINK_PORT), new SwitchPort(2, LINK_PORT));
        for (int host = 0; host < HOSTS; host++) {
            var at = new SwitchPort(1 + host % SWITCHES, 1 + host / SWITCHES);
            if (host < 4) {
                fixture.withHost(mac(host), ip(host), at);
            } else {
                fixture.withHost(mac(host), ip6(host), at);
            }
        }
        fixture.start(Map.of());
        return fixture;
    }

    private static long mac(int host) {
        return 0x0200_0000_0000L | host;
    }

    private static long ip(int host) {
        return 0x0a00_0001L + host;
    }

    private static Ipv6Address ip6(int host) {
        return new Ipv6Address(0xfd00L << 48, 1 + host);
    }

    private static PacketIn[] batch(SplittableRandom random) {
        var packets = new PacketIn[1 + random.nextInt(MAX_BATCH)];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = PacketIn.of(1 + random.nextInt(PORTS), bufferId(random), Bytes.of(frame(random)));
        }
        return packets;
    }

    private static long bufferId(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextInt(100) : PacketIn.NO_BUFFER;
    }

    /** Returns a host, or the number of none. */
    private static int host(SplittableRandom random) {
        return random.nextInt(HOSTS + 1);
    }

    private static byte[] frame(SplittableRandom random) {
        long destination =
                switch (random.nextInt(8)) {
                    case 0 -> MacAddress.BROADCAST;
                    case 1 -> 0x0180_c200_0000L | random.nextInt(32);
                    default -> mac(host(random));
                };
        int sender = host(random);
        var frame = FrameBuilder.ethernet(destination, mac(sender));
        if (random.nextInt(8) == 0) {
            frame.vlan(random.nextInt(2));
        }
        int claimant = random.nextBoolean() ? sender : host(random);
        int claimed = random.nextBoolean() ? sender : host(random);
        return switch (random.nextInt(5)) {
            case 0 ->
                frame.arp(1 + random.nextInt(2), mac(claimant), ip(claimed), mac(host(random)), ip(host(random)))
                        .build();
            case 1 ->
                frame.ipv6(ip6(claimed), ip6(host(random)))
                        .timeToLive(255)
                        .neighborAdvertisement(ip6(claimed), mac(claimant))
                        .build();
            case 2 ->
                frame.ipv6(ip6(claimed), ip6(host(random)))
                        .timeToLive(255)
                        .neighborSolicitation(ip6(host(random)), mac(claimant))
                        .build();
            case 3 -> frame.ipv6(ip6(claimed), ip6(host(random))).udp(1, 2).build();
            default -> frame.type(Ethernet.TYPE_IPV4).zeros(random.nextInt(100)).build();
        };
    }

    /** Returns what a forwarder has sent to the switches; flows have random cookies. */
    private static List<Object> sent(ForwarderFixture fixture) {
        var all = new ArrayList<>();
        for (long id = 1; id <= SWITCHES; id++) {
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
