package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import net.beaconcontroller.runtime.ApplicationStore.Stored;
import net.beaconcontroller.runtime.ApplicationStore.Wanted;
import org.jspecify.annotations.Nullable;

/** The applications that were changed while a controller with this data folder ran. For one thread at a time. */
final class ApplicationRecords {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private final ApplicationStore kept;
    /** By name. */
    private final Map<String, Stored> records;

    private final Set<String> builtIn = new TreeSet<>();

    /** Reads the records, and deletes copies of applications that were installed only while an earlier controller ran. */
    ApplicationRecords(ApplicationStore kept) {
        this.kept = kept;
        records = kept.records();
        try {
            kept.deleteUnused(records.values(), Set.of());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete unused copies of applications", e);
        }
    }

    /** Notes that an application is built in. Returns whether it was removed, or replaced by a file. */
    boolean isReplaced(String name) {
        builtIn.add(name);
        Stored record = records.get(name);
        return record != null
                && (record.wanted() == Wanted.REMOVED || !record.file().isEmpty());
    }

    /** Returns the applications of which a copy is kept. */
    List<Stored> copies() {
        return records.values().stream()
                .filter(record -> !record.file().isEmpty())
                .toList();
    }

    /** Returns whether an application was stopped or removed. */
    boolean isStopped(String name) {
        @Nullable Stored record = records.get(name);
        return record != null && record.wanted() != Wanted.STARTED;
    }

    /** Returns the names of the applications that were started. */
    List<String> started() {
        return records.values().stream()
                .filter(record -> record.wanted() == Wanted.STARTED)
                .map(Stored::name)
                .toList();
    }

    /**
     * Records the steps of a change.
     *
     * @param inUse the copies that are in use
     */
    void record(List<Step> steps, Set<Path> inUse) {
        for (Step step : steps) {
            InstalledApplication application = step.application();
            String name = application.name();
            switch (step.action()) {
                case INSTALL, START, STOP, UPDATE -> {
                    Wanted wanted = application.started ? Wanted.STARTED : Wanted.STOPPED;
                    if (application.recorded) {
                        String file = application.file.getFileName().toString();
                        records.put(name, new Stored(name, wanted, file, application.origin));
                    } else if (application.isBuiltIn()) {
                        records.put(name, new Stored(name, wanted, "", ""));
                    }
                }
                case REMOVE -> {
                    records.remove(name);
                    if (builtIn.contains(name)) {
                        records.put(name, new Stored(name, Wanted.REMOVED, "", ""));
                    }
                }
                case WAIT, RESUME, RESTART -> {}
            }
        }
        try {
            kept.save(records, inUse);
        } catch (IOException | StoreException e) {
            throw new ApplicationException("cannot record the change: " + e, e);
        }
    }
}
