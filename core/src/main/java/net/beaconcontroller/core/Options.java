package net.beaconcontroller.core;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.Version;

/**
 * How a controller is set up; the runtime's settings of the areas {@code controller}, {@code io} and {@code pipeline}.
 *
 * @param listen where switches connect; port 0 for a free one
 * @param versions of OpenFlow that are offered, not empty
 * @param handshakeTimeout how long a switch may take from its connection until it is set up
 * @param initializerTimeout how long an initializer may hold a switch
 * @param requestTimeout how long an answer may take
 * @param echoInterval between keep-alive requests
 * @param echoTimeout how long a switch may be silent
 * @param deleteFlows whether the flows that a switch has when it connects are deleted
 * @param tableMiss whether OpenFlow 1.3 switches get the flow that sends unmatched packets here
 * @param missSendLength how many bytes of a packet a switch sends
 * @param loops how many event loops there are, at least 1
 * @param readBuffer bytes that a loop reads at once, at least {@link #MIN_READ_BUFFER}
 * @param pauseReadingAt bytes waiting for a switch at which nothing more is read from it
 * @param writeLimit bytes waiting for a switch at which it is disconnected
 * @param order names of applications whose listeners come first, in this order
 */
public record Options(
        InetSocketAddress listen,
        Set<Version> versions,
        Duration handshakeTimeout,
        Duration initializerTimeout,
        Duration requestTimeout,
        Duration echoInterval,
        Duration echoTimeout,
        boolean deleteFlows,
        boolean tableMiss,
        int missSendLength,
        int loops,
        int readBuffer,
        int pauseReadingAt,
        int writeLimit,
        List<String> order) {

    /** Room for the longest message, and one that is cut in two. */
    public static final int MIN_READ_BUFFER = 1 << 17;
}
