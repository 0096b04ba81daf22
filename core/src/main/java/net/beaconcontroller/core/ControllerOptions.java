package net.beaconcontroller.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.Version;

/**
 * How a controller is set up; the runtime's settings of the areas {@code controller}, {@code io} and {@code pipeline}.
 *
 * @param listen where switches connect; port 0 for a free one
 * @param versions of OpenFlow that are offered, not empty
 * @param order names of applications whose listeners come first, in this order
 */
public record ControllerOptions(
        InetSocketAddress listen, Set<Version> versions, Timeouts timeouts, Setup setup, Io io, List<String> order) {

    /**
     * How long things may take.
     *
     * @param handshake from a switch's connection until it is set up
     * @param initializer how long one may hold a switch
     * @param request until an answer
     * @param echoInterval between keep-alive requests
     * @param echo how long a switch may be silent
     */
    public record Timeouts(
            Duration handshake, Duration initializer, Duration request, Duration echoInterval, Duration echo) {
        public static final Timeouts DEFAULT = new Timeouts(
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
    }

    /**
     * How a switch is set up when it connects.
     *
     * @param deleteFlows whether the flows that it has are deleted
     * @param tableMiss whether switches of OpenFlow 1.3 and later get the flow that sends unmatched packets here
     * @param missSendLength how many bytes of a packet it sends
     */
    public record Setup(boolean deleteFlows, boolean tableMiss, int missSendLength) {
        public static final Setup DEFAULT = new Setup(true, true, 0xffff);
    }

    /**
     * How the event loops work.
     *
     * @param loops how many there are, or 0 for one for each processor
     * @param read which threads run the listeners
     * @param pipelineThreads how many there are for the shared queue, or 0 for as many as loops
     * @param write when what is sent goes to the socket
     * @param waiting what a loop does when it has nothing to do
     * @param rebalance when a switch goes over to another loop
     */
    public record Io(
            int loops, Read read, int pipelineThreads, Write write, Wait waiting, Rebalance rebalance, Limits limits) {
        public static final Io DEFAULT =
                new Io(0, Read.RUN_TO_COMPLETION, 0, Write.BATCHED, Wait.ADAPTIVE, Rebalance.WHEN_BUSY, Limits.DEFAULT);

        /** The same with this many loops. */
        public Io withLoops(int value) {
            return new Io(value, read, pipelineThreads, write, waiting, rebalance, limits);
        }

        /** The same, read and written like this. */
        public Io withDesign(Read newRead, Write newWrite) {
            return new Io(loops, newRead, pipelineThreads, newWrite, waiting, rebalance, limits);
        }

        /** The same, waiting like this. */
        public Io withWaiting(Wait value) {
            return new Io(loops, read, pipelineThreads, write, value, rebalance, limits);
        }

        /** The same, with switches that move like this. */
        public Io withRebalance(Rebalance value) {
            return new Io(loops, read, pipelineThreads, write, waiting, value, limits);
        }

        /** The same, with these limits. */
        public Io withLimits(Limits value) {
            return new Io(loops, read, pipelineThreads, write, waiting, rebalance, value);
        }
    }

    /**
     * How many bytes there may be.
     *
     * @param readBuffer that a loop reads at once, at least {@link #MIN_READ_BUFFER}
     * @param pauseReadingAt waiting for a switch, at which nothing more is read from it
     * @param writeLimit waiting for a switch, at which it is disconnected
     * @param answerLimit that an answer which comes in parts may have in all
     */
    public record Limits(int readBuffer, int pauseReadingAt, int writeLimit, int answerLimit) {
        /** Room for the longest message, and one that is cut in two. */
        public static final int MIN_READ_BUFFER = 1 << 17;

        public static final Limits DEFAULT = new Limits(MIN_READ_BUFFER, 1 << 20, 1 << 24, 1 << 24);
    }

    /** Which threads run the listeners: the read designs of the Beacon paper, section 5.2. */
    public enum Read {
        /** The loop that read a message. */
        RUN_TO_COMPLETION,
        /** Pipeline threads, which take the messages from a queue that the loops put them into. */
        SHARED_QUEUE
    }

    /** When what is sent goes to the socket: the write designs of the Beacon paper, section 5.3. */
    public enum Write {
        /** Once a turn of the loop for each switch that has something to send. */
        BATCHED,
        /** Each message by itself, at once. */
        IMMEDIATE
    }

    /** What a loop does when it has nothing to do. */
    public enum Wait {
        /** Sleeps until something comes. */
        BLOCK,
        /** Looks again and again: it needs a processor of its own, and nobody has to wake it. */
        SPIN,
        /** Looks for some microseconds where that has been enough of late, and then sleeps. */
        ADAPTIVE
    }

    /** When a switch goes over from its loop to another. */
    public enum Rebalance {
        /** When a loop has clearly more to do than another. */
        WHEN_BUSY,
        /** It stays where it was assigned when it connected. */
        NEVER,
        /** All the time, any switch to any loop: to test that nothing is lost by it. */
        CONSTANTLY
    }

    /** The versions of OpenFlow that can be offered: all but 1.1, which no switch speaks alone. */
    public static final Set<Version> SPOKEN =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Version.OF11)));

    /** The defaults, on a free port of this machine alone: to embed a controller, and to test with. */
    public static ControllerOptions onFreePort() {
        return new ControllerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                SPOKEN,
                Timeouts.DEFAULT,
                Setup.DEFAULT,
                Io.DEFAULT,
                List.of());
    }

    public ControllerOptions withVersions(Set<Version> value) {
        return new ControllerOptions(listen, value, timeouts, setup, io, order);
    }

    public ControllerOptions withTimeouts(Timeouts value) {
        return new ControllerOptions(listen, versions, value, setup, io, order);
    }

    public ControllerOptions withSetup(Setup value) {
        return new ControllerOptions(listen, versions, timeouts, value, io, order);
    }

    public ControllerOptions withIo(Io value) {
        return new ControllerOptions(listen, versions, timeouts, setup, value, order);
    }

    public ControllerOptions withOrder(String... value) {
        return new ControllerOptions(listen, versions, timeouts, setup, io, List.of(value));
    }
}
