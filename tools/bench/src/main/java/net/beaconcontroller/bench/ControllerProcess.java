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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A controller process that the benchmark started and stops. Not thread-safe. */
public final class ControllerProcess implements ControllerUnderTest.Running {
    private static final Duration START_TIME = Duration.ofSeconds(60);
    private static final Duration STOP_TIME = Duration.ofSeconds(5);
    private static final Duration POLL_TIME = Duration.ofMillis(20);
    private static final int CONNECT_MILLIS = 1000;
    private static final int TAIL_CHARACTERS = 2000;
    private static final int HEAD_CHARACTERS = 16_000;
    /** The part of Beacon's greeting, and of the null controller's, that names where it listens for switches. */
    private static final Pattern LISTENS = Pattern.compile("listens for switches (?:with TLS )?on ([\\d.]+):(\\d+)\\D");
    /** The part of Beacon's greeting that names its transport. */
    private static final Pattern TRANSPORT = Pattern.compile("; transport: (\\w+);");
    /** The address in the line with the link to Beacon's web page. */
    private static final Pattern HTTP = Pattern.compile("HTTP: (?:open )?http://([\\d.]+):(\\d+)/");

    private final LaunchSpec launch;
    private final Process process;
    private final Thread reader;
    private final Thread atExit;

    /** The last output. Guarded by its monitor. */
    private final StringBuilder tail = new StringBuilder();

    /** The first output. Guarded by the monitor of the last. */
    private final StringBuilder head = new StringBuilder();

    /** Where the controller listens. Written before the start returns. */
    private InetSocketAddress address;

    private ControllerProcess(LaunchSpec launch, Process process) {
        this.launch = launch;
        this.process = process;
        address = launch.address();
        reader = Thread.ofPlatform().daemon().name("controller-output").start(this::readOutput);
        atExit = Thread.ofPlatform().name("controller-stop").unstarted(this::kill);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a controller and waits up to a minute until it accepts connections. */
    public static ControllerProcess start(LaunchSpec launch) throws IOException, InterruptedException {
        return start(launch, START_TIME);
    }

    /**
     * Starts a controller on as many of the processors of its list as it has event loops, in the order of the list.
     * Each loop of Beacon is bound to its own processor.
     */
    static ControllerProcess start(LaunchSpec launch, int loops) throws IOException, InterruptedException {
        ProcessorList processors = ProcessorList.parse(launch.cpus()).first(loops);
        ControllerProcess controller = start(launch.on(processors.toString()));
        try {
            processors.bindLoops(controller.process.pid());
            return controller;
        } catch (IOException | InterruptedException e) {
            controller.close();
            throw e;
        }
    }

    /**
     * Starts a controller and waits until it accepts connections.
     *
     * @throws IOException if the start fails, the process ends, or the timeout expires; the message has the last output
     */
    public static ControllerProcess start(LaunchSpec launch, Duration timeout)
            throws IOException, InterruptedException {
        if (!choosesPort(launch) && accepts(launch.address())) {
            throw new IOException(
                    "%s is in use; stop its listener, or configure another address".formatted(text(launch.address())));
        }
        var builder = new ProcessBuilder(command(launch)).redirectErrorStream(true);
        launch.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        builder.environment().putAll(launch.environment());
        var controller = new ControllerProcess(launch, builder.start());
        try {
            controller.awaitListening(timeout);
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
                    ("cannot pin the controller to CPU %s: taskset not found in PATH; install util-linux, or do "
                                    + "not restrict the CPUs")
                            .formatted(cpus));
        }
    }

    private void awaitListening(Duration timeout) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!listens()) {
            if (!process.isAlive()) {
                throw new IOException("%s did not start: %s".formatted(program(), end().orElseThrow()));
            }
            if (System.nanoTime() - begin > timeout.toNanos()) {
                String missing = choosesPort(launch)
                        ? "print where it listens for switches"
                        : "listen on " + text(launch.address());
                throw new IOException("%s did not %s within %s s; %s"
                        .formatted(program(), missing, timeout.toMillis() / 1000.0, lastOutput()));
            }
            Thread.sleep(POLL_TIME);
        }
    }

    private static boolean choosesPort(LaunchSpec launch) {
        return launch.address().getPort() == 0;
    }

    /** Returns whether the controller accepts connections, or has printed at which address it does. */
    private boolean listens() {
        if (!choosesPort(launch)) {
            return accepts(launch.address());
        }
        Optional<InetSocketAddress> chosen = printedAddress(LISTENS);
        chosen.ifPresent(printed -> address = printed);
        return chosen.isPresent();
    }

    private static boolean accepts(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            // TCP may connect a port of the ephemeral range to itself (RFC 9293 section 3.5, simultaneous open).
            return socket.getLocalPort() != socket.getPort();
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Returns the address and the process. The process ID is that of the controller if taskset and launchers use exec.
     */
    @Override
    public Target target() {
        return new Target(address, OptionalLong.of(process.pid()), launch.tls());
    }

    /** Returns the exit code and the last output; empty while the process runs. */
    @Override
    public Optional<String> end() throws InterruptedException {
        if (process.isAlive()) {
            return Optional.empty();
        }
        // Output may still be in the pipe.
        reader.join(Duration.ofSeconds(1));
        return Optional.of("it ended with exit code %d; %s".formatted(process.exitValue(), lastOutput()));
    }

    @Override
    public Optional<String> transport() {
        return printed(TRANSPORT).map(match -> match.group(1));
    }

    @Override
    public Optional<InetSocketAddress> http() {
        return printedAddress(HTTP);
    }

    private Optional<InetSocketAddress> printedAddress(Pattern pattern) {
        return printed(pattern).map(match -> new InetSocketAddress(match.group(1), Integer.parseInt(match.group(2))));
    }

    /** Returns the first match in the first output. */
    private Optional<MatchResult> printed(Pattern pattern) {
        synchronized (tail) {
            return pattern.matcher(head).results().findFirst();
        }
    }

    private String lastOutput() {
        String text;
        synchronized (tail) {
            text = tail.toString().strip();
        }
        return text.isEmpty()
                ? "it printed nothing"
                : "it printed last:" + System.lineSeparator() + text.indent(2).stripTrailing();
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
                    head.append(chunk, 0, Math.min(length, HEAD_CHARACTERS - head.length()));
                    tail.append(chunk, 0, length);
                    tail.delete(0, Math.max(0, tail.length() - TAIL_CHARACTERS));
                }
            }
        } catch (IOException _) {
            // The process has ended.
        }
    }

    /** Stops the process and its descendants: SIGTERM first, SIGKILL after a timeout. */
    @Override
    public void close() {
        close(STOP_TIME);
    }

    void close(Duration timeout) {
        List<ProcessHandle> all = processTree();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        } catch (ExecutionException | TimeoutException _) {
            // Killed below.
        }
        all.forEach(ProcessHandle::destroyForcibly);
        // Descendants that were started during the shutdown.
        kill();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            // The JVM is shutting down; the hook has run.
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void kill() {
        processTree().forEach(ProcessHandle::destroyForcibly);
    }

    private List<ProcessHandle> processTree() {
        var all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        return all;
    }
}
