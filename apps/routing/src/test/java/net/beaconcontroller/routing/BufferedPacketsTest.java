package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets that a switch keeps in a buffer until a flow-mod or a packet-out releases them. */
class BufferedPacketsTest {
    private static final int RUNS = 100;
    private static final int PACKETS_PER_RUN = 200;
    private static final long NANOS_PER_BATCH = 10_000_000;
    /** The settings of every second network, whose ports have few flows. */
    private static final Map<String, String> FEW =
            Map.of("port-flows", "2", "port-path-rate", "1", "port-packet-rate", "3", "port-flood-rate", "1");

    /** Longer than the packet-ins for which the controller asks. */
    private static final int LONG_FRAME = 64_400;

    /** A packet as it leaves a switch. */
    private record Sent(long datapathId, long port, Bytes frame) {}

    /** The buffers of the switches: those that a message releases twice, or without a packet, make a test fail. */
    private static final class Buffers {
        private final List<Map<Long, Bytes>> packets = Stream.<Map<Long, Bytes>>generate(HashMap::new)
                .limit(RandomPackets.SWITCHES)
                .toList();

        void add(long datapathId, PacketIn in) {
            if (in.bufferId() != PacketIn.NO_BUFFER) {
                of(datapathId).put(in.bufferId(), in.data());
            }
        }

        private Map<Long, Bytes> of(long datapathId) {
            return packets.get((int) datapathId - 1);
        }

        private Bytes take(long datapathId, Message message, long bufferId) {
            return Objects.requireNonNull(
                    of(datapathId).remove(bufferId), () -> "%s releases no packet".formatted(message));
        }

        /** Returns the packets that the messages to a switch let it send, and forgets the messages. */
        Stream<Sent> sent(ForwarderFixture fixture, long datapathId) {
            List<Message> messages = fixture.sw(datapathId).sent();
            fixture.sw(datapathId).clear();
            return messages.stream().flatMap(message -> sent(datapathId, message));
        }

        private Stream<Sent> sent(long datapathId, Message message) {
            return switch (message) {
                case PacketOut out ->
                    outputs(
                            datapathId,
                            out.actions(),
                            out.bufferId() == PacketIn.NO_BUFFER
                                    ? out.data()
                                    : take(datapathId, message, out.bufferId()));
                case FlowMod flow
                when flow.bufferId() != PacketIn.NO_BUFFER ->
                    outputs(datapathId, actions(flow), take(datapathId, message, flow.bufferId()));
                default -> Stream.empty();
            };
        }

        private static List<Action> actions(FlowMod flow) {
            return flow.instructions().stream()
                    .flatMap(instruction -> ((Instruction.ApplyActions) instruction).actions().stream())
                    .toList();
        }

        private static Stream<Sent> outputs(long datapathId, List<Action> actions, Bytes frame) {
            return actions.stream().map(action -> new Sent(datapathId, ((Action.Output) action).port(), frame));
        }
    }

    private static List<Sent> sent(ForwarderFixture fixture, Buffers buffers) {
        var all = new ArrayList<Sent>();
        for (long id = 1; id <= RandomPackets.SWITCHES; id++) {
            all.addAll(buffers.sent(fixture, id).toList());
        }
        return all;
    }

