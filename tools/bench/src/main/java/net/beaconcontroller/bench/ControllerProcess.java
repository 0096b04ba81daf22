package net.beaconcontroller.bench;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A controller that was started to be measured, and ends with us. For one thread.
 */
public final class ControllerProcess implements ControllerUnderTest.Running {
    private static final Duration START_TIME = Duration.ofSeconds(60);
    private static final Duration STOP_TIME = Duration.ofSeconds(5);
    private static final Duration POLL_TIME = Duration.ofMillis(20);
    private static final int CONNECT_MILLIS = 1000;
    private static final int TAIL_CHARACTERS = 2000;

    private final LaunchSpec launch;
    private final Process process;
    private final Thread reader;
    private final Thread atExit;
    private final StringBuilder tail = new StringBuilder(); // guarded by itself; written by the reader

    private ControllerProcess(LaunchSpec launch, Process process) {
        this.launch = launch;
        this.process = process;
        reader = Thread.ofPlatform().daemon().name("controller-output").start(this::readOutput);
        atExit = Thread.ofPlatform().name("controller-stop").unstarted(this::kill);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a controller and waits for a minute at most until it takes connections. */
    public static ControllerProcess start(LaunchSpec launch) throws IOException, InterruptedException {
        return start(launch, START_TIME);
    }

    /**
     * Starts a controller and waits until it takes connections.
     *
     * @throws IOException if it cannot be started, ends or takes longer; the message has what it printed last
     */
    public static ControllerProcess start(LaunchSpec launch, Duration patience)
            throws IOException, InterruptedException {
        if (accepts(launch.address())) {
            throw new IOException("something listens on %s already; end it, or give the controller another address"
                    .formatted(text(launch.address())));
        }
        var builder = new ProcessBuilder(command(launch)).redirectErrorStream(true);
        launch.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        builder.environment().putAll(launch.environment());
        var controller = new ControllerProcess(launch, builder.start());
        try {
            controller.awaitListening(patience);
        } catch (IOException | InterruptedException e) {
            controller.close();
            throw e;
        }
        return controller;
    }

    private static List<String> command(LaunchSpec launch) throws IOException {
        if (launch.cpus().isEmpty()) {
            return launch.command();
        }
        requireTaskset(launch.cpus());
        var pinned = new ArrayList<>(List.of("taskset", "-c", launch.cpus()));
        pinned.addAll(launch.command());
        return pinned;
    }

    private static void requireTaskset(String cpus) throws IOException {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        if (Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .noneMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")))) {
            throw new IOException(
                    "cannot keep the controller on CPU %s: there is no taskset in PATH; install it (on Linux: util-linux), or let the controller run on all"
                            .formatted(cpus));
        }
    }

    private void awaitListening(Duration patience) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!accepts(launch.address())) {
            if (!process.isAlive()) {
                throw new IOException("%s did not start: %s".formatted(program(), end().orElseThrow()));
            }
            if (System.nanoTime() - begin > patience.toNanos()) {
                throw new IOException("%s did not listen on %s within %s s; %s"
                        .formatted(program(), text(launch.address()), patience.toMillis() / 1000.0, lastWords()));
            }
            Thread.sleep(POLL_TIME);
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return socket.getLocalPort() != socket.getPort(); // else it found itself, as TCP may where nobody listens
        } catch (IOException _) {
            return false;
        }
    }

    /** What is measured: taskset and launchers that end with {@code exec} become the controller, so its pid is theirs. */
    @Override
    public Target target() {
        return new Target(launch.address(), OptionalLong.of(process.pid()));
    }

    /** How it was started. */
    public LaunchSpec launch() {
        return launch;
    }

    /** How it ended and what it printed last; empty while it runs. */
    @Override
    public Optional<String> end() throws InterruptedException {
        if (process.isAlive()) {
            return Optional.empty();
        }
        reader.join(Duration.ofSeconds(1)); // what it printed may still be on its way
        return Optional.of("it ended with exit code %d; %s".formatted(process.exitValue(), lastWords()));
    }

    private String lastWords() {
        String words;
        synchronized (tail) {
            words = tail.toString().strip();
        }
        return words.isEmpty()
                ? "it printed nothing"
                : "it printed last:" + System.lineSeparator() + words.indent(2).stripTrailing();
    }

    private String program() {
        return Path.of(launch.command().getFirst()).getFileName().toString();
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private void readOutput() {
        char[] chunk = new char[TAIL_CHARACTERS];
        try (Reader output = process.inputReader()) {
            for (int length = output.read(chunk); length >= 0; length = output.read(chunk)) {
                synchronized (tail) {
                    tail.append(chunk, 0, length);
                    tail.delete(0, Math.max(0, tail.length() - TAIL_CHARACTERS));
                }
            }
        } catch (IOException _) {
            // the process was ended, and its output with it
        }
    }

    /** Stops the controller and all that it started: asks, and after some seconds no longer asks. */
    @Override
    public void close() {
        close(STOP_TIME);
    }

    void close(Duration patience) {
        List<ProcessHandle> all = family();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        } catch (ExecutionException | TimeoutException _) {
            // then it is killed
        }
        all.forEach(ProcessHandle::destroyForcibly);
        kill(); // what it started while it ended
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            // we are being shut down, and the hook has run
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void kill() {
        family().forEach(ProcessHandle::destroyForcibly);
    }

    private List<ProcessHandle> family() {
        var all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        return all;
    }
}
