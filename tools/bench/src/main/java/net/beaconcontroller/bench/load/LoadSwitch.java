package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.SwitchReplies;
import net.beaconcontroller.switchkit.io.Framer;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.jspecify.annotations.Nullable;

/**
 * A switch of a load generator: its connection, its packet-ins and their answers. All switches of a loop read into
 * one buffer and write packet-ins from one batch, which saves memory and copies. Confined to the thread of the loop.
 */
public final class LoadSwitch implements SelectLoop.Ready {
    /** The resources that the switches of an event loop share. All calls are on its thread. */
    public interface Loop {
        /** Returns the batch from which all switches write packet-ins. */
        PacketInBatch packetIns();

        /** Returns the counts of the answers to all switches. */
        AnswerCounts counts();

        /** Called when a switch has read data. Returns the current time. */
        long dataRead();

        /** Returns the length of the part of a period that is measured; 0 or less if none is. */
        long measuredNanos(long fromNanos, long toNanos);

        /**
         * Called for the first answer to a packet-in.
         *
         * @param number the packet-in, from 0 in the order of sending
         * @param sentNanos when it was sent, if the window is 1
         */
        void answered(LoadSwitch sw, long number, long sentNanos);

        /** Called when a switch has handled its socket. */
        void handled(LoadSwitch sw);

        /** Called when the connection of a switch has ended, or the program failed. */
        void failed(LoadSwitch sw, Throwable cause);
    }

    private static final int CONNECT_MILLIS = 5_000;
    /** The time after which the destination is announced again: controllers forget silent hosts. */
    private static final long ANNOUNCEMENT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Loop loop;
    private final Load load;
    private final int id;
    private final ByteChannel channel;
    /** The channel, if it has TLS. */
    private final @Nullable TlsConnection tls;

    private final SelectionKey key;
    private final SwitchReplies replies;
    private final Preparation preparation = new Preparation();
    private final Framer input;
    private final OutstandingPacketIns outstanding;
    private final AnswerMatcher answers;
    private final AnswerLayout layout;
    private final long destination;
    private final Queue<ByteBuffer> messages = new ArrayDeque<>();

    private long announcedNanos;
    private int host;
    /** The number of bytes of the next packet-in that are written. */
    private int begun;

    private boolean isLoading;
    private boolean isFull;
    private long due;
    private long sentNanos;
    private long excluded;
    private long answeredWhenChecked;
    private long answeredNanos;
    private long longestPauseNanos;

    /**
     * Creates a switch and sends HELLO.
     *
     * @param socket the connection to the controller, see {@link #connect}
     * @param tlsContext for TLS; empty for plain text
     * @param id the datapath id, 1 to {@link Load#MAX_SWITCHES}
     */
    public LoadSwitch(
            Loop loop, SelectLoop selectLoop, SocketChannel socket, Optional<SSLContext> tlsContext, Load load, int id)
            throws IOException {
        this.loop = loop;
        this.load = load;
        this.id = id;
        this.replies = new SwitchReplies(id, load.version(), ports(id), SwitchReplies.Scope.STATISTICS);
        this.outstanding = new OutstandingPacketIns(load.window());
        this.input = new Framer(selectLoop.input());
        this.destination = 0x800000000000L | id;
        this.answers = new AnswerMatcher(outstanding, load, destination, loop.counts());
        this.layout = AnswerLayout.of(load.version());
        this.tls = tlsContext.isPresent() ? new TlsConnection(socket, tlsContext.get()) : null;
        this.channel = tls == null ? socket : tls;
        this.key = selectLoop.register(socket, SelectionKey.OP_READ, this);
        send(Messages.encode(Hello.offering(Set.of(load.version())), load.version(), 0));
    }

    private static List<Port> ports(int id) {
        long address = 0x020000000000L | (long) id << 8;
        return List.of(
                Port.of(PacketInBatch.HOSTS_PORT, address | 1, "eth1"),
                Port.of(PacketInBatch.DESTINATION_PORT, address | 2, "eth2"));
    }

    /** Opens a non-blocking connection to a controller. May be called by any thread. */
    public static SocketChannel connect(InetSocketAddress controller) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(controller, CONNECT_MILLIS);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the datapath id. */
    public int id() {
        return id;
    }

    /** Returns the version of TLS and the cipher suite; empty for plain text. */
    Optional<String> tlsProtocol() {
        return tls == null ? Optional.empty() : tls.protocol();
    }

    /** Returns whether the load may begin. */
    public boolean isPrepared() {
        return preparation.isDone();
    }

