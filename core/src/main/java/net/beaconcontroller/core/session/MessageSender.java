package net.beaconcontroller.core.session;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.core.session.Session.State;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.flyweight.HostPairFlowEncoder;
import net.beaconcontroller.openflow.flyweight.PacketOutEncoder;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.packet.Ethernet;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a {@link Session}: encodes messages into the output buffer of the connection, in the order of the
 * calls. Messages of other threads wait in a {@link SendQueue}; messages of applications are dropped while too much
 * output waits for the switch. Methods are for the session's executor where they do not say otherwise.
 */
final class MessageSender {
    private final Session session;
    private final ConnectionHandle connection;
    private final OutputBuffer out;
    private final SerialExecutor executor;
    private final SessionServices services;
    private final PendingRequests requests;
    private final TransactionIds ids;
    private final OutputBacklog backlog;
    private final SendQueue queue;
    private final OutputRefusals refusals;
    /** The messages of applications pass through it while the switch refuses outputs; null otherwise. */
    private @Nullable CheckedOutput checked;

    private volatile Version version = Version.OF10;
    private @Nullable FlowModEncoder flowMod;
    private @Nullable HostPairFlowEncoder hostPairFlow;
    private @Nullable PacketOutEncoder packetOut;

    MessageSender(
            Session session,
            ConnectionHandle connection,
            OutputBuffer out,
            SessionServices services,
            PendingRequests requests,
            TransactionIds ids,
            OutputRefusals refusals) {
        this.session = session;
        this.connection = connection;
        this.out = out;
        this.executor = session.executor();
        this.services = services;
        this.requests = requests;
        this.ids = ids;
        this.refusals = refusals;
        this.backlog = connection.backlog();
        this.queue = new SendQueue(executor, connection);
    }

    /** Returns the version of the messages. Thread-safe. */
    Version version() {
        return version;
    }

    /** Sets the version of the HELLO to send, before negotiation. */
    void setHelloVersion(Version highest) {
        version = highest;
    }

    /** Sets the negotiated version. */
    void setNegotiatedVersion(Version negotiated) {
        version = negotiated;
        encodeInto(out);
    }

    /** Lets the messages of applications be checked if the switch refuses outputs. */
    void selectOutput() {
        boolean isNeeded = refusals.isNeeded();
        if (isNeeded != (checked != null) && !isClosed()) {
            checked = isNeeded ? new CheckedOutput(this, out, refusals) : null;
            encodeInto(checked == null ? out : checked);
        }
    }

    /** Returns whether an application waits for a confirmation that the switch has processed a message. */
    boolean isAwaited(long xid) {
        return requests.contains(xid);
    }

    /** Runs a task when the switch has processed all messages that were sent before. */
    void confirm(Runnable task) {
        var _ = requestOwn(new BarrierRequest()).whenComplete((_, _) -> task.run());
    }

    private void encodeInto(Writer writer) {
        flowMod = new FlowModEncoder(version, writer);
        hostPairFlow = new HostPairFlowEncoder(version, writer);
        packetOut = new PacketOutEncoder(version, writer);
    }

    /** Discards all further messages, because another session has replaced this one. */
    void discardOutput() {
        encodeInto(new Discarded());
    }

    /** The output of a session that was replaced. */
    private static final class Discarded extends Writer {
        Discarded() {
            super(0);
        }

        @Override
        protected void committed(int type) {
            discard(length());
        }
    }

    TransactionIds ids() {
        return ids;
    }

    // Messages of the controller itself

    /** Sends a message also if the output is full. */
    void sendOwn(Message message) {
        reply(message, ids.next());
    }

    /** Sends a message with the given transaction id, also if the output is full. */
    void reply(Message message, long xid) {
        Messages.encode(message, version, xid, out);
        connection.flushLater();
    }

    /** Sends an error that refers to no message, with a text for people. */
    void sendError(ErrorCode error, String text) {
        Bytes data = Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
        sendOwn(new ErrorMessage(error.type(version), error.code(version), data));
    }

