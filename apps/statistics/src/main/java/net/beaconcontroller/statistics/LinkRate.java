package net.beaconcontroller.statistics;

import net.beaconcontroller.topology.Link;
import org.jspecify.annotations.Nullable;

/**
 * The rates of a link in its direction.
 *
 * @param sender the rates of the port where it begins; null if unknown
 * @param receiver the rates of the port where it ends; null if unknown
 */
public record LinkRate(
        Link link, @Nullable PortRate sender, @Nullable PortRate receiver) {
    /** Returns the bits per second that the sender has sent, or else that the receiver has received; NaN if unknown. */
    public double bits() {
        double sent = sender == null ? Double.NaN : sender.sentBits();
        return Double.isNaN(sent) && receiver != null ? receiver.receivedBits() : sent;
    }

    /** Returns the packets per second that the sender has sent, or else that the receiver has received. */
    public double packets() {
        double sent = sender == null ? Double.NaN : sender.sentPackets();
        return Double.isNaN(sent) && receiver != null ? receiver.receivedPackets() : sent;
    }

    /** Returns the speed of the link in bits per second: that of the slower end; 0 if unknown. */
    public long speed() {
        if (sender == null || receiver == null) {
            return 0;
        }
        return sender.speed() == 0 || receiver.speed() == 0
                ? Math.max(sender.speed(), receiver.speed())
                : Math.min(sender.speed(), receiver.speed());
    }

    /** Returns the share of the speed that is used, from 0 to 1; NaN if it is unknown. */
    public double load() {
        return speed() == 0 ? Double.NaN : bits() / speed();
    }
}
