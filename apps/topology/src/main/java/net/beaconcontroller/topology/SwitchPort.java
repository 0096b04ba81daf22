package net.beaconcontroller.topology;

import java.util.Comparator;
import net.beaconcontroller.openflow.DatapathId;

/**
 * A port of a switch: the end of a link, or where a host is attached.
 *
 * @param datapathId of the switch
 * @param port its number, see {@link net.beaconcontroller.openflow.PortNumber}
 */
public record SwitchPort(long datapathId, long port) implements Comparable<SwitchPort> {
    private static final Comparator<SwitchPort> ORDER =
            Comparator.comparingLong(SwitchPort::datapathId).thenComparingLong(SwitchPort::port);

    @Override
    public int compareTo(SwitchPort other) {
        return ORDER.compare(this, other);
    }

    /** The datapath id and the port's number, like {@code 0000000000000001:3}. */
    @Override
    public String toString() {
        return DatapathId.toString(datapathId) + ":" + port;
    }
}
