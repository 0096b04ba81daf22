package net.beaconcontroller.emulator.console;

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
import java.util.function.Consumer;
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
import net.beaconcontroller.openflow.FlowStats;

/** Does what lines of text say to a network, such as {@code link s1 s2 down}; {@code help} tells what can be said. */
public final class CommandInterpreter {
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration SEND_INTERVAL = Duration.ofMillis(10);

    private static final Duration STREAM_PATIENCE = Duration.ofSeconds(10);

    private static final Duration TELL_EVERY = Duration.ofSeconds(1);

    /** As many pairs and links are named in an answer. */
    private static final int MAX_NAMED = 20;

    /**
     * What came of a line.
     *
     * @param ok whether it was done, and what it tested is as it should be
     * @param text for people: no line, or some
     * @param values the same for programs, by name: numbers, texts, and lists of texts
     */
    public record Answer(boolean ok, String text, Map<String, Object> values) {
        private static final Answer DONE = new Answer(true, "", Map.of());

        static Answer refused(String reason) {
            return new Answer(false, reason, Map.of());
        }
    }

    /** What hosts do, and what will come of it. */
    private record Going(CompletableFuture<Answer> answer, Supplier<String> soFar) {}

    /** What goes on beside the commands. */
    private record Job(String line, Going going) {}

    private final Network network;
    private final Consumer<String> progress;
    private final List<Job> background = new ArrayList<>();

    private boolean hasEnded;

    /** A console that says nothing before it answers. */
    public CommandInterpreter(Network network) {
        this(network, _ -> {});
    }

    /** @param progress is told each second how far that is what is waited for */
    public CommandInterpreter(Network network, Consumer<String> progress) {
        this.network = network;
        this.progress = progress;
    }

