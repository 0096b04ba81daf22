package net.beaconcontroller.staticflows;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.staticflows.Repair.Difference;
import net.beaconcontroller.staticflows.SwitchStatus.Refusal;
import net.beaconcontroller.staticflows.SwitchStatus.State;
import org.jspecify.annotations.Nullable;

/**
 * The record of a switch, which outlives its connections. Only the thread of its reconciliation changes it; {@link
 * #status} may be read by any thread.
 */
final class SwitchRecord {
    private final long number;
    private volatile SwitchStatus status = SwitchStatus.UNKNOWN;
    /** The size of {@link #confirmed}, for any thread. */
    private volatile int size;

    /** The versions of the entries that the switch had after the last reconciliation. */
    private final Map<String, Long> confirmed = new HashMap<>();

    /** The flows, groups and meters of these entries, which may have been deleted from the store since. */
    private final Set<Repair.Id> deletable = new HashSet<>();

    /** The entries that a switch reports in another form than that in which they were sent, and this form. */
    private final Map<String, Accepted> accepted = new HashMap<>();

    private final Map<Difference, Long> drift = new EnumMap<>(Difference.class);

    private record Accepted(long version, Object form) {}

    /** @param number increases with each record */
    SwitchRecord(long number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    /** Returns the number of entries that the switch had after the last reconciliation. */
    int size() {
        return size;
    }

    SwitchStatus status() {
        return status;
    }

    void setStatus(SwitchStatus newStatus) {
        status = newStatus;
    }

    /** Changes the state alone. */
    synchronized void setState(State state, String reason) {
        status = status.with(state, reason);
    }

    /** Returns whether the switch reports an entry in this form after it was sent. */
    boolean accepts(KeptEntry entry, Object form) {
        return new Accepted(entry.version(), form).equals(accepted.get(entry.name()));
    }

    /** Remembers how the switch reports an entry that has just been sent. */
    void accept(KeptEntry entry, @Nullable Object form) {
        if (form != null) {
            accepted.put(entry.name(), new Accepted(entry.version(), form));
        }
    }

    /**
     * Counts the differences that others have caused: the entry was in the switch, or the surplus object was not
     * deleted since.
     *
     * @return these differences by kind; empty if there are none
     */
    Map<Difference, Long> countDrift(List<Repair> repairs) {
        Map<Difference, Long> now = repairs.stream()
                .filter(this::isDrift)
                .collect(Collectors.groupingBy(
                        Repair::difference, () -> new EnumMap<>(Difference.class), Collectors.counting()));
        now.forEach((difference, count) -> drift.merge(difference, count, Long::sum));
        return now;
    }

    private boolean isDrift(Repair repair) {
        KeptEntry entry = repair.entry();
        return entry == null
                ? !deletable.contains(repair.id())
                : Long.valueOf(entry.version()).equals(confirmed.get(entry.name()));
    }

    /** Remembers which entries the switch has, after a reconciliation. */
    void confirm(List<KeptEntry> entries) {
        confirmed.clear();
        deletable.clear();
        for (KeptEntry entry : entries) {
            confirmed.put(entry.name(), entry.version());
            deletable.add(Repair.Id.of(entry));
        }
        accepted.keySet().retainAll(confirmed.keySet());
        size = confirmed.size();
    }

    Map<Difference, Long> drift() {
        return new EnumMap<>(drift);
    }

    /** Returns whether the refused entries are others than those of the last reconciliation. */
    boolean hasNewRefusals(List<Refusal> refusals) {
        return !status.refusals().containsAll(refusals);
    }
}
