package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Set;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.core.Session.State;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PortStatus;

/**
 * The receiving half of a {@link Session}: splits the byte stream of a switch into messages and dispatches them. A
 * packet-in passes through the pipeline as a view of the receive buffer, without allocation. A malformed message is
 * dropped, counted, and answered with the error of the specification. Only for the switch's loop.
 */
final class MessageReceiver {
    /** The same number in all versions. */
    private static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10);

    private static final int HELLO = MessageType.HELLO.wire(Version.OF10);
    private static final int NOT_NEGOTIATED = -1;

    /** The maximum length of a HELLO. A peer that announces a longer one does not speak OpenFlow. */
    static final int MAX_HELLO = 1024;

    /** Messages that only a controller may send. */
    private static final Set<MessageType> CONTROLLER_TO_SWITCH = EnumSet.of(
            MessageType.FEATURES_REQUEST,
            MessageType.GET_CONFIG_REQUEST,
            MessageType.SET_CONFIG,
            MessageType.PACKET_OUT,
            MessageType.FLOW_MOD,
            MessageType.GROUP_MOD,
            MessageType.PORT_MOD,
            MessageType.TABLE_MOD,
            MessageType.METER_MOD,
            MessageType.MULTIPART_REQUEST,
            MessageType.BARRIER_REQUEST,
            MessageType.QUEUE_GET_CONFIG_REQUEST,
            MessageType.ROLE_REQUEST,
            MessageType.GET_ASYNC_REQUEST,
            MessageType.SET_ASYNC,
            MessageType.BUNDLE_ADD_MESSAGE);

    private final Session session;
    private final ConnectionHandle connection;
    private final SerialExecutor executor;
    private final OutputBuffer out;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final PendingRequests requests;
    private int wireVersion = NOT_NEGOTIATED;
    private int packetIn = NOT_NEGOTIATED;
    private int multipartReply = NOT_NEGOTIATED;

    MessageReceiver(
            Session session,
            ConnectionHandle connection,
            OutputBuffer out,
            Handshake handshake,
            KeepAlive keepAlive,
            PendingRequests requests) {
        this.session = session;
        this.connection = connection;
        this.executor = session.executor();
        this.out = out;
        this.handshake = handshake;
        this.keepAlive = keepAlive;
        this.requests = requests;
    }

    /** Sets the negotiated version, which all further messages must have. */
    void setNegotiatedVersion(Version version) {
        wireVersion = version.wire();
        packetIn = wireVersion << 8 | PACKET_IN;
        multipartReply = MessageType.MULTIPART_REPLY.wire(version);
    }

    /**
     * Handles the complete messages in these bytes.
     *
     * @return the offset of the first message that was not handled: it is incomplete, or the {@link OutputBuffer} is
     * full
     */
    int receive(byte[] bytes, int from, int to) {
        session.received();
        int at = from;
        while (to - at >= Header.LENGTH && !out.isFull()) {
            int length = Header.length(bytes, at);
            if (length < Header.LENGTH || to - at < length) {
                refuseImpossibleLength(length, bytes, at, to);
                return at;
            }
            try {
                if (Header.versionAndType(bytes, at) == packetIn) {
                    at = receivePacketIns(bytes, at, length, to);
                    continue;
                }
                out.counters.countReceived(Header.type(bytes, at), 1);
                receiveOther(bytes, at, length);
            } catch (MalformedMessageException e) {
                refuse(e, bytes, at, length);
            }
            at += length;
        }
        return at;
    }

    /** Refuses an incomplete message with an impossible length. */
    private void refuseImpossibleLength(int length, byte[] bytes, int at, int to) {
        if (length < Header.LENGTH) {
            loseFraming(bytes, at, to, length);
        } else if (session.state() == State.HELLO && length > MAX_HELLO) {
            connection.close("first message has length=%d, a HELLO has at most %d".formatted(length, MAX_HELLO));
        }
    }

    /**
     * Handles the packet-in at {@code at}, and the packet-ins that follow it if they can be handled as a batch.
     *
     * @return the offset of the first message that was not handled
     */
    private int receivePacketIns(byte[] bytes, int at, int length, int to) {
        ListenerThread thread = executor.thread();
        ReceivedPacketIns batch = thread.packetIns;
        PipelineSnapshot pipeline = pipeline(thread);
        boolean isSingle = pipeline.singlePacketIn.length > 0 || session.state() != State.ACTIVE;
        long now = thread.nowNanos();
        if (isSingle || !batch.gather(bytes, at, to, packetIn, out, now)) {
            out.counters.countReceived(PACKET_IN, 1);
            batch.set(bytes, at, length, out, now);
            if (session.state() == State.ACTIVE) {
                batch.dispatch(pipeline, session);
            }
            return at + length;
        }
        do {
            batch.dispatch(pipeline, session);
        } while (batch.position() < batch.size() && !out.isFull() && pipeline(thread) == pipeline);
        out.counters.countReceived(PACKET_IN, batch.position());
        return batch.nextMessage();
    }

    /** Returns the listeners of the next message. So a change takes effect in the middle of a read, too. */
    private PipelineSnapshot pipeline(ListenerThread thread) {
        if (thread.adoptPublished()) {
            session.introduce();
        }
        return thread.pipelines;
    }

    private void receiveOther(byte[] bytes, int at, int length) {
        int messageVersion = Header.version(bytes, at);
        if (session.state() == State.HELLO) {
            receiveHello(bytes, at, length, messageVersion);
            return;
        }
        if (messageVersion != wireVersion) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_VERSION,
                    "version=0x%02x, negotiated is 0x%02x".formatted(messageVersion, wireVersion));
        }
        long xid = Header.xid(bytes, at);
        if (Header.type(bytes, at) == multipartReply && requests.receivePart(xid, bytes, at, length)) {
            return;
        }
        Message message = Messages.decode(bytes, at, length);
        if (CONTROLLER_TO_SWITCH.contains(message.type())) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_TYPE,
                    message.type() + " from a switch: only a controller may send it");
        }
        if (message instanceof EchoRequest(Bytes data)) {
            session.reply(new EchoReply(data), xid);
        } else if (!keepAlive.receive(xid, message) && !requests.receive(xid, message)) {
            receiveAsynchronous(xid, message);
        }
    }

    /** Handles the first message, which must be a HELLO of any version. */
    private void receiveHello(byte[] bytes, int at, int length, int messageVersion) {
        int type = Header.type(bytes, at);
        if (type == HELLO) {
            handshake.receiveHello(messageVersion, Messages.decodeHello(bytes, at, length));
        } else {
            connection.close("first message has type=%d, needs HELLO".formatted(type));
        }
    }

    /** Handles a message that is not a reply. */
    private void receiveAsynchronous(long xid, Message message) {
        if (message instanceof PortStatus status) {
            session.portStatus(status);
            return;
        }
        if (session.state() != State.ACTIVE) {
            handshake.receive(message);
            return;
        }
        if (message instanceof ErrorMessage error) {
            session.log(
                    Level.WARNING,
                    "switch %s refused a message: %s xid=%d".formatted(session, error.name(session.version()), xid));
        }
        ListenerThread thread = executor.thread();
        PipelineSnapshot pipeline = pipeline(thread);
        int surrounding = thread.currentCall.target();
        int end = pipeline.message.length;
        for (int i = 0; i < end; i++) {
            CallStatistics statistics = pipeline.messageStatistics[i];
            thread.currentCall.begin(statistics.id());
            try {
                if (pipeline.message[i].message(session, xid, message) == Next.STOP) {
                    end = pipeline.messageObservers;
                }
            } catch (RuntimeException | Error e) {
                session.listenerFailed(statistics, pipeline.message[i], e);
            } finally {
                thread.currentCall.end(surrounding);
            }
        }
    }

    /** Closes the connection: after a header with an impossible length, the start of the next message is unknown. */
    private void loseFraming(byte[] bytes, int at, int to, int length) {
        refuse(
                new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_LEN,
                        "a header with length=%d, needs at least %d".formatted(length, Header.LENGTH)),
                bytes,
                at,
                to - at);
        connection.close("a header with length=%d: the start of the next message is unknown".formatted(length));
    }

    /** Refuses a malformed message: counts and logs it, and replies with the error of the specification. */
    private void refuse(MalformedMessageException e, byte[] bytes, int at, int length) {
        out.counters.countMalformed();
        session.log(Level.WARNING, "refused a message of switch %s: %s".formatted(session, e.getMessage()));
        if (Header.type(bytes, at) != MessageType.ERROR.ordinal()) {
            Bytes data = Bytes.of(bytes, at, Math.min(length, ErrorMessage.DATA_LENGTH));
            session.reply(new ErrorMessage(e.errorType(), e.errorCode(), data), Header.xid(bytes, at));
        }
    }
}
