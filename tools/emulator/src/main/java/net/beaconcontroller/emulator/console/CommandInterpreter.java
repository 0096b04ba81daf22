package net.beaconcontroller.emulator.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Activity;
import net.beaconcontroller.emulator.network.DatagramReport;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.network.StreamReport;
import net.beaconcontroller.emulator.spec.Durations;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * An interpreter for text commands to a network, such as {@code link s1 s2 down}. The command {@code help} lists
 * them. For one thread.
 */
public final class CommandInterpreter {
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SEND_INTERVAL = Duration.ofMillis(10);
    private static final Duration STREAM_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    /** The most pairs or links that a result names. */
    private static final int MAX_NAMED = 20;

    /** The deepest nesting of files that source each other. */
    private static final int MAX_SOURCE_DEPTH = 10;

    /** Traffic that has started. */
    private record Running(CompletableFuture<CommandResult> result, Supplier<String> progress) {}

    /** A background command. */
    private record Job(String line, Running running, boolean isInverted) {}

    private final Network network;
    private final CommandOutput output;
    private final List<Job> background = new ArrayList<>();

    private int sourceDepth;
    private boolean hasQuit;

    /** Creates an interpreter without intermediate output. */
    public CommandInterpreter(Network network) {
        this(network, new CommandOutput() {});
    }

    public CommandInterpreter(Network network, CommandOutput output) {
        this.network = network;
        this.output = output;
    }

