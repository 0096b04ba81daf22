package net.beaconcontroller.bench.cbench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.switchkit.io.Framer;

/** A switch of cbench. Not thread-safe. */
final class CbenchSwitch {
    private static final int BUFFER_LENGTH = 1 << 16;
    private static final int MOST_IN_ONE_ANSWER = 1 << 11;
    private static final int BUFFER_IDS = 100_000;
    private static final int CONNECT_MILLIS = 3_000;
    private static final int LLDP = 0x88cc;

    private enum State {
        START,
        WAITING,
        LEARN,
        READY
    }

    private final int datapathId;
    private final CbenchOptions options;
    private final long delayNanos;
    private final SwitchConfig config;
    private final Consumer<String> log;
    private final SocketChannel channel;
    private final Framer in = new Framer(ByteBuffer.allocate(BUFFER_LENGTH));
    private ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH + MOST_IN_ONE_ANSWER);
    private State state = State.START;
    private State next = State.START;
    private long nextNanos;
    private int waiting;
    private int count;
    private int xid = 1;
    private int bufferId = 1;
    private int host;

    /**
     * Connects to the controller.
     *
     * @param delayMillis the delay before the announcement, and before the first probe
     * @param log receives messages for standard error, without a line terminator
     */
    CbenchSwitch(
            InetSocketAddress controller,
            int datapathId,
            CbenchOptions options,
            int delayMillis,
            SwitchConfig config,
            Consumer<String> log)
            throws IOException {
        this.datapathId = datapathId;
        this.options = options;
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.config = config;
        this.log = log;
        this.channel = SocketChannel.open();
        try {
            channel.socket().connect(controller, CONNECT_MILLIS);
            channel.configureBlocking(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        out.put(CbenchMessages.HELLO);
        debug(" sent hello");
    }

    void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, this);
    }

    /** Reads and writes as far as the socket is ready. */
    void handle(SelectionKey key) throws IOException {
        if (key.isReadable()) {
            handleRead();
        }
        if (key.isWritable()) {
            handleWrite();
        }
    }

    /** Returns and resets the count. Discards unread answers. */
    int takeCount() throws IOException {
        int taken = count;
        count = 0;
        waiting = 0;
        while (in.read(channel) > 0) {
            in.split((_, _, _) -> {});
        }
        return taken;
    }

    private void handleRead() throws IOException {
        int bytes;
        try {
            bytes = in.read(channel);
        } catch (IOException e) {
            throw new IOException(
                    "controller msgbuf_read() = -1:  msgbuf_read: %s%n... exiting".formatted(e.getMessage()), e);
        }
        if (bytes < 0) {
            throw new IOException("controller msgbuf_read() = 0:   closed connection ... exiting");
        }
        try {
            in.split(this::message);
        } catch (MalformedMessageException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void message(ByteBuffer bytes, int at, int length) {
        answer(bytes, at, length);
        if (waiting < 0) {
            debug("WARN: Got more responses than probes!!: : " + waiting);
            waiting = 0;
        }
    }

    private void answer(ByteBuffer bytes, int at, int length) {
        int type = bytes.get(at + 1);
        int messageXid = bytes.getInt(at + 4);
        switch (type) {
            case 0 -> debug("got hello");
            case 2 -> send(CbenchMessages.withXid(CbenchMessages.ECHO_REPLY, messageXid), "got echo, sent echo_resp");
            case 4 -> {
                send(CbenchMessages.withXid(CbenchMessages.VENDOR_ERROR, messageXid), "got vendor, sent vendor");
                // Some controllers ignore earlier packet-ins.
                waiting = 0;
            }
            case 5 -> {
                send(CbenchMessages.featuresReply(messageXid, datapathId), "got feature_req, sent feature_rsp");
                enterLater(options.learns() ? State.LEARN : State.READY);
            }
            case 7 -> {
                send(config.reply(messageXid), "got get_config_request, sent get_config_reply");
                sendAnotherInLatencyMode();
            }
            case 9 -> config.set(Framer.copy(bytes, at, length));
            case 13, 14 -> {
                if (state == State.READY && (type == 13 ? !isLldp(bytes, at, length) : isFlow(bytes, at, length))) {
                    count++;
                    waiting--;
                }
            }
            case 16 -> {
                if (length >= 12 && bytes.getShort(at + 8) == 0) {
                    send(CbenchMessages.description(messageXid), "sent description stats_reply");
                    sendAnotherInLatencyMode();
                }
            }
            case 18 ->
                send(
                        CbenchMessages.withXid(CbenchMessages.BARRIER_REPLY, messageXid),
                        "got barrier, sent barrier_resp");
            default -> log.accept("Ignoring OpenFlow message type " + Byte.toUnsignedInt((byte) type));
        }
    }

    /** Allows another probe, because the controller may have dropped the last one before it had this answer. */
    private void sendAnotherInLatencyMode() {
        if (!options.throughput() && waiting == 1) {
            waiting = 0;
        }
    }

    /** Returns whether a FLOW_MOD counts: its command is ADD or MODIFY_STRICT. */
    private static boolean isFlow(ByteBuffer bytes, int at, int length) {
        int command = length < 58 ? -1 : bytes.getShort(at + 56);
        return command == 0 || command == 2;
    }

    /** Returns whether a PACKET_OUT has an LLDP frame. */
    private static boolean isLldp(ByteBuffer bytes, int at, int length) {
        if (length < 16) {
            return false;
        }
        int type = 16 + Short.toUnsignedInt(bytes.getShort(at + 14)) + 12;
        return length >= type + 2 && Short.toUnsignedInt(bytes.getShort(at + type)) == LLDP;
    }

    private void send(byte[] message, String what) {
        if (out.remaining() < message.length) {
            out = ByteBuffer.allocateDirect(2 * out.capacity()).put(out.flip());
        }
        out.put(message);
        debug(what);
    }

    private void enterLater(State then) {
        if (delayNanos == 0) {
            enter(then);
        } else {
            state = State.WAITING;
            next = then;
            nextNanos = System.nanoTime() + delayNanos;
        }
    }

    private void enter(State then) {
        state = then;
        if (then == State.READY) {
            count = 0;
            waiting = 0;
        }
        debug("switched to next status " + then.ordinal());
    }

    private void handleWrite() throws IOException {
        switch (state) {
            case READY -> addProbes();
            case WAITING -> {
                if (System.nanoTime() - nextNanos > 0) {
                    enter(next);
                }
            }
            case LEARN -> {
                send(
                        CbenchMessages.announcement(xid++, datapathId),
                        " sent gratuitous ARP reply to learn about mac address");
                enterLater(State.READY);
            }
            case START -> {}
        }
        if (out.position() > 0) {
            channel.write(out.flip());
            out.compact();
        }
    }

    private void addProbes() {
        int probes = options.throughput()
                ? Math.max(0, BUFFER_LENGTH - out.position()) / CbenchMessages.PROBE_LENGTH
                : waiting == 0 ? 1 : 0;
        for (int i = 0; i < probes; i++) {
            CbenchMessages.putProbe(out, xid++, bufferId, datapathId, host);
            bufferId = (bufferId + 1) % BUFFER_IDS;
            host = (host + 1) % options.hosts();
            waiting++;
        }
    }

    private void debug(String what) {
        if (options.debug()) {
            log.accept("\n-------Switch %d: %s".formatted(datapathId, what));
        }
    }

    void close() throws IOException {
        channel.close();
    }
}
