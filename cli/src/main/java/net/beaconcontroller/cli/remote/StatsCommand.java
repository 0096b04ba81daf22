package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.support.Table;
import net.beaconcontroller.cli.support.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Groups the commands for statistics. */
@Command(
        name = "stats",
        description = "Prints the statistics that the application statistics has collected.",
        subcommands = {
            StatsCommand.Ports.class,
            StatsCommand.Links.class,
            StatsCommand.Flows.class,
            StatsCommand.Tables.class,
            StatsCommand.Queues.class,
            StatsCommand.Groups.class,
            StatsCommand.Meters.class,
            StatsCommand.Collection.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon stats ports --top 10 --watch   the ports with the highest load, live",
            "  beacon stats flows --switch 1         the flows of a switch with the highest rates",
            "  beacon stats tables --json | jq 'select(.fill > 0.8)'"
        })
public final class StatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }

    /** A command that prints one kind of statistics. */
    abstract static class Kind extends ListCommand {
        @Option(
                names = {"-n", "--top"},
                paramLabel = "N",
                description = "Prints only those N that have the highest load or rate.")
        private @Nullable Integer top;

        private final String resource;
        private final String order;

        /** @param order the field that {@code --top} sorts by; empty if the list is sorted */
        Kind(String resource, String order) {
            this.resource = resource;
            this.order = order;
        }

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            var parameters = new StringJoiner("&");
            if (top != null) {
                if (top < 1) {
                    throw new UsageException("--top %d: needs a number of 1 or more".formatted(top));
                }
                parameters.add("limit=" + top);
                if (!order.isEmpty()) {
                    parameters.add("sort=-" + order);
                }
            }
            addTo(parameters);
            return client.get("/api/statistics/%s?%s".formatted(resource, parameters));
        }

        /** Adds further parameters of the request. */
        void addTo(StringJoiner parameters) {}

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            Table table = table();
            JsonObject.list(answer).forEach(object -> table.add(row(object)));
            table.print(out);
        }

        abstract Table table();

        abstract String[] row(JsonObject object);
    }

    /** A command that prints one kind of statistics of all switches, or of one. */
    abstract static class SwitchKind extends Kind {
        @Option(names = "--switch", paramLabel = "ID", description = "Prints only those of this switch.")
        private @Nullable String sw;

        SwitchKind(String resource, String order) {
            super(resource, order);
        }

        @Override
        void addTo(StringJoiner parameters) {
            if (sw != null) {
                parameters.add("switch=" + URLEncoder.encode(sw, StandardCharsets.UTF_8));
            }
        }
    }

    /** The command that prints the rates of ports. */
    @Command(
            name = "ports",
            description = "Prints the rates of the ports.",
            footer = {"", "Example:", "  beacon stats ports --top 10 --watch"})
    static final class Ports extends SwitchKind {
        Ports() {
            super("ports", "load");
        }

        @Override
        Table table() {
            return new Table(
                    "SWITCH",
                    "PORT",
                    "NAME",
                    "LOAD",
                    "RECEIVED",
                    "SENT",
                    "RECEIVED PACKETS/S",
                    "SENT PACKETS/S",
                    "ERRORS/S",
                    "DROPS/S");
        }

        @Override
        String[] row(JsonObject port) {
            return new String[] {
                port.text("switch"),
                port.text("port"),
                port.text("name"),
                Quantities.percent(port, "load"),
                Quantities.bits(port, "receivedBitsPerSecond"),
                Quantities.bits(port, "sentBitsPerSecond"),
                Quantities.number(port, "receivedPacketsPerSecond"),
                Quantities.number(port, "sentPacketsPerSecond"),
                Quantities.number(port, "errorsPerSecond"),
                Quantities.number(port, "dropsPerSecond")
            };
        }
    }

    /** The command that prints the rates of links. */
    @Command(
            name = "links",
            description = "Prints the rates of the links between switches, each in one direction.",
            footer = {"", "Example:", "  beacon stats links --top 10 --watch"})
    static final class Links extends Kind {
        Links() {
            super("links", "bitsPerSecond");
        }

        @Override
        Table table() {
            return new Table("FROM", "TO", "LOAD", "RATE", "PACKETS/S");
        }

        @Override
        String[] row(JsonObject link) {
            return new String[] {
                LinksCommand.port(link.object("from")),
                LinksCommand.port(link.object("to")),
                Quantities.percent(link, "load"),
                Quantities.bits(link, "bitsPerSecond"),
                Quantities.number(link, "packetsPerSecond")
            };
        }
    }

    /** The command that prints the flows with the highest rates. */
    @Command(
            name = "flows",
            description = "Prints the flows with the highest rates.",
            footer = {"", "Example:", "  beacon stats flows --top 10"})
    static final class Flows extends SwitchKind {
        Flows() {
            super("flows", "");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "RATE", "PACKETS/S", "FLOW");
        }

        @Override
        String[] row(JsonObject flow) {
            return new String[] {
                flow.text("switch"),
                Quantities.bits(flow, "bitsPerSecond"),
                Quantities.number(flow, "packetsPerSecond"),
                flow.text("flow")
            };
        }
    }

    /** The command that prints the use of flow tables. */
    @Command(
            name = "tables",
            description = "Prints the use of the flow tables that have flows.",
            footer = {"", "Example:", "  beacon stats tables --top 10"})
    static final class Tables extends SwitchKind {
        Tables() {
            super("tables", "fill");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "TABLE", "NAME", "FLOWS", "SIZE", "FILL", "LOOKUPS/S", "MATCHED/S");
        }

        @Override
        String[] row(JsonObject table) {
            return new String[] {
                table.text("switch"),
                table.text("table"),
                table.text("name"),
                table.text("flows"),
                Quantities.number(table, "maxFlows"),
                Quantities.percent(table, "fill"),
                Quantities.number(table, "lookupsPerSecond"),
                Quantities.number(table, "matchedPerSecond")
            };
        }
    }

    /** The command that prints the rates of queues. */
    @Command(
            name = "queues",
            description = "Prints the rates of the queues.",
            footer = {"", "Example:", "  beacon stats queues --switch 1"})
    static final class Queues extends SwitchKind {
        Queues() {
            super("queues", "bitsPerSecond");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "PORT", "QUEUE", "RATE", "PACKETS/S", "ERRORS/S");
        }

        @Override
        String[] row(JsonObject queue) {
            return new String[] {
                queue.text("switch"),
                queue.text("port"),
                queue.text("queue"),
                Quantities.bits(queue, "bitsPerSecond"),
                Quantities.number(queue, "packetsPerSecond"),
                Quantities.number(queue, "errorsPerSecond")
            };
        }
    }

    /** The command that prints the rates of groups. */
    @Command(
            name = "groups",
            description = "Prints the rates of the groups.",
            footer = {"", "Example:", "  beacon stats groups --switch 1"})
    static final class Groups extends SwitchKind {
        Groups() {
            super("groups", "bitsPerSecond");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "GROUP", "REFERENCES", "RATE", "PACKETS/S");
        }

        @Override
        String[] row(JsonObject group) {
            return new String[] {
                group.text("switch"),
                group.text("group"),
                group.text("references"),
                Quantities.bits(group, "bitsPerSecond"),
                Quantities.number(group, "packetsPerSecond")
            };
        }
    }

    /** The command that prints the rates of meters. */
    @Command(
            name = "meters",
            description = "Prints the rates of the meters.",
            footer = {"", "Example:", "  beacon stats meters --switch 1"})
    static final class Meters extends SwitchKind {
        Meters() {
            super("meters", "bitsPerSecond");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "METER", "FLOWS", "RATE", "PACKETS/S", "EXCEEDING/S");
        }

        @Override
        String[] row(JsonObject meter) {
            return new String[] {
                meter.text("switch"),
                meter.text("meter"),
                meter.text("references"),
                Quantities.bits(meter, "bitsPerSecond"),
                Quantities.number(meter, "packetsPerSecond"),
                Quantities.number(meter, "exceedingPacketsPerSecond")
            };
        }
    }

    /** The command that prints how the statistics are collected. */
    @Command(
            name = "collection",
            description =
                    "Prints how the statistics of the switches are collected: how often, what is refused or skipped.",
            footer = {"", "Example:", "  beacon stats collection --top 10   the slowest switches"})
    static final class Collection extends SwitchKind {
        Collection() {
            super("collection", "replyMillis");
        }

        @Override
        Table table() {
            return new Table("SWITCH", "INTERVAL", "REPLY TIME", "TIMEOUTS", "FLOWS", "SKIPPED FLOWS", "REFUSED");
        }

        @Override
        String[] row(JsonObject collection) {
            return new String[] {
                collection.text("switch"),
                collection.has("intervalSeconds") ? "%.1f s".formatted(collection.number("intervalSeconds")) : "-",
                collection.has("replyMillis") ? "%.1f ms".formatted(collection.number("replyMillis")) : "-",
                collection.text("timeouts"),
                collection.text("flows"),
                collection.text("skippedFlows"),
                collection.text("refused")
            };
        }
    }
}
