package net.beaconcontroller.cli.emulate;

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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.Terminal;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import org.jspecify.annotations.Nullable;

/** An emulated network that a command runs, and its console. For one thread, but {@link #close}. */
public final class Emulation implements AutoCloseable {
    private static final Duration TELL_EVERY = Duration.ofSeconds(1);

    /** What is to be emulated, checked: it can be started. */
    public static final class Plan {
        private final String topology;
        private final NetworkSpec layout;
        private final Script script;

        private Plan(String topology, NetworkSpec layout, Script script) {
            this.topology = topology;
            this.layout = layout;
            this.script = script;
        }

        /**
         * Reads what the options name.
         *
         * @param topology a named topology, or a file, which has a / or . in its name
         * @param script a file with commands, - for standard input, or null for what a person types
         * @throws IOException if a file cannot be read
         * @throws NetworkException if what is in it, or the topology, is wrong
         */
        public static Plan of(String topology, @Nullable String script) throws IOException {
            return new Plan(topology, layout(topology), Script.of(script));
        }

        private static NetworkSpec layout(String topology) throws IOException {
            if (!topology.contains("/") && !topology.contains(".")) {
                return NetworkSpec.of(topology);
            }
            try {
                return NetworkSpec.read(Path.of(topology));
            } catch (NoSuchFileException e) {
                throw new IOException(
                        "there is no network file %s, and no such topology; there are %s"
                                .formatted(topology, NetworkSpec.KINDS),
                        e);
            }
        }
    }

    /**
     * How the commands came to an end.
     *
     * @param hasQuit whether it was told to quit
     * @param hasFailed whether something of a script was not done, or not as it should be
     */
    public record End(boolean hasQuit, boolean hasFailed) {}

    private final Network network;
    private final Script script;
    private final OutputFormat form;
    private final InputStream input;
    private final long startNanos;

    private Emulation(Network network, Script script, OutputFormat form, InputStream input, long startNanos) {
        this.network = network;
        this.script = script;
        this.form = form;
        this.input = input;
        this.startNanos = startNanos;
    }

    /**
     * Starts the network, and tells so.
     *
     * @param controller where it connects to; if that is all addresses of the machine, to the loopback
     * @param json whether it is told to programs and not to people
     * @param input standard input, for a person's commands or those of a script that is there
     */
    public static Emulation start(
            Plan plan,
            InetSocketAddress controller,
            NetworkOptions options,
            boolean json,
            InputStream input,
            PrintWriter out)
            throws IOException {
        boolean isTyped = plan.script instanceof Script.Person;
        OutputFormat form = json ? new OutputFormat.Json(out) : new OutputFormat.Text(out, !isTyped, eraseSequence());
        long startNanos = System.nanoTime();
        Network network = Network.start(plan.layout, reachable(controller), options);
        int switches = plan.layout.switches().size();
        int hosts = plan.layout.hosts().size();
        int links = plan.layout.links().size();
        form.event(
                "started",
                "Emulates %s: %s, %s, %s"
                        .formatted(
                                plan.topology,
                                count(switches, "switch", "switches"),
                                count(hosts, "host", "hosts"),
                                count(links, "link", "links")),
                Map.of("topology", plan.topology, "switches", switches, "hosts", hosts, "links", links));
        return new Emulation(network, plan.script, form, input, startNanos);
    }

    private static Optional<String> eraseSequence() {
        return Terminal.isThere() ? Optional.of(Terminal.ERASE_LINE) : Optional.empty();
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** Where a controller can be reached from this machine that listens on all addresses. */
    private static InetSocketAddress reachable(InetSocketAddress listens) {
        return listens.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listens.getPort())
                : listens;
    }

    /** Whether there is a script, or a person at a terminal. */
    public boolean hasCommands() {
        return !(script instanceof Script.Person) || Terminal.isAttended();
    }

    /**
     * Waits until all switches are connected, and then does what the script or the person says, to the end. A person can
     * begin if the time is over before; a script is not run then, and has failed.
     */
    public End run(Duration patience) throws IOException, InterruptedException {
        boolean allConnected = awaitConnected(patience);
        if (!hasCommands()) {
            return new End(false, false);
        }
        if (!allConnected && !(script instanceof Script.Person)) {
            form.event(
                    "failed",
                    "The script is not run: after %d s not all switches are connected".formatted(patience.toSeconds()),
                    Map.of());
            return new End(false, true);
        }
        return obey();
    }

    /** Tells how it goes on; false if the time was over before. */
    private boolean awaitConnected(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        int switches = network.switchNames().size();
        int told = -1;
        while (true) {
            long left = end - System.nanoTime();
            boolean all = network.awaitConnected(Duration.ofNanos(Math.min(left, TELL_EVERY.toNanos())));
            int connected = network.connected();
            if (connected != told) {
                told = connected;
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                form.event(
                        "connected",
                        "Connected: %d of %d switches, after %.1f s".formatted(connected, switches, millis / 1e3),
                        Map.of("connected", connected, "switches", switches, "milliseconds", millis));
            }
            if (all || left <= 0) {
                return all;
            }
        }
    }

    private End obey() throws IOException, InterruptedException {
        try {
            return switch (script) {
                case Script.Lines(var lines) -> obey(lines.iterator());
                case Script.StandardInput _, Script.Person _ -> obey(standardInput());
            };
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private End obey(Iterator<String> lines) throws InterruptedException {
        var console = new CommandInterpreter(network, form::progress);
        boolean isTyped = script instanceof Script.Person;
        boolean hasFailed = false;
        while (!console.hasEnded()) {
            if (isTyped) {
                form.prompt();
            }
            if (!lines.hasNext()) {
                break;
            }
            hasFailed |= !obey(console, lines.next().strip()) && !isTyped;
        }
        if (!isTyped && console.hasBackground()) {
            hasFailed |= !obey(console, "wait");
        }
        return new End(console.hasEnded(), hasFailed);
    }

    private boolean obey(CommandInterpreter console, String line) throws InterruptedException {
        CommandInterpreter.Answer answer = console.answer(line);
        form.answer(line, answer);
        return answer.ok();
    }

    /** Each line when it is asked for. */
    private Iterator<String> standardInput() {
        return new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()))
                .lines()
                .iterator();
    }

    @Override
    public void close() {
        network.close();
    }
}
