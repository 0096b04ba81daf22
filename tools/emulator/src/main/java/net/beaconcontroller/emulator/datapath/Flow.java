package net.beaconcontroller.emulator.datapath;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowCounters;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.jspecify.annotations.Nullable;

/** An entry of a {@link FlowTable}, with its instructions, timeouts and counters. For the loop's thread. */
final class Flow {
    static final int REMOVED_BY_IDLE_TIMEOUT = 0;
    static final int REMOVED_BY_HARD_TIMEOUT = 1;
    static final int REMOVED_BY_DELETE = 2;
    static final int REMOVED_WITH_GROUP = 3;

    private static final HashKey NO_KEY = new HashKey(new long[0]);

    final int tableId;
    final int priority;
    final Match match;
    /** Whether this is the table-miss flow: priority 0 and a match on all packets. */
    final boolean isTableMiss;

    private final int idleTimeout;
    private final int hardTimeout;
    private final int importance;
    private final int flags;
    private final long createdNanos;
    private long usedNanos;
    private long packets;
    private long bytes;
    private long cookie;
    private InstructionSet instructionSet;

    /** The length of the flow-mod in bytes, an estimate of the memory that the flow takes. */
    final int weight;

    Cancellable timeout = Cancellable.NONE;

    /** The tuple that contains the flow. */
    @Nullable
    MaskTuple place;

    /** The key in that tuple. */
    HashKey key = NO_KEY;

    /** The instructions of a flow in execution order, OpenFlow 1.3.5 section 5.9. */
    record InstructionSet(
            List<Instruction> instructions,
            List<Action> apply,
            boolean clear,
            List<Action> write,
            long metadata,
            long metadataMask,
            int nextTable) {
        /** The value of {@link #nextTable} without a goto. */
        static final int END = -1;

        static InstructionSet of(List<Instruction> instructions) {
            List<Action> apply = List.of();
            boolean clear = false;
            List<Action> write = List.of();
            long metadata = 0;
            long metadataMask = 0;
            int nextTable = END;
            for (Instruction instruction : instructions) {
                switch (instruction) {
                    case Instruction.ApplyActions(var actions) -> apply = actions;
                    case Instruction.ClearActions() -> clear = true;
                    case Instruction.WriteActions(var actions) -> write = actions;
                    case Instruction.WriteMetadata(long value, long mask) -> {
                        metadata = value & mask;
                        metadataMask = mask;
                    }
                    case Instruction.GotoTable(int tableId) -> nextTable = tableId;
                    default -> throw new IllegalArgumentException("not validated: " + instruction);
                }
            }
            return new InstructionSet(instructions, apply, clear, write, metadata, metadataMask, nextTable);
        }

        boolean sendTo(long port) {
            return sendTo(apply, port) || sendTo(write, port);
        }

        boolean use(LongPredicate group) {
            return use(apply, group) || use(write, group);
        }

        private static boolean sendTo(List<Action> actions, long port) {
            return actions.stream()
                    .anyMatch(action -> (action instanceof Action.Output output && output.port() == port)
                            || (action instanceof Action.Enqueue enqueue && enqueue.port() == port));
        }

        static boolean use(List<Action> actions, LongPredicate group) {
            return actions.stream().anyMatch(action -> action instanceof Action.ToGroup(long id) && group.test(id));
        }
    }

    Flow(FlowMod mod, int priority, boolean isTableMiss, long nowNanos, int weight) {
        this.tableId = mod.tableId();
        this.priority = priority;
        this.match = mod.match();
        this.isTableMiss = isTableMiss;
        this.cookie = mod.cookie();
        this.idleTimeout = mod.idleTimeout();
        this.hardTimeout = mod.hardTimeout();
        this.importance = mod.importance();
        this.flags = mod.flags();
        this.instructionSet = InstructionSet.of(mod.instructions());
        this.createdNanos = nowNanos;
        this.usedNanos = nowNanos;
        this.weight = weight;
    }

