package net.beaconcontroller.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.PacketInView;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMessageReader;
import org.projectfloodlight.openflow.protocol.OFPacketIn;

/**
 * Measures the access to port, reason, buffer ID and frame of a packet-in with the view, with the record, and with
 * openflowj. An operation is one of 1,000 packet-ins with minimum frames from 48 ports, consecutive in a buffer. The
 * view does not copy the frame, the others do.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main PacketInDecoding -prof gc</pre>
 */
public class PacketInDecoding extends VersionBenchmark {
    private static final int MESSAGES = 1000;

    private static final class View extends PacketInView {
        void read(byte[] batch, int at, int length) {
            wrap(batch, at, length);
        }
    }

    private final View view = new View();
    private byte[] batch = {};
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private OFMessageReader<OFMessage> reader = OpenFlowJ.factory(version).getReader();

    @Setup
    public void receive() throws OFParseError {
        var writer = new Writer(1 << 18);
        for (int i = 0; i < MESSAGES; i++) {
            var frame = Frames.udp(
                    TcpFlows.destinationMac(i),
                    TcpFlows.sourceMac(i),
                    TcpFlows.sourcePort(i),
                    TcpFlows.destinationPort(i));
            Messages.encode(PacketIn.of(TcpFlows.inPort(i), i, frame), version, i, writer);
        }
        batch = Arrays.copyOf(writer.array(), writer.length());
        buffer = OpenFlowJ.buffer(batch);
        reader = OpenFlowJ.factory(version).getReader();
        requireThatAllReadTheSame();
    }

    private void requireThatAllReadTheSame() throws OFParseError {
        for (int at = 0; at < batch.length; at += Header.length(batch, at)) {
            int length = Header.length(batch, at);
            view.read(batch, at, length);
            var record = (PacketIn) Messages.decode(batch, at, length);
            var theirs = (OFPacketIn) OpenFlowJ.next(reader, buffer);
            byte[] frame =
                    Arrays.copyOfRange(view.array(), view.frameOffset(), view.frameOffset() + view.frameLength());
            boolean same = view.inPort() == record.inPort()
                    && view.inPort() == OpenFlowJ.inPort(theirs)
                    && view.bufferId() == record.bufferId()
                    && view.bufferId() == theirs.getBufferId().getInt()
                    && view.reason() == record.reason()
                    && view.reason() == theirs.getReason().ordinal()
                    && Arrays.equals(frame, record.data().toArray())
                    && Arrays.equals(frame, theirs.getData());
            if (!same) {
                throw new IllegalStateException("%s, but openflowj reads %s".formatted(record, theirs));
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void view(Blackhole seen) {
        for (int at = 0; at < batch.length; at += Header.length(batch, at)) {
            view.read(batch, at, Header.length(batch, at));
            seen.consume(view.inPort());
            seen.consume(view.bufferId());
            seen.consume(view.reason());
            seen.consume(view.frameOffset());
            seen.consume(view.frameLength());
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void record(Blackhole seen) {
        for (int at = 0; at < batch.length; at += Header.length(batch, at)) {
            var in = (PacketIn) Messages.decode(batch, at, Header.length(batch, at));
            seen.consume(in.inPort());
            seen.consume(in.bufferId());
            seen.consume(in.reason());
            seen.consume(in.data());
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void openflowj(Blackhole seen) throws OFParseError {
        buffer.readerIndex(0);
        while (buffer.isReadable()) {
            var in = (OFPacketIn) OpenFlowJ.next(reader, buffer);
            seen.consume(OpenFlowJ.inPort(in));
            seen.consume(in.getBufferId().getInt());
            seen.consume(in.getReason());
            seen.consume(in.getData());
        }
    }
}