    /** Sends a request also if the output is full. Thread-safe. */
    <R extends Message> CompletableFuture<R> requestOwn(
            Request<R> request, Duration timeout, ApplicationAccount application) {
        return request(List.of(), request, timeout, application, false);
    }

    /** Sends a request with the timeout of requests, also if the output is full. Thread-safe. */
    <R extends Message> CompletableFuture<R> requestOwn(Request<R> request) {
        return requestOwn(request, requestTimeout(), services.monitor().unknown());
    }

    // Messages of applications: the methods of net.beaconcontroller.api.Switch

    /** See {@link net.beaconcontroller.api.Switch#send(Message)}. Thread-safe. */
    void send(Message message) {
        if (message instanceof PacketOut packet) {
            List<PacketOut> parts = packet.fitting(version);
            if (parts.isEmpty()) {
                out.counters.countUnsendable();
            }
            parts.forEach(this::sendFitting);
        } else {
            sendFitting(message);
        }
    }

    private void sendFitting(Message message) {
        if (executor.isCurrentThread()) {
            if (!isClosed()) {
                queue.drain();
                if (admits()) {
                    sendAdmitted(message);
                }
            }
        } else {
            byte[] bytes = Messages.encode(message, version, ids.nextShared());
            enqueue(bytes.length, () -> append(bytes));
        }
    }

    private void sendAdmitted(Message message) {
        if (checked == null) {
            sendOwn(message);
        } else {
            append(Messages.encode(message, version, ids.next()));
        }
    }

    /** See {@link net.beaconcontroller.api.Switch#request}. Thread-safe. */
    <R extends Message> CompletableFuture<R> request(Request<R> request) {
        return request(List.of(), request, requestTimeout(), services.monitor().current(), true);
    }

