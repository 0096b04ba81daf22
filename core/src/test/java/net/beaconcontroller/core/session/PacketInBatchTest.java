package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.LoopExecutor;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Batches of packet-ins. The main test runs random pipelines over random input twice, once with listeners of single
 * packet-ins only and once with listeners of batches among them, and compares everything that can be observed.
 */
class PacketInBatchTest {
    private static final long SEED = 20261123;
    private static final int CASES = 100;

    /** A reaction of a test listener to a packet-in. */
    private enum Deed {
        /** Passes it, and only records the sighting. */
        SEE,
        /** Sends a message and passes it. */
        SEND,
        /** Passes it after a change of the pipeline. */
        REGISTER,
        CONSUME,
        /** Adds a flow, and consumes it. */
        ADD_FLOW,
        /** Fails without another effect. */
        FAIL,
        /** Sends a message, then fails. */
        SEND_AND_FAIL,
        DISCONNECT
    }

    /** A listener whose deeds depend on the number of the packet-in only, however it receives it. */
    private abstract static class Actor {
        final Run run;
        final int number;
        final int weightOfSee;
        final TreeSet<Long> seen = new TreeSet<>();

        Actor(Run run, int number, int weightOfSee) {
            this.run = run;
            this.number = number;
            this.weightOfSee = weightOfSee;
        }

        Deed deedFor(long packet) {
            var random = new SplittableRandom(run.seed ^ packet * 1_000_003 ^ number * 7919L);
            if (random.nextInt(100) < weightOfSee) {
                return Deed.SEE;
            }
            int kind = random.nextInt(1000);
            if (kind < 2) {
                return Deed.DISCONNECT;
            }
            return kind < 10
                    ? Deed.REGISTER
                    : switch (random.nextInt(16)) {
                        case 0 -> Deed.CONSUME;
                        case 1 -> Deed.FAIL;
                        case 2 -> Deed.SEND_AND_FAIL;
                        case 3 -> Deed.SEND;
                        default -> forwards() ? Deed.ADD_FLOW : Deed.SEND;
                    };
        }

        boolean forwards() {
            return getClass().getAnnotation(Pipeline.class) != null;
        }

        /** Does everything but to add a flow, which depends on the kind of listener. */
        Next perform(Deed deed, Switch sw, long packet) {
            if (deed == Deed.SEE) {
                seen.add(packet);
                return Next.PASS;
            }
            run.effects.add("%d %s %d".formatted(number, deed, packet));
            switch (deed) {
                case SEND, SEND_AND_FAIL -> sw.send(new EchoReply(Bytes.of(new byte[(int) packet & 0xff])));
                case REGISTER -> run.register(this);
                case DISCONNECT -> sw.disconnect("as tested");
                default -> {}
            }
            if (deed == Deed.FAIL || deed == Deed.SEND_AND_FAIL) {
                throw new IllegalStateException("as tested");
            }
            return deed == Deed.CONSUME || deed == Deed.ADD_FLOW ? Next.STOP : Next.PASS;
        }

        final Next single(Switch sw, PacketInContext in) {
            long packet = in.frame().source();
            Deed deed = deedFor(packet);
            if (deed == Deed.ADD_FLOW) {
                sw.addFlow(HostPairFlow.DEFAULT, in, 3);
            }
            return perform(deed, sw, packet);
        }

        /** Takes a random number of packet-ins, as far as the contract of {@link PacketInBatchListener} allows. */
        final void batch(Switch sw, PacketInBatch batch) {
            int maximum = run.random.nextInt(1, 100);
            boolean consuming = false;
            for (int i = 0; i < maximum && batch.hasNext(); i++) {
                int position = batch.position();
                long packet = batch.source(position);
                assertShowsTheSame(batch, position);
                Deed deed = deedFor(packet);
                if (i > 0 && !mayFollow(deed, consuming)) {
                    return;
                }
                if (deed == Deed.ADD_FLOW) {
                    sw.addFlow(HostPairFlow.DEFAULT, batch, 3);
                }
                if (perform(deed, sw, packet) == Next.STOP) {
                    consuming = true;
                    batch.stop();
                } else {
                    batch.pass();
                }
            }
        }

        private static boolean mayFollow(Deed deed, boolean consuming) {
            return switch (deed) {
                case SEE -> true;
                case CONSUME, ADD_FLOW, FAIL, SEND_AND_FAIL -> consuming;
                case SEND, REGISTER, DISCONNECT -> false;
            };
        }

        private static void assertShowsTheSame(PacketInBatch batch, int position) {
            PacketInContext in = batch.packetIn();
            assertThat(batch.inPort(position)).isEqualTo(in.inPort());
            assertThat(batch.bufferId(position)).isEqualTo(in.bufferId());
            assertThat(batch.tableId(position)).isEqualTo(in.tableId());
            assertThat(batch.source(position)).isEqualTo(in.frame().source());
            assertThat(batch.destination(position)).isEqualTo(in.frame().destination());
            assertThat(batch.type(position)).isEqualTo(in.frame().type());
            assertThat(batch.vlan(position)).isEqualTo(in.frame().vlan());
            assertThat(batch.frameOffset(position)).isEqualTo(in.frameOffset());
            assertThat(batch.frameEnd(position)).isEqualTo(in.frameOffset() + in.frameLength());
            assertThat(batch.receivedNanos()).isEqualTo(in.receivedNanos());
        }
    }

