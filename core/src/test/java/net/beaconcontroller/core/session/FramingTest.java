package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.LoopExecutor;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Where a session finds the end of messages whose header has a wrong length, for all ways in which the bytes can be
 * divided into reads. {@link WrongLengthTest} has tests over sockets.
 */
class FramingTest {
    private static final int BAD_LEN = 6;
    private static final int GOOD = 10;
    /** The transaction id of the message with the wrong length. Those of good messages are smaller. */
    private static final long BAD = 1000;

    private static final long SEED = 20260730;

    /** Records the transaction ids of the received messages. */
    private static class Received implements MessageListener {
        final List<Long> packetIns = new ArrayList<>();
        final List<Long> messages = new ArrayList<>();

        @Override
        public Next message(Switch sw, long xid, Message message) {
            messages.add(xid);
            return Next.PASS;
        }
    }

    private static final class Single extends Received implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            packetIns.add(in.xid());
            return Next.PASS;
        }
    }

    private static final class Batched extends Received implements PacketInBatchListener {
        @Override
        public void packetIns(Switch sw, PacketInBatch batch) {
            while (batch.hasNext()) {
                packetIns.add(batch.packetIn().xid());
                batch.pass();
            }
        }
    }

    /** An active session, whose input is passed to it in pieces. */
    private final class Run extends DetachedSession {
        final OutputBuffer out = new OutputBuffer(64, null);
        final Session session = new Session(this, out, new LoopExecutor(loop), services);
        private byte[] unhandled = {};
        String closed = "";

        Run(Version version, Received received) throws IOException {
            session.start();
            feed(Messages.encode(Hello.offering(List.of(version)), version, 1));
            feed(Messages.encode(new FeaturesReply(1, 256, 1, 0, 0, 0, List.of()), version, lastXid()));
            feed(Messages.encode(new BarrierReply(), version, lastXid()));
            while (session.state() != Session.State.ACTIVE) {
                loop.runOnce();
                assertThat(closed).isEmpty();
            }
            out.discard(out.length());
            var account = services.monitor().account("test", received.getClass());
            loop.adopt(new PipelineSnapshot(
                    ++snapshots, List.of(new PipelineRegistry.Member(account.tasks(), (Listener) received, 1))));
        }

        void feed(byte[]... reads) {
            for (byte[] read : reads) {
                byte[] bytes = concatenation(unhandled, read);
                int handled = session.receive(bytes, 0, bytes.length);
                unhandled = Arrays.copyOfRange(bytes, handled, bytes.length);
            }
        }

        private long lastXid() {
            return sentXids(Message.class).getLast();
        }

        private List<Long> sentXids(Class<? extends Message> type) {
            List<Long> xids = new ArrayList<>();
            for (int at = 0; at < out.length(); at += Header.length(out.array(), at)) {
                if (type.isInstance(Messages.decode(out.array(), at, Header.length(out.array(), at)))) {
                    xids.add(Header.xid(out.array(), at));
                }
            }
            return xids;
        }

        private List<Integer> errorCodes() {
            List<Integer> codes = new ArrayList<>();
            for (int at = 0; at < out.length(); at += Header.length(out.array(), at)) {
                if (Messages.decode(out.array(), at, Header.length(out.array(), at)) instanceof ErrorMessage error) {
                    codes.add(error.code());
                }
            }
            return codes;
        }

        @Override
        public void close(String reason) {
            if (closed.isEmpty()) {
                closed = reason;
                session.closed(reason);
            }
        }
    }

    private final SessionServices services = DetachedSession.services();
    private Loop loop;
    private long snapshots;

    @BeforeEach
    void create() throws IOException {
        loop = DetachedSession.loop();
    }

    @AfterEach
    void close() {
        loop.end();
    }

    /** Returns a packet-in without bytes that could be interpreted as a header. */
    private static PacketIn packetIn(int packetLength, int frameLength) {
        byte[] frame = new byte[frameLength];
        Arrays.fill(frame, (byte) 0xee);
        Match match = Match.of(Field.IN_PORT.is(0x77));
        return new PacketIn(PacketIn.NO_BUFFER, packetLength, 0, 0, -1, match, Bytes.of(frame));
    }

    private static byte[] packetIn(Version version, long xid) {
        return Messages.encode(packetIn(60, 60), version, xid);
    }

    private static byte[] goodPacketIns(Version version) {
        return concatenation(
                IntStream.range(0, GOOD).mapToObj(i -> packetIn(version, i)).toArray(byte[][]::new));
    }

    private static List<Long> goodXids() {
        return IntStream.range(0, GOOD).mapToObj(i -> (long) i).toList();
    }

    private static byte[] withLength(byte[] message, int length) {
        byte[] changed = message.clone();
        changed[2] = (byte) (length >> 8);
        changed[3] = (byte) length;
        return changed;
    }

    private static byte[] concatenation(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static int[] wrongLengths(int actual) {
        return IntStream.of(0, 4, 7, 8, 9, 17, 42, actual - 8, actual - 1, actual + 1, actual + 8, 9109, 65535)
                .filter(length -> length != actual)
                .distinct()
                .toArray();
    }

    /** Returns the bytes in one read, in two for each way to divide them, and byte by byte. */
    private static List<byte[][]> divisions(byte[] bytes, int upTo) {
        List<byte[][]> all = new ArrayList<>();
        all.add(new byte[][] {bytes});
        for (int i = 1; i < upTo; i++) {
            all.add(new byte[][] {Arrays.copyOf(bytes, i), Arrays.copyOfRange(bytes, i, bytes.length)});
        }
        all.add(IntStream.range(0, bytes.length)
                .mapToObj(i -> new byte[] {bytes[i]})
                .toArray(byte[][]::new));
        return all;
    }

    /** Asserts that a message is refused for each wrong length, and that no good message after it is lost. */
    private void assertOnlyTheWrongLengthIsRefused(Version version, byte[] message, boolean mayBeTruncated)
            throws IOException {
        for (int length : wrongLengths(message.length)) {
            byte[] input = concatenation(withLength(message, length), goodPacketIns(version));
            boolean batched = length % 2 == 0;
            for (byte[][] reads : divisions(input, message.length + Header.LENGTH + 1)) {
                batched = !batched;
                Received received = batched ? new Batched() : new Single();
                var run = new Run(version, received);
                run.feed(reads);
                String as = "length=%d instead of %d, %d reads, the first of %d bytes"
                        .formatted(length, message.length, reads.length, reads[0].length);
                assertThat(run.closed).as(as).isEmpty();
                assertThat(run.errorCodes()).as(as).containsExactly(BAD_LEN);
                assertThat(run.sentXids(ErrorMessage.class)).as(as).containsExactly(BAD);
                assertThat(received.messages).as(as).isEmpty();
                if (mayBeTruncated && (reads[0].length == length || reads.length > 2)) {
                    // A read ends where the switch could have truncated the packet.
                    received.packetIns.remove(BAD);
                }
                assertThat(received.packetIns).as(as).isEqualTo(goodXids());
                assertThat(run.session.counters().malformed()).as(as).isEqualTo(1);
                assertThat(run.session.counters().resynchronizations()).as(as).isEqualTo(1);
                run.close("end of the test");
            }
        }
    }

    @EachVersion
    void aPacketInWithAWrongLengthIsRefusedAndNoOther(Version version) throws Exception {
        assertOnlyTheWrongLengthIsRefused(version, packetIn(version, BAD), true);
    }

    /** Returns messages whose length follows from their content. */
    private static Stream<Message> messages(Version version) {
        var messages = new ArrayList<Message>(List.of(
                new BarrierReply(),
                new GetConfigReply(0, 0x7000),
                new PortStatus(PortStatus.Reason.ADD, Port.of(7, 7, "p")),
                new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.of(Field.IN_PORT.is(0x77)))));
        if (version != Version.OF10) {
            messages.add(new RoleReply(Role.EQUAL, 0, 0));
        }
        if (version.isAtLeast(Version.OF13)) {
            messages.add(new FeaturesReply(0x77, 0, 0, 0, 0, 0, List.of()));
        }
        return messages.stream();
    }

    @EachVersion
    void anotherMessageWithAWrongLengthIsRefusedAndNoOther(Version version) throws Exception {
        for (Message message : messages(version).toList()) {
            assertOnlyTheWrongLengthIsRefused(version, Messages.encode(message, version, BAD), false);
        }
    }

    @EachVersion
    void aTruncatedPacketIsServedBeforeTheNextMessageArrives(Version version) throws Exception {
        for (Received received : List.of(new Single(), new Batched())) {
            var run = new Run(version, received);
            run.feed(Messages.encode(packetIn(1500, 128), version, 1));
            assertThat(received.packetIns).containsExactly(1L);
            run.feed(Messages.encode(packetIn(1500, 128), version, 2));
            assertThat(received.packetIns).containsExactly(1L, 2L);
            run.feed(Messages.encode(new EchoRequest(Bytes.EMPTY), version, 3));
            assertThat(run.sentXids(EchoReply.class)).containsExactly(3L);
            run.feed(Messages.encode(packetIn(1500, 128), version, 4), goodPacketIns(version));
            assertThat(received.packetIns).hasSize(3 + GOOD);
            assertThat(run.session.counters().malformed()).isZero();
            run.close("end of the test");
        }
    }

    @EachVersion
    void truncatedPacketsAmongOthersAreServedInOrder(Version version) throws Exception {
        for (Received received : List.of(new Single(), new Batched())) {
            var run = new Run(version, received);
            byte[] truncated = Messages.encode(packetIn(1500, 128), version, BAD);
            run.feed(concatenation(goodPacketIns(version), truncated, truncated, goodPacketIns(version), truncated));
            List<Long> expected = new ArrayList<>(goodXids());
            expected.addAll(List.of(BAD, BAD));
            expected.addAll(goodXids());
            expected.add(BAD);
            assertThat(received.packetIns).isEqualTo(expected);
            assertThat(run.errorCodes()).isEmpty();
            run.close("end of the test");
        }
    }

    @EachVersion
    void severalMessagesWithWrongLengthsInARowAreRefused(Version version) throws Exception {
        byte[] bad = packetIn(version, BAD);
        for (int length : wrongLengths(bad.length)) {
            var received = new Batched();
            var run = new Run(version, received);
            byte[] wrong = withLength(bad, length);
            run.feed(concatenation(wrong, wrong, wrong, goodPacketIns(version), wrong, wrong));
            assertThat(received.packetIns).as("length=%d", length).isEqualTo(goodXids());
            run.feed(packetIn(version, GOOD));
            assertThat(received.packetIns).as("length=%d", length).hasSize(GOOD + 1);
            assertThat(run.errorCodes()).as("length=%d", length).hasSize(5).containsOnly(BAD_LEN);
            assertThat(run.closed).as("length=%d", length).isEmpty();
            run.close("end of the test");
        }
    }

    /** The lengths of packets with which a packet-in becomes longer than 65,535 bytes. */
    private static IntStream oversized(Version version) {
        return IntStream.rangeClosed(0x10000 - Messages.encode(packetIn(0, 0), version, 0).length, 0xffff);
    }

    /**
     * Returns a packet-in that is longer than a header can state, as Open vSwitch sends it: with the lower 16 bits of
     * its length.
     */
    private static byte[] wrapped(Version version, int packetLength) {
        byte[] start = Messages.encode(packetIn(packetLength, 0), version, BAD);
        byte[] message = Arrays.copyOf(start, start.length + packetLength);
        Arrays.fill(message, start.length, message.length, (byte) 0xee);
        return withLength(message, message.length);
    }

    @EachVersion
    void aPacketInThatIsLongerThanAHeaderCanStateIsSkipped(Version version) throws Exception {
        for (int packetLength : oversized(version).toArray()) {
            byte[] input = concatenation(wrapped(version, packetLength), goodPacketIns(version));
            for (int first : new int[] {input.length, 8, 9, 15, 18, 20, 28, 41, 42, 0x10000}) {
                Received received = packetLength % 2 == 0 ? new Batched() : new Single();
                var run = new Run(version, received);
                run.feed(Arrays.copyOf(input, first), Arrays.copyOfRange(input, first, input.length));
                String as =
                        "a packet of %d bytes, the first %d bytes of the message first".formatted(packetLength, first);
                assertThat(run.closed).as(as).isEmpty();
                assertThat(received.packetIns).as(as).isEqualTo(goodXids());
                assertThat(run.session.counters().oversized()).as(as).isEqualTo(1);
                assertThat(run.session.counters().received(MessageType.PACKET_IN))
                        .as(as)
                        .isEqualTo(1 + GOOD);
                assertThat(run.errorCodes()).as(as).isEmpty();
                run.close("end of the test");
            }
        }
    }

    @EachVersion
    void aTruncatedPacketInOfAPacketOf64KilobytesIsServed(Version version) throws Exception {
        for (int packetLength : oversized(version).toArray()) {
            var received = new Batched();
            var run = new Run(version, received);
            run.feed(concatenation(
                    Messages.encode(packetIn(packetLength, Action.Output.MAX_PACKET_IN), version, 0),
                    packetIn(version, 1)));
            assertThat(received.packetIns).as("%d", packetLength).containsExactly(0L, 1L);
            assertThat(run.session.counters().oversized()).isZero();
            run.close("end of the test");
        }
    }

    /**
     * Sends packets of 64 KB that are full of messages, as a host may choose them. The property {@code
     * beacon.test.oversized} is the number of packets for each version.
     */
    @EachVersion
    void noBytesOfAnOversizedPacketAreTakenForAMessage(Version version) throws Exception {
        int count = Integer.getInteger("beacon.test.oversized", 1000);
        int[] lengths = oversized(version).toArray();
        var random = new SplittableRandom(SEED);
        byte[][] contents = hostileContents(random);
        var received = new Batched();
        var run = new Run(version, received);
        byte[] good = packetIn(version, 1);
        for (int i = 0; i < count; i++) {
            int packetLength = lengths[random.nextInt(lengths.length)];
            byte[] start = Messages.encode(packetIn(packetLength, 0), version, BAD);
            byte[] message = Arrays.copyOf(start, start.length + packetLength + good.length);
            System.arraycopy(
                    contents[random.nextInt(contents.length)],
                    random.nextInt(MessageType.values().length * 8),
                    message,
                    start.length,
                    packetLength);
            message[start.length + 2] = (byte) random.nextInt(2);
            message[start.length + 3] = (byte) random.nextInt(256);
            int length = start.length + packetLength;
            message[2] = (byte) (length >> 8);
            message[3] = (byte) length;
            System.arraycopy(good, 0, message, length, good.length);
            int divided = random.nextInt(random.nextBoolean() ? message.length : 200);
            int handled = run.session.receive(message, 0, divided);
            assertThat(run.session.receive(message, handled, message.length)).isEqualTo(message.length);
        }
        assertThat(run.closed).isEmpty();
        assertThat(received.packetIns).hasSize(count).containsOnly(1L);
        assertThat(received.messages).isEmpty();
        assertThat(run.session.ports()).isEmpty();
        assertThat(run.session.counters().oversized()).isEqualTo(count);
        assertThat(run.session.counters().malformed()).isZero();
        run.close("end of the test");
    }

    /** Returns bytes that are full of messages of a switch, each with messages of one version. */
    private static byte[][] hostileContents(SplittableRandom random) {
        var all = new ArrayList<byte[]>();
        for (Version version : Version.values()) {
            if (version == Version.OF11) {
                continue;
            }
            List<byte[]> messages = messages(version)
                    .map(message -> Messages.encode(message, version, 5))
                    .collect(Collectors.toCollection(ArrayList::new));
            messages.add(packetIn(version, 6));
            for (int i = 0; i < 10; i++) {
                var content = new ByteArrayOutputStream();
                content.writeBytes(new byte[random.nextInt(100)]);
                while (content.size() < 0x11000) {
                    content.writeBytes(messages.get(i < 5 ? i % messages.size() : random.nextInt(messages.size())));
                }
                all.add(content.toByteArray());
            }
        }
        return all.toArray(byte[][]::new);
    }

    @EachVersion
    void randomStreamsLoseNoGoodMessage(Version version) throws Exception {
        for (int i = 0; i < 200; i++) {
            long seed = SEED + i;
            var random = new SplittableRandom(seed);
            List<Long> expected = new ArrayList<>();
            List<Long> echoes = new ArrayList<>();
            byte[] input = randomStream(version, random, expected, echoes);
            Received received = random.nextBoolean() ? new Single() : new Batched();
            var run = new Run(version, received);
            for (int from = 0, to; from < input.length; from = to) {
                to = Math.min(input.length, from + 1 + random.nextInt(random.nextInt(10) == 0 ? 10 : 3000));
                run.feed(Arrays.copyOfRange(input, from, to));
            }
            assertThat(run.closed).as("seed %d", seed).isEmpty();
            received.packetIns.removeIf(xid -> xid == BAD);
            assertThat(received.packetIns).as("seed %d", seed).isEqualTo(expected);
            assertThat(run.sentXids(EchoReply.class)).as("seed %d", seed).isEqualTo(echoes);
            assertThat(run.session.counters().malformed())
                    .as("seed %d", seed)
                    .isEqualTo(run.session.counters().resynchronizations());
            run.close("end of the test");
        }
    }

    private static byte[] randomStream(
            Version version, SplittableRandom random, List<Long> packetIns, List<Long> echoes) {
        var all = new ByteArrayOutputStream();
        int bad = 0;
        for (long xid = BAD + 1; xid < BAD + 1 + random.nextInt(1, 300); xid++) {
            int length = random.nextInt(60, 200);
            switch (random.nextInt(8)) {
                case 0 -> {
                    all.writeBytes(
                            Messages.encode(new EchoRequest(Bytes.of(new byte[random.nextInt(9)])), version, xid));
                    echoes.add(xid);
                }
                case 1 -> {
                    all.writeBytes(Messages.encode(packetIn(length, length - random.nextInt(40)), version, xid));
                    packetIns.add(xid);
                }
                case 2 -> {
                    byte[] message = random.nextBoolean()
                            ? Messages.encode(packetIn(length, length), version, BAD)
                            : Messages.encode(messages(version).findFirst().orElseThrow(), version, BAD);
                    int wrong = random.nextBoolean() ? random.nextInt(2 * message.length) : random.nextInt(0x10000);
                    if (wrong != message.length && bad < MessageReceiver.MAX_RESYNCHRONIZATIONS) {
                        all.writeBytes(withLength(message, wrong));
                        bad++;
                    }
                }
                default -> {
                    all.writeBytes(Messages.encode(packetIn(length, length), version, xid));
                    packetIns.add(xid);
                }
            }
        }
        // It proves where the last of the others ends.
        all.writeBytes(packetIn(version, BAD + 1000));
        packetIns.add(BAD + 1000);
        return all.toByteArray();
    }
}