    /** See {@link net.beaconcontroller.api.Switch#sendConfirmed}. Thread-safe. */
    CompletableFuture<Void> sendConfirmed(List<? extends Message> messages) {
        var fitting = new ArrayList<Message>();
        for (Message message : messages) {
            List<? extends Message> parts =
                    message instanceof PacketOut packet ? packet.fitting(version) : List.of(message);
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("a packet-out that is too long: a message has at most %d bytes"
                        .formatted(Header.MAX_MESSAGE_LENGTH));
            }
            fitting.addAll(parts);
        }
        return request(
                        fitting,
                        new BarrierRequest(),
                        requestTimeout(),
                        services.monitor().current(),
                        true)
                .thenRun(() -> {});
    }

    PacketOutEncoder packetOut(PacketInContext in) {
        prepareToSend();
        connection.flushLater();
        return encoder(packetOut).begin(in, ids.next());
    }

    void drop(PacketInContext in) {
        prepareToSend();
        if (in.isBuffered()) {
            connection.flushLater();
            encoder(packetOut).begin(in, ids.next()).drop();
        }
    }

    FlowModEncoder addFlow() {
        prepareToSend();
        connection.flushLater();
        return encoder(flowMod).begin(FlowMod.Command.ADD, ids.next());
    }

    void addFlow(HostPairFlow flow, PacketInContext in, long port) {
        prepareToSend();
        connection.flushLater();
        Ethernet frame = in.frame();
        long xid = ids.next();
        encoder(hostPairFlow)
                .send(
                        flow,
                        in.tableId(),
                        in.inPort(),
                        frame.vlan(),
                        frame.source(),
                        frame.destination(),
                        in.bufferId(),
                        port,
                        xid);
        if (!in.isBuffered()) {
            encoder(packetOut).begin(in, xid).output(port).send();
        }
    }

    void addFlow(HostPairFlow flow, PacketInBatch batch, long port) {
        prepareToSend();
        connection.flushLater();
        int i = batch.position();
        long bufferId = batch.bufferId(i);
        long xid = ids.next();
        encoder(hostPairFlow)
                .send(
                        flow,
                        batch.tableId(i),
                        batch.inPort(i),
                        batch.vlan(i),
                        batch.source(i),
                        batch.destination(i),
                        bufferId,
                        port,
                        xid);
        if (bufferId == PacketIn.NO_BUFFER) {
            encoder(packetOut).begin(batch.packetIn(), xid).output(port).send();
        }
    }

    private static <T> T encoder(@Nullable T encoder) {
        if (encoder == null) {
            throw new IllegalStateException("no OpenFlow version has been negotiated yet");
        }
        return encoder;
    }

    /** Checks that this is the thread of the switch, and sends what other threads have sent before. */
    private void prepareToSend() {
        if (!executor.isCurrentThread()) {
            throw new IllegalStateException(
                    "not on the thread of the switch; use send(message) or execute(task) on other threads");
        }
        queue.drain();
    }

    /** Sends what other threads have sent before. */
    void drain() {
        queue.drain();
    }

    /**
     * Sends messages and then a request, which fails if the switch refuses one of them.
     *
     * @param isLimited whether the request fails if the output has no space
     */
    private <R extends Message> CompletableFuture<R> request(
            List<? extends Message> before,
            Request<R> request,
            Duration timeout,
            ApplicationAccount application,
            boolean isLimited) {
        var xids = new ArrayList<Long>(before.size() + 1);
        var bytes = new ArrayList<byte[]>(before.size() + 1);
        for (Message message : before) {
            xids.add(ids.nextShared());
            bytes.add(Messages.encode(message, version, xids.getLast()));
        }
        xids.add(ids.nextShared());
        bytes.add(Messages.encode(request, version, xids.getLast()));
        var future = new CompletableFuture<R>();
        Runnable send = () -> {
            if (isClosed()) {
                future.completeExceptionally(new IOException("switch %s is disconnected".formatted(session)));
            } else {
                requests.add(xids, request, timeout, future, application);
                bytes.forEach(this::append);
            }
        };
        if (executor.isCurrentThread()) {
            queue.drain();
            if (!isLimited || admits()) {
                send.run();
                return future;
            }
        } else {
            int length = bytes.stream().mapToInt(message -> message.length).sum();
            if (!isLimited) {
                backlog.queue(length);
                queue.add(length, send);
                return future;
            } else if (enqueue(length, send)) {
                return future;
            }
        }
        future.completeExceptionally(new IOException("switch %s does not read: its output is full".formatted(session)));
        return future;
    }

    private Duration requestTimeout() {
        return services.options().timeouts().request();
    }

    private boolean isClosed() {
        return session.state() == State.CLOSED;
    }

    private void append(byte[] bytes) {
        if (!isClosed()) {
            if (checked == null) {
                out.appendMessage(bytes);
            } else {
                checked.send(bytes);
            }
            connection.flushLater();
        }
    }

    /**
     * Returns whether the output has space for another message, which is dropped otherwise. Replies to the switch's own
     * messages are not dropped: it is disconnected if it does not read them.
     */
    private boolean admits() {
        CurrentCall currentCall = executor.thread().currentCall;
        return currentCall.receiving() == session || resultOf(connection.admits(), currentCall);
    }

    /** Queues messages of another thread, or returns false if the queue is full. Thread-safe. */
    private boolean enqueue(int length, Runnable send) {
        boolean isQueued = resultOf(backlog.tryQueue(length), CurrentCall.ofThread());
        if (isQueued) {
            queue.add(length, send);
        }
        return isQueued;
    }

    /** Counts a message that was not admitted. Lets the switch wait whose message the thread is handling. */
    private boolean resultOf(boolean isAdmitted, CurrentCall caller) {
        if (!isAdmitted) {
            out.counters.countDropped();
            services.log().log(
                    Level.WARNING,
                    "dropped a message to switch %s, which does not read: %,d bytes of output wait; io.write-limit"
                            .formatted(session, backlog.level()));
        }
        if (caller.receiving() instanceof Session producer) {
            producer.causedOutput(backlog);
        }
        return isAdmitted;
    }
}
