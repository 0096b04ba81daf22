package net.beaconcontroller.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMessageReader;

/**
 * Measures the decoding of a flow-stats reply and the access to the input port and the packet count of each flow, with
 * the record and with openflowj. An operation is a reply of 64 KiB: 682 flows in OpenFlow 1.0, 372 to 389 in later
 * versions. Each flow matches a TCP connection in a VLAN exactly and has one output. Both libraries must encode the
 * reply to the same bytes. In OpenFlow 1.5, openflowj reads a reply with its numbers of two counters.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main FlowStatsDecoding -prof gc</pre>
 */
public class FlowStatsDecoding extends VersionBenchmark {
    private byte[] message = {};
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private OFMessageReader<OFMessage> reader = OpenFlowJ.factory(version).getReader();

    @Setup
    public void receive() throws OFParseError {
        int none = encode(0).length;
        int each = encode(1).length - none;
        message = encode((Header.MAX_MESSAGE_LENGTH - none) / each);
        byte[] theirMessage = OpenFlowJ.renumbered(message, version);
        buffer = OpenFlowJ.buffer(theirMessage);
        reader = OpenFlowJ.factory(version).getReader();
        requireThatBothReadTheSame(theirMessage);
    }

    private byte[] encode(int flows) {
        var all = IntStream.range(0, flows).mapToObj(FlowStatsDecoding::flow).toList();
        return Messages.encode(new FlowStats.Reply(all), version, 1);
    }

    private static FlowStats flow(int flow) {
        return new FlowStats(
                0,
                TcpFlows.PRIORITY,
                TcpFlows.IDLE_TIMEOUT,
                0,
                0,
                0,
                flow,
                TcpFlows.match(flow),
                Stats.of(flow, 1_000_000L * (flow % 1000), 10L * flow, 1500L * flow),
                TcpFlows.instructions(flow));
    }

    private static long inPort(FlowStats flow) {
        return flow.match().of(Field.IN_PORT).orElseThrow().value().toLong();
    }

    private void requireThatBothReadTheSame(byte[] theirMessage) throws OFParseError {
        var ours = Messages.read(message, 0, message.length);
        var theirs = (OFFlowStatsReply) OpenFlowJ.next(reader, buffer);
        List<FlowStats> ourFlows = ((FlowStats.Reply) ours.message()).flows();
        List<OFFlowStatsEntry> theirFlows = theirs.getEntries();
        boolean same = ourFlows.size() == theirFlows.size()
                && Arrays.equals(message, ours.toBytes())
                && Arrays.equals(theirMessage, OpenFlowJ.written(theirs));
        for (int i = 0; same && i < ourFlows.size(); i++) {
            same = inPort(ourFlows.get(i)) == OpenFlowJ.inPort(theirFlows.get(i))
                    && ourFlows.get(i).packets() == OpenFlowJ.packets(theirFlows.get(i));
        }
        if (!same) {
            throw new IllegalStateException("%s, but openflowj reads %s".formatted(ours, theirs));
        }
    }

    @Benchmark
    public FlowStats.Reply record(Blackhole seen) {
        var reply = (FlowStats.Reply) Messages.decode(message, 0, message.length);
        for (FlowStats flow : reply.flows()) {
            seen.consume(inPort(flow));
            seen.consume(flow.packets());
        }
        return reply;
    }

    @Benchmark
    public OFFlowStatsReply openflowj(Blackhole seen) throws OFParseError {
        buffer.readerIndex(0);
        var reply = (OFFlowStatsReply) OpenFlowJ.next(reader, buffer);
        for (OFFlowStatsEntry flow : reply.getEntries()) {
            seen.consume(OpenFlowJ.inPort(flow));
            seen.consume(OpenFlowJ.packets(flow));
        }
        return reply;
    }
}
