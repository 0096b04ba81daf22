package net.beaconcontroller.emulator.datapath;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.jspecify.annotations.Nullable;

/**
 * The data plane of a switch: ports, flow tables, groups and packet buffers, and the packet processing of OpenFlow
 * 1.3.5 section 5. Start reading at {@link #receive}. For the loop's thread.
 */
final class Datapath {
    /** The receiver of messages that packets and flows cause. */
    interface Controller {
        /** Whether a packet-in sent now would be transmitted. */
        boolean takesPacketIns();

        void packetIn(PacketIn message);

        void flowRemoved(Flow flow, int reason);
    }

    static final int TABLES = 64;
    static final int MAX_FLOWS = 100_000;
    /** A limit for all flows together, so that a controller cannot exhaust the memory with a few very long flows. */
    private static final long MAX_FLOW_BYTES = 64 << 20;

    private static final int FRAGMENTS_NORMAL = 0;
    private static final int FRAGMENTS_DROPPED = 1;
    private static final SetConfig DEFAULT_CONFIG = new SetConfig(FRAGMENTS_NORMAL, 128);

    /** The largest frame length that a packet-in can state. */
    private static final int MAX_FRAME = 0xffff;

    /** OFPR_ACTION. From OpenFlow 1.4 on it is split into several reasons. */
    private static final int REASON_ACTION = 1;

    private static final int REASON_ACTION_SET = 3;
    private static final int REASON_GROUP = 4;
    private static final int REASON_PACKET_OUT = 5;
    private static final long NO_COOKIE = -1;

    /** The limits of Open vSwitch for nested groups and for the buckets that a frame passes. */
    private static final int MAX_DEPTH = 64;

    private static final int MAX_BUCKETS = 4096;

    private final SelectLoop loop;
    private final Controller controller;
    private final SwitchCounters counters;
    private final TreeMap<Long, EmulatedPort> ports = new TreeMap<>();
    /** The ports as an array, replaced on each change. */
    private EmulatedPort[] portList = {};

    private final @Nullable FlowTable[] tables = new @Nullable FlowTable[TABLES];
    private int flowCount;
    private long flowBytes;
    private final GroupTable groups = new GroupTable(this::isPortUp);
    private PacketBuffers buffers = new PacketBuffers();

    /** The state before the changes that are executed together; null while there are none. */
    private @Nullable Transaction transaction;

    /** The version of the flows, whose rules apply to packets without a matching flow. */
    private Version version;

    private SetConfig config = DEFAULT_CONFIG;

    private final Packet packet = new Packet();
    private final ActionSet actionSet = new ActionSet();
    private boolean busy;
    // The state of the packet in process:
    private int tableId;
    private @Nullable Flow flow;
    private int reason;
    private int depth;
    private int buckets;
    private boolean wentSomewhere;

    Datapath(SelectLoop loop, Version version, Controller controller, SwitchCounters counters) {
        this.loop = loop;
        this.version = version;
        this.controller = controller;
        this.counters = counters;
    }

    /** Sets the version of a new connection, which also resets the length of packet-ins. */
    void setVersion(Version value) {
        version = value;
        config = new SetConfig(config.flags(), DEFAULT_CONFIG.missSendLength());
    }

    SetConfig config() {
        return config;
    }

    /** Sets the configuration. An unsupported fragment handling mode is ignored, as in Open vSwitch. */
    void configure(SetConfig wanted) {
        int fragments = wanted.flags() <= FRAGMENTS_DROPPED ? wanted.flags() : config.flags();
        config = new SetConfig(fragments, wanted.missSendLength());
    }

    Collection<EmulatedPort> ports() {
        return Collections.unmodifiableCollection(ports.values());
    }

    @Nullable
    EmulatedPort port(long number) {
        return ports.get(number);
    }

    void addPort(EmulatedPort port) {
        ports.put(port.number(), port);
        portList = ports.values().toArray(EmulatedPort[]::new);
    }

    @Nullable
    EmulatedPort removePort(long number) {
        EmulatedPort port = ports.remove(number);
        portList = ports.values().toArray(EmulatedPort[]::new);
        return port;
    }

    private boolean isPortUp(long number) {
        EmulatedPort port = port(number);
        return port != null && port.isUp();
    }

    /** Removes everything that a controller has added. */
    void clear() {
        allFlows().forEach(Flow::cancelTimeout);
        Arrays.fill(tables, null);
        flowCount = 0;
        flowBytes = 0;
        groups.clear();
        buffers = new PacketBuffers();
        config = DEFAULT_CONFIG;
        ports.values().forEach(EmulatedPort::reset);
    }

