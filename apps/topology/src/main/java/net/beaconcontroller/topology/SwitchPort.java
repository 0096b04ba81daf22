package net.beaconcontroller.topology;

import java.util.Comparator;
import net.beaconcontroller.openflow.DatapathId;

/**
 * A port of a switch: an endpoint of a link, or the attachment point of hosts.
 *
 * @param port the port number, see {@link net.beaconcontroller.openflow.PortNumber}
 */
public record SwitchPort(long datapathId, long port) implements Comparable<SwitchPort> {
    private static final Comparator<SwitchPort> ORDER =
            Comparator.comparingLong(SwitchPort::datapathId).thenComparingLong(SwitchPort::port);

    @Override
    public int compareTo(SwitchPort other) {
        return ORDER.compare(this, other);
    }

    /** Returns the datapath id in hexadecimal and the port number, for example {@code 0000000000000001:3}. */
    @Override
    public String toString() {
        return DatapathId.toString(datapathId) + ":" + port;
    }
}
