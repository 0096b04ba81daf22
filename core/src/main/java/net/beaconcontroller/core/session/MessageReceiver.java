package net.beaconcontroller.core.session;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.CallStatistics;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.pipeline.ReceivedPacketIns;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.core.session.Session.State;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.RoleReply;

/**
 * The receiving half of a {@link Session}: splits the byte stream of a switch into messages and dispatches them. A
 * packet-in passes through the pipeline as a view of the receive buffer, without allocation. A malformed message is
 * dropped, counted, and answered with the error of the specification. Only for the switch's loop.
 */
public final class MessageReceiver {
    private static final int HELLO = MessageType.HELLO.wire(Version.OF10);
    private static final int NOT_NEGOTIATED = -1;

    /** The maximum length of a HELLO. A peer that announces a longer one does not speak OpenFlow. */
    private static final int MAX_HELLO = 1024;

    /** The number of messages with a wrong length in a minute above which the connection is closed. */
    public static final int MAX_RESYNCHRONIZATIONS = 100;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The progress with the message at the start of the bytes that are not handled. */
    private enum Progress {
        /** Nothing. */
        NONE,
        /** It was dispatched, but where it ends is not proven. */
        DISPATCHED,
        /** It was refused, but where it ends is not proven. */
        REFUSED
    }

    /** The session of the connection. */
    private final Session session;

    private final ConnectionHandle connection;
    private final SerialExecutor executor;
    /** The output of the connection. */
    private final OutputBuffer connectionOut;

    private final KeepAlive keepAlive;
    /**
     * The session whose messages these are: that of the main connection, if this is an auxiliary one. So are the next
     * four fields.
     */
    private Session sw;

    private OutputBuffer out;
    private Handshake handshake;
    private PendingRequests requests;
    private ControllerRole role;
    private final Framing framing = new Framing();
    private final CompletionTimeout completion;
    private int wireVersion = NOT_NEGOTIATED;
    private int packetIn = NOT_NEGOTIATED;
    private int multipartReply = NOT_NEGOTIATED;
    private Progress progress = Progress.NONE;
    private Framing.End end = Framing.End.PROVEN;
    /** The number of bytes that belong to an oversized packet-in and have not been received. */
    private int toSkip;

    private long minuteBegan;
    private int resynchronizations;

    MessageReceiver(
            Session session,
            ConnectionHandle connection,
            OutputBuffer out,
            Handshake handshake,
            KeepAlive keepAlive,
            PendingRequests requests,
            ControllerRole role,
            SessionServices services) {
        this.session = session;
        this.connection = connection;
        this.executor = session.executor();
        this.connectionOut = out;
        this.sw = session;
        this.out = out;
        this.handshake = handshake;
        this.keepAlive = keepAlive;
        this.minuteBegan = services.time().nanos();
        this.requests = requests;
        this.role = role;
        this.completion =
                new CompletionTimeout(executor, services.options().timeouts().message(), this::refuseIncomplete);
    }

    /** Sets the negotiated version, which all further messages must have. */
    void setNegotiatedVersion(Version version) {
        wireVersion = version.wire();
        packetIn = wireVersion << 8 | Framing.PACKET_IN;
        multipartReply = MessageType.MULTIPART_REPLY.wire(version);
        framing.setVersion(version);
    }

    /**
     * Handles all further messages, except the keep-alive of this auxiliary connection, as if the main connection had
     * received them.
     */
    void serve(MessageReceiver main) {
        sw = main.sw;
        out = main.out;
        handshake = main.handshake;
        requests = main.requests;
        role = main.role;
    }

    /** Returns whether so much output waits for the switch that no more messages are to be handled. */
    boolean isOutputFull() {
        return out.isFull();
    }

    /**
     * Handles the complete messages in these bytes.
     *
     * @return the offset of the first message that was not handled, or whose end is not proven; the bytes from there on
     *     are to be passed again, with those that follow
     */
    int receive(byte[] bytes, int from, int to) {
        session.received();
        CurrentCall currentCall = executor.thread().currentCall;
        currentCall.setReceiving(sw);
        try {
            return receiveAll(bytes, from, to);
        } finally {
            currentCall.setReceiving(null);
        }
    }