    GroupTable groups() {
        return groups;
    }

    /** The flows and groups before a bundle is committed, and the messages to send when it succeeds. */
    private record Transaction(
            Map<Flow, Runnable> flows, Map<Long, GroupTable.Entry> groups, List<Runnable> notifications) {}

    /** Begins changes of flows and groups that can be undone. No packets are processed meanwhile. */
    void begin() {
        Map<Flow, Runnable> flows = new LinkedHashMap<>();
        allFlows().forEach(present -> flows.put(present, present.undo()));
        transaction = new Transaction(flows, groups.copy(), new ArrayList<>());
    }

    /** Keeps the changes since {@link #begin}. */
    void commit() {
        List<Runnable> notifications = requireNonNull(transaction).notifications;
        transaction = null;
        notifications.forEach(Runnable::run);
    }

    /** Undoes the changes since {@link #begin}. */
    void rollBack() {
        Transaction before = requireNonNull(transaction);
        transaction = null;
        allFlows().toList().forEach(this::takeOut);
        before.flows.forEach((present, undo) -> {
            undo.run();
            addFlow(MatchKey.of(present.match, version), present, null);
        });
        groups.restore(before.groups);
    }

    /** Returns the number of flows and buckets that refer to a group. */
    long groupReferences(long groupId) {
        long flows = allFlows()
                .filter(flow -> flow.instructionSet().use(id -> id == groupId))
                .count();
        return flows + groups.references(groupId);
    }

    /** Returns a table. One that never had a flow is not stored, and its lookups are not counted. */
    FlowTable table(int id) {
        FlowTable table = tables[id];
        return table == null ? new FlowTable() : table;
    }

    /** Returns the flows of all tables, ordered by table. */
    Stream<Flow> allFlows() {
        return flows(FlowMod.ALL_TABLES, MatchKey.ANY);
    }

    /** Returns the flows of a table, or of all tables, whose packets are all in the match. */
    Stream<Flow> flows(int table, MatchKey match) {
        return select(table)
                .flatMap(id -> Stream.ofNullable(tables[id]))
                .flatMap(found -> found.covered(match).stream());
    }

    /** Returns the flows of a table, or of all tables, with exactly this match and priority. */
    Stream<Flow> flows(int table, MatchKey match, int priority) {
        return select(table).flatMap(id -> Stream.ofNullable(flow(id, match, priority)));
    }

    private static Stream<Integer> select(int table) {
        return table == FlowMod.ALL_TABLES ? IntStream.range(0, TABLES).boxed() : Stream.of(table);
    }

    /** @throws RequestException if this is neither a table nor {@link FlowMod#ALL_TABLES} */
    static void requireTable(int id, ErrorCode error) {
        if (id != FlowMod.ALL_TABLES && id >= TABLES) {
            throw new RequestException(error, "table %d; needs at most %d".formatted(id, TABLES - 1));
        }
    }

    /** @throws RequestException if this is neither a port nor {@link PortNumber#ANY} */
    void requireQueuePort(long number) {
        if (number != PortNumber.ANY && port(number) == null) {
            throw new RequestException(ErrorCode.BAD_QUEUE_PORT, "queues of unknown port %d".formatted(number));
        }
    }

    @Nullable
    Flow flow(int table, MatchKey match, int priority) {
        return table(table).find(match, priority);
    }

    boolean overlaps(int table, MatchKey match, int priority) {
        return table(table).overlaps(match, priority);
    }

    /**
     * Adds a flow.
     *
     * @param replaced the flow with the same match and priority, if there is one
     * @throws RequestException if there are too many flows; nothing is changed then
     */
    void addFlow(MatchKey match, Flow added, @Nullable Flow replaced) {
        int count = flowCount + (replaced == null ? 1 : 0);
        long size = flowBytes + added.weight - (replaced == null ? 0 : replaced.weight);
        if (count > MAX_FLOWS || size > MAX_FLOW_BYTES) {
            throw new RequestException(
                    ErrorCode.TABLE_FULL,
                    "too many flows; the limit is %d flows or %d bytes".formatted(MAX_FLOWS, MAX_FLOW_BYTES));
        }
        if (replaced != null) {
            takeOut(replaced);
        }
        FlowTable table = table(added.tableId);
        tables[added.tableId] = table;
        table.add(match, added);
        flowCount++;
        flowBytes += added.weight;
        if (added.hasTimeout()) {
            setTimeout(added);
        }
    }

    private void setTimeout(Flow timed) {
        timed.timeout = loop.after(timed.nanosLeft(loop.nowNanos()), () -> timeout(timed));
    }

