package net.beaconcontroller.emulator.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.Ipv4Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * Which Ethernet addresses a host knows of IPv4 addresses, RFC 826, and the packets that wait until it does. It asks three
 * times, a second apart, and then drops what waits. Others can make it hold {@link #MAX_KNOWN} addresses, of which it
 * forgets the oldest, and {@link #MAX_ASKED} questions with {@link #MAX_WAITING} packets each.
 */
final class ArpCache {
    static final int MAX_KNOWN = 1024;
    static final int MAX_ASKED = 1024;
    static final int MAX_WAITING = 16;

    private static final long MULTICAST_MAC = 0x0100_5e00_0000L;
    private static final long MULTICAST_MASK = 0x7f_ffff;

    private static final int TRIES = 3;
    private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What waits for an address. */
    private static final class Question {
        final List<byte[]> waiting = new ArrayList<>(1);
        int tries;
    }

    private static final class Known extends LinkedHashMap<Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > MAX_KNOWN;
        }
    }

    private final EmulatorLoop loop;
    private final long mac;
    private final int vlan;
    private final FrameSink wire;
    private final Map<Long, Long> known = new Known();
    private final Map<Long, Question> questions = new HashMap<>();
    private long address;
    private long dropped;

    /** @param wire sends the frames of the host */
    ArpCache(EmulatorLoop loop, long mac, int vlan, FrameSink wire) {
        this.loop = loop;
        this.mac = mac;
        this.vlan = vlan;
        this.wire = wire;
    }

    /** From now on answers for this IPv4 address; for none if it is {@link Ipv4Address#UNSPECIFIED}. */
    void setAddress(long newAddress) {
        address = newAddress;
    }

    /**
     * Sends the frame of an IPv4 packet, as soon as the MAC address of the destination is known, and writes that address into the
     * frame.
     */
    void send(long destination, byte[] frame) {
        long group = groupMac(destination);
        Long destinationMac = group == 0 ? known.get(destination) : Long.valueOf(group);
        if (destinationMac != null) {
            send(frame, destinationMac);
            return;
        }
        Question question = questions.get(destination);
        if (question == null && questions.size() < MAX_ASKED) {
            question = new Question();
            questions.put(destination, question);
            ask(destination, question);
        }
        if (question == null || question.waiting.size() == MAX_WAITING) {
            dropped++;
        } else {
            question.waiting.add(frame);
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

    private void ask(long destination, Question question) {
        if (questions.get(destination) != question) {
            return; // it was answered
        }
        if (question.tries == TRIES) {
            questions.remove(destination);
            dropped += question.waiting.size();
            return;
        }
        question.tries++;
        request(destination);
        loop.after(TRY_NANOS, () -> ask(destination, question));
    }

    /** Tells everybody where this host is, as RFC 5227 section 2.3 has it. */
    void announce() {
        if (address != Ipv4Address.UNSPECIFIED) {
            request(address);
        }
    }

    /** Learns and answers, in the order of RFC 826: who is asked also learns who asks. */
    void hear(Arp arp) {
        long from = arp.senderIp();
        long fromMac = arp.senderMac();
        boolean isForThis = address != Ipv4Address.UNSPECIFIED && arp.targetIp() == address;
        if (from != Ipv4Address.UNSPECIFIED && from != address) {
            Question question = questions.remove(from);
            if (question != null || isForThis || known.containsKey(from)) {
                known.put(from, fromMac);
            }
            if (question != null) {
                question.waiting.forEach(frame -> send(frame, fromMac));
            }
        }
        if (isForThis && from != address && arp.operation() == Arp.REQUEST) {
            wire.send(frameTo(fromMac).arpReply(address, from).build());
        }
    }

    /** Packets that were not sent, as there was no answer or too many waited. */
    long dropped() {
        return dropped;
    }
}
