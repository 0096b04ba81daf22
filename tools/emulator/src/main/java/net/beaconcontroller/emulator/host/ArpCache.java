package net.beaconcontroller.emulator.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * The ARP cache of a host, RFC 826, and the packets that wait for an address resolution. A request is sent up to
 * three times, one second apart; then the waiting packets are dropped. The memory that other hosts can cause to be
 * allocated is bounded: {@link #MAX_ENTRIES} entries, the oldest of which is evicted, and {@link #MAX_PENDING}
 * resolutions with {@link #MAX_WAITING} packets each.
 */
final class ArpCache {
    static final int MAX_ENTRIES = 1024;
    static final int MAX_PENDING = 1024;
    static final int MAX_WAITING = 16;

    private static final long MULTICAST_MAC = 0x0100_5e00_0000L;
    private static final long MULTICAST_MASK = 0x7f_ffff;

    private static final int TRIES = 3;
    private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** An address resolution in progress. */
    private static final class Resolution {
        final List<byte[]> waiting = new ArrayList<>(1);
        int tries;
    }

    private final SelectLoop loop;
    private final long mac;
    private final int vlan;
    private final FrameSink wire;
    private final Map<Long, Long> entries = new BoundedMap<>(MAX_ENTRIES, false);
    private final Map<Long, Resolution> resolutions = new HashMap<>();
    private long address;
    private long dropped;

    /** @param wire sends the frames of the host */
    ArpCache(SelectLoop loop, long mac, int vlan, FrameSink wire) {
        this.loop = loop;
        this.mac = mac;
        this.vlan = vlan;
        this.wire = wire;
    }

    /** Sets the host's IPv4 address, or {@link Ipv4Address#UNSPECIFIED}. The host answers requests for it. */
    void setAddress(long newAddress) {
        address = newAddress;
    }

    /** Forgets all addresses, as if they had expired. */
    void clear() {
        entries.clear();
    }

    /**
     * Sends the frame of an IPv4 packet, after resolving the address of its destination if necessary, and writes the
     * destination MAC address into the frame.
     */
    void send(long destination, byte[] frame) {
        long group = groupMac(destination);
        Long destinationMac = group == 0 ? entries.get(destination) : Long.valueOf(group);
        if (destinationMac != null) {
            send(frame, destinationMac);
            return;
        }
        Resolution resolution = resolutions.get(destination);
        if (resolution == null && resolutions.size() < MAX_PENDING) {
            resolution = new Resolution();
            resolutions.put(destination, resolution);
            request(destination, resolution);
        }
        if (resolution == null || resolution.waiting.size() == MAX_WAITING) {
            dropped++;
        } else {
            resolution.waiting.add(frame);
        }
    }

    private void send(byte[] frame, long destinationMac) {
        ByteAccess.putMac(frame, 0, destinationMac);
        wire.send(frame);
    }

    /** Returns the MAC address of a broadcast or multicast address, RFC 1112 section 6.4; 0 for a unicast address. */
    static long groupMac(long address) {
        if (address == Ipv4Address.BROADCAST || address == NetworkSpecBuilder.BROADCAST_ADDRESS) {
            return MacAddress.BROADCAST;
        }
        return Ipv4Address.isMulticast(address) ? MULTICAST_MAC | (address & MULTICAST_MASK) : 0;
    }

    private void request(long target) {
        wire.send(frameTo(MacAddress.BROADCAST).arpRequest(address, target).build());
    }

    private FrameBuilder frameTo(long destinationMac) {
        return FrameBuilder.ethernet(destinationMac, mac).vlan(vlan);
    }

    private void request(long destination, Resolution resolution) {
        if (resolutions.get(destination) != resolution) {
            // The reply has arrived.
            return;
        }
        if (resolution.tries == TRIES) {
            resolutions.remove(destination);
            dropped += resolution.waiting.size();
            return;
        }
        resolution.tries++;
        request(destination);
        loop.after(TRY_NANOS, () -> request(destination, resolution));
    }

    /** Sends a gratuitous ARP request, RFC 5227 section 2.3. */
    void announce() {
        if (address != Ipv4Address.UNSPECIFIED) {
            request(address);
        }
    }

    /**
     * Updates the cache, then answers a request, in the order of RFC 826: the target of a request also learns the
     * sender.
     */
    void receive(Arp arp) {
        long from = arp.senderIp();
        long fromMac = arp.senderMac();
        boolean isForThis = address != Ipv4Address.UNSPECIFIED && arp.targetIp() == address;
        if (from != Ipv4Address.UNSPECIFIED && from != address) {
            Resolution resolution = resolutions.remove(from);
            if (resolution != null || isForThis || entries.containsKey(from)) {
                entries.put(from, fromMac);
            }
            if (resolution != null) {
                resolution.waiting.forEach(frame -> send(frame, fromMac));
            }
        }
        if (isForThis && from != address && arp.operation() == Arp.REQUEST) {
            wire.send(frameTo(fromMac).arpReply(address, from).build());
        }
    }

    /** Returns the number of packets that were dropped because of a failed resolution or a full queue. */
    long dropped() {
        return dropped;
    }
}
