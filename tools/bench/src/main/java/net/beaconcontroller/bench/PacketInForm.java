package net.beaconcontroller.bench;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.net.Words;

/** The form of the packet-ins of a load. */
public enum PacketInForm {
    /** The packet is untagged, and the switch has buffered it. */
    PLAIN,
    /** The packet has an IEEE 802.1Q tag, and the switch has buffered it. */
    TAGGED,
    /** The packet is untagged, and the switch has not buffered it: only a packet-out with the packet forwards it. */
    UNBUFFERED;

    /** Returns the keyword on the command line and in results. */
    public String keyword() {
        return Words.of(this);
    }

    /** Returns the form with this keyword, or empty if there is none. */
    public static Optional<PacketInForm> ofKeyword(String keyword) {
        return Words.parse(keyword, List.of(values()));
    }

    /** Returns all keywords, separated by commas. */
    public static String keywords() {
        return Words.list(List.of(values()));
    }
}
