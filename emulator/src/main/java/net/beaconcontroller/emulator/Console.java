package net.beaconcontroller.emulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.FlowStats;

/** Does what lines of text say to a network, such as {@code link s1 s2 down}; {@code help} tells what can be said. */
public final class Console {
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration SEND_INTERVAL = Duration.ofMillis(10);

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

    private final Network network;
    private boolean hasEnded;

    public Console(Network network) {
        this.network = network;
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
            case Command.PingAll all -> pingAll(all);
            case Command.Ping ping -> ping(ping);
            case Command.Send send -> send(send);
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

    private Answer pingAll(Command.PingAll command) {
        PingReport report = command.count().isPresent()
                ? network.pingSome(command.count().getAsInt(), PING_TIMEOUT)
                : network.pingAll(PING_TIMEOUT);
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

    private Answer ping(Command.Ping command) {
        EmulatedHost from = network.host(command.from());
        EmulatedHost to = network.host(command.to());
        long address = addressOf(to);
        try {
            Duration time = from.ping(address, PING_TIMEOUT).join();
            return new Answer(
                    true,
                    "%s answered %s in %s".formatted(to.name(), from.name(), Durations.millis(time)),
                    Map.of("micros", time.toNanos() / 1000));
        } catch (CompletionException e) {
            return Answer.refused(
                    e.getCause() == null
                            ? e.toString()
                            : String.valueOf(e.getCause().getMessage()));
        }
    }

    private static long addressOf(EmulatedHost host) {
        return host.address().orElseThrow(() -> new NetworkException("%s has no address yet".formatted(host.name())));
    }

    /** It fails if not all arrive, or one comes to a host twice. */
    private Answer send(Command.Send command) throws InterruptedException {
        EmulatedHost from = network.host(command.from());
        EmulatedHost to = network.host(command.to());
        long address = addressOf(to);
        long before = to.counters().probesReceived();
        long twiceBefore = network.counters().duplicates();
        for (int i = 0; i < command.count(); i++) {
            from.sendDatagram(address);
            Thread.sleep(SEND_INTERVAL);
        }
        long end = System.nanoTime() + PING_TIMEOUT.toNanos();
        while (to.counters().probesReceived() - before < command.count() && System.nanoTime() < end) {
            Thread.sleep(SEND_INTERVAL);
        }
        long arrived = to.counters().probesReceived() - before;
        long twice = network.counters().duplicates() - twiceBefore;
        return new Answer(
                arrived == command.count() && twice == 0,
                "%d of %d datagrams came to %s%s"
                        .formatted(
                                arrived, command.count(), to.name(), twice == 0 ? "" : ", %d twice".formatted(twice)),
                Map.of("arrived", arrived, "sent", command.count(), "duplicates", twice));
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