    /**
     * Reads lines as a console would, and does nothing.
     *
     * @throws NetworkException if one is wrong; the message has its number
     */
    public static void check(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            try {
                Command.parse(lines.get(i));
            } catch (NetworkException e) {
                throw new NetworkException("line %d: %s".formatted(i + 1, e.getMessage()));
            }
        }
    }

    /** Whether it was told to quit. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** Does what a line says, and waits for the end of it. What is wrong is in the answer. */
    public Answer answer(String line) throws InterruptedException {
        try {
            var command = Command.parse(line);
            return command.isPresent() ? answer(command.get()) : Answer.DONE;
        } catch (NetworkException e) {
            return Answer.refused(String.valueOf(e.getMessage()));
        }
    }

    private Answer answer(Command command) throws InterruptedException {
        return switch (command) {
            case Command.Traffic traffic -> await(begin(traffic));
            case Command.Background(String text, Command.Traffic traffic) -> {
                background.add(new Job(text, begin(traffic)));
                yield Answer.DONE;
            }
            case Command.Wait _ -> awaitBackground();
            case Command.Link link -> {
                if (link.up()) {
                    network.linkUp(link.a(), link.b());
                } else {
                    network.linkDown(link.a(), link.b());
                }
                yield Answer.DONE;
            }
            case Command.Port port -> {
                if (port.up()) {
                    network.portUp(port.sw(), port.number());
                } else {
                    network.portDown(port.sw(), port.number());
                }
                yield Answer.DONE;
            }
            case Command.Power power -> {
                if (power.up()) {
                    network.switchUp(power.sw());
                } else {
                    network.switchDown(power.sw());
                }
                yield Answer.DONE;
            }
            case Command.Move move -> {
                int port = network.moveHost(move.host(), move.sw());
                yield new Answer(true, "%s is at %s:%d".formatted(move.host(), move.sw(), port), Map.of("port", port));
            }
            case Command.Flows flows -> flows(network.flows(flows.sw()));
            case Command.Status _ -> status();
            case Command.Connected connected -> connected(connected.timeout());
            case Command.Sleep sleep -> {
                Thread.sleep(sleep.time());
                yield Answer.DONE;
            }
            case Command.Help _ -> new Answer(true, Command.HELP, Map.of());
            case Command.Quit _ -> {
                hasEnded = true;
                yield Answer.DONE;
            }
        };
    }

    private Going begin(Command.Traffic traffic) {
        return switch (traffic) {
            case Command.PingAll(OptionalInt count) ->
                going(
                        count.isPresent()
                                ? network.startPingSome(count.getAsInt(), PING_TIMEOUT)
                                : network.startPingAll(PING_TIMEOUT),
                        CommandInterpreter::answer);
            case Command.Ping(String from, String to) ->
                new Going(ping(network.host(from), network.host(to)), () -> "no answer yet");
            case Command.Send(String from, String to, int count) ->
                going(
                        network.startDatagrams(from, to, count, SEND_INTERVAL, PING_TIMEOUT),
                        report -> answer(to, report));
            case Command.Stream(String from, String to, long bytes) ->
                going(network.startStream(from, to, bytes, STREAM_PATIENCE), report -> answer(to, report));
        };
    }

    private <R> Going going(Activity<R> run, Function<R, Answer> answer) {
        return new Going(run.report().thenApply(answer), () -> network.soFar(run));
    }

    private Answer await(Going going) throws InterruptedException {
        while (true) {
            try {
                return going.answer.get(TELL_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                progress.accept(going.soFar.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** Whether something was begun with an & behind it, and not waited for. */
    public boolean hasBackground() {
        return !background.isEmpty();
    }

    private Answer awaitBackground() throws InterruptedException {
        var lines = new ArrayList<String>();
        boolean ok = true;
        for (Job job : background) {
            Answer answer = await(job.going);
            ok &= answer.ok();
            lines.add("%s: %s".formatted(job.line, answer.text()));
        }
        background.clear();
        return new Answer(ok, String.join("\n", lines), Map.of("answers", lines));
    }

    private static Answer answer(PingReport report) {
        var lines = new ArrayList<String>();
        lines.add("%d of %d pings answered".formatted(report.reached(), report.total()));
        addNames(lines, "no answer", report.lost(), report.total() - report.reached());
        addNames(lines, "came twice", report.duplicated(), report.duplicated().size());
        var values = new LinkedHashMap<String, Object>();
        values.put("reached", report.reached());
        values.put("total", report.total());
        values.put("lost", texts(report.lost()));
        values.put("duplicated", texts(report.duplicated()));
        return new Answer(report.isFlawless(), String.join("\n", lines), values);
    }

    private static List<String> texts(List<?> items) {
        return items.stream().map(Object::toString).toList();
    }

    /** @param count how many there are, of which the list may have the first only */
    private static void addNames(List<String> lines, String title, List<?> items, long count) {
        if (count > 0) {
            String some = items.stream().limit(MAX_NAMED).map(Object::toString).collect(Collectors.joining(" "));
            lines.add("%s: %s%s"
                    .formatted(title, some, count > MAX_NAMED ? " and more, %d in all".formatted(count) : ""));
        }
    }

    private static CompletableFuture<Answer> ping(EmulatedHost from, EmulatedHost to) {
        long address =
                to.address().orElseThrow(() -> new NetworkException("%s has no address yet".formatted(to.name())));
        return from.ping(address, PING_TIMEOUT)
                .handle((time, failure) -> failure == null
                        ? new Answer(
                                true,
                                "%s answered %s in %s".formatted(to.name(), from.name(), Durations.millis(time)),
                                Map.of("micros", time.toNanos() / 1000))
                        : Answer.refused(String.valueOf(failure.getMessage())));
    }

    private static Answer answer(String to, DatagramReport report) {
        String twice = report.duplicates() == 0 ? "" : ", %d twice".formatted(report.duplicates());
        return new Answer(
                report.isFlawless(),
                "%d of %d datagrams came to %s%s".formatted(report.arrived(), report.sent(), to, twice),
                Map.of("arrived", report.arrived(), "sent", report.sent(), "duplicates", report.duplicates()));
    }

    static Answer answer(String to, StreamReport report) {
        double seconds = report.time().toNanos() / 1e9;
        String end =
                switch (report.outcome()) {
                    case COMPLETE -> "";
                    case REFUSED -> "; it refused the rest";
                    case TIMED_OUT -> "; it acknowledged nothing for %d s".formatted(STREAM_PATIENCE.toSeconds());
                };
        String twice = report.duplicates() == 0 ? "" : ", %d came twice".formatted(report.duplicates());
        return new Answer(
                report.isFlawless(),
                String.format(
                        Locale.ROOT,
                        "%,d of %,d bytes came to %s in %.3f s, segments sent again: %,d%s%s",
                        report.acknowledged(),
                        report.bytes(),
                        to,
                        seconds,
                        report.resent(),
                        twice,
                        end),
                Map.of(
                        "bytes", report.bytes(),
                        "acknowledged", report.acknowledged(),
                        "micros", report.time().toNanos() / 1000,
                        "resent", report.resent(),
                        "duplicates", report.duplicates()));
    }

    private static Answer flows(List<FlowStats> flows) {
        List<String> lines = texts(flows);
        return new Answer(true, lines.isEmpty() ? "no flows" : String.join("\n", lines), Map.of("flows", lines));
    }

    private Answer connected(Duration timeout) throws InterruptedException {
        boolean all = network.awaitConnected(timeout);
        Network.Counters counters = network.counters();
        return new Answer(
                all,
                "connected: %d of %d".formatted(counters.connected(), counters.switches()),
                Map.of("connected", counters.connected(), "switches", counters.switches()));
    }

    private Answer status() {
        Network.Counters counters = network.counters();
        List<Network.LinkState> links = network.links();
        List<String> down = links.stream()
                .filter(link -> !link.hasCarrier())
                .map(link -> link.place().a() + "-" + link.place().b())
                .toList();
        var lines = new ArrayList<String>();
        lines.add("switches: %d, of which %d run and %d are connected"
                .formatted(counters.switches(), counters.running(), counters.connected()));
        lines.add("hosts: %d; links: %d, of which %d are down"
                .formatted(network.hosts().size(), links.size(), down.size()));
        addNames(lines, "down", down, down.size());
        lines.add("messages: %d packet-ins, %d packet-outs, %d flow-mods"
                .formatted(counters.packetIns(), counters.packetOuts(), counters.flowMods()));
        lines.add("frames: %d delivered, %d lost, %d dropped for lack of room"
                .formatted(counters.framesDelivered(), counters.framesLost(), counters.framesDropped()));
        lines.add("at hosts: %d pings and datagrams, %d came twice"
                .formatted(counters.probesReceived(), counters.duplicates()));
        var values = new LinkedHashMap<String, Object>();
        values.put("switches", counters.switches());
        values.put("running", counters.running());
        values.put("connected", counters.connected());
        values.put("hosts", network.hosts().size());
        values.put("links", links.size());
        values.put("down", down);
        values.put("packetIns", counters.packetIns());
        values.put("packetOuts", counters.packetOuts());
        values.put("flowMods", counters.flowMods());
        values.put("framesDelivered", counters.framesDelivered());
        values.put("framesLost", counters.framesLost());
        values.put("framesDropped", counters.framesDropped());
        values.put("probesReceived", counters.probesReceived());
        values.put("duplicates", counters.duplicates());
        return new Answer(true, String.join("\n", lines), values);
    }
}