    private static PacketIn unbuffered(PacketIn in) {
        return new PacketIn(
                PacketIn.NO_BUFFER, in.totalLength(), in.reason(), in.tableId(), in.cookie(), in.match(), in.data());
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void areReleasedOnceAndSentAsOthers(Version version) {
        var outcomes = EnumSet.noneOf(ForwardingOutcome.class);
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new SplittableRandom(seed);
            var packets = new RandomPackets(random);
            Map<String, String> settings = seed % 2 == 0 ? Map.of() : FEW;
            var buffers = new Buffers();
            try (ForwarderFixture buffering = RandomPackets.network(version, settings);
                    ForwarderFixture other = RandomPackets.network(version, settings)) {
                long nanos = System.nanoTime();
                for (int done = 0; done < PACKETS_PER_RUN; ) {
                    PacketIn[] batch = packets.batch();
                    done += batch.length;
                    nanos += NANOS_PER_BATCH;
                    long datapathId = 1 + random.nextLong(RandomPackets.SWITCHES);
                    Arrays.stream(batch).forEach(in -> buffers.add(datapathId, in));
                    buffering.receive(datapathId, nanos, batch);
                    other.receive(
                            datapathId,
                            nanos,
                            Arrays.stream(batch)
                                    .map(BufferedPacketsTest::unbuffered)
                                    .toArray(PacketIn[]::new));
                    assertThat(sent(buffering, buffers)).as("seed %d", seed).isEqualTo(sent(other, new Buffers()));
                    assertThat(buffers.packets).as("seed %d", seed).allMatch(Map::isEmpty);
                }
                outcomes.addAll(buffering.outcomes());
            }
        }
        assertThat(EnumSet.complementOf(outcomes))
                .as("outcomes that are not tested")
                .containsExactlyInAnyOrder(
                        ForwardingOutcome.DUPLICATE,
                        ForwardingOutcome.LOOPED,
                        ForwardingOutcome.MULTICAST_LIMITED,
                        ForwardingOutcome.NOT_DESIGNATED,
                        ForwardingOutcome.TRUNCATED,
                        ForwardingOutcome.REROUTED);
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void areReleasedOnceIfTheyComeTwiceOrInPart(Version version) {
        var outcomes = EnumSet.noneOf(ForwardingOutcome.class);
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new SplittableRandom(seed);
            var packets = new RandomPackets(random);
            var buffers = new Buffers();
            try (ForwarderFixture fixture = RandomPackets.network(version, seed % 2 == 0 ? Map.of() : FEW)) {
                long nanos = System.nanoTime();
                for (int done = 0; done < PACKETS_PER_RUN; ) {
                    PacketIn[] batch = packets.batch();
                    done += batch.length;
                    nanos += NANOS_PER_BATCH;
                    for (int i = 0; i < batch.length; i++) {
                        batch[i] = switch (random.nextInt(4)) {
                            case 0 -> packets.again(batch[random.nextInt(i + 1)]);
                            case 1 -> packets.truncated(batch[i]);
                            default -> batch[i];
                        };
                    }
                    long datapathId = 1 + random.nextLong(RandomPackets.SWITCHES);
                    Arrays.stream(batch).forEach(in -> buffers.add(datapathId, in));
                    fixture.receive(datapathId, nanos, batch);
                    assertThat(sent(fixture, buffers)).as("seed %d", seed).doesNotContainNull();
                    assertThat(buffers.packets).as("seed %d", seed).allMatch(Map::isEmpty);
                }
                outcomes.addAll(fixture.outcomes());
            }
        }
        assertThat(outcomes).contains(ForwardingOutcome.DUPLICATE, ForwardingOutcome.TRUNCATED);
    }

    /** The switches of the emulator buffer a packet of which they send only a part. */
    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void reachTheirHostOnceHereAndOverAPath(Version version) throws Exception {
        try (var routed = RoutedNetwork.start("tree,2,2", version)) {
            List<EmulatedHost> hosts =
                    Stream.of("h1", "h2", "h3", "h4").map(routed.network::host).toList();
            hosts.forEach(EmulatedHost::announce);
            await().until(() -> routed.devices.all().count() == hosts.size());
            EmulatedHost from = hosts.getFirst();
            var received = new ConcurrentLinkedQueue<String>();
            for (EmulatedHost host : hosts) {
                host.setListener(frame -> {
                    if (frame.length >= LONG_FRAME) {
                        received.add(host.name());
                    }
                });
            }
            from.send(longFrame(MacAddress.BROADCAST, from.mac()));
            for (EmulatedHost to : hosts.subList(1, hosts.size())) {
                from.send(longFrame(to.mac(), from.mac()));
            }
            await().until(() -> received.size() >= hosts.size() - 1);
            assertThat(Set.copyOf(received)).hasSize(received.size());
            assertThat(routed.forwarder.counters()).containsEntry(ForwardingOutcome.TRUNCATED, 1L);
        }
    }

    private static byte[] longFrame(long destination, long source) {
        return FrameBuilder.ethernet(destination, source)
                .type(0x88b6)
                .zeros(LONG_FRAME)
                .build();
    }
}
