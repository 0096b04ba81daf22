package net.beaconcontroller.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the form with this keyword, or empty if there is none. */
    public static Optional<PacketInForm> ofKeyword(String keyword) {
        return Arrays.stream(values())
                .filter(form -> form.keyword().equals(keyword))
                .findFirst();
    }

    /** Returns all keywords, separated by commas. */
    public static String keywords() {
        return Arrays.stream(values()).map(PacketInForm::keyword).collect(Collectors.joining(", "));
    }
}
