package net.beaconcontroller.probe.profile;

import java.util.Optional;
import net.beaconcontroller.probe.robustness.Resources;
import org.HdrHistogram.Histogram;

/**
 * How a controller took a step of a profile.
 *
 * @param number the step, from 1
 * @param seconds the duration of the step
 * @param rate the intended rate in packet-ins per second
 * @param due the number of packet-ins that were to be sent
 * @param sent the number of packet-ins that were sent; less than {@code due} if the controller did not read, or while
 *     a switch was not connected
 * @param answered the number of packet-ins that were answered in time
 * @param lost the number of packet-ins that were not answered in time; {@code due} is {@code answered + lost}
 * @param late the number of answers to lost packet-ins, of this or an earlier step, that arrived in this step
 * @param closed the number of connections that ended
 * @param reconnected the number of switches that were connected again
 * @param closings the reasons why connections ended, one line; empty if none did
 * @param longestLagMicros the longest time between the intended and the real sending of a packet-in, because this
 *     process was late or the controller did not read
 * @param latency from the intended time of sending to the answer, in nanoseconds
 * @param resources the most that the controller used in this step, if its process is known
 */
public record StepResult(
        int number,
        double seconds,
        double rate,
        long due,
        long sent,
        long answered,
        long lost,
        long late,
        int closed,
        int reconnected,
        String closings,
        long longestLagMicros,
        Histogram latency,
        Optional<Resources> resources) {
    /** Returns whether no packet-in was lost and no connection ended. */
    public boolean isGood() {
        return lost == 0 && closed == 0;
    }

    /** Returns the rate at which packet-ins were sent. */
    public double sentPerSecond() {
        return sent / seconds;
    }

    /** Returns a percentile of the latency in microseconds; 0 without an answer. */
    public double micros(double percentile) {
        return latency.getValueAtPercentile(percentile) / 1000.0;
    }
}