    InstructionSet instructionSet() {
        return instructionSet;
    }

    long cookie() {
        return cookie;
    }

    /** Returns what undoes the changes that are made from now on. */
    Runnable undo() {
        InstructionSet instructionsBefore = instructionSet;
        long cookieBefore = cookie;
        long packetsBefore = packets;
        long bytesBefore = bytes;
        return () -> {
            instructionSet = instructionsBefore;
            cookie = cookieBefore;
            packets = packetsBefore;
            bytes = bytesBefore;
        };
    }

    /** Replaces the instructions. */
    void modify(List<Instruction> instructions) {
        instructionSet = InstructionSet.of(instructions);
    }

    void setCookie(long value) {
        cookie = value;
    }

    void resetCounters() {
        packets = 0;
        bytes = 0;
    }

    /** Takes over the counters of a flow that this one replaces. */
    void countOnFrom(Flow replaced) {
        packets = replaced.packets;
        bytes = replaced.bytes;
    }

    void count(int length, long nowNanos) {
        packets++;
        bytes += length;
        usedNanos = nowNanos;
    }

    long packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    boolean hasTimeout() {
        return idleTimeout > 0 || hardTimeout > 0;
    }

    /** Returns the time until the flow expires if no packet matches; 0 or less if it has expired. */
    long nanosLeft(long nowNanos) {
        return Math.min(nanosLeft(hardTimeout, createdNanos, nowNanos), nanosLeft(idleTimeout, usedNanos, nowNanos));
    }

    private static long nanosLeft(int timeout, long sinceNanos, long nowNanos) {
        return timeout == 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(timeout) - (nowNanos - sinceNanos);
    }

    /** Returns the OFPRR_ reason of the timeout that has expired. */
    int timeoutReason(long nowNanos) {
        return nanosLeft(hardTimeout, createdNanos, nowNanos) <= 0 ? REMOVED_BY_HARD_TIMEOUT : REMOVED_BY_IDLE_TIMEOUT;
    }

    void cancelTimeout() {
        timeout.cancel();
    }

    boolean tellsRemoval() {
        return (flags & FlowMod.SEND_FLOW_REMOVED) != 0;
    }

    /**
     * Whether the flow matches the filter of a request: the cookie under the mask, and the output port and group
     * unless they are ANY.
     */
    boolean passes(long wantedCookie, long cookieMask, long outPort, long outGroup) {
        return ((cookie ^ wantedCookie) & cookieMask) == 0
                && (outPort == PortNumber.ANY || instructionSet.sendTo(outPort))
                && (outGroup == GroupNumber.ANY || instructionSet.use(group -> group == outGroup));
    }

    private Stats stats(long nowNanos) {
        var age = Age.of(createdNanos, nowNanos);
        return Stats.of(age.seconds(), age.nanos(), packets, bytes);
    }

    /**
     * Returns the statistics as far as the version can express them; the flow may have been added with another
     * version.
     */
    FlowStats toStats(long nowNanos, Version version) {
        return new FlowStats(
                tableId,
                priority,
                idleTimeout,
                hardTimeout,
                version.isAtLeast(Version.OF13) ? flags : 0,
                version.isAtLeast(Version.OF14) ? importance : 0,
                cookie,
                match,
                stats(nowNanos),
                instructionSet.instructions);
    }

    FlowCounters toCounters(long nowNanos) {
        return new FlowCounters(tableId, 0, priority, match, stats(nowNanos));
    }

    /** Returns the FLOW_REMOVED message as far as the version can express it. */
    FlowRemoved toRemoved(int reason, long nowNanos, Version version) {
        boolean is10 = version == Version.OF10;
        return new FlowRemoved(
                cookie,
                priority,
                reason,
                is10 ? 0 : tableId,
                idleTimeout,
                is10 ? 0 : hardTimeout,
                stats(nowNanos),
                match);
    }
}
