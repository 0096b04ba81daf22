package net.beaconcontroller.probe;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.SwitchReplies;
import net.beaconcontroller.switchkit.SwitchReplies.Scope;

/**
 * A switch whose messages a scenario controls. By default it replies to the controller's requests as a correct switch
 * without flows does, and its hosts reply to ARP requests that the controller sends to them. Thread-safe.
 *
 * @see Probe#newSwitch()
 */
public final class ProbeSwitch extends ScriptedSwitch {
    /** Differs from the number for no buffer in all versions. */
    private static final long MAX_NUMBER = 0x7fff_ffffL;

    private static final long SERVICE_NUMBERS = 1 << 30;
    private static final Duration FIRST_RETRY = Duration.ofMillis(10);
    private static final Duration LAST_RETRY = Duration.ofMillis(200);
    /** Retries follow one another after a part of the elapsed time, so that each delays the end by little. */
    private static final int ELAPSED_PER_RETRY = 8;

    private static final int MAX_FLOODED_ROUNDS = 5;
    private static final int KEPT_MESSAGES = 20_000;

    private final List<Host> hosts;
    private final Traffic traffic;
    private final AtomicLong nextNumber;
    /** The numbers of messages whose count depends on the controller, such as those of {@link #awaitService}. */
    private final AtomicLong nextServiceNumber;

    private final ReplyHook beforeReplies;
    private final PacketInTally tally = new PacketInTally();
    /** The tally of all packet-ins, and those of loads that are being sent. */
    private final List<PacketInTally> tallies = new CopyOnWriteArrayList<>(List.of(tally));

    private ProbeSwitch(SwitchBuilder builder, Traffic traffic, Socket socket) throws IOException {
        super(
                socket,
                new SwitchReplies(builder.datapathId(), builder.version(), builder.portList(), Scope.STATISTICS),
                builder.behavior(),
                KEPT_MESSAGES);
        this.hosts = builder.hostList();
        this.beforeReplies = builder.beforeReplies();
        this.nextNumber = new AtomicLong(builder.firstNumber());
        this.nextServiceNumber = new AtomicLong(builder.firstNumber() ^ SERVICE_NUMBERS);
        this.traffic = traffic;
    }

    static ProbeSwitch start(SwitchBuilder builder, Traffic traffic, Socket socket) throws IOException {
        var started = new ProbeSwitch(builder, traffic, socket);
        started.onMessage(message -> {
            traffic.received(started, message);
            started.tallies.forEach(tally -> tally.received(message));
            return true;
        });
        started.start();
        return started;
    }

    /** Returns all hosts, by port. */
    public List<Host> hosts() {
        return hosts;
    }

    /**
     * Returns the first host of a port.
     *
     * @throws IllegalArgumentException if the port has no host
     */
    public Host host(int port) {
        return hosts.stream()
                .filter(host -> host.port() == port)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no host at port %d".formatted(port)));
    }

    /** Returns a number that this switch has not used before, for a transaction id or a buffer id. */
    public long nextNumber() {
        return next(nextNumber);
    }

    private static long next(AtomicLong counter) {
        return counter.getAndIncrement() & MAX_NUMBER;
    }

    /**
     * Returns a packet-in with a datagram between the hosts of two ports. Each one has its own ids and its own frame.
     */
    public PacketInMessage packetIn(int fromPort, int toPort) {
        return packetIn(host(fromPort), host(toPort));
    }

    /** Returns a packet-in with a datagram between two hosts. Each one has its own ids and its own frame. */
    public PacketInMessage packetIn(Host from, Host to) {
        return packetIn(from.port(), from.udpTo(to, nextNumber()));
    }

    /** Returns a packet-in with a frame that came in at a port. Each one has its own ids. */
    public PacketInMessage packetIn(int port, byte[] frame) {
        return packetIn(port, frame, nextNumber);
    }

    private PacketInMessage packetIn(int port, byte[] frame, AtomicLong numbers) {
        return new PacketInMessage(version(), next(numbers), PacketIn.of(port, next(numbers), Bytes.of(frame)));
    }

