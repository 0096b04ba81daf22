package net.beaconcontroller.api;

/**
 * A packet-in listener that is shown the frames of several packet-ins before {@link #packetIn} is called for each of
 * them, so that it can prefetch the entries of a large table. Independent loads overlap, so that the table costs a
 * fraction of the memory latency. Prefetching is a hint: {@link #prefetch} must not send messages or change state.
 */
public interface PrefetchListener extends PacketInListener {
    /**
     * Prefetches what {@link #packetIn} needs for these frames. Called on the switch's loop. Packet-ins with an
     * uncommon match are not shown, and a packet-in that was shown may turn out to be malformed.
     *
     * @param sw the switch that sent the packet-ins
     * @param bytes the buffer that contains the frames, valid until this method returns; must not be modified
     * @param frames the offset of each frame in {@code bytes}; at least an Ethernet header of 14 bytes follows
     * @param count the number of valid elements of {@code frames}, at least 1
     * @return false to skip prefetching for the remaining packet-ins of this read
     */
    boolean prefetch(Switch sw, byte[] bytes, int[] frames, int count);
}
