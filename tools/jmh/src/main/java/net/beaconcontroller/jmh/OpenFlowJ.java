package net.beaconcontroller.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Oxs;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMessageReader;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.protocol.stat.StatField;

/** The differences of openflowj between protocol versions. */
final class OpenFlowJ {
    /** Disables its log and enables its fastest buffers. */
    static final String QUIET_LOG = "-Dslf4j.internal.verbosity=ERROR";

    static final String FAST_BUFFERS = "--sun-misc-unsafe-memory-access=allow";

    /** The headers of the counters, which are OXS TLVs. */
    private static final int ONE_NUMBER = 1 << 9;

    private static final int PACKET_COUNT = Oxs.BASIC << 16 | Oxs.PACKET_COUNT * ONE_NUMBER | Long.BYTES;
    private static final int BYTE_COUNT = Oxs.BASIC << 16 | Oxs.BYTE_COUNT * ONE_NUMBER | Long.BYTES;

    private OpenFlowJ() {}

    static OFFactory factory(Version version) {
        return OFFactories.getFactory(Arrays.stream(OFVersion.values())
                .filter(candidate -> candidate.getWireVersion() == version.wire())
                .findFirst()
                .orElseThrow());
    }

    /** Returns a heap buffer with these bytes. */
    static ByteBuf buffer(byte[] bytes) {
        return Unpooled.buffer(bytes.length).writeBytes(bytes);
    }

    /** Decodes the next message, which must be complete. */
    static OFMessage next(OFMessageReader<OFMessage> reader, ByteBuf buffer) throws OFParseError {
        return Objects.requireNonNull(reader.readFrom(buffer));
    }

    /**
     * Converts a flow-stats reply to the counter numbers of openflowj. In OpenFlow 1.5 it ignores the gap after the
     * second counter (OpenFlow 1.5.1 section 7.2.4.2) and would reject the original.
     */
    static byte[] renumbered(byte[] reply, Version version) {
        byte[] bytes = reply.clone();
        ByteBuffer words = ByteBuffer.wrap(bytes);
        for (int at = 0; version == Version.OF15 && at < bytes.length - 3; at += 4) {
            int word = words.getInt(at);
            if (word == PACKET_COUNT || word == BYTE_COUNT) {
                words.putInt(at, word - ONE_NUMBER);
            }
        }
        return bytes;
    }

    static byte[] written(OFMessage message) {
        ByteBuf buffer = Unpooled.buffer();
        message.writeTo(buffer);
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    static int inPort(OFPacketIn in) {
        boolean inMatch = in.getVersion().compareTo(OFVersion.OF_12) >= 0;
        return (inMatch ? in.getMatch().get(MatchField.IN_PORT) : in.getInPort()).getPortNumber();
    }

    static int inPort(OFFlowStatsEntry flow) {
        return flow.getMatch().get(MatchField.IN_PORT).getPortNumber();
    }

    static long packets(OFFlowStatsEntry flow) {
        boolean inStats = flow.getVersion() == OFVersion.OF_15;
        return (inStats ? flow.getStats().get(StatField.PACKET_COUNT) : flow.getPacketCount()).getValue();
    }
}
