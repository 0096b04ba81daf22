package net.beaconcontroller.core.session;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.LoopExecutor;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.jmh.VersionBenchmark;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of a packet-in, from the received bytes to the bytes of the flow-mod to be written, through a pipeline with
 * the learning switch and without sockets. Also shows whether it allocates. An operation is one packet-in; the buffer
 * contains 1,000, from as many hosts to one known host. The frames are plain, or in a VLAN, or not buffered by the
 * switch, so that the whole packet follows the flow-mod in a packet-out.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main PacketInDispatch -prof gc</pre>
 */
@Fork(2)
public class PacketInDispatch extends VersionBenchmark {
    private static final int HOSTS = 1000;
    private static final long KNOWN_HOST = 0xff;
    private static final int VLAN = 7;

    /** The forms of packet-ins. */
    public enum Form {
        PLAIN,
        TAGGED,
        UNBUFFERED
    }

    @Param
    public Form form = Form.PLAIN;

    private OutputBuffer out;
    private Loop loop;
    private Session session;
    private byte[] batch = {};

    /** A connection that writes nothing. */
    private static final class NullConnection extends DetachedSession {
        @Override
        public void close(String reason) {
            throw new IllegalStateException(reason);
        }
    }

    public PacketInDispatch() {
        try {
            out = new OutputBuffer(1 << 17, null);
            loop = loop();
            session = new Session(new NullConnection(), out, new LoopExecutor(loop), DetachedSession.services());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Returns a loop whose pipeline has the learning switch. */
    private static Loop loop() throws IOException {
        Loop loop = DetachedSession.loop();
        var account = new ApplicationAccount("learningswitch", 1, 1, new LongAdder(), Threads.system());
        var learning = new PipelineRegistry.Member(account.tasks(), new LearningSwitch(), 1);
        loop.adopt(new PipelineSnapshot(1, List.of(learning)));
        return loop;
    }

    /** Completes the handshake, and makes the learning switch learn the known host. */
    @Setup
    public void connect() throws IOException {
        loop.bind();
        session.start();
        receive(Hello.offering(List.of(version)), 1);
        receive(new FeaturesReply(1, 256, 1, 0, 0, 0, List.of()), lastXid());
        receive(new BarrierReply(), lastXid());
        while (session.state() != Session.State.ACTIVE) {
            loop.runOnce();
        }
        receive(PacketIn.of(2, PacketIn.NO_BUFFER, frame(1, KNOWN_HOST)), 1);
        batch = batch();
        out.discard(out.length());
    }

    private void receive(Message message, long xid) {
        byte[] bytes = Messages.encode(message, version, xid);
        session.receive(bytes, 0, bytes.length);
    }

    /** Returns the transaction id of the last message in the output; in the handshake, a request. */
    private long lastXid() {
        int at = 0;
        while (at + Header.length(out.array(), at) < out.length()) {
            at += Header.length(out.array(), at);
        }
        return Header.xid(out.array(), at);
    }

    private byte[] batch() {
        var writer = new Writer(1 << 17);
        for (int i = 0; i < HOSTS; i++) {
            long buffer = form == Form.UNBUFFERED ? PacketIn.NO_BUFFER : i;
            Messages.encode(PacketIn.of(1, buffer, frame(KNOWN_HOST, 0x1000L + i)), version, i, writer);
        }
        return java.util.Arrays.copyOf(writer.array(), writer.length());
    }

    private Bytes frame(long destination, long source) {
        return Frames.taggedUdp(form == Form.TAGGED ? VLAN : VlanId.NONE, destination, source, 1, 2);
    }

    @Benchmark
    @OperationsPerInvocation(HOSTS)
    public int dispatch() {
        int handled = session.receive(batch, 0, batch.length);
        out.discard(out.length());
        return handled;
    }

    /** Checks that each packet-in caused a flow-mod, without which the result would be meaningless. */
    @TearDown
    public void check() {
        long received = out.counters.received(MessageType.PACKET_IN);
        long answered = out.counters.sent(MessageType.FLOW_MOD);
        if (answered < received - 1) {
            throw new IllegalStateException("%d packet-ins, %d flow-mods".formatted(received, answered));
        }
    }
}
