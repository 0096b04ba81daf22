package net.beaconcontroller.emulator.network;

import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.spec.NetworkException;

/** Something that hosts of a network do for a while, which ends with a report. For the loop, but the future. */
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

    /** @throws NetworkException if it cannot be done */
    abstract void begin();

    /** How far it is, for people. */
    public abstract String progress();

    /** A packet that was sent since the start came to a host again; see {@link ProbeIds.Listener#duplicate}. */
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

    /** Ends it, with nothing to tell. */
    final void cancel() {
        probes.remove(this);
        report.completeExceptionally(new IllegalStateException("the network was closed while its hosts were at work"));
    }
}
