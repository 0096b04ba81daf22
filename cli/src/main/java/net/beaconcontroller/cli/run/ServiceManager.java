package net.beaconcontroller.cli.run;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.io.LoopProgress;

/**
 * Tells the service manager that started this process, such as systemd, how the controller is: that it is ready, what
 * it does, that it stops; and, if it wants to know, that all loops still make iterations. If they do not, it ends the
 * process after the time of its watchdog, and starts another. See sd_notify(3) and sd_watchdog_enabled(3).
 */
final class ServiceManager implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServiceManager.class.getName());
    private static final Duration STATUS_PERIOD = Duration.ofSeconds(5);

    private final OpenFlowController controller;
    private final NotifySocket socket;
    private final Duration period;
    private final boolean hasWatchdog;
    private final Thread thread;
    private String status = "";

    private ServiceManager(OpenFlowController controller, Optional<Duration> watchdog, NotifySocket socket) {
        this.controller = controller;
        this.socket = socket;
        this.hasWatchdog = watchdog.isPresent();
        // Twice in the time of the watchdog, as sd_watchdog_enabled(3) recommends.
        this.period = watchdog.map(time -> time.dividedBy(2))
                .filter(half -> half.compareTo(STATUS_PERIOD) < 0)
                .orElse(STATUS_PERIOD);
        this.thread = Thread.ofPlatform().daemon().name("beacon-service").unstarted(this::run);
    }

    /**
     * Reports that a controller is ready, and begins to report its status; nothing if no service manager asks for it.
     *
     * @param environment the variables of this process
     */
    static Optional<ServiceManager> start(OpenFlowController controller, Map<String, String> environment) {
        String path = environment.getOrDefault("NOTIFY_SOCKET", "");
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            var manager = new ServiceManager(controller, watchdog(environment), new NotifySocket(path));
            manager.report("READY=1\n");
            manager.thread.start();
            return Optional.of(manager);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the service manager is not notified: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the time of the watchdog, if it is for this process. */
    private static Optional<Duration> watchdog(Map<String, String> environment) throws IOException {
        long pid = ProcessHandle.current().pid();
        String micros = environment.get("WATCHDOG_USEC");
        if (micros == null
                || !environment.getOrDefault("WATCHDOG_PID", "" + pid).equals("" + pid)) {
            return Optional.empty();
        }
        if (!micros.matches("0*[1-9]\\d{0,14}")) {
            throw new IOException("WATCHDOG_USEC=%s: needs microseconds, from 1".formatted(micros));
        }
        return Optional.of(Duration.of(Long.parseLong(micros), ChronoUnit.MICROS));
    }

    private void run() {
        LoopProgress progress = controller.loopProgress();
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(period.toNanos());
                if (hasWatchdog) {
                    awaitIterations(progress);
                }
                report(hasWatchdog ? "WATCHDOG=1\n" : "");
            }
        } catch (InterruptedException _) {
            // The controller stops.
        }
    }

    private static void awaitIterations(LoopProgress progress) throws InterruptedException {
        try {
            progress.next().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a message, and the status if it has changed. */
    private void report(String message) {
        String now =
                "%d switches%s".formatted(controller.switches().size(), isLocal() ? ", listens on loopback only" : "");
        String changed = now.equals(status) ? "" : "STATUS=" + now;
        status = now;
        if (!(message + changed).isEmpty() && !socket.send(message + changed)) {
            LOG.log(Level.WARNING, "the service manager does not accept: " + message + changed);
        }
    }

    /** Returns whether switches on other machines cannot connect. */
    private boolean isLocal() {
        List<InetAddress> addresses = Stream.of(controller.plainAddress(), controller.tlsAddress())
                .flatMap(Optional::stream)
                .map(InetSocketAddress::getAddress)
                .toList();
        return !addresses.isEmpty() && addresses.stream().allMatch(InetAddress::isLoopbackAddress);
    }

    /** Reports that the controller stops. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        socket.send("STOPPING=1");
        socket.close();
    }
}