    private int receiveAll(byte[] bytes, int from, int to) {
        int at = from + skip(to - from);
        while (to - at >= Header.LENGTH && !out.isFull()) {
            int next = receiveNext(bytes, at, to);
            if (next == at) {
                break;
            }
            at = next;
        }
        if (at < to && end != Framing.End.LIKELY && !out.isFull()) {
            completion.incomplete(bytes, at, to, at > from);
        } else {
            completion.complete();
        }
        return at;
    }

    /**
     * Handles the message at {@code at}, or several packet-ins.
     *
     * @return the offset of the next message; {@code at} if more bytes are needed, or the connection was closed
     */
    private int receiveNext(byte[] bytes, int at, int to) {
        if (progress == Progress.NONE && Header.versionAndType(bytes, at) == packetIn) {
            int next = receivePacketIns(bytes, at, to);
            if (next > at) {
                end = Framing.End.PROVEN;
                return next;
            }
        }
        if (session.state() == State.HELLO) {
            handshake.sendHello();
            if (TlsFailure.isTlsRecord(bytes, at, to - at)) {
                connection.close(TlsFailure.TLS_ON_PLAIN_PORT);
                return at;
            }
        }
        if (wireVersion != NOT_NEGOTIATED && Header.version(bytes, at) != wireVersion) {
            refuse(wrongVersion(bytes, at), bytes, at, to - at);
            connection.close("a message of another version than the negotiated one");
            return at;
        }
        end = framing.find(bytes, at, to);
        if (end == Framing.End.INCOMPLETE) {
            refuseLongHello(bytes, at);
            return at;
        } else if (end == Framing.End.OVERSIZED) {
            return skipOversized(at, to);
        }
        int length = end == Framing.End.UNKNOWN ? to - at : framing.length();
        boolean isMisframed = end == Framing.End.UNKNOWN || length != Header.length(bytes, at);
        if (progress == Progress.NONE) {
            out.counters.countReceived(Header.type(bytes, at), 1);
            // Only a packet-in can be complete although its content is longer.
            boolean isContradictory = end == Framing.End.LIKELY && Header.type(bytes, at) != Framing.PACKET_IN;
            progress = receiveOne(bytes, at, length, isMisframed || isContradictory);
        } else if (progress == Progress.DISPATCHED && isMisframed) {
            refuse(wrongLength(bytes, at), bytes, at, length);
            progress = Progress.REFUSED;
        }
        if (end == Framing.End.UNKNOWN) {
            connection.close("a header with length=%d: the start of the next message is unknown"
                    .formatted(Header.length(bytes, at)));
            return at;
        } else if (end == Framing.End.LIKELY) {
            return at;
        }
        progress = Progress.NONE;
        if (isMisframed) {
            countResynchronization();
        }
        return at + length;
    }

    /** Skips a packet-in whose packet is too long, as far as it has been received. */
    private int skipOversized(int at, int to) {
        out.counters.countReceived(Framing.PACKET_IN, 1);
        out.counters.countOversized();
        toSkip = framing.length();
        session.log(
                Level.WARNING,
                "dropped a packet-in of switch %s: it has %d bytes, and a message at most %d"
                        .formatted(sw, toSkip, Header.MAX_MESSAGE_LENGTH));
        return at + skip(to - at);
    }

    /** Continues the stream of a connection: skips what another receiver has not skipped yet. */
    void continueAfter(MessageReceiver other) {
        toSkip = other.toSkip;
    }

    /** Returns how many of the next bytes belong to an oversized packet-in. */
    private int skip(int received) {
        int skipped = Math.min(toSkip, received);
        toSkip -= skipped;
        return skipped;
    }

    /** Closes the connection if the first message is incomplete and longer than a HELLO. */
    private void refuseLongHello(byte[] bytes, int at) {
        int length = Header.length(bytes, at);
        if (session.state() == State.HELLO && length > MAX_HELLO) {
            connection.close("first message has length=%d, a HELLO has at most %d".formatted(length, MAX_HELLO));
        }
    }

