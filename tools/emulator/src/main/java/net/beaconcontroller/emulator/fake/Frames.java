package net.beaconcontroller.emulator.fake;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Transport;

/** Makes Ethernet frames as hosts send them. */
public final class Frames {
    private static final int MIN_FRAME = 60;
    private static final int IPV4_HEADER = 20;

    private Frames() {}

    /** A UDP datagram of 10.0.0.x to 10.0.0.y, where x and y are the last bytes of the Ethernet addresses. */
    public static Bytes udp(long destination, long source, int sourcePort, int destinationPort) {
        return frame(destination, source, frame -> {
            frame.putShort((short) Ethernet.TYPE_IPV4);
            putUdp(frame, destination, source, sourcePort, destinationPort);
        });
    }

    /** The same in a VLAN. */
    public static Bytes taggedUdp(int vlan, long destination, long source, int sourcePort, int destinationPort) {
        return frame(destination, source, frame -> {
            frame.putShort((short) Ethernet.TYPE_VLAN).putShort((short) vlan);
            frame.putShort((short) Ethernet.TYPE_IPV4);
            putUdp(frame, destination, source, sourcePort, destinationPort);
        });
    }

    /** Asks everyone for the Ethernet address of 10.0.0.{@code target}. */
    public static Bytes arpRequest(long source, int target) {
        return frame(MacAddress.BROADCAST, source, frame -> {
            frame.putShort((short) Ethernet.TYPE_ARP);
            frame.putShort((short) 1).putShort((short) Ethernet.TYPE_IPV4);
            frame.put((byte) 6).put((byte) 4).putShort((short) Arp.REQUEST);
            putMac(frame, source);
            frame.putInt(address(source));
            putMac(frame, 0);
            frame.putInt(address(target));
        });
    }

    private static void putUdp(ByteBuffer frame, long destination, long source, int sourcePort, int destinationPort) {
        int length = frame.remaining();
        frame.putShort((short) 0x4500).putShort((short) length).putInt(0);
        frame.put((byte) 64).put((byte) Transport.UDP).putShort((short) 0);
        frame.putInt(address(source)).putInt(address(destination));
        frame.putShort((short) sourcePort).putShort((short) destinationPort);
        frame.putShort((short) (length - IPV4_HEADER)).putShort((short) 0);
    }

    private static Bytes frame(long destination, long source, Consumer<ByteBuffer> rest) {
        byte[] array = new byte[MIN_FRAME];
        ByteBuffer frame = ByteBuffer.wrap(array);
        putMac(frame, destination);
        putMac(frame, source);
        rest.accept(frame);
        return Bytes.of(array);
    }

    private static void putMac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    private static int address(long mac) {
        return 0x0a000000 | (int) (mac & 0xff);
    }
}
