package net.beaconcontroller.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.runtime.Application;
import net.beaconcontroller.runtime.Beacon;

/**
 * The health of the controller, for supervisors that have no token: so it has numbers, and no names of applications or
 * switches. Safe for use by several threads.
 */
final class Health {
    /** The time within which each loop has to make an iteration. By default, a call of a listener may last as long. */
    private static final Duration LOOP_TIME = Duration.ofSeconds(5);

    private static final String OK = "ok";

    private final Beacon beacon;

    /**
     * The result of the checks.
     *
     * @param status {@code up} or {@code down}
     * @param checks the result of each check: {@code ok}, or the fault
     */
    record Report(String status, SequencedMap<String, String> checks) {
        private static Report of(SequencedMap<String, String> checks) {
            return new Report(checks.values().stream().allMatch(OK::equals) ? "up" : "down", checks);
        }

        boolean isUp() {
            return status.equals("up");
        }
    }

    Health(Beacon beacon) {
        this.beacon = beacon;
    }

    /** Returns whether the process works; if it does not, a restart is the remedy. Waits for all loops. */
    Report live() {
        return Report.of(new LinkedHashMap<>(Map.of("loops", loops())));
    }

    /** Returns whether the controller can serve switches. */
    Report ready() {
        var checks = new LinkedHashMap<String, String>();
        checks.put("listening", beacon.controller().isListening() ? OK : "a listening socket is closed");
        checks.put("store", store());
        checks.put("applications", applications());
        return Report.of(checks);
    }

    private String loops() {
        try {
            beacon.controller().loopProgress().next().get(LOOP_TIME.toMillis(), TimeUnit.MILLISECONDS);
            return OK;
        } catch (TimeoutException _) {
            return "a loop has made no iteration for %d s".formatted(LOOP_TIME.toSeconds());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "the controller stops";
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private String store() {
        try {
            beacon.store().check();
            return OK;
        } catch (StoreException | IllegalStateException _) {
            return "the store cannot be read or written; the log has the reason";
        }
    }

    private String applications() {
        long failed = beacon.applications().list().stream()
                .filter(application -> application.state() == Application.State.FAILED)
                .count();
        long quarantined = beacon.controller().health().stream()
                .filter(application -> application.quarantine().isPresent())
                .count();
        return failed + quarantined == 0
                ? OK
                : "%d failed, %d in quarantine; 'beacon app list' names them".formatted(failed, quarantined);
    }
}