    private void timeout(Flow timed) {
        long now = loop.nowNanos();
        if (timed.nanosLeft(now) > 0) {
            // The flow was used since the timer was set.
            setTimeout(timed);
        } else {
            removeFlow(timed, timed.timeoutReason(now));
        }
    }

    /** Removes a flow, and sends FLOW_REMOVED if the flow has the flag. */
    void removeFlow(Flow removed, int reason) {
        takeOut(removed);
        if (removed.tellsRemoval() && transaction != null) {
            transaction.notifications.add(() -> controller.flowRemoved(removed, reason));
        } else if (removed.tellsRemoval()) {
            controller.flowRemoved(removed, reason);
        }
    }

    private void takeOut(Flow removed) {
        removed.cancelTimeout();
        table(removed.tableId).remove(removed);
        flowCount--;
        flowBytes -= removed.weight;
    }

    /** Deletes a group, or all groups, and the flows that use them. */
    void deleteGroups(long groupId) {
        Set<Long> deleted = groups.delete(groupId);
        if (!deleted.isEmpty()) {
            List<Flow> users = allFlows()
                    .filter(flow -> flow.instructionSet().use(deleted::contains))
                    .toList();
            users.forEach(user -> removeFlow(user, Flow.REMOVED_WITH_GROUP));
        }
    }

    /**
     * Processes a frame received on a port. The processing is complete when this method returns, unless the switch
     * was processing another frame.
     */
    void receive(long number, byte[] frame) {
        // A link without a queue returned the frame to this switch immediately.
        if (busy) {
            loop.execute(() -> receive(number, frame));
            return;
        }
        EmulatedPort port = ports.get(number);
        boolean isFrame = frame.length >= Ethernet.HEADER_LENGTH && frame.length <= MAX_FRAME;
        if (port == null || !port.receive(frame) || !isFrame) {
            counters.framesDropped++;
            return;
        }
        begin(frame, number);
        try {
            if (config.flags() != FRAGMENTS_DROPPED || !packet.isFragment()) {
                goThroughTables();
            }
            counters.framesDropped += wentSomewhere ? 0 : 1;
        } finally {
            busy = false;
        }
    }

    /** Executes the actions of a packet-out. */
    void send(byte[] frame, long inPort, List<Action> actions) {
        begin(frame, inPort);
        reason = version.isAtLeast(Version.OF14) ? REASON_PACKET_OUT : REASON_ACTION;
        try {
            apply(actions);
        } finally {
            busy = false;
        }
    }

    /** Sends a buffered packet through the tables, for a flow-mod. */
    void resume(PacketBuffers.BufferedPacket kept) {
        begin(kept.frame, kept.inPort);
        try {
            goThroughTables();
        } finally {
            busy = false;
        }
    }

    PacketBuffers.BufferedPacket takeBuffer(long id) {
        return buffers.take(id, loop.nowNanos());
    }

    private void begin(byte[] frame, long inPort) {
        busy = true;
        packet.wrap(frame, inPort);
        actionSet.clear();
        tableId = 0;
        flow = null;
        reason = REASON_ACTION;
        depth = 0;
        buckets = 0;
        wentSomewhere = false;
    }

    private void goThroughTables() {
        long now = loop.nowNanos();
        reason = REASON_ACTION;
        int next = 0;
        while (next != Flow.InstructionSet.END) {
            tableId = next;
            FlowTable table = tables[next];
            flow = table == null ? null : table.lookup(packet.key());
            if (flow == null) {
                tableMiss();
                return;
            }
            flow.count(packet.length(), now);
            Flow.InstructionSet instructionSet = flow.instructionSet();
            if (!apply(instructionSet.apply())) {
                return;
            }
            if (instructionSet.clear()) {
                actionSet.clear();
            }
            actionSet.write(instructionSet.write());
            packet.setMetadata((packet.metadata() & ~instructionSet.metadataMask()) | instructionSet.metadata());
            next = instructionSet.nextTable();
        }
        reason = version.isAtLeast(Version.OF14) ? REASON_ACTION_SET : REASON_ACTION;
        apply(actionSet.inOrder());
    }

    /** Handles a table miss. From OpenFlow 1.3 on the packet is dropped unless there is a table-miss flow. */
    private void tableMiss() {
        if (!version.isAtLeast(Version.OF13)) {
            packetIn(PacketIn.NO_MATCH, config.missSendLength());
        }
    }

