package net.beaconcontroller.labkit;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** A controller process, started with the shipped launcher. */
public final class BeaconProcess implements AutoCloseable {
    private static final Path LAUNCHER = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolve("../../beacon")
            .normalize();
    private static final Pattern LISTENS = Pattern.compile("listens for switches on \\S+:(\\d+)");
    private static final Pattern LISTENS_WITH_TLS = Pattern.compile("listens for switches with TLS on \\S+:(\\d+)");
    private static final Pattern HTTP = Pattern.compile("HTTP: .*?(http://[^/]+)/");
    private static final Pattern LINK = Pattern.compile("HTTP: open (http://\\S+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
    private static final Duration STOP_TIME = Duration.ofSeconds(20);

    static {
        // The first start after a build makes a cache of loaded classes, which takes some seconds; with the real JDK.
        timeToPrintVersion(LauncherJdk.JDK.toString());
    }

    private final long startNanos = System.nanoTime();
    /** Lines of the output that the test has not read yet. */
    private final Queue<String> output = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<Listening> listening = new CompletableFuture<>();
    private final Process process;
    private final @Nullable OvsLab lab;

    private record Listening(int port, Duration after) {}

    private BeaconProcess(@Nullable OvsLab lab, String jvmOptions, List<String> command) throws IOException {
        this.lab = lab;
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", LauncherJdk.HOME);
        builder.environment().merge("BEACON_JAVA_OPTS", jvmOptions, (own, added) -> own + " " + added);
        process = builder.start();
    }

    /** Starts the controller on a free port with further options of the command {@code run}. */
    public static BeaconProcess start(String... options) {
        return start(null, 0, List.of(options));
    }

    /** Starts the controller inside a lab with applications, separated by commas, and without HTTP. */
    public static BeaconProcess startIn(OvsLab lab, String app) {
        return startIn(lab, 0, app);
    }

    /** Starts the controller inside a lab with applications and a data folder. */
    public static BeaconProcess startIn(OvsLab lab, String app, String dataFolder) {
        return start(lab, 0, List.of("--apps", app, "-D", "data.folder=" + dataFolder));
    }

    /** Starts the controller inside a lab with further options of the command {@code run}. */
    public static BeaconProcess startInWith(OvsLab lab, String... options) {
        return start(lab, 0, List.of(options));
    }

    /**
     * Starts the controller inside a lab with options of the JVM, separated by spaces, and further options of the
     * command {@code run}.
     */
    public static BeaconProcess startInWithJvm(OvsLab lab, String jvmOptions, String... options) {
        return start(lab, 0, jvmOptions, List.of(options));
    }

    /** Starts the controller inside a lab on a given port, without HTTP. */
    public static BeaconProcess startIn(OvsLab lab, int port, String app) {
        return startIn(lab, port, app, "none");
    }

    /**
     * Starts the controller inside a lab on a given port, with a data folder and without HTTP, which takes half of the
     * processor time of a start.
     */
    public static BeaconProcess startIn(OvsLab lab, int port, String app, String dataFolder) {
        return start(lab, port, List.of("--apps", app, "-D", "data.folder=" + dataFolder, "-D", "http.listen=off"));
    }

    /** Starts the controller with a data folder. */
    public static BeaconProcess startIn(Path dataFolder) {
        return start(null, 0, List.of("-D", "data.folder=" + dataFolder));
    }

    /** Starts the controller with a data folder and an emulated network. */
    public static BeaconProcess startEmulated(Path dataFolder, String topology) {
        return start(null, 0, List.of("-D", "data.folder=" + dataFolder, "--emulate", topology));
    }

    private static BeaconProcess start(@Nullable OvsLab lab, int port, List<String> options) {
        return start(lab, port, "", options);
    }

    private static BeaconProcess start(@Nullable OvsLab lab, int port, String jvmOptions, List<String> options) {
        if (!Files.isExecutable(LAUNCHER)) {
            throw new IllegalStateException(LAUNCHER + " does not exist; run the tests in the module folder");
        }
        var command = new ArrayList<String>(lab == null ? List.of() : lab.inside());
        command.addAll(List.of(LAUNCHER.toString(), "run", "-D", "controller.listen=127.0.0.1:" + port));
        command.addAll(List.of("-D", "data.folder=none", "-D", "http.listen=127.0.0.1:0"));
        command.addAll(options);
        BeaconProcess beacon;
        try {
            beacon = new BeaconProcess(lab, jvmOptions, command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // For runs that are aborted. To kill a process that has ended does nothing.
        Runtime.getRuntime().addShutdownHook(new Thread(beacon::kill));
        Thread.ofVirtual().start(beacon::readOutput);
        beacon.awaitListening();
        return beacon;
    }

    /** Returns the JAR file of an application that comes with the controller. */
    public static Path bundledApplication(String name) {
        try (Stream<Path> files = Files.list(LAUNCHER.resolveSibling("dist/target/beacon/apps"))) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-\\d.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the time the launcher takes to print the version. */
    public static Duration timeToPrintVersion() {
        return timeToPrintVersion(LauncherJdk.HOME);
    }

    private static Duration timeToPrintVersion(String jdk) {
        long begin = System.nanoTime();
        try {
            var builder = new ProcessBuilder(LAUNCHER.toString(), "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("JAVA_HOME", jdk);
            int exitCode = builder.start().waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException(LAUNCHER + " --version ended with exit code " + exitCode);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /**
     * Runs another command with the launcher.
     *
     * @return its exit code and output, standard error first
     */
    public static CommandResult command(List<String> arguments) {
        return command(List.of(), arguments);
    }

    /** Runs another command with the launcher inside a lab, as {@link #command(List)} does. */
    public static CommandResult commandIn(OvsLab lab, List<String> arguments) {
        return command(lab.inside(), arguments);
    }

    private static CommandResult command(List<String> prefix, List<String> arguments) {
        var command = new ArrayList<>(prefix);
        command.add(LAUNCHER.toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", LauncherJdk.HOME);
        try {
            Process process = builder.start();
            CompletableFuture<String> out =
                    CompletableFuture.supplyAsync(() -> text(process.inputReader()), Thread.ofPlatform()::start);
            String err = text(process.errorReader());
            return new CommandResult(process.waitFor(), err + out.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(BufferedReader reader) {
        return reader.lines().collect(Collectors.joining("\n"));
    }

    public record CommandResult(int exitCode, String output) {}

    private void readOutput() {
        try (Stream<String> lines = process.inputReader().lines()) {
            lines.forEach(this::hear);
        } finally {
            listening.completeExceptionally(new IllegalStateException("its output ended"));
        }
    }

    private void hear(String line) {
        output.add(line);
        Matcher matcher = LISTENS.matcher(line);
        if (matcher.find()) {
            var after = Duration.ofNanos(System.nanoTime() - startNanos);
            listening.complete(new Listening(Integer.parseInt(matcher.group(1)), after));
        }
    }

    private void awaitListening() {
        try {
            listening.get(WaitingTime.MAXIMUM.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            kill();
            throw new IllegalStateException("no '%s' within %s; %s".formatted(LISTENS, WaitingTime.MAXIMUM, this), e);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Connects the switches of a lab. If this fails, the failure has the output of the controller. */
    public void control(OvsLab lab) {
        lab.connectTo(port());
        try {
            lab.awaitConnected();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(toString(), e);
        }
    }

    /** Returns the number of output lines that contain a text. */
    public long countOf(String text) {
        return output.stream().filter(line -> line.contains(text)).count();
    }

    /** Returns the address of the REST interface. */
    public String url() {
        return awaitOutput(HTTP);
    }

    /** Returns a client of the REST interface with the token in the data folder. */
    public RestClient rest(Path dataFolder) {
        return new RestClient(lab, url(), dataFolder.resolve("token"));
    }

    /** Returns the link that signs a browser in, which a start with an empty data folder prints. */
    public String firstLink() {
        return awaitOutput(LINK);
    }

    /** Waits for a line of the output, and returns the group of the pattern. */
    private String awaitOutput(Pattern pattern) {
        return await().until(
                        () -> output.stream()
                                .map(pattern::matcher)
                                .filter(Matcher::find)
                                .map(matcher -> matcher.group(1))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Sends a line to the standard input, such as a command to the emulated network. */
    public void type(String line) {
        try {
            process.outputWriter().write(line + System.lineSeparator());
            process.outputWriter().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process by SIGKILL. */
    public void killNow() {
        kill();
        process.onExit().join();
    }

    /** Returns the process ID of the JVM: the launcher uses exec. */
    public long pid() {
        return process.pid();
    }

    /** Returns the TCP port of the controller. */
    public int port() {
        return listening.resultNow().port();
    }

    /** Returns the TCP port of the controller for TLS. */
    public int tlsPort() {
        return Integer.parseInt(awaitOutput(LISTENS_WITH_TLS));
    }

    /** Waits for a line of the output that contains a text. If there is none, the failure has the output. */
    public void awaitLine(String text) {
        try {
            await().until(() -> countOf(text) > 0);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("no '%s'; %s".formatted(text, this), e);
        }
    }

    /** Returns the time from the start of the process until it listens. */
    public Duration startTime() {
        return listening.resultNow().after();
    }

    /**
     * Returns the resident memory of the process. The launcher uses exec, so that its process ID is that of the JVM.
     */
    public long residentMemoryBytes() {
        try {
            Path status = Path.of("/proc", Long.toString(process.pid()), "status");
            Matcher matcher = RESIDENT.matcher(Files.readString(status));
            if (!matcher.find()) {
                throw new IllegalStateException(status + " has no " + RESIDENT);
            }
            return Long.parseLong(matcher.group(1)) * 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files that the process has mapped into its memory. */
    public List<String> mappedFiles() {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "maps")).stream()
                    .map(line -> line.replaceFirst("[^/]*", ""))
                    .filter(file -> !file.isEmpty())
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM and returns the exit code. */
    public int stop(Duration atMost) {
        // Process.destroy would close the output before its last lines are read.
        process.toHandle().destroy();
        try {
            if (process.waitFor(atMost)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
        throw new IllegalStateException("ran on for %s after SIGTERM; %s".formatted(atMost, this));
    }

    private void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Stops the controller and checks that it exits cleanly. */
    @Override
    public void close() {
        int exitCode = stop(STOP_TIME);
        if (exitCode != 0) {
            throw new IllegalStateException("ended with exit code %d; %s".formatted(exitCode, this));
        }
    }

    /** Returns the output, for the description of an assertion. */
    @Override
    public String toString() {
        return "Beacon's output:%n%s".formatted(String.join(System.lineSeparator(), output));
    }
}
