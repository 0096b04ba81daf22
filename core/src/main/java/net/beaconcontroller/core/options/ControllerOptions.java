package net.beaconcontroller.core.options;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.io.tls.TlsEndpoint;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.structure.Role;

/**
 * The options of a controller: the settings {@code controller.*}, {@code io.*}, {@code isolation.*} and {@code
 * pipeline.*} of the runtime.
 *
 * @param versions the OpenFlow versions to offer, at least one
 * @param order the names of the applications whose listeners run first, in this order
 */
public record ControllerOptions(
        Channels channels,
        Set<Version> versions,
        Timeouts timeouts,
        Setup setup,
        Io io,
        Isolation isolation,
        List<String> order) {

    /**
     * The ways to connect with switches, of which there is at least one. Port 0 of an address selects a free port.
     *
     * @param listen the address that switches connect to
     * @param tlsListen the address that switches connect to with TLS
     * @param tls for connections with TLS; empty only if there are none
     * @param connect the switches to connect to
     */
    public record Channels(
            Optional<InetSocketAddress> listen,
            Optional<InetSocketAddress> tlsListen,
            Optional<Tls> tls,
            List<ActiveTarget> connect) {
        public Channels {
            connect = List.copyOf(connect);
        }

        /** Returns the listening address for connections without TLS, and no other way to connect. */
        public static Channels plain(InetSocketAddress listen) {
            return new Channels(Optional.of(listen), Optional.empty(), Optional.empty(), List.of());
        }
    }

    /**
     * The controller's end of connections with TLS.
     *
     * @param clientAuth whether switches that connect need a certificate; those that the controller connects to do
     */
    public record Tls(TlsFiles files, TlsEndpoint.ClientAuth clientAuth) {}

    /** The time between checks whether the files for TLS, and that of the allowed switches, have changed. */
    public static final Duration FILE_CHECK_INTERVAL = Duration.ofSeconds(2);

    /**
     * Timeouts of a session.
     *
     * @param handshake from the connection of a switch until its setup is complete
     * @param initializer for each initializer
     * @param request for the reply to a request
     * @param echoInterval between echo requests
     * @param echo since the last received bytes, after which a switch is disconnected
     * @param message for the rest of a message, while the switch sends; a switch that does not complete the message is
     *     disconnected
     * @param takeOver for a switch to answer an echo request when another connection has its datapath id; if it does
     *     not, it is disconnected in favor of the other
     */
    public record Timeouts(
            Duration handshake,
            Duration initializer,
            Duration request,
            Duration echoInterval,
            Duration echo,
            Duration message,
            Duration takeOver) {
        public static final Timeouts DEFAULT = new Timeouts(
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(5),
                Duration.ofSeconds(3));

        /** Returns a copy with the given timeouts of the handshake and of each initializer. */
        public Timeouts withHandshake(Duration newHandshake, Duration newInitializer) {
            return new Timeouts(newHandshake, newInitializer, request, echoInterval, echo, message, takeOver);
        }

        /** Returns a copy with the given interval of echo requests and the timeout of their replies. */
        public Timeouts withEcho(Duration interval, Duration value) {
            return new Timeouts(handshake, initializer, request, interval, value, message, takeOver);
        }

        /** Returns a copy with the given timeout for the reply to a request. */
        public Timeouts withRequest(Duration value) {
            return new Timeouts(handshake, initializer, value, echoInterval, echo, message, takeOver);
        }

        /** Returns a copy with the given timeout for the rest of a message. */
        public Timeouts withMessage(Duration value) {
            return new Timeouts(handshake, initializer, request, echoInterval, echo, value, takeOver);
        }

        /** Returns a copy with the given timeout of a switch whose datapath id another connection has. */
        public Timeouts withTakeOver(Duration value) {
            return new Timeouts(handshake, initializer, request, echoInterval, echo, message, value);
        }
    }

    /** The flows that are deleted from a switch that connects. */
    public enum DeleteFlows {
        /**
         * The flows with a cookie of Beacon ({@link net.beaconcontroller.api.CookieRange#BEACON}), except those that an
         * application reconciles ({@link net.beaconcontroller.api.FlowReconciler}).
         */
        OWN,
        /** All flows, also those of other controllers and of operators. */
        ALL,
        /** None, except those that an application's {@link net.beaconcontroller.api.FlowReconciler} deletes. */
        NONE
    }

    /**
     * The setup of a switch that connects.
     *
     * @param allowed the switches that may connect
     * @param allowedFile a file with further switches that may connect, which is read again when it changes; all may
     *     connect without a file and elements of {@code allowed}
     * @param unknown the treatment of the other switches
     * @param role the role to request from a switch that connects; nothing is requested for {@link Role#EQUAL}
     * @param deleteFlows which existing flows to delete
     * @param tableMiss whether switches have the permanent flow of the controller, which is a table-miss flow from
     *     OpenFlow 1.3 on
     * @param missSendLength the maximum number of bytes of a packet that the switch sends to the controller if no flow
     *     matches it (miss_send_len, and the max_len of the table-miss flow)
     */
    public record Setup(
            List<AllowedSwitch> allowed,
            Optional<Path> allowedFile,
            UnknownSwitches unknown,
            Role role,
            DeleteFlows deleteFlows,
            boolean tableMiss,
            int missSendLength) {
        public static final Setup DEFAULT = new Setup(
                List.of(),
                Optional.empty(),
                UnknownSwitches.REFUSE,
                Role.EQUAL,
                DeleteFlows.OWN,
                true,
                Action.Output.MAX_PACKET_IN);

        public Setup {
            allowed = List.copyOf(allowed);
        }

        /** Returns a copy with the given flows to delete. */
        public Setup withDeleteFlows(DeleteFlows value) {
            return new Setup(allowed, allowedFile, unknown, role, value, tableMiss, missSendLength);
        }

        /** Returns a copy with the given file with switches that may connect. */
        public Setup withAllowedFile(Path value) {
            return new Setup(allowed, Optional.of(value), unknown, role, deleteFlows, tableMiss, missSendLength);
        }

        /** Returns a copy with the given switches that may connect, and the treatment of the others. */
        public Setup withAllowed(List<AllowedSwitch> value, UnknownSwitches others) {
            return new Setup(value, allowedFile, others, role, deleteFlows, tableMiss, missSendLength);
        }

        /** Returns a copy with the given role. */
        public Setup withRole(Role value) {
            return new Setup(allowed, allowedFile, unknown, value, deleteFlows, tableMiss, missSendLength);
        }

        /** Returns a copy with the given table-miss flow, and bytes of packets for the controller. */
        public Setup withMiss(boolean flow, int length) {
            return new Setup(allowed, allowedFile, unknown, role, deleteFlows, flow, length);
        }
    }

    /** The treatment of switches that may not connect. */
    public enum UnknownSwitches {
        /** They are disconnected. */
        REFUSE,
        /** They stay connected, for display only: applications do not see them, and nothing is changed in them. */
        WATCH
    }

    /**
     * The operation of the event loops.
     *
     * @param loops the number of loops; 0 for one per processor
     * @param read the threads that run the listeners
     * @param pipelineThreads the number of threads of the shared queue; 0 for as many as there are loops
     * @param write when output is written to the socket
     * @param waiting the behavior of a loop without work
     * @param rebalance when a switch moves to another loop
     * @param transport the way to read and write sockets
     */
    public record Io(
            int loops,
            Read read,
            int pipelineThreads,
            Limits limits,
            Write write,
            Wait waiting,
            Rebalance rebalance,
            TransportType transport) {
        public static final Io DEFAULT = new Io(
                0,
                Read.RUN_TO_COMPLETION,
                0,
                Limits.DEFAULT,
                Write.BATCHED,
                Wait.ADAPTIVE,
                Rebalance.WHEN_BUSY,
                TransportType.AUTO);

        /** Returns a copy with the given number of loops. */
        public Io withLoops(int value) {
            return new Io(value, read, pipelineThreads, limits, write, waiting, rebalance, transport);
        }

        /** Returns the number of loops: that of the processors if {@link #loops} is 0. */
        public int loopCount() {
            return loops == 0 ? Runtime.getRuntime().availableProcessors() : loops;
        }

        /** Returns a copy with the given read and write designs. */
        public Io withDesign(Read newRead, Write newWrite) {
            return new Io(loops, newRead, pipelineThreads, limits, newWrite, waiting, rebalance, transport);
        }

        /** Returns a copy with the given behavior of a loop without work. */
        public Io withWaiting(Wait value) {
            return new Io(loops, read, pipelineThreads, limits, write, value, rebalance, transport);
        }

        /** Returns a copy with the given policy for moving switches. */
        public Io withRebalance(Rebalance value) {
            return new Io(loops, read, pipelineThreads, limits, write, waiting, value, transport);
        }

        /** Returns a copy with the given transport. */
        public Io withTransport(TransportType value) {
            return new Io(loops, read, pipelineThreads, limits, write, waiting, rebalance, value);
        }

        /** Returns a copy with the given limits. */
        public Io withLimits(Limits value) {
            return new Io(loops, read, pipelineThreads, value, write, waiting, rebalance, transport);
        }
    }

    /**
     * The bounds beyond which a call is reported, or an application is quarantined. An empty value disables the bound.
     *
     * @param slowCall the duration of one call of a listener or of a task on a loop, beyond which it is logged and
     *     counted
     * @param failures exceptions in ten periods
     * @param callTime the duration of one call of a listener or of a task on a loop
     * @param loopSharePercent the share of the time of a loop, in ten periods in a row
     * @param period over which the share is computed; tests have shorter ones
     */
    public record Isolation(
            Optional<Duration> slowCall,
            Optional<Integer> failures,
            Optional<Duration> callTime,
            Optional<Integer> loopSharePercent,
            Duration period) {
        public static final Isolation DEFAULT = new Isolation(
                Optional.of(Duration.ofSeconds(1)),
                Optional.of(1_000),
                Optional.of(Duration.ofSeconds(5)),
                Optional.empty());

        /** Creates bounds with periods of a second. */
        public Isolation(
                Optional<Duration> slowCall,
                Optional<Integer> failures,
                Optional<Duration> callTime,
                Optional<Integer> loopSharePercent) {
            this(slowCall, failures, callTime, loopSharePercent, Duration.ofSeconds(1));
        }

        /** Returns a copy with the given period. */
        public Isolation withPeriod(Duration value) {
            return new Isolation(slowCall, failures, callTime, loopSharePercent, value);
        }
    }

    /**
     * Buffer limits, in bytes, and limits of connections.
     *
     * @param readBuffer the size of a loop's receive buffer, at least {@link #MIN_READ_BUFFER}
     * @param pauseReadingAt the pending output of a switch from which nothing is read from it
     * @param writeLimit the pending output of a switch above which it is disconnected
     * @param answerLimit the maximum total size of a multipart reply
     * @param unfinishedAnswers the total size of all multipart replies with missing parts, above which the longest is
     *     refused
     * @param connections the maximum number of open connections; further ones are closed at once
     * @param handshakes the number of connections whose handshake is not complete, above which one of them is closed
     */
    public record Limits(
            int readBuffer,
            int pauseReadingAt,
            int writeLimit,
            int answerLimit,
            int unfinishedAnswers,
            int connections,
            int handshakes) {
        /** Room for a message of maximum length and an incomplete one. */
        public static final int MIN_READ_BUFFER = 1 << 17;

        public static final Limits DEFAULT = new Limits(3 << 16, 1 << 20, 1 << 24, 1 << 24, 1 << 28, 20_000, 5_000);

        /** Returns a copy with the given limits of connections. */
        public Limits withConnections(int open, int inHandshake) {
            return new Limits(
                    readBuffer, pauseReadingAt, writeLimit, answerLimit, unfinishedAnswers, open, inHandshake);
        }

        /** Returns a copy with the given limits of the output of a switch. */
        public Limits withOutput(int pause, int disconnect) {
            return new Limits(readBuffer, pause, disconnect, answerLimit, unfinishedAnswers, connections, handshakes);
        }

        /** Returns a copy with the given total size of multipart replies with missing parts. */
        public Limits withUnfinishedAnswers(int value) {
            return new Limits(readBuffer, pauseReadingAt, writeLimit, answerLimit, value, connections, handshakes);
        }
    }

    /** The threads that run the listeners: the read designs of the Beacon paper, section 5.2. */
    public enum Read {
        /** The loop that has read the message. */
        RUN_TO_COMPLETION,
        /** A pool of threads that take the messages from a queue. */
        SHARED_QUEUE
    }

    /** When output is written to the socket: the write designs of the Beacon paper, section 5.3. */
    public enum Write {
        /** Once per loop iteration, all messages together. */
        BATCHED,
        /** Each message immediately and by itself. */
        IMMEDIATE
    }

    /** The behavior of a loop without work. */
    public enum Wait {
        /** Sleeps until the next event. */
        BLOCK,
        /** Polls continuously, which takes a processor but avoids the wake-up latency. */
        SPIN,
        /** Polls for some microseconds if events have recently followed each other that closely, and then sleeps. */
        ADAPTIVE
    }

    /** When a switch moves to another loop. */
    public enum Rebalance {
        /** When its loop is clearly busier than another. */
        WHEN_BUSY,
        /** Never: it stays on the loop that it was assigned to when it connected. */
        NEVER,
        /** Continuously and at random. For tests that nothing is lost. */
        CONSTANTLY
    }

    /** The supported OpenFlow versions: all but 1.1, because no switch supports only that. */
    public static final Set<Version> SUPPORTED =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Version.OF11)));

    /** Returns the default options on a free port of the loopback interface, for embedding and for tests. */
    public static ControllerOptions onFreePort() {
        return new ControllerOptions(
                Channels.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                SUPPORTED,
                Timeouts.DEFAULT,
                Setup.DEFAULT,
                Io.DEFAULT,
                Isolation.DEFAULT,
                List.of());
    }

    public ControllerOptions withChannels(Channels value) {
        return new ControllerOptions(value, versions, timeouts, setup, io, isolation, order);
    }

    public ControllerOptions withTimeouts(Timeouts value) {
        return new ControllerOptions(channels, versions, value, setup, io, isolation, order);
    }

    public ControllerOptions withSetup(Setup value) {
        return new ControllerOptions(channels, versions, timeouts, value, io, isolation, order);
    }

    public ControllerOptions withIo(Io value) {
        return new ControllerOptions(channels, versions, timeouts, setup, value, isolation, order);
    }

    public ControllerOptions withIsolation(Isolation value) {
        return new ControllerOptions(channels, versions, timeouts, setup, io, value, order);
    }

    public ControllerOptions withOrder(String... value) {
        return new ControllerOptions(channels, versions, timeouts, setup, io, isolation, List.of(value));
    }
}