    /** Executes actions in order. Returns false if the packet is dropped. */
    private boolean apply(List<Action> actions) {
        for (int i = 0; i < actions.size(); i++) {
            switch (actions.get(i)) {
                case Action.Output(long port, int maxLength) -> output(port, maxLength);
                case Action.Enqueue(long port, long _) -> output(port, Action.Output.WHOLE_PACKET);
                case Action.SetField(var field) -> packet.set(field, version == Version.OF10);
                case Action.PushVlan(int etherType) -> packet.pushVlan(etherType);
                case Action.PopVlan() -> packet.popVlan();
                case Action.SetIpTtl(int ttl) -> packet.setTimeToLive(ttl);
                case Action.DecrementIpTtl() -> {
                    if (!packet.decrementTimeToLive()) {
                        return false;
                    }
                }
                case Action.ToGroup(long groupId) -> toGroup(groupId);
                // Queues, which the switch does not have. The validator refuses all other actions.
                default -> {}
            }
        }
        return true;
    }

    private void output(long port, int maxLength) {
        if (PortNumber.isStandard(port)) {
            if (port != packet.inPort()) {
                sendTo(port);
            }
            return;
        }
        switch ((int) port) {
            case (int) PortNumber.IN_PORT -> sendTo(packet.inPort());
            case (int) PortNumber.FLOOD -> flood(EmulatedPort.CONFIG_NO_FLOOD);
            case (int) PortNumber.ALL -> flood(0);
            case (int) PortNumber.CONTROLLER -> packetIn(reasonOfOutput(), maxLength);
            case (int) PortNumber.TABLE -> sendThroughTables();
            default -> {}
        }
    }

    /**
     * Sends the packet of a packet-out through the tables. The actions after the output are not affected by the
     * tables.
     */
    private void sendThroughTables() {
        byte[] before = packet.frame();
        int reasonBefore = reason;
        goThroughTables();
        flow = null;
        reason = reasonBefore;
        packet.restore(before);
    }

    private int reasonOfOutput() {
        return flow != null && flow.isTableMiss && depth == 0 && reason == REASON_ACTION ? PacketIn.NO_MATCH : reason;
    }

    private void sendTo(long number) {
        EmulatedPort port = port(number);
        if (port != null && port.send(packet.frame())) {
            counters.framesForwarded++;
            wentSomewhere = true;
        }
    }

    private void flood(long leftOut) {
        for (EmulatedPort port : portList) {
            if (port.number() != packet.inPort() && !port.has(leftOut)) {
                sendTo(port.number());
            }
        }
    }

    private void toGroup(long groupId) {
        GroupTable.Entry group = groups.get(groupId);
        if (group == null || depth >= MAX_DEPTH) {
            return;
        }
        group.count(packet.length());
        if (group.type() == GroupMod.TYPE_ALL || group.type() == GroupMod.TYPE_INDIRECT) {
            for (GroupTable.BucketEntry bucket : group.buckets()) {
                toBucket(bucket);
            }
        } else {
            GroupTable.BucketEntry chosen = groups.choose(group, packet.flowHash());
            if (chosen != null) {
                toBucket(chosen);
            }
        }
    }

    /** Executes a bucket on a copy of the packet, so that its changes are invisible to other buckets. */
    private void toBucket(GroupTable.BucketEntry bucket) {
        if (++buckets > MAX_BUCKETS) {
            return;
        }
        byte[] before = packet.frame();
        long metadata = packet.metadata();
        int reasonBefore = reason;
        reason = version.isAtLeast(Version.OF14) ? REASON_GROUP : reason;
        depth++;
        bucket.count(packet.length());
        apply(bucket.actions());
        depth--;
        reason = reasonBefore;
        packet.restore(before);
        packet.setMetadata(metadata);
    }

    private void packetIn(int reason, int maxLength) {
        EmulatedPort port = port(packet.inPort());
        boolean isUnwanted = reason == PacketIn.NO_MATCH && port != null && port.has(EmulatedPort.CONFIG_NO_PACKET_IN);
        if (!controller.takesPacketIns() || isUnwanted) {
            return;
        }
        byte[] frame = packet.frame();
        int length = maxLength == Action.Output.WHOLE_PACKET ? frame.length : Math.min(frame.length, maxLength);
        boolean whole = length == frame.length;
        long bufferId = whole ? PacketIn.NO_BUFFER : buffers.add(frame, packet.inPort(), loop.nowNanos());
        wentSomewhere = true;
        counters.packetIns++;
        controller.packetIn(new PacketIn(
                bufferId,
                frame.length,
                reason,
                version == Version.OF10 ? 0 : tableId,
                flow == null || !version.isAtLeast(Version.OF13) ? NO_COOKIE : flow.cookie(),
                port == null ? Match.of(Field.IN_PORT.is(packet.inPort())) : port.match(),
                Bytes.of(frame, 0, length)));
    }
}
