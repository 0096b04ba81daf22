package net.beaconcontroller.emulator.network;

import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.spec.NetworkException;

/** Traffic between hosts of a network that ends with a report. For the loop's thread, except {@link #report}. */
public abstract class Activity<R> implements ProbeIds.Listener {
    private final ProbeIds probes;
    private final CompletableFuture<R> report = new CompletableFuture<>();
    private long firstId;

    Activity(ProbeIds probes) {
        this.probes = probes;
    }

    public final CompletableFuture<R> report() {
        return report;
    }

    public final void start() {
        firstId = probes.issued();
        probes.add(this);
        try {
            begin();
        } catch (RuntimeException e) {
            probes.remove(this);
            throw e;
        }
    }

    /** @throws NetworkException if the hosts cannot send */
    abstract void begin();

    /** Returns the progress as text. */
    public abstract String progress();

    /** Counts a duplicate of a packet that was sent since the start; see {@link ProbeIds.Listener#duplicate}. */
    abstract void duplicate(long source, long destination);

    @Override
    public final void duplicate(long id, long source, long destination) {
        if (id >= firstId) {
            duplicate(source, destination);
        }
    }

    final boolean hasEnded() {
        return report.isDone();
    }

    final void end(R result) {
        probes.remove(this);
        report.complete(result);
    }

    /** Ends the activity without a report. */
    final void cancel() {
        probes.remove(this);
        report.completeExceptionally(new IllegalStateException("network closed during traffic between its hosts"));
    }
}
