package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.DescReply;
import net.beaconcontroller.openflow.EchoReply;
import net.beaconcontroller.openflow.EchoRequest;
import net.beaconcontroller.openflow.ErrorMessage;
import net.beaconcontroller.openflow.FeaturesReply;
import net.beaconcontroller.openflow.FlowMod;
import net.beaconcontroller.openflow.FlowModEncoder;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Message;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Messages;
import net.beaconcontroller.openflow.PacketOutEncoder;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.PortStatus;
import net.beaconcontroller.openflow.Request;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * The switch at the other end of a connection: what it sends is taken apart and handed to who is concerned, and what it is
 * sent is put into the connection's output. Its life is {@link State}; until it is active, {@link Handshake} leads.
 *
 * <p>Fields that other threads read are volatile or final; all else belongs to the loop's thread.
 */
final class Session implements Switch {
    private static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10); // the same number in all versions

    private static final int NOT_AGREED = -1;

    /** A peer whose first message says it is longer does not speak OpenFlow, and is not waited for. */
    private static final int MAX_HELLO = 1024;

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
            MessageType.SET_ASYNC);

    /** From the connection to its end. */
    enum State {
        /** Waits for the switch's HELLO. */
        HELLO,
        /** Waits for the features reply, and so for the datapath id. */
        FEATURES,
        /** Sets the switch up, until it answers the barrier behind that. */
        SETUP,
        /** Waits until an older connection of the same datapath id is gone. */
        CLAIM,
        /** Initializers have the switch. */
        INITIALIZING,
        /** Applications have it. */
        ACTIVE,
        CLOSED
    }

    /** What a session needs of its connection. */
    interface Link {
        SocketAddress remoteAddress();

        /** Has the output written at the end of this turn. */
        void flushLater();

        /** Whether so much waits to be written that nothing more is to be read. */
        boolean isCongested();

        void close(String reason);
    }

    private final Link link;
    private final Output out;
    private final Loop loop;
    private final OpenFlowController controller;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final Requests requests;
    private final Ports ports = new Ports();
    private final int index;
    private final AtomicInteger nextForeignXid = new AtomicInteger(Integer.MIN_VALUE);
    private final Instant connectedSince = Instant.now();

    private volatile State state = State.HELLO;
    private volatile @Nullable FeaturesReply features;
    private volatile DescReply description = new DescReply("", "", "", "", "");
    private volatile Version version = Version.OF10;
    private int wireVersion = NOT_AGREED;
    private int nextXid = 1;
    private long lastHeardNanos;
    private @Nullable FlowModEncoder flowMod;
    private @Nullable PacketOutEncoder packetOut;

    Session(Link link, Output out, Loop loop, OpenFlowController controller) {
        this.link = link;
        this.out = out;
        this.loop = loop;
        this.controller = controller;
        this.index = controller.table().takeIndex();
        this.handshake = new Handshake(this, controller);
        this.keepAlive = new KeepAlive(this, controller.options().timeouts());
        this.requests = new Requests(this, controller.options().timeouts().request());
        this.lastHeardNanos = loop.nowNanos();
    }

    void start() {
        handshake.start();
    }

    // Messages in

    /**
     * Takes in the complete messages that are in these bytes, one after the other.
     *
     * @return where it stopped: at a message that is not complete, or because the switch does not take its replies
     */
    int receive(byte[] bytes, int from, int to) {
        lastHeardNanos = loop.nowNanos();
        int at = from;
        while (to - at >= Header.LENGTH && state != State.CLOSED && !link.isCongested()) {
            int length = Header.length(bytes, at);
            if (length < Header.LENGTH) {
                loseFraming(bytes, at, to, length);
                return at;
            }
            if (to - at < length) {
                if (state == State.HELLO && length > MAX_HELLO) {
                    link.close("its first message says length=%d, a HELLO has at most %d".formatted(length, MAX_HELLO));
                }
                break;
            }
            receiveOne(bytes, at, length);
            at += length;
        }
        return at;
    }

    private void receiveOne(byte[] bytes, int at, int length) {
        int type = Header.type(bytes, at);
        out.counters.countReceived(type);
        try {
            if (type == PACKET_IN && Header.version(bytes, at) == wireVersion) {
                receivePacketIn(bytes, at, length);
            } else {
                receiveOther(bytes, at, length);
            }
        } catch (MalformedMessageException e) {
            refuse(e, bytes, at, length);
        }
    }

    private void receivePacketIn(byte[] bytes, int at, int length) {
        PacketIn in = loop.packetIn;
        in.wrap(bytes, at, length);
        if (!in.wrapFrame()) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_LEN,
                    "PACKET_IN with a frame of %d bytes, an Ethernet header has 14".formatted(in.frameLength()));
        }
        if (state != State.ACTIVE) {
            return; // nobody is to hear of the switch yet
        }
        for (PacketInListener listener : loop.pipelines.packetIn) {
            try {
                if (listener.packetIn(this, in) == Next.STOP) {
                    return;
                }
            } catch (RuntimeException | Error e) {
                listenerFailed(listener, e);
            }
        }
    }

    private void receiveOther(byte[] bytes, int at, int length) {
        int messageVersion = Header.version(bytes, at);
        if (messageVersion != wireVersion && state != State.HELLO) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_VERSION,
                    "version=0x%02x, agreed is 0x%02x".formatted(messageVersion, wireVersion));
        }
        Message message = Messages.decode(bytes, at, length);
        long xid = Header.xid(bytes, at);
        if (FOR_SWITCHES.contains(message.type())) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_TYPE,
                    message.type() + " from a switch: it is for controllers to say");
        }
        if (state == State.HELLO) {
            handshake.hello(messageVersion, message);
        } else if (message instanceof EchoRequest(Bytes data)) {
            reply(new EchoReply(data), xid);
        } else if (!keepAlive.answered(xid, message) && !requests.answered(xid, message)) {
            unasked(xid, message);
        }
    }

    private void unasked(long xid, Message message) {
        if (message instanceof PortStatus(PortStatus.Reason reason, Port port)) {
            SwitchEvent event = ports.update(this, reason, port);
            if (event != null) {
                announce(event);
            }
        }
        if (state != State.ACTIVE) {
            handshake.message(xid, message);
            return;
        }
        if (message instanceof ErrorMessage error) {
            loop.log.log(
                    Level.WARNING,
                    "switch %s refused a message: error type=%d code=%d xid=%d"
                            .formatted(this, error.errorType(), error.code(), xid));
        }
        for (MessageListener listener : loop.pipelines.message) {
            try {
                if (listener.message(this, xid, message) == Next.STOP) {
                    return;
                }
            } catch (RuntimeException | Error e) {
                listenerFailed(listener, e);
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
        link.close("a header with length=%d: where the next message begins is lost".formatted(length));
    }

    /** Drops a message: counts it, tells the log, and answers with the specification's error. */
    private void refuse(MalformedMessageException e, byte[] bytes, int at, int length) {
        out.counters.countMalformed();
        loop.log.log(Level.WARNING, "refused a message of switch %s: %s".formatted(this, e.getMessage()));
        if (Header.type(bytes, at) != MessageType.ERROR.ordinal()) {
            Bytes data = Bytes.of(bytes, at, Math.min(length, ErrorMessage.DATA_LENGTH));
            reply(new ErrorMessage(e.errorType(), e.errorCode(), data), Header.xid(bytes, at));
        }
    }

    private void listenerFailed(Object listener, Throwable cause) {
        controller.countFailure();
        loop.log.log(
                Level.ERROR,
                "listener %s failed on a message of switch %s"
                        .formatted(listener.getClass().getName(), this),
                cause);
    }

    // Messages out

    /** On the loop. */
    void reply(Message message, long xid) {
        Messages.encode(message, version, xid, out);
        link.flushLater();
    }

    @Override
    public void send(Message message) {
        if (loop.isCurrentThread()) {
            if (state != State.CLOSED) {
                reply(message, nextXid());
            }
        } else {
            long xid = nextForeignXid();
            byte[] bytes = Messages.encode(message, version, xid);
            execute(() -> append(bytes));
        }
    }

    private void append(byte[] bytes) {
        out.appendMessage(bytes);
        link.flushLater();
    }

    @Override
    public <R extends Message> CompletableFuture<R> request(Request<R> request) {
        long xid = nextForeignXid();
        byte[] bytes = Messages.encode(request, version, xid);
        var future = new CompletableFuture<R>();
        Runnable send = () -> {
            if (state == State.CLOSED) {
                future.completeExceptionally(new IOException("switch %s is disconnected".formatted(this)));
            } else {
                requests.add(xid, request, future);
                append(bytes);
            }
        };
        if (loop.isCurrentThread()) {
            send.run();
        } else if (!loop.execute(send)) {
            future.completeExceptionally(new IOException("switch %s is disconnected".formatted(this)));
        }
        return future;
    }

    @Override
    public PacketOutEncoder packetOut(PacketIn in) {
        requireLoop();
        link.flushLater();
        return encoder(packetOut).begin(in, nextXid());
    }

    @Override
    public FlowModEncoder flowAdd() {
        requireLoop();
        link.flushLater();
        return encoder(flowMod).begin(FlowMod.Command.ADD, nextXid());
    }

    private static <T> T encoder(@Nullable T encoder) {
        if (encoder == null) {
            throw new IllegalStateException("the switch has not said yet which version it speaks");
        }
        return encoder;
    }

    private void requireLoop() {
        if (!loop.isCurrentThread()) {
            throw new IllegalStateException(
                    "this is for the switch's loop; from another thread use send(message), or execute(task)");
        }
    }

    /** Of messages that are sent from the loop: 1 to 2^31 - 1. */
    long nextXid() {
        int xid = nextXid;
        nextXid = xid == Integer.MAX_VALUE ? 1 : xid + 1;
        return xid;
    }

    /** Of requests, and of messages from other threads: 2^31 and up, so that no two messages share one for long. */
    private long nextForeignXid() {
        return Integer.toUnsignedLong(nextForeignXid.getAndIncrement() | Integer.MIN_VALUE);
    }

    // Life

    State state() {
        return state;
    }

    void enter(State next) {
        state = next;
    }

    /** What the HELLO is written in: not more than an offer yet. */
    void offer(Version highest) {
        version = highest;
    }

    /** The version that both speak is known. */
    void agreeOn(Version agreed) {
        version = agreed;
        wireVersion = agreed.wire();
        out.counters.setVersion(agreed);
        flowMod = new FlowModEncoder(agreed, out);
        packetOut = new PacketOutEncoder(agreed, out);
    }

    /** The datapath id is this session's alone. */
    void claimed() {
        handshake.claimed();
    }

    /** Whether the datapath id is known. */
    boolean isIdentified() {
        return features != null;
    }

    void setFeatures(FeaturesReply reply) {
        features = reply;
        ports.set(reply.ports());
    }

    void setPorts(Collection<Port> all) {
        ports.set(all);
    }

    void setDescription(DescReply reply) {
        description = reply;
    }

    /** The switch is ready: from here on applications hear of it. */
    void activate() {
        state = State.ACTIVE;
        controller.table().activate(this);
        keepAlive.start();
        loop.arrivals.log(
                Level.INFO,
                "switch %s connected from %s: OpenFlow %s, %d ports, %s %s %s"
                        .formatted(
                                this,
                                link.remoteAddress(),
                                version,
                                ports.all().size(),
                                description.manufacturer(),
                                description.hardware(),
                                description.software()));
        announce(new SwitchEvent.Connected(this));
    }

    /** Tells a listener that came late of this switch. */
    void introduceTo(SwitchListener listener) {
        if (state == State.ACTIVE) {
            tell(listener, new SwitchEvent.Connected(this));
        }
    }

    private void announce(SwitchEvent event) {
        if (state == State.ACTIVE || event instanceof SwitchEvent.Disconnected) {
            for (SwitchListener listener : loop.pipelines.switches) {
                tell(listener, event);
            }
        }
    }

    private void tell(SwitchListener listener, SwitchEvent event) {
        try {
            listener.switchEvent(event);
        } catch (RuntimeException | Error e) {
            listenerFailed(listener, e);
        }
    }

    /** The connection is closed. */
    void closed(String reason) {
        boolean wasActive = state == State.ACTIVE;
        state = State.CLOSED;
        keepAlive.stop();
        requests.failAll(new IOException("switch %s is disconnected: %s".formatted(this, reason)));
        if (wasActive) {
            controller.table().deactivate(this);
            loop.arrivals.log(Level.INFO, "switch %s disconnected: %s".formatted(this, reason));
            announce(new SwitchEvent.Disconnected(this));
        } else {
            loop.log.log(Level.INFO, "%s left before it was ready: %s".formatted(this, reason));
        }
        controller.table().release(this);
    }

    /** The peer, from which nothing is read as it took too little, has taken some: so it lives. */
    void drained() {
        lastHeardNanos = loop.nowNanos();
    }

    /** When the peer last gave a sign of life. */
    long lastHeardNanos() {
        return lastHeardNanos;
    }

    Loop loop() {
        return loop;
    }

    @Override
    public void disconnect(String reason) {
        if (loop.isCurrentThread()) {
            link.close(reason);
        } else {
            loop.execute(() -> link.close(reason));
        }
    }

    // What applications ask

    @Override
    public void execute(Runnable task) {
        loop.execute(() -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
    }

    @Override
    public Registration after(Duration delay, Runnable task) {
        Supplier<Timers.Timer> start = () -> loop.after(delay.toNanos(), () -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
        if (loop.isCurrentThread()) {
            Timers.Timer timer = start.get();
            return () -> loop.execute(timer::cancel);
        }
        var timer = new CompletableFuture<Timers.Timer>();
        loop.execute(() -> timer.complete(start.get()));
        return () -> {
            var _ = timer.thenAccept(started -> loop.execute(started::cancel));
        };
    }

    @Override
    public long datapathId() {
        return features().datapathId();
    }

    @Override
    public Version version() {
        return version;
    }

    @Override
    public FeaturesReply features() {
        FeaturesReply known = features;
        if (known == null) {
            throw new IllegalStateException("the switch has not said yet who it is");
        }
        return known;
    }

    @Override
    public DescReply description() {
        return description;
    }

    @Override
    public Collection<Port> ports() {
        return ports.all();
    }

    @Override
    public Optional<Port> port(long number) {
        return ports.get(number);
    }

    @Override
    public Instant connectedSince() {
        return connectedSince;
    }

    @Override
    public SocketAddress remoteAddress() {
        return link.remoteAddress();
    }

    @Override
    public boolean isConnected() {
        return state != State.CLOSED;
    }

    @Override
    public Optional<Duration> roundTripTime() {
        return keepAlive.roundTripTime();
    }

    @Override
    public MessageCounters counters() {
        return out.counters;
    }

    @Override
    public int index() {
        return index;
    }

    /** The datapath id, or the address where that is not known yet. */
    @Override
    public String toString() {
        FeaturesReply known = features;
        return known == null ? link.remoteAddress().toString() : DatapathId.toString(known.datapathId());
    }
}
