package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Set;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PrefetchListener;
import net.beaconcontroller.core.Session.State;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EchoReply;
import net.beaconcontroller.openflow.EchoRequest;
import net.beaconcontroller.openflow.ErrorMessage;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Message;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Messages;
import net.beaconcontroller.openflow.PacketInView;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.PortStatus;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;

/**
 * The receiving half of a {@link Session}: takes apart what the switch sends, and hands each message to who is concerned. A
 * packet-in goes through the pipeline as a view of the bytes it came in; nothing is allocated for it. What is malformed is
 * dropped, counted, and answered with the specification's error. For the loop's thread only.
 */
final class MessageReceiver {
    private static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10); // the same number in all versions

    private static final int HELLO = MessageType.HELLO.wire(Version.OF10);
    private static final int NOT_AGREED = -1;

    private static final int NEVER = Integer.MAX_VALUE;

    /** A peer whose first message says it is longer does not speak OpenFlow, and is not waited for. */
    static final int MAX_HELLO = 1024;

    /** What a switch has no business to say, as it is for controllers to say. */
    private static final Set<MessageType> FOR_SWITCHES = EnumSet.of(
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
    private final Transport transport;
    private final SerialExecutor executor;
    private final OutputBuffer out;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final PendingRequests requests;
    private int wireVersion = NOT_AGREED;
    private int packetIn = NOT_AGREED;
    private int multipartReply = NOT_AGREED;

    MessageReceiver(
            Session session,
            Transport transport,
            OutputBuffer out,
            Handshake handshake,
            KeepAlive keepAlive,
            PendingRequests requests) {
        this.session = session;
        this.transport = transport;
        this.executor = session.executor();
        this.out = out;
        this.handshake = handshake;
        this.keepAlive = keepAlive;
        this.requests = requests;
    }

    /** From now on the switch speaks this version and no other. */
    void agreeOn(Version version) {
        wireVersion = version.wire();
        packetIn = wireVersion << 8 | PACKET_IN;
        multipartReply = MessageType.MULTIPART_REPLY.wire(version);
    }

    /**
     * Takes in the complete messages that are in these bytes, one after the other.
     *
     * @return where it stopped: at a message that is not complete, or because the {@link OutputBuffer} is full
     */
    int receive(byte[] bytes, int from, int to) {
        session.received();
        ListenerThread thread = executor.thread();
        thread.packetIn.receivedAt(thread.nowNanos());
        int at = from;
        int lookedAhead = from;
        while (to - at >= Header.LENGTH && !out.isFull()) {
            if (at >= lookedAhead) {
                lookedAhead = lookAhead(thread, bytes, at, to);
            }
            int length = Header.length(bytes, at);
            if (length < Header.LENGTH || to - at < length) {
                refuseIfWrong(length, bytes, at, to);
                return at;
            }
            int versionAndType = Header.versionAndType(bytes, at);
            out.counters.countReceived(versionAndType & 0xff);
            try {
                if (versionAndType == packetIn) {
                    receivePacketIn(thread, bytes, at, length);
                } else {
                    receiveOther(bytes, at, length);
                }
            } catch (MalformedMessageException e) {
                refuse(e, bytes, at, length);
            }
            at += length;
        }
        return at;
    }

    /** An incomplete message need not be waited for where its length can't be true. */
    private void refuseIfWrong(int length, byte[] bytes, int at, int to) {
        if (length < Header.LENGTH) {
            loseFraming(bytes, at, to, length);
        } else if (session.state() == State.HELLO && length > MAX_HELLO) {
            transport.close("its first message says length=%d, a HELLO has at most %d".formatted(length, MAX_HELLO));
        }
    }

    private void receivePacketIn(ListenerThread thread, byte[] bytes, int at, int length) {
        PacketIn in = thread.packetIn;
        in.wrap(bytes, at, length);
        if (!in.wrapFrame() || in.inPort() == PortNumber.ANY) {
            throw incomplete(in);
        }
        if (session.state() != State.ACTIVE) {
            return; // nobody is to hear of the switch yet
        }
        for (PacketInListener listener : thread.pipelines.packetIn) {
            try {
                if (listener.packetIn(session, in) == Next.STOP) {
                    return;
                }
            } catch (RuntimeException | Error e) {
                session.listenerFailed(listener, e);
            }
        }
    }

    private static MalformedMessageException incomplete(PacketIn in) {
        return in.inPort() == PortNumber.ANY
                ? new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_PORT,
                        "PACKET_IN that does not say the port it came in on")
                : new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_LEN,
                        "PACKET_IN with a frame of %d bytes, an Ethernet header has 14".formatted(in.frameLength()));
    }

    /** Shows the next packet-ins to who wants to see them early; returns from where on to look again. */
    private int lookAhead(ListenerThread thread, byte[] bytes, int from, int to) {
        PrefetchListener[] listeners = thread.pipelines.lookahead;
        if (listeners.length == 0 || session.state() != State.ACTIVE) {
            return NEVER;
        }
        int[] frames = thread.framesAhead;
        int count = 0;
        int at = from;
        while (count < frames.length && to - at >= Header.LENGTH) {
            int length = Header.length(bytes, at);
            if (length < Header.LENGTH || to - at < length) {
                break;
            }
            if (Header.versionAndType(bytes, at) == packetIn) {
                int frame = PacketInView.usualFrameOffset(bytes, at, length);
                if (frame > 0 && at + length - frame >= Ethernet.HEADER_LENGTH) {
                    frames[count++] = frame;
                }
            }
            at += length;
        }
        return count > 0 && show(listeners, bytes, frames, count) ? at : NEVER;
    }

    private boolean show(PrefetchListener[] listeners, byte[] bytes, int[] frames, int count) {
        boolean useful = false;
        for (PrefetchListener listener : listeners) {
            try {
                useful |= listener.lookAhead(session, bytes, frames, count);
            } catch (RuntimeException | Error e) {
                session.listenerFailed(listener, e);
            }
        }
        return useful;
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
                    "version=0x%02x, agreed is 0x%02x".formatted(messageVersion, wireVersion));
        }
        long xid = Header.xid(bytes, at);
        if (Header.type(bytes, at) == multipartReply && requests.answeredInPart(xid, bytes, at, length)) {
            return;
        }
        Message message = Messages.decode(bytes, at, length);
        if (FOR_SWITCHES.contains(message.type())) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_TYPE,
                    message.type() + " from a switch: it is for controllers to say");
        }
        if (message instanceof EchoRequest(Bytes data)) {
            session.reply(new EchoReply(data), xid);
        } else if (!keepAlive.receive(xid, message) && !requests.answered(xid, message)) {
            unasked(xid, message);
        }
    }

    /** The first message must be a HELLO, of whatever version. */
    private void receiveHello(byte[] bytes, int at, int length, int messageVersion) {
        int type = Header.type(bytes, at);
        if (type == HELLO) {
            handshake.hello(messageVersion, Messages.decodeHello(bytes, at, length));
        } else {
            transport.close("its first message is of type %d, not HELLO".formatted(type));
        }
    }

    private void unasked(long xid, Message message) {
        if (message instanceof PortStatus status) {
            session.portStatus(status);
        }
        if (session.state() != State.ACTIVE) {
            handshake.message(message);
            return;
        }
        if (message instanceof ErrorMessage error) {
            session.log(
                    Level.WARNING,
                    "switch %s refused a message: %s xid=%d".formatted(session, error.name(session.version()), xid));
        }
        for (MessageListener listener : executor.thread().pipelines.message) {
            try {
                if (listener.message(session, xid, message) == Next.STOP) {
                    return;
                }
            } catch (RuntimeException | Error e) {
                session.listenerFailed(listener, e);
            }
        }
    }

    /** Without a length that can be true, nobody knows where the next message begins. */
    private void loseFraming(byte[] bytes, int at, int to, int length) {
        refuse(
                new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_LEN,
                        "a header with length=%d, needs at least %d".formatted(length, Header.LENGTH)),
                bytes,
                at,
                to - at);
        transport.close("a header with length=%d: where the next message begins is lost".formatted(length));
    }

    /** Drops a message: counts it, tells the log, and answers with the specification's error. */
    private void refuse(MalformedMessageException e, byte[] bytes, int at, int length) {
        out.counters.countMalformed();
        session.log(Level.WARNING, "refused a message of switch %s: %s".formatted(session, e.getMessage()));
        if (Header.type(bytes, at) != MessageType.ERROR.ordinal()) {
            Bytes data = Bytes.of(bytes, at, Math.min(length, ErrorMessage.DATA_LENGTH));
            session.reply(new ErrorMessage(e.errorType(), e.errorCode(), data), Header.xid(bytes, at));
        }
    }
}
