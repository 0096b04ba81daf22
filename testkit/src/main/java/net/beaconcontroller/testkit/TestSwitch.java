package net.beaconcontroller.testkit;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.flyweight.PacketOutEncoder;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;

/**
 * A switch for unit tests, which records the messages that are sent to it. The messages are encoded and decoded in the
 * switch's version, so that a message which the version cannot express fails as on a real switch. Tasks run immediately
 * on the caller's thread, and timers in virtual time. For one thread.
 */
public final class TestSwitch implements Switch {
    private static final int DEFAULT_PORTS = 4;
    private static final AtomicInteger NEXT_INDEX = new AtomicInteger();

    private record PendingRequest<R extends Message>(Request<R> request, CompletableFuture<R> future) {}

    private final long datapathId;
    private final Version version;
    private final int index = NEXT_INDEX.getAndIncrement();
    private final Map<Long, Port> ports = new TreeMap<>();
    private final Writer out = new Writer(1 << 10) {
        @Override
        protected void dropped() {
            unsendable++;
        }
    };
    private long unsendable;
    private final FlowModEncoder flowMod;
    private final PacketOutEncoder packetOut;
    private final Queue<PendingRequest<?>> requests = new ArrayDeque<>();
    private final VirtualTimers timers = new VirtualTimers();
    private final Instant connectedSince = Instant.now();
    private final MessageCounters counters = new Counters();
    private long xid;
    private boolean connected = true;
    private Role role = Role.EQUAL;

    /** Creates a switch with datapath id 1, OpenFlow 1.3 and ports 1 to 4, which are up. */
    public TestSwitch() {
        this(1, Version.OF13);
    }

    /** Creates a switch with ports 1 to 4, which are up. */
    public TestSwitch(long datapathId, Version version) {
        this.datapathId = datapathId;
        this.version = version;
        flowMod = new FlowModEncoder(version, out);
        packetOut = new PacketOutEncoder(version, out);
        for (int number = 1; number <= DEFAULT_PORTS; number++) {
            setPort(Port.of(number, 0x0200_0000_0000L | number, "eth" + number));
        }
    }

    // For the test

    /** Returns the messages that were sent, in order. */
    public List<Message> sent() {
        var messages = new ArrayList<Message>();
        for (int at = 0; at < out.length(); at += Header.length(out.array(), at)) {
            messages.add(Messages.decode(out.array(), at, Header.length(out.array(), at)));
        }
        return messages;
    }

    /** Returns the messages of a type that were sent, in order. */
    public <M extends Message> List<M> sent(Class<M> type) {
        return sent().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Forgets the messages that were sent. */
    public void clear() {
        out.discard(out.length());
    }

    /**
     * Replies to the oldest pending request of this reply's type.
     *
     * @throws IllegalStateException if there is no such request
     */
    public void reply(Message reply) {
        PendingRequest<?> pending = requests.stream()
                .filter(candidate -> candidate.request.replyType().isInstance(reply))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no pending request for the reply " + reply));
        requests.remove(pending);
        complete(pending, reply);
    }

    /**
     * Fails the oldest pending request, for example with a {@link net.beaconcontroller.api.RequestRefusedException}.
     *
     * @throws java.util.NoSuchElementException if there is none
     */
    public void fail(Throwable cause) {
        requests.remove().future.completeExceptionally(cause);
    }

    private static <R extends Message> void complete(PendingRequest<R> pending, Message reply) {
        pending.future.complete(pending.request.replyType().cast(reply));
    }

    /** Adds or replaces a port. This does not call listeners. */
    public void setPort(Port port) {
        ports.put(port.number(), port);
    }

    /** Removes a port. This does not call listeners. */
    public void removePort(long number) {
        ports.remove(number);
    }

    /** Advances the virtual time of {@link #after} and runs the tasks that become due. */
    public void elapse(Duration time) {
        timers.elapse(time);
    }

    // Switch

    @Override
    public long datapathId() {
        return datapathId;
    }

    @Override
    public Version version() {
        return version;
    }

    @Override
    public FeaturesReply features() {
        return new FeaturesReply(datapathId, 256, 1, 0, 0, 0, List.copyOf(ports.values()));
    }

    @Override
    public SwitchDescription description() {
        return new SwitchDescription("Beacon", "none", "test switch", "none", toString());
    }

    @Override
    public Collection<Port> ports() {
        return List.copyOf(ports.values());
    }

    @Override
    public Optional<Port> port(long number) {
        return Optional.ofNullable(ports.get(number));
    }

    @Override
    public boolean hasLostFlows() {
        return false;
    }

    @Override
    public Instant connectedSince() {
        return connectedSince;
    }

    @Override
    public SocketAddress remoteAddress() {
        return InetSocketAddress.createUnresolved("test-switch", 6653);
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public Role role() {
        return role;
    }

    /** Requests the role with generation id 0. {@link #reply} with a role reply completes the request. */
    @Override
    public CompletableFuture<RoleReply> requestRole(Role next) {
        return requestRole(next, 0);
    }

    @Override
    public CompletableFuture<RoleReply> requestRole(Role next, long generationId) {
        CompletableFuture<RoleReply> reply = request(new RoleRequest(next, 0, generationId));
        var _ = reply.thenAccept(now -> role = now.role());
        return reply;
    }

    @Override
    public Optional<Duration> roundTripTime() {
        return Optional.empty();
    }

    @Override
    public MessageCounters counters() {
        return counters;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public void send(Message message) {
        if (!connected) {
            return;
        }
        List<? extends Message> fitting =
                message instanceof PacketOut packet ? packet.fitting(version) : List.of(message);
        if (fitting.isEmpty()) {
            unsendable++;
        }
        fitting.forEach(part -> out.append(Messages.encode(part, version, nextXid())));
    }

    @Override
    public <R extends Message> CompletableFuture<R> request(Request<R> request) {
        send(request);
        var future = new CompletableFuture<R>();
        requests.add(new PendingRequest<>(request, future));
        return future;
    }

    /** Sends the messages and a barrier request; the result completes with the {@link #reply} to that request. */
    @Override
    public CompletableFuture<Void> sendConfirmed(List<? extends Message> messages) {
        messages.forEach(this::send);
        return request(new BarrierRequest()).thenRun(() -> {});
    }

    @Override
    public PacketOutEncoder packetOut(PacketInContext in) {
        return packetOut.begin(in, nextXid());
    }

    @Override
    public void drop(PacketInContext in) {
        if (in.isBuffered()) {
            packetOut(in).drop();
        }
    }

    @Override
    public FlowModEncoder addFlow() {
        return flowMod.begin(FlowMod.Command.ADD, nextXid());
    }

    private long nextXid() {
        return ++xid;
    }

    @Override
    public void execute(Runnable task) {
        if (connected) {
            task.run();
        }
    }

    @Override
    public Registration after(Duration delay, Runnable task) {
        return timers.after(delay, () -> execute(task));
    }

    @Override
    public void disconnect(String reason) {
        connected = false;
    }

    @Override
    public String toString() {
        return DatapathId.toString(datapathId);
    }

    private final class Counters implements MessageCounters {
        @Override
        public long received(MessageType type) {
            return 0;
        }

        @Override
        public long sent(MessageType type) {
            return TestSwitch.this.sent().stream()
                    .filter(message -> message.type() == type)
                    .count();
        }

        @Override
        public long malformed() {
            return 0;
        }

        @Override
        public long resynchronizations() {
            return 0;
        }

        @Override
        public long oversized() {
            return 0;
        }

        @Override
        public long dropped() {
            return 0;
        }

        @Override
        public long unsendable() {
            return unsendable;
        }
    }
}
