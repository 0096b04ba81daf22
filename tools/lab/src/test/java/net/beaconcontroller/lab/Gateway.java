package net.beaconcontroller.lab;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.PacketSocket;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;

/**
 * A router of a first-hop redundancy protocol at the interface of a lab's host. While it is the master of an IPv4
 * address, it answers ARP requests and pings for it.
 */
final class Gateway implements AutoCloseable {
    /** How routers use the MAC address of their group. */
    enum Kind {
        /** As source of all frames and in ARP, with advertisements: RFC 5798 section 7. */
        VIRTUAL_SOURCE,
        /** In ARP only. */
        VIRTUAL_IN_ARP,
        /** Not at all: the master answers with the address of its interface. */
        NO_VIRTUAL
    }

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long ADVERTISEMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int VRRP = 112;
    private static final long VRRP_ROUTERS = 0xe000_0012L;
    private static final long VRRP_ROUTERS_MAC = 0x0100_5e00_0012L;

    private final PacketSocket socket;
    private final Kind kind;
    private final long address;
    /** The source of frames. */
    private final long source;
    /** The address in ARP. */
    private final long mac;

    private final AtomicLong requests = new AtomicLong();
    private final CompletableFuture<Void> end;
    private volatile boolean isMaster;
    private volatile boolean isOver;
    /** When the next advertisement is due, and whether the address was announced. For the thread of the router. */
    private long nextNanos = System.nanoTime();

    private boolean isAnnounced;

    private Gateway(OvsLab lab, int host, Kind kind, long groupMac, long address) throws Exception {
        long own = MacAddress.parse(lab.mac(host)).value();
        socket = lab.openPacketSocket(host);
        this.kind = kind;
        this.address = address;
        source = kind == Kind.VIRTUAL_SOURCE ? groupMac : own;
        mac = kind == Kind.NO_VIRTUAL ? own : groupMac;
        end = CompletableFuture.runAsync(this::run, Thread.ofPlatform()::start);
    }

    /** Starts a router that is not the master yet. */
    static Gateway start(OvsLab lab, int host, Kind kind, long groupMac, long address) throws Exception {
        return new Gateway(lab, host, kind, groupMac, address);
    }

    /** Makes the router the master. It announces the address once. */
    void takeOver() {
        isMaster = true;
    }

    /** Makes the router silent. */
    void stepDown() {
        isMaster = false;
    }

    /** Returns the number of pings for the address that arrived, whether the router was the master or not. */
    long requests() {
        return requests.get();
    }

    private void run() {
        try (socket) {
            var frame = new Ethernet();
            while (!isOver) {
                socket.poll().ifPresentOrElse(bytes -> received(frame, bytes), () -> LockSupport.parkNanos(POLL_NANOS));
                if (isMaster) {
                    announce();
                } else {
                    isAnnounced = false;
                }
            }
        }
    }

    private void announce() {
        if (kind == Kind.VIRTUAL_SOURCE && System.nanoTime() - nextNanos >= 0) {
            nextNanos = System.nanoTime() + ADVERTISEMENT_NANOS;
            socket.send(FrameBuilder.ethernet(VRRP_ROUTERS_MAC, source)
                    .ipv4(address + 100, VRRP_ROUTERS)
                    .protocol(VRRP)
                    .zeros(Long.BYTES)
                    .build());
        }
        if (!isAnnounced) {
            isAnnounced = true;
            socket.send(FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                    .arp(Arp.REQUEST, mac, address, 0, address)
                    .build());
        }
    }

    private void received(Ethernet frame, byte[] bytes) {
        frame.wrap(bytes, 0, bytes.length);
        Arp arp = frame.arp();
        Ipv4 ip = frame.ipv4();
        Icmp icmp = ip == null ? null : ip.icmp();
        if (arp != null && arp.operation() == Arp.REQUEST && arp.targetIp() == address && isMaster) {
            socket.send(FrameBuilder.ethernet(frame.source(), source)
                    .arp(Arp.REPLY, mac, address, arp.senderMac(), arp.senderIp())
                    .build());
        } else if (ip != null && icmp != null && icmp.type() == Icmp.V4_ECHO_REQUEST && frame.destination() == mac) {
            requests.incrementAndGet();
            if (isMaster) {
                reply(frame, ip, bytes);
            }
        }
    }

    private void reply(Ethernet frame, Ipv4 ip, byte[] bytes) {
        int identifier = ip.payloadOffset() + Integer.BYTES;
        socket.send(FrameBuilder.ethernet(frame.source(), source)
                .ipv4(address, ip.source())
                .icmp(Icmp.V4_ECHO_REPLY, 0)
                .payload(bytes, identifier, ip.payloadLength() - Integer.BYTES)
                .build());
    }

    @Override
    public void close() {
        isOver = true;
        end.join();
    }
}
