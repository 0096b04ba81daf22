package net.beaconcontroller.emulator.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;

/**
 * Which Ethernet addresses a host knows of IPv4 addresses, RFC 826, and the packets that wait until it does. It asks three
 * times, a second apart, and then drops what waits. Others can make it hold {@link #MAX_KNOWN} addresses, of which it
 * forgets the oldest, and {@link #MAX_ASKED} questions with {@link #MAX_WAITING} packets each.
 */
final class ArpCache {
    static final int MAX_KNOWN = 1024;
    static final int MAX_ASKED = 1024;
    static final int MAX_WAITING = 16;

    private static final int TRIES = 3;
    private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Sends a frame of the host. */
    @FunctionalInterface
    interface Sender {
        void send(long destination, int type, byte[] payload);
    }

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
    private final Sender sender;
    private final Map<Long, Long> known = new Known();
    private final Map<Long, Question> questions = new HashMap<>();
    private long address;
    private long dropped;

    ArpCache(EmulatorLoop loop, long mac, Sender sender) {
        this.loop = loop;
        this.mac = mac;
        this.sender = sender;
    }

    /** From now on answers for this IPv4 address; for none if it is {@link Packets#NO_ADDRESS}. */
    void setAddress(long newAddress) {
        address = newAddress;
    }

    /** Sends an IPv4 packet, at once or when it is known where to. */
    void send(long destination, byte[] packet) {
        long group = Packets.groupMac(destination);
        if (group != 0) {
            sender.send(group, Ethernet.TYPE_IPV4, packet);
            return;
        }
        Long destinationMac = known.get(destination);
        if (destinationMac != null) {
            sender.send(destinationMac, Ethernet.TYPE_IPV4, packet);
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
            question.waiting.add(packet);
        }
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
        sender.send(MacAddress.BROADCAST, Ethernet.TYPE_ARP, Packets.arp(Arp.REQUEST, mac, address, 0, destination));
        loop.after(TRY_NANOS, () -> ask(destination, question));
    }

    /** Tells everybody where this host is, as RFC 5227 section 2.3 has it. */
    void announce() {
        if (address != Packets.NO_ADDRESS) {
            sender.send(MacAddress.BROADCAST, Ethernet.TYPE_ARP, Packets.arp(Arp.REQUEST, mac, address, 0, address));
        }
    }

    /** Learns and answers, in the order of RFC 826: who is asked also learns who asks. */
    void hear(Arp arp) {
        long from = arp.senderIp();
        long fromMac = arp.senderMac();
        boolean isForThis = address != Packets.NO_ADDRESS && arp.targetIp() == address;
        if (from != Packets.NO_ADDRESS && from != address) {
            Question question = questions.remove(from);
            if (question != null || isForThis || known.containsKey(from)) {
                known.put(from, fromMac);
            }
            if (question != null) {
                question.waiting.forEach(packet -> sender.send(fromMac, Ethernet.TYPE_IPV4, packet));
            }
        }
        if (isForThis && from != address && arp.operation() == Arp.REQUEST) {
            sender.send(fromMac, Ethernet.TYPE_ARP, Packets.arp(Arp.REPLY, mac, address, fromMac, from));
        }
    }

    /** Packets that were not sent, as there was no answer or too many waited. */
    long dropped() {
        return dropped;
    }
}
