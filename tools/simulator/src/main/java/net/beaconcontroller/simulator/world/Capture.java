package net.beaconcontroller.simulator.world;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.simulator.schedule.Scheduler;
import net.beaconcontroller.simulator.sockets.Tap;

/** The messages between a controller and its switches: a line of the timeline for each, and a capture of all. */
final class Capture implements Tap {
    private static final int MAGIC_OF_NANOSECONDS = 0xa1b23c4d;
    private static final int MAX_LENGTH = 1 << 18;
    private static final int LINK_TYPE_RAW = 101;
    private static final int HEADERS = 40;
    /** The longest part of a segment: the length of an IPv4 packet has 16 bits. */
    private static final int MAX_SEGMENT = 65_000;

    private final Scheduler scheduler;
    private final Timeline timeline;
    private final ByteArrayOutputStream pcap = new ByteArrayOutputStream();
    private final Map<String, Direction> directions = new HashMap<>();

    /** What was sent in one direction of a connection. */
    private static final class Direction {
        int sequence = 1;
        byte[] incomplete = {};
    }

    Capture(Scheduler scheduler, Timeline timeline) {
        this.scheduler = scheduler;
        this.timeline = timeline;
        ByteBuffer header = buffer(24);
        header.putInt(MAGIC_OF_NANOSECONDS).putShort((short) 2).putShort((short) 4);
        header.putLong(0).putInt(MAX_LENGTH).putInt(LINK_TYPE_RAW);
        write(header);
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.BIG_ENDIAN);
    }

    private void write(ByteBuffer filled) {
        pcap.write(filled.array(), filled.arrayOffset(), filled.position());
    }

    @Override
    public void arrived(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        Direction direction = directions.computeIfAbsent(from + ">" + to, _ -> new Direction());
        for (int at = 0; at < bytes.length; at += MAX_SEGMENT) {
            segment(from, to, direction, bytes, at, Math.min(MAX_SEGMENT, bytes.length - at));
        }
        var all = new ByteArrayOutputStream();
        all.writeBytes(direction.incomplete);
        all.writeBytes(bytes);
        byte[] input = all.toByteArray();
        int start = 0;
        while (input.length - start >= Header.LENGTH && input.length - start >= Header.length(input, start)) {
            int length = Math.max(Header.LENGTH, Header.length(input, start));
            timeline.add("%s > %s %s, %d bytes, xid %d"
                    .formatted(from.getPort(), to.getPort(), type(input, start), length, Header.xid(input, start)));
            start += length;
        }
        direction.incomplete = Arrays.copyOfRange(input, start, input.length);
    }

    private static String type(byte[] input, int start) {
        return Version.ofWire(Header.version(input, start))
                .flatMap(version -> MessageType.ofWire(version, Header.type(input, start)))
                .map(Enum::name)
                .orElseGet(() -> "type " + Header.type(input, start));
    }

    /** Writes a segment with headers of IPv4 (RFC 791) and TCP (RFC 9293), without checksums. */
    private void segment(
            InetSocketAddress from, InetSocketAddress to, Direction direction, byte[] bytes, int at, int length) {
        long nanos = scheduler.nowNanos();
        ByteBuffer out = buffer(16 + HEADERS + length);
        out.putInt((int) TimeUnit.NANOSECONDS.toSeconds(nanos)).putInt((int) (nanos % 1_000_000_000));
        out.putInt(HEADERS + length).putInt(HEADERS + length);
        out.put((byte) 0x45).put((byte) 0).putShort((short) (HEADERS + length));
        out.putInt(0).put((byte) 64).put((byte) 6).putShort((short) 0);
        out.put(from.getAddress().getAddress()).put(to.getAddress().getAddress());
        out.putShort((short) from.getPort()).putShort((short) to.getPort());
        out.putInt(direction.sequence).putInt(0).putShort((short) 0x5018).putShort((short) 0xffff);
        out.putInt(0).put(bytes, at, length);
        direction.sequence += length;
        write(out);
    }

    /** Returns the capture in the format of pcap. */
    byte[] pcap() {
        return pcap.toByteArray();
    }
}