    /** Returns the encoded message, to be changed, with a transaction id of its own. */
    public CraftedMessage craft(Message message) {
        return CraftedMessage.of(message, version(), nextNumber());
    }

    /** Sends a correct message with a transaction id of its own. */
    @Override
    public void send(Message message) throws IOException {
        send(message, nextNumber());
    }

    /** Sends a correct packet-in, which {@link #statistics} counts. */
    public void send(PacketInMessage message) throws IOException {
        tally.sent(message, System.nanoTime());
        sendUncounted(message);
    }

    private void sendUncounted(PacketInMessage message) throws IOException {
        send(message.packet(), message.xid());
    }

    /** Returns what became of the correct packet-ins of the scenario until now. */
    public PacketInStatistics statistics() {
        return tally.statistics();
    }

    /**
     * Sends packet-ins from the hosts of port 1, in turn, to the first host of port 2, at a constant rate whether they
     * are answered or not, and then waits for the answers. Round trips count from the time at which a packet-in was to
     * be sent. {@link #statistics} counts them too.
     *
     * @param packetInsPerSecond at least 1
     * @param within how long to wait for the last answers
     * @return the statistics of these packet-ins alone
     */
    public PacketInStatistics load(long packetInsPerSecond, Duration time, Duration within)
            throws IOException, InterruptedException {
        List<Host> senders = hosts.stream().filter(host -> host.port() == 1).toList();
        Host receiver = host(2);
        var load = new PacketInTally();
        long count = packetInsPerSecond * time.toMillis() / TimeUnit.SECONDS.toMillis(1);
        tallies.add(load);
        try {
            long began = System.nanoTime();
            for (long i = 0; i < count; i++) {
                long due = began + TimeUnit.SECONDS.toNanos(i) / packetInsPerSecond;
                long early = due - System.nanoTime();
                if (early > 0) {
                    Thread.sleep(Duration.ofNanos(early));
                }
                PacketInMessage packet = packetIn(senders.get((int) (i % senders.size())), receiver);
                load.sent(packet, due);
                tally.sent(packet, due);
                sendUncounted(packet);
            }
            load.awaitAnswers(within);
            return load.statistics();
        } finally {
            tallies.remove(load);
        }
    }

    /** Sends a faulty message. The verdict depends on what the controller does about it. */
    public void send(CraftedMessage message) throws IOException {
        traffic.sent(this, message);
        sendBytes(message.bytes());
    }

    /**
     * Sends a faulty message in pieces of {@code size} bytes with a pause after each. Other messages, such as replies,
     * are sent after it.
     */
    public void sendSlowly(CraftedMessage message, int size, Duration pause) throws IOException, InterruptedException {
        traffic.sent(this, message);
        sendInPieces(message.bytes(), size, pause);
    }

    /** Tells the controller that a port went up or down. */
    public void setLink(int port, boolean up) throws IOException {
        send(new PortStatus(PortStatus.Reason.MODIFY, ports().get(port - 1).withLink(up)));
    }

    /**
     * Waits for a message, and drops the messages before it.
     *
     * @throws ExpectationFailedException with {@link Verdict#STUCK}, or {@link Verdict#CLOSED} if the controller has
     * closed
     *     the connection, if it does not arrive in time
     */
    public ReceivedMessage expect(String what, Predicate<ReceivedMessage> condition, Duration within)
            throws InterruptedException {
        return await(condition, within)
                .orElseThrow(() -> failed("no %s within %d ms".formatted(what, within.toMillis())));
    }

    /**
     * Waits for a message of a class, and drops the messages before it, see {@link #expect(String, Predicate,
     * Duration)}.
     */
    public <M extends Message> M expect(Class<M> type, Duration within) throws InterruptedException {
        return expect(type.getSimpleName(), message -> message.as(type).isPresent(), within)
                .as(type)
                .orElseThrow();
    }

    /** Waits for the answer to a packet-in, see {@link #expect(String, Predicate, Duration)}. */
    public ReceivedMessage expectAnswer(PacketInMessage packet, Duration within) throws InterruptedException {
        return expect("answer to a packet-in", packet::isAnsweredBy, within);
    }

