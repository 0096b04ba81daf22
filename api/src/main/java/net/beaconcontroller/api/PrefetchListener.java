package net.beaconcontroller.api;

/**
 * Is shown the frames of packet-ins a little before they are its turn, a handful at a time. What it will look up for them it can
 * load then, all at once: loads that do not depend on each other overlap, and a table that is larger than the processor's caches
 * costs a fraction of the time. It is only a hint, and nothing may be sent or changed.
 */
public interface PrefetchListener extends PacketInListener {
    /**
     * Packet-ins of this switch come soon, as a rule. Called on the switch's loop. One whose message is of an unusual form is not
     * shown, and one that was shown may turn out to be malformed.
     *
     * @param bytes where the frames are, until this method returns; not to be written to
     * @param frames where each begins; at least an Ethernet header of 14 bytes is there
     * @param count how many of {@code frames} there are, 1 or more
     * @return whether there is a point in going on: false ends it for those read together with these
     */
    boolean lookAhead(Switch sw, byte[] bytes, int[] frames, int count);
}
