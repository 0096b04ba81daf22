package net.beaconcontroller.emulator.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.emulator.console.CommandCompleter;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.console.CommandResult;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** An emulated network that executes commands. Not thread-safe, except {@link #close}. */
public final class Emulation implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** A network and a script that have been read and are valid. */
    public record Plan(String topology, NetworkSpec spec, Script script) {
        /**
         * Reads the topology and the script.
         *
         * @param topology a named topology, or a file, whose name contains a / or a dot
         * @param script a file with commands, - for standard input, or null
         * @param input the kind of standard input, which provides the commands without a script
         * @throws IOException if a file cannot be read
         * @throws NetworkException if the topology or the script is invalid
         */
        public static Plan of(String topology, @Nullable String script, StandardInputKind input) throws IOException {
            return new Plan(topology, spec(topology), Script.of(script, input));
        }

        private static NetworkSpec spec(String topology) throws IOException {
            if (!topology.contains("/") && !topology.contains(".")) {
                return NetworkSpec.of(topology);
            }
            try {
                return NetworkSpec.read(Path.of(topology));
            } catch (NoSuchFileException e) {
                throw new IOException(
                        "network file not found: %s; named topologies: %s".formatted(topology, NetworkSpec.KINDS), e);
            }
        }
    }

    /** The reason why {@link #run} returned. */
    public enum End {
        /** Without commands: the network runs until it is closed. */
        NO_COMMANDS,
        /** The script in a file has ended, without {@code quit}. */
        SCRIPT_ENDED,
        /** The command {@code quit} was executed, or standard input has ended. */
        QUIT
    }

    private final Network network;
    private final Plan plan;
    private final OutputFormat format;
    private final InputStream input;
    private final @Nullable TerminalConsole console;
    private final LongPredicate isActive;
    private final Consumer<@Nullable Consumer<String>> log;
    private final long startNanos = System.nanoTime();
    private CommandResult.Status status = CommandResult.Status.OK;

    /**
     * Starts the network and prints its size.
     *
     * @param controller the controller's address; the loopback address replaces a wildcard address
     * @param isActive whether the controller has completed the handshake with the switch of a datapath id
     * @param json whether to print JSON instead of text
     * @param input standard input
     * @param log redirects log lines to a console, which prints lines, each with its line end, from any thread; null
     *     for standard error
     */
    public Emulation(
            Plan plan,
            InetSocketAddress controller,
            LongPredicate isActive,
            NetworkOptions options,
            boolean json,
            InputStream input,
            PrintWriter out,
            Consumer<@Nullable Consumer<String>> log)
            throws IOException {
        this.plan = plan;
        this.isActive = isActive;
        this.log = log;
        this.input = input;
        console = plan.script instanceof Script.Terminal ? TerminalConsole.open() : null;
        format = json ? new OutputFormat.Json(out) : text(console, out, log);
        network = Network.start(plan.spec, reachable(controller), options);
        reportStart();
    }

    private static OutputFormat text(
            @Nullable TerminalConsole console, PrintWriter out, Consumer<@Nullable Consumer<String>> log) {
        boolean isTerminal = Terminal.isInteractive();
        var text = new OutputFormat.Text(console == null ? out : console.writer(), console == null, isTerminal);
        if (isTerminal && StandardInputKind.isErrorTerminal()) {
            log.accept(lines -> text.log(lines, console == null ? System.err::print : console::printAbove));
        }
        return text;
    }

    /** Returns the address at which this machine reaches a controller that listens on the given one. */
    private static InetSocketAddress reachable(InetSocketAddress listens) {
        return listens.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listens.getPort())
                : listens;
    }

    private void reportStart() {
        int switches = plan.spec.switches().size();
        int hosts = plan.spec.hosts().size();
        int links = (int) plan.spec.links().stream()
                .filter(NetworkSpec.Link::isBetweenSwitches)
                .count();
        format.event(
                "started",
                "Emulates %s: %s, %s, %s"
                        .formatted(
                                plan.topology,
                                count(switches, "switch", "switches"),
                                count(links, "link", "links"),
                                count(hosts, "host", "hosts")),
                Map.of("topology", plan.topology, "switches", switches, "hosts", hosts, "links", links));
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    public Network network() {
        return network;
    }

    /** Waits until all switches are connected, and shows the progress. Returns false on timeout. */
    public boolean awaitConnected(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        int switches = plan.spec.switches().size();
        int connected = countConnected();
        while (connected < switches && System.nanoTime() - end < 0) {
            format.progress("Connected: %d of %d switches".formatted(connected, switches));
            Thread.sleep(POLL_INTERVAL);
            connected = countConnected();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        format.event(
                "connected",
                "Connected: %d of %d switches in %.1f s".formatted(connected, switches, millis / 1e3),
                Map.of("connected", connected, "switches", switches, "milliseconds", millis));
        return connected == switches;
    }

    private int countConnected() {
        long active = plan.spec.switches().stream()
                .filter(sw -> isActive.test(sw.datapathId()))
                .count();
        return (int) Math.min(active, network.connected());
    }

    /**
     * Executes the commands.
     *
     * @param allConnected whether all switches are connected; otherwise a script fails without running, but a user at
     *     a terminal can enter commands
     */
    public End run(boolean allConnected) throws IOException, InterruptedException {
        try {
            return switch (plan.script) {
                case Script.None _ -> End.NO_COMMANDS;
                case Script.Terminal _ -> runConsole();
                case Script.Lines(var lines) -> runScript(lines.iterator(), allConnected, End.SCRIPT_ENDED);
                case Script.StandardInput(boolean isRequired) -> {
                    Iterator<String> lines = standardInput();
                    yield isRequired || lines.hasNext() ? runScript(lines, allConnected, End.QUIT) : End.NO_COMMANDS;
                }
            };
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the exit code: 0 if all commands of a script succeeded, 1 if one failed, 2 if one was invalid. */
    public int exitCode() {
        return switch (status) {
            case OK -> ExitCode.OK;
            case FAILED -> ExitCode.SOFTWARE;
            case INVALID -> ExitCode.USAGE;
        };
    }

    private End runConsole() throws InterruptedException {
        var interpreter = new CommandInterpreter(network, format);
        while (!interpreter.hasQuit() && console != null) {
            String line = console.readLine(CommandCompleter.of(network));
            if (line == null) {
                break;
            }
            format.result(line, interpreter.execute(line));
        }
        return End.QUIT;
    }

    private End runScript(Iterator<String> lines, boolean allConnected, End endOfLines) throws InterruptedException {
        if (!allConnected) {
            format.event("failed", "Script not run: not all switches are connected", Map.of());
            status = CommandResult.Status.FAILED;
            return End.QUIT;
        }
        var interpreter = new CommandInterpreter(network, format);
        while (!interpreter.hasQuit() && lines.hasNext()) {
            execute(interpreter, lines.next().strip());
        }
        if (interpreter.hasBackground()) {
            execute(interpreter, "wait");
        }
        return interpreter.hasQuit() ? End.QUIT : endOfLines;
    }

    private void execute(CommandInterpreter interpreter, String line) throws InterruptedException {
        CommandResult result = interpreter.execute(line);
        format.result(line, result);
        status = status.worst(result.status());
    }

    /** Returns the lines of standard input, each of which is read on demand. */
    private Iterator<String> standardInput() {
        return new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()))
                .lines()
                .iterator();
    }

    @Override
    public void close() {
        network.close();
        log.accept(null);
        if (console != null) {
            console.close();
        }
    }
}