    /**
     * Reads a file of commands and checks their syntax.
     *
     * @throws IOException if the file cannot be read
     * @throws NetworkException if a line is not a command; the message has the line number
     */
    public static List<String> readScript(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException("script not found: " + file, e);
        }
        for (int i = 0; i < lines.size(); i++) {
            try {
                Command.parse(lines.get(i));
            } catch (NetworkException e) {
                throw new NetworkException("%s, line %d: %s".formatted(file, i + 1, e.getMessage()));
            }
        }
        return lines;
    }

    /** Whether {@code quit} was executed. */
    public boolean hasQuit() {
        return hasQuit;
    }

    /** Whether background commands have not been waited for. */
    public boolean hasBackground() {
        return !background.isEmpty();
    }

    /** Executes a line and waits until the command has ended. */
    public CommandResult execute(String line) throws InterruptedException {
        try {
            var command = Command.parse(line);
            return command.isPresent() ? execute(command.get()) : CommandResult.DONE;
        } catch (NetworkException e) {
            return CommandResult.invalid(String.valueOf(e.getMessage()));
        }
    }

    private CommandResult execute(Command command) throws InterruptedException {
        return switch (command) {
            case Command.Check check -> execute(check);
            case Command.Inverted(Command.Check check) -> execute(check).inverted();
            case Command.Background(String line, Command.Traffic traffic, boolean isInverted) -> {
                background.add(new Job(line, start(traffic), isInverted));
                yield CommandResult.DONE;
            }
            case Command.Wait _ -> awaitBackground();
            case Command.Change(var change) -> {
                change.accept(network);
                yield CommandResult.DONE;
            }
            case Command.Move move -> {
                long port = network.moveHost(move.host(), move.sw());
                yield CommandResult.ok("%s is at %s:%d".formatted(move.host(), move.sw(), port), Map.of("port", port));
            }
            case Command.Flows flows -> flows(network.flows(flows.sw()));
            case Command.Status _ -> status();
            case Command.Sleep sleep -> {
                network.sleep(sleep.time());
                yield CommandResult.DONE;
            }
            case Command.Source source -> source(source.file());
            case Command.Help _ -> CommandResult.ok(CommandSyntax.help(), Map.of());
            case Command.Quit _ -> {
                hasQuit = true;
                yield CommandResult.DONE;
            }
        };
    }

    private CommandResult execute(Command.Check check) throws InterruptedException {
        return switch (check) {
            case Command.Traffic traffic -> await(start(traffic));
            case Command.Connected connected -> connected(connected.timeout());
        };
    }

    private Running start(Command.Traffic traffic) {
        return switch (traffic) {
            case Command.PingAll(OptionalInt count) ->
                running(
                        count.isPresent()
                                ? network.startPingSome(count.getAsInt(), PING_TIMEOUT)
                                : network.startPingAll(PING_TIMEOUT),
                        CommandInterpreter::result);
            case Command.Ping(String from, String to) ->
                new Running(ping(network.host(from), network.host(to)), () -> "no reply yet");
            case Command.Send(String from, String to, int count) ->
                running(
                        network.startDatagrams(from, to, count, SEND_INTERVAL, PING_TIMEOUT),
                        report -> result(to, report));
            case Command.Stream(String from, String to, long bytes) ->
                running(network.startStream(from, to, bytes, STREAM_TIMEOUT), report -> result(to, report));
        };
    }

    private <R> Running running(Activity<R> activity, Function<R, CommandResult> result) {
        return new Running(activity.report().thenApply(result), () -> network.progress(activity));
    }

    private CommandResult await(Running running) throws InterruptedException {
        while (true) {
            try {
                return running.result.get(PROGRESS_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                output.progress(running.progress.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private CommandResult awaitBackground() throws InterruptedException {
        var lines = new ArrayList<String>();
        var status = CommandResult.Status.OK;
        for (Job job : background) {
            CommandResult ended = await(job.running);
            CommandResult result = job.isInverted ? ended.inverted() : ended;
            status = status.worst(result.status());
            lines.add("%s: %s".formatted(job.line, result.text()));
        }
        background.clear();
        return new CommandResult(status, String.join("\n", lines), Map.of("results", lines));
    }

    private CommandResult source(Path file) throws InterruptedException {
        if (sourceDepth == MAX_SOURCE_DEPTH) {
            throw new NetworkException("source %s: files are nested deeper than %d".formatted(file, MAX_SOURCE_DEPTH));
        }
        List<String> lines;
        try {
            lines = readScript(file);
        } catch (IOException e) {
            throw new NetworkException("source %s: %s".formatted(file, e.getMessage()));
        }
        sourceDepth++;
        var status = CommandResult.Status.OK;
        for (String line : lines) {
            if (hasQuit) {
                break;
            }
            CommandResult result = execute(line);
            output.sourced(line, result);
            status = status.worst(result.status());
        }
        sourceDepth--;
        return new CommandResult(status, "", Map.of());
    }

    private static CommandResult result(PingReport report) {
        var lines = new ArrayList<String>();
        lines.add("%d of %d pings answered".formatted(report.reached(), report.total()));
        addNames(lines, "no answer", report.lost(), report.total() - report.reached());
        addNames(lines, "duplicated", report.duplicated(), report.duplicated().size());
        var values = new LinkedHashMap<String, Object>();
        values.put("reached", report.reached());
        values.put("total", report.total());
        values.put("lost", texts(report.lost()));
        values.put("duplicated", texts(report.duplicated()));
        return CommandResult.of(report.isFlawless(), String.join("\n", lines), values);
    }

    private static List<String> texts(List<?> items) {
        return items.stream().map(Object::toString).toList();
    }

    /** @param count the number of all items; the list may have only the first of them */
    private static void addNames(List<String> lines, String title, List<?> items, long count) {
        if (count > 0) {
            String some = items.stream().limit(MAX_NAMED).map(Object::toString).collect(Collectors.joining(" "));
            lines.add("%s: %s%s".formatted(title, some, count > MAX_NAMED ? " ... (%d)".formatted(count) : ""));
        }
    }

    private static CompletableFuture<CommandResult> ping(EmulatedHost from, EmulatedHost to) {
        if (to.address().isEmpty()) {
            return CompletableFuture.completedFuture(
                    CommandResult.failed("%s has no IPv4 address yet".formatted(to.name())));
        }
        return from.ping(to.address().getAsLong(), PING_TIMEOUT)
                .handle((time, failure) -> failure == null
                        ? CommandResult.ok(
                                "%s answered %s in %s".formatted(to.name(), from.name(), Durations.millis(time)),
                                Map.of("micros", time.toNanos() / 1000))
                        : CommandResult.failed(String.valueOf(failure.getMessage())));
    }

    private static CommandResult result(String to, DatagramReport report) {
        String duplicates = report.duplicates() == 0 ? "" : ", duplicates: %d".formatted(report.duplicates());
        return CommandResult.of(
                report.isFlawless(),
                "%s received %d of %d datagrams%s".formatted(to, report.arrived(), report.sent(), duplicates),
                Map.of("arrived", report.arrived(), "sent", report.sent(), "duplicates", report.duplicates()));
    }

    static CommandResult result(String to, StreamReport report) {
        double seconds = report.time().toNanos() / 1e9;
        String end =
                switch (report.outcome()) {
                    case COMPLETE -> "";
                    case REFUSED -> "; connection reset";
                    case TIMED_OUT -> "; no acknowledgment for %d s".formatted(STREAM_TIMEOUT.toSeconds());
                };
        String duplicates = report.duplicates() == 0 ? "" : ", duplicates: %d".formatted(report.duplicates());
        return CommandResult.of(
                report.isFlawless(),
                String.format(
                        Locale.ROOT,
                        "%s received %,d of %,d bytes in %.3f s, retransmitted segments: %,d%s%s",
                        to,
                        report.acknowledged(),
                        report.bytes(),
                        seconds,
                        report.resent(),
                        duplicates,
                        end),
                Map.of(
                        "bytes", report.bytes(),
                        "acknowledged", report.acknowledged(),
                        "micros", report.time().toNanos() / 1000,
                        "resent", report.resent(),
                        "duplicates", report.duplicates()));
    }

    private static CommandResult flows(List<FlowStats> flows) {
        List<String> lines = texts(flows);
        return CommandResult.ok(lines.isEmpty() ? "no flows" : String.join("\n", lines), Map.of("flows", lines));
    }

    private CommandResult connected(Duration timeout) throws InterruptedException {
        boolean all = network.awaitConnected(timeout);
        Network.Counters counters = network.counters();
        return CommandResult.of(
                all,
                "connected: %d of %d".formatted(counters.connected(), counters.switches()),
                Map.of("connected", counters.connected(), "switches", counters.switches()));
    }

    private CommandResult status() {
        Network.Counters counters = network.counters();
        Map<Boolean, List<Network.LinkState>> cables = network.links().stream()
                .collect(Collectors.partitioningBy(link -> link.place().isBetweenSwitches()));
        List<Network.LinkState> links = cables.getOrDefault(true, List.of());
        List<Network.LinkState> attachments = cables.getOrDefault(false, List.of());
        List<String> linksDown = down(links);
        List<String> hostsDown = down(attachments);
        var lines = new ArrayList<String>();
        lines.add("switches: %d, running: %d, connected: %d"
                .formatted(counters.switches(), counters.running(), counters.connected()));
        lines.add("links: %d, down: %d".formatted(links.size(), linksDown.size()));
        addNames(lines, "links down", linksDown, linksDown.size());
        lines.add("hosts: %d, detached: %d".formatted(attachments.size(), hostsDown.size()));
        addNames(lines, "hosts detached", hostsDown, hostsDown.size());
        lines.add("messages: %d packet-ins, %d packet-outs, %d flow-mods"
                .formatted(counters.packetIns(), counters.packetOuts(), counters.flowMods()));
        lines.add("frames: %d delivered, %d lost, %d dropped by full links"
                .formatted(counters.framesDelivered(), counters.framesLost(), counters.framesDropped()));
        lines.add("received by hosts: %d pings and datagrams, %d duplicates"
                .formatted(counters.probesReceived(), counters.duplicates()));
        var values = new LinkedHashMap<String, Object>();
        values.put("switches", counters.switches());
        values.put("running", counters.running());
        values.put("connected", counters.connected());
        values.put("hosts", attachments.size());
        values.put("hostsDetached", hostsDown);
        values.put("links", links.size());
        values.put("linksDown", linksDown);
        values.put("packetIns", counters.packetIns());
        values.put("packetOuts", counters.packetOuts());
        values.put("flowMods", counters.flowMods());
        values.put("framesDelivered", counters.framesDelivered());
        values.put("framesLost", counters.framesLost());
        values.put("framesDropped", counters.framesDropped());
        values.put("probesReceived", counters.probesReceived());
        values.put("duplicates", counters.duplicates());
        return CommandResult.ok(String.join("\n", lines), values);
    }

    private static List<String> down(List<Network.LinkState> links) {
        return links.stream()
                .filter(link -> !link.hasCarrier())
                .map(link -> link.place().a() + "-" + link.place().b())
                .toList();
    }
}