    /** Returns whether the controller has answered a priming packet-in. */
    boolean isPrimed() {
        return preparation.isPrimed();
    }

    /** Returns whether the load has begun. */
    public boolean isLoading() {
        return isLoading;
    }

    /** Begins the load. Answers are matched with packet-ins from now on. */
    public void beginLoad() {
        isLoading = true;
        answers.expectLate(preparation.unanswered());
    }

    /** Returns the number of packet-ins sent. */
    public long sent() {
        return outstanding.sent();
    }

    /** Excludes a packet-in that is not answered from the window. An answer to it is still reported. */
    public void giveUp(long number) {
        outstanding.giveUp(number);
    }

    OutstandingPacketIns outstanding() {
        return outstanding;
    }

    AnswerMatcher answers() {
        return answers;
    }

    /** Returns the longest time between two reads of answers in the measured phase. Valid after the end of the loop. */
    long longestPauseNanos() {
        return longestPauseNanos;
    }

    /**
     * Handles readiness of the socket.
     *
     * @throws IOException if the connection has ended; the message gives the reason
     */
    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (tls != null) {
            readyWithTls(tls);
        } else {
            if (ready.isWritable()) {
                ready.interestOps(SelectionKey.OP_READ);
                isFull = false;
            }
            if (ready.isReadable()) {
                read();
            }
            push();
        }
        loop.handled(this);
    }

    @Override
    public void failed(Throwable cause) {
        loop.failed(this, cause);
    }

    /** Reads and writes on any event, because each step of the handshake may wait for either direction. */
    private void readyWithTls(TlsConnection connection) throws IOException {
        do {
            read();
            isFull = false;
            if (connection.isBlocked()) {
                write(NOTHING);
            }
            push();
        } while (connection.hasInput());
        key.interestOps(connection.interest());
    }

    private void read() throws IOException {
        int count;
        try {
            count = input.read(channel);
        } catch (IOException e) {
            throw broken(e);
        }
        if (count < 0) {
            throw failure("the controller closed the connection", null);
        }
        long nowNanos = loop.dataRead();
        long answeredBefore = outstanding.answered();
        try {
            input.split(this::message);
        } catch (MalformedMessageException e) {
            throw failure("the controller sent " + e.getMessage(), e);
        }
        if (outstanding.answered() > answeredBefore) {
            recordPause(nowNanos);
        }
    }

    private void recordPause(long nowNanos) {
        longestPauseNanos = Math.max(longestPauseNanos, loop.measuredNanos(answeredNanos, nowNanos));
        answeredNanos = nowNanos;
    }

    /** Writes as much as the socket accepts, and waits for room if that is not all. */
    private void write(ByteBuffer out) throws IOException {
        try {
            channel.write(out);
        } catch (IOException e) {
            throw broken(e);
        }
        if (out.hasRemaining() || (tls != null && tls.isBlocked())) {
            waitForRoom();
        }
    }

    private IOException broken(IOException e) {
        return failure(
                e instanceof SSLException ? "TLS: " + TlsFailure.explain(e) : "the connection broke: " + e.getMessage(),
                e);
    }

    private IOException failure(String what, @Nullable Exception cause) {
        return new IOException("switch %d: %s".formatted(id, what), cause);
    }

    private void message(ByteBuffer in, int at, int length) throws IOException {
        int type = Short.toUnsignedInt(in.getShort(at));
        if (type == layout.flowMod()) {
            answered(isLoading ? answers.flowMod(in, at, length) : beforeLoad(in, at, length));
        } else if (type == layout.packetOut()) {
            answered(isLoading ? answers.packetOut(in, at, length) : beforeLoad(in, at, length));
        } else {
            controlMessage(Framer.copy(in, at, length));
        }
    }

    private long beforeLoad(ByteBuffer in, int at, int length) {
        long nowNanos = System.nanoTime();
        preparation.dataRead(nowNanos);
        if (answers.answersPriming(in, at, length)) {
            preparation.answered(nowNanos);
        }
        return OutstandingPacketIns.NONE;
    }

    private void answered(long number) {
        if (number != OutstandingPacketIns.NONE) {
            loop.answered(this, number, sentNanos);
        }
    }

    private void controlMessage(byte[] message) throws IOException {
        long nowNanos = System.nanoTime();
        preparation.dataRead(nowNanos);
        int type = Header.type(message, 0);
        if (type == MessageType.HELLO.wire(load.version())) {
            return;
        }
        if (Header.version(message, 0) != load.version().wire()) {
            throw failure(
                    "the controller speaks OpenFlow %s, not %s"
                            .formatted(
                                    Version.ofWire(Header.version(message, 0))
                                            .map(Version::toString)
                                            .orElse("of version byte " + Header.version(message, 0)),
                                    load.version()),
                    null);
        }
        if (type == MessageType.ERROR.wire(load.version()) && !preparation.hasFeatures()) {
            throw failure(
                    "the controller refused the connection: " + Messages.decode(message, 0, message.length), null);
        }
        for (Envelope reply : replies.to(message)) {
            send(reply.toBytes());
        }
        if (type == MessageType.FEATURES_REQUEST.wire(load.version())) {
            preparation.featuresSent(nowNanos);
        }
    }

    /** Sends the priming packet-in, which announces the destination of all packet-ins, if it is due. */
    public void primeIfDue(long nowNanos) throws IOException {
        if (preparation.isPrimingDue(nowNanos)) {
            announce(nowNanos);
        }
    }

    /** Announces the destination again, if it was silent for a minute. */
    void announceIfDue(long nowNanos) throws IOException {
        if (nowNanos - announcedNanos >= ANNOUNCEMENT_NANOS) {
            answers.expectLate(1);
            announce(nowNanos);
        }
    }

    private void announce(long nowNanos) throws IOException {
        announcedNanos = nowNanos;
        var announcement = PacketIn.of(
                PacketInBatch.DESTINATION_PORT,
                PacketIn.NO_BUFFER,
                PacketInBatch.frame(load.form(), 0xffffffffffffL, destination));
        send(Messages.encode(announcement, load.version(), AnswerMatcher.PRIMING_XID));
    }

    /** Queues a message and writes as much as the socket accepts. */
    private void send(byte[] message) throws IOException {
        messages.add(ByteBuffer.wrap(message));
        push();
    }

    /** Sets how many packet-ins of the load may have been sent by now. */
    public void setDue(long value) {
        due = value;
    }

    /** Writes queued messages, then packet-ins within the window. Does not split a packet-in. */
    public void push() throws IOException {
        while (!isFull) {
            if (begun == 0 && !messages.isEmpty()) {
                pushMessage(messages.element());
                continue;
            }
            int count = begun == 0 ? room() : messages.isEmpty() ? Math.max(1, room()) : 1;
            if (count == 0) {
                return;
            }
            pushPacketIns(count);
        }
    }

    private void pushMessage(ByteBuffer message) throws IOException {
        write(message);
        if (!message.hasRemaining()) {
            messages.remove();
        }
    }

    /** Returns the number of packet-ins that may be written now. */
    private int room() {
        long waiting = outstanding.count();
        long room = Math.min(load.window() - waiting + Math.min(excluded, waiting), due - outstanding.sent());
        return (int) Math.min(Math.max(0, room), loop.packetIns().count());
    }

    private void pushPacketIns(int count) throws IOException {
        PacketInBatch packetIns = loop.packetIns();
        int length = packetIns.length();
        int firstHost = host;
        prepare(packetIns, count);
        ByteBuffer bytes = packetIns.bytes().limit(count * length).position(begun);
        if (load.window() == 1) {
            sentNanos = System.nanoTime();
        }
        write(bytes);
        int whole = bytes.position() / length;
        begun = bytes.position() - whole * length;
        outstanding.send(whole);
        if (whole < count) {
            host = (firstHost + whole) % load.hosts();
        }
    }

    private void prepare(PacketInBatch packetIns, int count) {
        packetIns.bytes().clear();
        long number = outstanding.sent();
        long sources = (long) id << 24;
        int next = host;
        for (int i = 0; i < count; i++) {
            packetIns.set(i, OutstandingPacketIns.xidAndId(number + i), destination, sources | next);
            next++;
            if (next == load.hosts()) {
                next = 0;
            }
        }
        host = next;
    }

    private void waitForRoom() {
        isFull = true;
        key.interestOps(tls == null ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : tls.interest());
    }

    /**
     * Excludes outstanding packet-ins from the window if no answer arrived since the last call. Otherwise packet-ins
     * lost by the controller would block the window.
     */
    void excludeLostFromWindow() {
        if (outstanding.answered() == answeredWhenChecked) {
            excluded = outstanding.count();
        }
        answeredWhenChecked = outstanding.answered();
    }

    /** Closes the connection. */
    public void close() throws IOException {
        channel.close();
    }
}