    /**
     * Handles the packet-ins at {@code at} that can be handled as a batch.
     *
     * @return the offset of the first message that was not handled, which can be {@code at}
     */
    private int receivePacketIns(byte[] bytes, int at, int to) {
        ListenerThread thread = executor.thread();
        ReceivedPacketIns batch = thread.packetIns;
        PipelineSnapshot pipeline = pipeline(thread);
        if (pipeline.singlePacketIn.length > 0
                || sw.state() != State.ACTIVE
                || !batch.gather(bytes, at, to, packetIn, framing, out, thread.nowNanos())) {
            return at;
        }
        do {
            batch.dispatch(pipeline, sw);
        } while (batch.position() < batch.size() && !out.isFull() && pipeline(thread) == pipeline);
        out.counters.countReceived(Framing.PACKET_IN, batch.position());
        return batch.nextMessage();
    }

    /**
     * Handles or refuses one message.
     *
     * @param hasWrongLength whether the length in the header contradicts the content
     */
    private Progress receiveOne(byte[] bytes, int at, int length, boolean hasWrongLength) {
        boolean isFirst = session.state() == State.HELLO;
        try {
            if (!isFirst) {
                requireFromSwitch(bytes, at);
            }
            if (hasWrongLength) {
                throw wrongLength(bytes, at);
            }
            if (isFirst) {
                receiveHello(bytes, at, length);
            } else if (Header.type(bytes, at) == Framing.PACKET_IN) {
                receivePacketIn(bytes, at, length);
            } else {
                receiveOther(bytes, at, length);
            }
            return Progress.DISPATCHED;
        } catch (MalformedMessageException e) {
            refuse(e, bytes, at, length);
            return Progress.REFUSED;
        }
    }

    private MalformedMessageException wrongVersion(byte[] bytes, int at) {
        return new MalformedMessageException(
                MalformedMessageException.BAD_REQUEST,
                MalformedMessageException.BAD_VERSION,
                "version=0x%02x, negotiated is 0x%02x".formatted(Header.version(bytes, at), wireVersion));
    }

