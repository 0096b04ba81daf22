package net.beaconcontroller.topology;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.PortNumber;

/**
 * A port of a switch: an endpoint of a link, or the attachment point of hosts.
 *
 * @param port the port number, see {@link PortNumber}
 */
public record SwitchPort(long datapathId, long port) implements Comparable<SwitchPort> {
    private static final Comparator<SwitchPort> ORDER =
            Comparator.comparingLong(SwitchPort::datapathId).thenComparingLong(SwitchPort::port);

    private static final Pattern FORMAT = Pattern.compile("(\\p{XDigit}{1,16})\\s*:\\s*(\\w{1,10})");

    /**
     * Parses the datapath id in hexadecimal and the port number, or LOCAL, with a colon between them.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static SwitchPort parse(String text) {
        Matcher matcher = FORMAT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("needs DATAPATH-ID:PORT, such as 0000000000000001:3");
        }
        return new SwitchPort(DatapathId.parse(matcher.group(1)), PortNumber.parse(matcher.group(2)));
    }

    @Override
    public int compareTo(SwitchPort other) {
        return ORDER.compare(this, other);
    }

    /** Returns the datapath id in hexadecimal and the port number or LOCAL, for example {@code 0000000000000001:3}. */
    @Override
    public String toString() {
        return DatapathId.toString(datapathId) + ":" + PortNumber.toString(port);
    }
}