    private static class Observer extends Actor implements PacketInListener {
        Observer(Run run, int number, int weightOfSee) {
            super(run, number, weightOfSee);
        }

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            return single(sw, in);
        }
    }

    private static class BatchObserver extends Actor implements PacketInBatchListener {
        BatchObserver(Run run, int number, int weightOfSee) {
            super(run, number, weightOfSee);
        }

        @Override
        public void packetIns(Switch sw, PacketInBatch batch) {
            batch(sw, batch);
        }
    }

    @Pipeline(Stage.FORWARD)
    private static final class Forwarder extends Observer {
        Forwarder(Run run, int number, int weightOfSee) {
            super(run, number, weightOfSee);
        }
    }

    @Pipeline(Stage.FORWARD)
    private static final class BatchForwarder extends BatchObserver {
        BatchForwarder(Run run, int number, int weightOfSee) {
            super(run, number, weightOfSee);
        }
    }

    /** A session with one pipeline. */
    private final class Run extends DetachedSession {
        final SplittableRandom random;
        final long seed;
        final boolean withBatches;
        final List<Actor> actors = new ArrayList<>();
        final List<String> effects = new ArrayList<>();
        final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        final OutputBuffer out = new OutputBuffer(64, null);
        final Session session;
        boolean closed;
        long failures;

        Run(long seed, boolean withBatches) {
            this.seed = seed;
            this.withBatches = withBatches;
            random = new SplittableRandom(seed);
            session = new Session(this, out, new LoopExecutor(loop), services);
        }

        Run of(Version version, byte[] input) throws IOException {
            connect(version);
            var plan = new SplittableRandom(seed);
            int listeners = plan.nextInt(1, 5);
            for (int i = 0; i < listeners; i++) {
                add(i, plan.nextInt(4) == 0 ? plan.nextInt(100) : 95, plan.nextInt(3) == 0);
            }
            add(listeners, plan.nextInt(20), true);
            out.setFullLength(plan.nextInt(100, 5000));
            failures = -services.monitor().failures();
            feed(input);
            failures += services.monitor().failures();
            close("end of the test");
            return this;
        }

        private void connect(Version version) throws IOException {
            session.start();
            receive(Messages.encode(Hello.offering(List.of(version)), version, 1));
            receive(Messages.encode(new FeaturesReply(1, 256, 1, 0, 0, 0, List.of()), version, lastXid()));
            receive(Messages.encode(new BarrierReply(), version, lastXid()));
            while (session.state() != Session.State.ACTIVE) {
                loop.runOnce();
                assertThat(closed).isFalse();
            }
            drain();
            sent.reset();
        }

        private void receive(byte[] message) {
            assertThat(session.receive(message, 0, message.length)).isEqualTo(message.length);
        }

        /** Returns the transaction id of the last message in the output. */
        private long lastXid() {
            int at = 0;
            while (at + Header.length(out.array(), at) < out.length()) {
                at += Header.length(out.array(), at);
            }
            return Header.xid(out.array(), at);
        }

        private void add(int number, int weightOfSee, boolean forwards) {
            boolean batch = withBatches && random.nextInt(4) > 0;
            Actor actor;
            if (forwards) {
                actor = batch
                        ? new BatchForwarder(this, number, weightOfSee)
                        : new Forwarder(this, number, weightOfSee);
            } else {
                actor = batch ? new BatchObserver(this, number, weightOfSee) : new Observer(this, number, weightOfSee);
            }
            actors.add(actor);
            adopt();
        }

        /** Adds a listener, on the thread of the switch. */
        void register(Actor by) {
            if (actors.size() < 8) {
                add(actors.size(), 50, by.forwards());
            }
        }

        private void adopt() {
            List<PipelineRegistry.Member> members = actors.stream()
                    .sorted(Comparator.comparing(Actor::forwards).thenComparingInt(actor -> actor.number))
                    .map(actor -> member((Listener) actor))
                    .toList();
            loop.adopt(new PipelineSnapshot(++snapshots, members));
        }

        /** Receives the bytes in pieces, and writes the output when it is full, as a connection does. */
        private void feed(byte[] input) {
            int from = 0;
            int to = 0;
            while (!closed && (to < input.length || from < to)) {
                to = Math.min(input.length, to + random.nextInt(1, 20_000));
                int handled = session.receive(input, from, to);
                if (handled == from && to == input.length && !out.isFull()) {
                    // The rest is an incomplete message.
                    return;
                }
                from = handled;
                if (out.isFull()) {
                    drain();
                }
            }
        }

        private void drain() {
            sent.write(out.array(), 0, out.length());
            out.discard(out.length());
        }

        @Override
        public void close(String reason) {
            if (!closed) {
                closed = true;
                drain();
                out.release();
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

    @EachVersion
    void batchesHaveTheEffectOfSinglePacketIns(Version version) throws Exception {
        for (int i = 0; i < CASES; i++) {
            long seed = SEED + i;
            byte[] input = input(version, new SplittableRandom(seed));
            Run single = new Run(seed, false).of(version, input);
            Run batched = new Run(seed, true).of(version, input);
            assertThat(batched.effects).as("effects, seed %d", seed).isEqualTo(single.effects);
            assertThat(batched.sent.toByteArray()).as("output, seed %d", seed).isEqualTo(single.sent.toByteArray());
            assertThat(batched.failures).as("failures, seed %d", seed).isEqualTo(single.failures);
            for (int j = 0; j < single.actors.size(); j++) {
                // A packet-in may be shown for a second time, and shortly before the connection is closed.
                assertThat(batched.actors.get(j).seen).as("seen, seed %d", seed).containsAll(single.actors.get(j).seen);
            }
        }
    }

    private PipelineRegistry.Member member(Listener listener) {
        return new PipelineRegistry.Member(
                services.monitor().account("test", listener.getClass()).tasks(), listener, 1);
    }

    private Run runOf(PacketInBatchListener... listeners) throws IOException {
        var run = new Run(SEED, true);
        run.connect(Version.OF13);
        List<PipelineRegistry.Member> members =
                Arrays.stream(listeners).map(this::member).toList();
        loop.adopt(new PipelineSnapshot(++snapshots, members));
        return run;
    }

    private static byte[] packetIns(int count) {
        var writer = new Writer(1 << 10);
        for (int i = 1; i <= count; i++) {
            Messages.encode(PacketIn.of(1, i, Frames.udp(1, i, 1, 2)), Version.OF13, i, writer);
        }
        return Arrays.copyOf(writer.array(), writer.length());
    }

    @Test
    void aListenerSeesThePacketInsThatFollow() throws Exception {
        List<Integer> ahead = new ArrayList<>();
        Run run = runOf((_, batch) -> {
            ahead.add(batch.size() - batch.position());
            batch.pass();
        });
        run.feed(packetIns(3));
        assertThat(ahead).containsExactly(3, 2, 1);
        run.close("end of the test");
    }

    @Test
    void aCallThatHandlesNothingPassesThePacketIn() throws Exception {
        List<Long> next = new ArrayList<>();
        Run run = runOf((_, _) -> {}, (_, batch) -> {
            next.add(batch.source(batch.position()));
            batch.pass();
        });
        run.feed(packetIns(3));
        assertThat(next).containsExactly(1L, 2L, 3L);
        run.close("end of the test");
    }

    @Test
    void consumingAfterPassingIsAFailureAndChangesNothing() throws Exception {
        List<Long> next = new ArrayList<>();
        Run run = runOf(
                (_, batch) -> {
                    batch.pass();
                    if (batch.hasNext()) {
                        batch.stop();
                    }
                },
                (_, batch) -> {
                    next.add(batch.source(batch.position()));
                    batch.pass();
                });
        long failures = services.monitor().failures();
        run.feed(packetIns(3));
        assertThat(next).containsExactly(1L, 2L, 3L);
        assertThat(services.monitor().failures()).isGreaterThan(failures);
        run.close("end of the test");
    }

    /** Returns packet-ins of all forms, some malformed, and other messages. */
    private static byte[] input(Version version, SplittableRandom random) {
        var all = new ByteArrayOutputStream();
        int count = random.nextInt(400);
        int oddity = random.nextInt(2, 60);
        for (int i = 1; i <= count; i++) {
            byte[] message = Messages.encode(message(version, random, i, oddity), version, i);
            if (random.nextInt(oddity) == 0) {
                // Any byte but those of the length.
                message[random.nextInt(4) == 0 ? random.nextInt(2) : random.nextInt(4, message.length)] =
                        (byte) random.nextInt();
            }
            if (random.nextInt(2000) == 0) {
                message[2] = 0;
                message[3] = (byte) random.nextInt(8);
            }
            all.writeBytes(message);
        }
        return all.toByteArray();
    }

    private static Message message(Version version, SplittableRandom random, int number, int oddity) {
        if (random.nextInt(oddity) == 0) {
            return new EchoRequest(Bytes.of(new byte[random.nextInt(20)]));
        }
        Bytes frame =
                switch (random.nextInt(oddity)) {
                    case 0 -> Bytes.of(new byte[random.nextInt(20)]);
                    case 1 -> Frames.taggedUdp(random.nextInt(4096), 1, number, 1, 2);
                    default -> Frames.udp(1, number, 1, 2);
                };
        long buffer = random.nextInt(4) == 0 ? PacketIn.NO_BUFFER : number;
        PacketIn in = PacketIn.of(random.nextInt(1, 5), buffer, frame);
        if (version == Version.OF10 || random.nextInt(oddity) > 0) {
            return in;
        }
        Match match = Match.of(Field.IN_PORT.is(random.nextInt(1, 5)), Field.METADATA.is(number));
        return new PacketIn(buffer, frame.length(), 0, 0, -1, match, frame);
    }
}
