package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import net.beaconcontroller.runtime.ApplicationStore.Stored;
import net.beaconcontroller.runtime.ApplicationStore.Wanted;

/**
 * The applications that were changed while a controller with this data folder ran. They are what the store has: a
 * change that the store refuses changes nothing here. For one thread at a time.
 */
final class ApplicationRecords {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private final ApplicationStore kept;
    /** By name, as in the store. */
    private Map<String, Stored> records;

    private final Set<String> builtIn = new TreeSet<>();

    /** Reads the records, and deletes copies of applications that earlier processes installed only for themselves. */
    ApplicationRecords(ApplicationStore kept) {
        this.kept = kept;
        records = kept.records();
        deleteUnusedCopies(Set.of());
    }

    private void deleteUnusedCopies(Set<Path> inUse) {
        try {
            kept.deleteUnused(records.values(), inUse);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete unused copies of applications: " + e);
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
        Stored record = records.get(name);
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
     * Records the steps of a change, and deletes the copies that nothing needs any more.
     *
     * @param inUse the copies that are in use
     * @throws ApplicationException if the store does not record them; the records are unchanged then
     */
    void record(List<Step> steps, Set<Path> inUse) {
        var changed = new TreeMap<>(records);
        steps.forEach(step -> record(step, changed));
        try {
            kept.save(records, changed);
        } catch (StoreException | IllegalArgumentException e) {
            throw new ApplicationException("cannot record the change: " + e.getMessage(), e);
        }
        records = changed;
        deleteUnusedCopies(inUse);
    }

    private void record(Step step, Map<String, Stored> changed) {
        InstalledApplication application = step.application();
        String name = application.name();
        switch (step.action()) {
            case INSTALL, START, STOP, UPDATE -> {
                Wanted wanted = application.started ? Wanted.STARTED : Wanted.STOPPED;
                if (application.recorded) {
                    String file = application.file.getFileName().toString();
                    changed.put(name, new Stored(name, wanted, file, application.origin));
                } else if (application.isBuiltIn()) {
                    changed.put(name, new Stored(name, wanted, "", ""));
                }
            }
            case REMOVE -> {
                changed.remove(name);
                if (builtIn.contains(name)) {
                    changed.put(name, new Stored(name, Wanted.REMOVED, "", ""));
                }
            }
            case WAIT, RESUME, RESTART -> {}
        }
    }
}