    /**
     * Waits until the controller has requested the features of the switch, which is what a connected switch needs at
     * least.
     */
    public void awaitHandshake(Duration within) throws InterruptedException {
        expect("features request", message -> message.as(FeaturesRequest.class).isPresent(), within);
    }

    /**
     * Waits until the controller serves the switch: announces the hosts, and sends a packet-in from each port with
     * hosts to the next one, until all of them are answered at once and each is sent to the port of its destination
     * only. Controllers drop packets of ports at which they still look for other switches, and flood packets to hosts
     * that they do not know yet. A controller that always floods serves the switch when it has answered all packet-ins
     * several times in a row.
     *
     * @throws IllegalStateException if fewer than two ports have hosts
     * @throws ExpectationFailedException with {@link Verdict#STUCK}, or {@link Verdict#CLOSED} if the controller has
     *     closed the connection, if it does not serve the switch in time
     */
    public void awaitService(Duration within) throws IOException, InterruptedException {
        List<Host> first = firstHosts();
        if (first.size() < 2) {
            throw new IllegalStateException("%d ports have hosts: needs at least two".formatted(first.size()));
        }
        Set<Integer> neverAnswered = first.stream().map(Host::port).collect(Collectors.toCollection(TreeSet::new));
        long began = System.nanoTime();
        int answered = 0;
        while (true) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            Duration retry = between(FIRST_RETRY, elapsed.dividedBy(ELAPSED_PER_RETRY), LAST_RETRY);
            for (Host host : hosts) {
                sendUncounted(packetIn(host.port(), host.announcement(), nextServiceNumber));
            }
            var round = new ServiceRound(first);
            await(round::isEndedBy, retry);
            neverAnswered.retainAll(round.unansweredPorts());
            answered = round.isAnswered() ? answered + 1 : 0;
            if (round.isDirected() || answered == MAX_FLOODED_ROUNDS) {
                return;
            }
            if (isClosed() || elapsed.compareTo(within) > 0) {
                String what = neverAnswered.isEmpty() ? "all ports at once" : "ports " + neverAnswered;
                throw failed("no answer to packet-ins of %s within %d ms".formatted(what, within.toMillis()));
            }
            if (round.isAnswered()) {
                Thread.sleep(retry);
            }
        }
    }

    /** Returns the first host of each port that has hosts. */
    private List<Host> firstHosts() {
        var byPort = new TreeMap<Integer, Host>();
        hosts.forEach(host -> byPort.putIfAbsent(host.port(), host));
        return List.copyOf(byPort.values());
    }

    private static Duration between(Duration least, Duration value, Duration most) {
        return value.compareTo(least) < 0 ? least : value.compareTo(most) > 0 ? most : value;
    }

    /** A packet-in from each port to the next one, and their answers. */
    private final class ServiceRound {
        private record Sent(PacketInMessage packet, long toPort) {}

        private final List<Sent> unanswered = new ArrayList<>();
        private boolean isFlooded;

        ServiceRound(List<Host> first) throws IOException {
            for (int i = 0; i < first.size(); i++) {
                Host from = first.get(i);
                Host to = first.get((i + 1) % first.size());
                byte[] frame = from.udpTo(to, next(nextServiceNumber));
                PacketInMessage packet = packetIn(from.port(), frame, nextServiceNumber);
                unanswered.add(new Sent(packet, to.port()));
                sendUncounted(packet);
            }
        }

        /** Takes a message of the controller, and returns whether all packet-ins are answered. */
        boolean isEndedBy(ReceivedMessage message) {
            isFlooded |= unanswered.stream()
                    .anyMatch(sent -> sent.packet.isAnsweredBy(message)
                            && !message.outputs().equals(List.of(sent.toPort)));
            unanswered.removeIf(sent -> sent.packet.isAnsweredBy(message));
            return isAnswered();
        }

        boolean isAnswered() {
            return unanswered.isEmpty();
        }

        boolean isDirected() {
            return isAnswered() && !isFlooded;
        }

        /** Returns the ports whose packet-ins are not answered. */
        Set<Integer> unansweredPorts() {
            return unanswered.stream()
                    .map(sent -> (int) sent.packet.packet().inPort())
                    .collect(Collectors.toSet());
        }
    }

    /**
     * Sends packet-ins between the hosts of ports 1 and 2 at once.
     *
     * @throws ExpectationFailedException with {@link Verdict#STUCK}, or {@link Verdict#CLOSED} if the controller has
     * closed
     *     the connection, if one of them is not answered in time
     */
    public void expectAnswers(int count, Duration within) throws IOException, InterruptedException {
        List<PacketInMessage> packets =
                Stream.generate(() -> packetIn(1, 2)).limit(count).toList();
        List<PacketInMessage> left = unanswered(packets, within);
        if (!left.isEmpty()) {
            throw failed("%d of %d good packet-ins unanswered".formatted(left.size(), count));
        }
    }

    /** Sends packet-ins at once, and returns those that are not answered in time. */
    public List<PacketInMessage> unanswered(List<PacketInMessage> packets, Duration within)
            throws IOException, InterruptedException {
        var left = new ArrayList<>(packets);
        for (PacketInMessage packet : packets) {
            send(packet);
        }
        await(
                message -> {
                    left.removeIf(packet -> packet.isAnsweredBy(message));
                    return left.isEmpty();
                },
                within);
        return left;
    }

    /** Sends an echo request and returns whether its reply arrives in time. */
    public boolean echoes(Duration within) throws IOException, InterruptedException {
        long xid = nextNumber();
        send(new EchoRequest(Bytes.EMPTY), xid);
        return await(
                        message -> message.xid() == xid
                                && message.as(EchoReply.class).isPresent(),
                        within)
                .isPresent();
    }

    private ExpectationFailedException failed(String what) {
        return isClosed()
                ? new ExpectationFailedException(Verdict.CLOSED, what + "; " + end())
                : new ExpectationFailedException(Verdict.STUCK, what);
    }

    @Override
    protected void reply(Envelope request) throws IOException {
        switch (request.message()) {
            case PacketOut packet when ReceivedMessage.outputs(packet).contains(PortNumber.TABLE) -> missTable(packet);
            case PacketOut packet -> replyOfHosts(packet);
            case TableFeatures.Request _, QueueStats.Request _ -> refuse(request, ErrorCode.BAD_MULTIPART);
            case Experimenter _ -> refuse(request, ErrorCode.BAD_EXPERIMENTER);
            default -> super.reply(request);
        }
    }

    @Override
    protected void sendReply(Envelope reply) throws IOException {
        if (isOfHandshake(reply.message())) {
            beforeReplies.before(this, CraftedMessage.of(reply));
        }
        super.sendReply(reply);
    }

    private static boolean isOfHandshake(Message reply) {
        return switch (reply) {
            case SwitchDescription _, PortDescription.Reply _ -> true;
            case MultipartReply _, ErrorMessage _, RoleReply _ -> false;
            default -> true;
        };
    }

    /** Sends a packet for the flow table to the controller again, because no flow matches. */
    private void missTable(PacketOut packet) throws IOException {
        if (packet.data().length() > 0) {
            send(PacketIn.of(packet.inPort(), PacketIn.NO_BUFFER, packet.data()), next(nextServiceNumber));
        }
    }

    private void replyOfHosts(PacketOut packet) throws IOException {
        byte[] frame = packet.data().toArray();
        for (Host host : hosts) {
            Optional<byte[]> answer = isSentTo(host.port(), packet) ? host.answerTo(frame) : Optional.empty();
            if (answer.isPresent()) {
                sendUncounted(packetIn(host.port(), answer.get(), nextServiceNumber));
            }
        }
    }

    private static boolean isSentTo(int hostPort, PacketOut packet) {
        return packet.actions().stream()
                .anyMatch(action -> action instanceof Action.Output(long port, int _)
                        && (port == hostPort || (isFlood(port) && packet.inPort() != hostPort)));
    }

    private static boolean isFlood(long port) {
        return port == PortNumber.FLOOD || port == PortNumber.ALL;
    }
}