    /** Checks that a message has a type that a switch may send. */
    private void requireFromSwitch(byte[] bytes, int at) {
        MessageType type = framing.type(bytes, at);
        if (type == null) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_TYPE,
                    "type=%d, which is unknown in OpenFlow %s".formatted(Header.type(bytes, at), session.version()));
        }
        if (type.isFromController()) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_TYPE,
                    type + " from a switch: only a controller may send it");
        }
    }

    private void receivePacketIn(byte[] bytes, int at, int length) {
        ListenerThread thread = executor.thread();
        ReceivedPacketIns batch = thread.packetIns;
        PipelineSnapshot pipeline = pipeline(thread);
        batch.set(bytes, at, length, out, thread.nowNanos());
        if (sw.state() == State.ACTIVE) {
            batch.dispatch(pipeline, sw);
        }
    }

    /** Returns the listeners of the next message. So a change takes effect in the middle of a read, too. */
    private PipelineSnapshot pipeline(ListenerThread thread) {
        if (thread.adoptPublished()) {
            sw.introduce();
        }
        return sw.pipeline(thread.pipelines);
    }

    private void receiveOther(byte[] bytes, int at, int length) {
        long xid = Header.xid(bytes, at);
        if (Header.type(bytes, at) == multipartReply && requests.receivePart(xid, bytes, at, length)) {
            return;
        }
        Message message = Messages.decode(bytes, at, length);
        // A role reply that was not requested says nothing. Other signs of a role come unrequested by nature.
        if (!(message instanceof RoleReply) || requests.isAwaited(xid, message)) {
            role.observe(message);
        }
        if (message instanceof EchoRequest(Bytes data)) {
            session.sender().reply(new EchoReply(data), xid);
        } else if (message instanceof ErrorMessage error) {
            receiveError(xid, error);
        } else if (!keepAlive.receive(xid, message) && !requests.receive(xid, message)) {
            receiveAsynchronous(xid, message);
        }
    }

    private void receiveError(long xid, ErrorMessage error) {
        boolean isLogged = sw.refused(xid, error);
        if (keepAlive.receive(xid, error) || requests.receive(xid, error)) {
            return;
        }
        if (!isLogged) {
            session.log(
                    Level.WARNING,
                    "switch %s refused a message: %s xid=%d".formatted(sw, error.description(sw.version()), xid));
        }
        receiveAsynchronous(xid, error);
    }

    /** Handles the first message, which must be a HELLO of any version. */
    private void receiveHello(byte[] bytes, int at, int length) {
        int type = Header.type(bytes, at);
        if (type == HELLO) {
            handshake.receiveHello(Header.version(bytes, at), Messages.decodeHello(bytes, at, length));
        } else {
            connection.close("first message has type=%d, needs HELLO".formatted(type));
        }
    }

    /** Handles a message that is not a reply. */
    private void receiveAsynchronous(long xid, Message message) {
        if (message instanceof PortStatus status) {
            sw.portStatus(status);
            return;
        }
        if (message instanceof FlowRemoved flow) {
            sw.flowRemoved(flow);
        }
        requests.changed(message);
        if (sw.state() != State.ACTIVE) {
            return;
        }
        ListenerThread thread = executor.thread();
        PipelineSnapshot pipeline = pipeline(thread);
        int surrounding = thread.currentCall.target();
        int end = pipeline.message.length;
        for (int i = 0; i < end; i++) {
            CallStatistics statistics = pipeline.messageStatistics[i];
            thread.currentCall.begin(statistics.id());
            try {
                if (pipeline.message[i].message(sw, xid, message) == Next.STOP) {
                    end = pipeline.messageObservers;
                }
            } catch (RuntimeException | Error e) {
                statistics.failed(sw, pipeline.message[i], e);
            } finally {
                thread.currentCall.end(surrounding);
            }
        }
    }

    private MalformedMessageException wrongLength(byte[] bytes, int at) {
        return new MalformedMessageException(
                MalformedMessageException.BAD_REQUEST,
                MalformedMessageException.BAD_LEN,
                "type=%d with length=%d, which is not where the message ends"
                        .formatted(Header.type(bytes, at), Header.length(bytes, at)));
    }

    /** Counts a message whose end was not that of its header, and closes the connection if there are too many. */
    private void countResynchronization() {
        out.counters.countResynchronization();
        long now = executor.thread().nowNanos();
        if (now - minuteBegan >= MINUTE_NANOS) {
            minuteBegan = now;
            resynchronizations = 0;
        }
        resynchronizations++;
        if (resynchronizations > MAX_RESYNCHRONIZATIONS) {
            connection.close("more than %d messages with a wrong length in a minute".formatted(MAX_RESYNCHRONIZATIONS));
        }
    }

    /** Refuses an incomplete message after the {@link CompletionTimeout}. */
    private void refuseIncomplete(byte[] header) {
        if (progress != Progress.REFUSED) {
            refuse(wrongLength(header, 0), header, 0, header.length);
        }
        connection.close("message timeout: a message with length=%d was not completed in time"
                .formatted(Header.length(header, 0)));
    }

    /** Called when the connection is closed, possibly by a listener. Its output counts as full from then on. */
    void closed() {
        completion.stop();
        out = connectionOut;
    }

    /** Refuses a malformed message: counts and logs it, and replies with the error of the specification. */
    private void refuse(MalformedMessageException e, byte[] bytes, int at, int length) {
        out.counters.countMalformed();
        session.log(Level.WARNING, "refused a message of switch %s: %s".formatted(sw, e.getMessage()));
        if (Header.type(bytes, at) != MessageType.ERROR.ordinal()) {
            Bytes data = Bytes.of(bytes, at, Math.min(length, ErrorMessage.DATA_LENGTH));
            session.sender().reply(new ErrorMessage(e.errorType(), e.errorCode(), data), Header.xid(bytes, at));
        }
    }
}
